//! Programs with one thread must print what `java` prints: those in `tests/sequential`, and generated ones.

use crate::support;
use commute::Check;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// How a program's output differs from that of `java`, if it does.
fn difference(classes: &Path, main: &str) -> Option<String> {
    compare(classes, main, support::run(&support::translate(classes, main)))
}

/// The same for one that has to be checked before all of it is translated.
fn difference_on_demand(classes: &Path, main: &str) -> Option<String> {
    let program = support::program(classes, main);
    support::explore(&program, &Check::new());
    compare(classes, main, support::run_ir(program.ir()))
}

/// How what was printed differs from what `java` prints, with the surroundings that reports say are fixed.
fn compare(classes: &Path, main: &str, (printed, failed): (String, Option<String>)) -> Option<String> {
    let fixed = ["-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC", "-Dfile.encoding=UTF-8"];
    let java = Command::new("java")
        .args(["-ea", "-Xshare:auto"])
        .args(fixed)
        .arg("-cp")
        .arg(classes)
        .arg(main)
        .output();
    let expected = String::from_utf8_lossy(&java.unwrap().stdout).into_owned();
    if printed == expected && failed.is_none() {
        return None;
    }
    let differs = printed.lines().zip(expected.lines()).enumerate().find(|(_, (a, b))| a != b);
    let (ours, theirs) = (printed.lines().count(), expected.lines().count());
    Some(format!("{main}: {failed:?}, {ours} lines of {theirs}, first difference {differs:?}"))
}

fn check(classes: &Path, mains: &[String]) {
    let wrong: Vec<String> = mains.iter().filter_map(|main| difference(classes, main)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_print_what_java_prints() {
    if !support::has_jdk() {
        return;
    }
    let sources = support::sources("tests/sequential");
    assert!(!sources.is_empty());
    let classes = support::scratch("sequential");
    support::javac(&sources, &classes);
    let name = |source: &std::path::PathBuf| source.file_stem().unwrap().to_string_lossy().into_owned();
    check(&classes, &sources.iter().map(name).collect::<Vec<_>>());
}

/// A test for each program in `tests/library`, so that they run side by side.
macro_rules! parts_of_the_library {
    ($($test:ident $program:literal)*) => {
        $(
            #[test]
            fn $test() {
                part_of_the_library($program);
            }
        )*

        #[test]
        fn each_part_of_the_library_has_a_test() {
            let mut tested = vec![$($program),*];
            tested.sort_unstable();
            let name = |source: &std::path::PathBuf| source.file_stem().unwrap().to_string_lossy().into_owned();
            let mut programs: Vec<String> = support::sources("tests/library").iter().map(name).collect();
            programs.sort_unstable();
            assert_eq!(programs, tested);
            assert_eq!(programs, programs_of_items());
        }
    };
}

parts_of_the_library! {
    addresses_print_what_java_prints "Addresses"
    big_numbers_print_what_java_prints "Big"
    bytes_print_what_java_prints "Bytes"
    causes_print_what_java_prints "Causes"
    clocks_print_what_java_prints "Clocks"
    digests_print_what_java_prints "Digests"
    formats_print_what_java_prints "Formats"
    handles_print_what_java_prints "Handles"
    a_large_map_prints_what_java_prints "LargeMap"
    locking_prints_what_java_prints "Locking"
    members_print_what_java_prints "Members"
    messages_print_what_java_prints "Messages"
    maths_print_what_java_prints "Maths"
    old_files_print_what_java_prints "OldFiles"
    pipes_print_what_java_prints "Pipes"
    pools_print_what_java_prints "Pools"
    queues_print_what_java_prints "Queues"
    randoms_print_what_java_prints "Randoms"
    regular_expressions_print_what_java_prints "Regexes"
    serialization_prints_what_java_prints "Serial"
    sockets_print_what_java_prints "Sockets"
    object_streams_print_what_java_prints "Streams"
    surroundings_print_what_java_prints "Surroundings"
    temporary_files_print_what_java_prints "TempFiles"
    trees_of_temporary_files_print_what_java_prints "TempTrees"
    threading_prints_what_java_prints "Threading"
    timed_pools_print_what_java_prints "Timed"
    times_print_what_java_prints "Times"
    traces_print_what_java_prints "Traces"
    updated_fields_print_what_java_prints "Updated"
    walks_print_what_java_prints "Walks"
}

/// The programs that `tests/library/ITEMS` names.
fn programs_of_items() -> Vec<String> {
    let items = support::root().join("crates/front-jvm/tests/library/ITEMS");
    let items = std::fs::read_to_string(items).unwrap();
    let lines = items.lines().filter(|line| !line.starts_with('#'));
    let mut programs: Vec<String> = lines.map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect();
    programs.sort_unstable();
    programs
}

fn part_of_the_library(program: &str) {
    if !support::has_jdk() {
        return;
    }
    let sources = support::sources("tests/library");
    let own = sources.into_iter().filter(|source| source.file_stem().is_some_and(|name| name == program));
    let classes = support::scratch(&format!("library-{program}"));
    support::javac(&own.collect::<Vec<_>>(), &classes);
    let wrong = difference_on_demand(&classes, program);
    assert!(wrong.is_none(), "{wrong:?}");
}

/// A small generator of random numbers; the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// The types of expressions, and constants of each.
const TYPES: [(&str, &[&str]); 4] = [
    (
        "int",
        &[
            "0",
            "1",
            "-1",
            "7",
            "'x'",
            "(byte) 200",
            "(short) 70000",
            "Integer.MAX_VALUE",
            "Integer.MIN_VALUE",
        ],
    ),
    ("long", &["0L", "1L", "-3L", "1L << 40", "Long.MAX_VALUE", "Long.MIN_VALUE"]),
    ("float", &["0f", "-1.5f", "1e30f", "3.4e38f", "Float.NaN"]),
    ("double", &["0.0", "2.5", "-1e300", "1e-300", "1 / 0.0", "Double.NaN"]),
];

/// An expression of a type, over variables `a0`, `a1`, ... of all types.
fn expression(random: &mut Random, ty: usize, depth: usize) -> String {
    let (name, constants) = TYPES[ty];
    if depth == 0 {
        let constant = random.one_of(constants);
        return if random.below(2) == 0 {
            format!("{}{}", &name[..1], random.below(3))
        } else {
            format!("({constant})")
        };
    }
    let mut operand = |ty: usize| expression(random, ty, depth - 1);
    let (a, b, c) = (operand(ty), operand(ty), operand(0));
    let other = operand((ty + 1) % 4);
    match random.below(8) {
        0 => format!("({name}) ({other})"),
        1 => format!("({c} > 0 ? {a} : {b})"),
        2 if ty < 2 => format!("({a} {} {c})", random.one_of(&["<<", ">>", ">>>"])),
        3 if ty < 2 => format!("({a} {} {b})", random.one_of(&["&", "|", "^"])),
        4 => format!("(-{a})"),
        5 if ty == 0 => format!("({other} {} 5L ? {a} : {b})", random.one_of(&["<", "<=", "==", "!=", ">="])),
        _ => format!("({a} {} {b})", random.one_of(&["+", "-", "*", "/", "%"])),
    }
}

/// A program that prints many expressions; divisions by zero are caught.
fn program(seed: u64, name: &str) -> String {
    let mut random = Random(seed);
    let mut text = format!("public class {name} {{\n");
    let count = 60;
    for i in 0..count {
        let ty = i % 4;
        let body = expression(&mut random, ty, 3);
        let params = "int i0, int i1, int i2, long l0, long l1, long l2, float f0, float f1, float f2, double d0, double d1, double d2";
        writeln!(text, "    static {} e{i}({params}) {{ return {body}; }}", TYPES[ty].0).unwrap();
    }
    text.push_str("    public static void main(String[] args) {\n");
    let given = [
        "3, -9, 100, 5L, -77L, 1L << 33, 1.25f, -8f, 1e10f, 0.5, -3e5, 1e18",
        "0, 1 << 31, -1, 0L, 1L << 63, -1L, 0f, Float.NaN, 1e38f, -0.0, 1e308, Double.MIN_VALUE",
    ];
    for i in 0..count {
        // How floats are written changed between versions of Java, so their bits are compared.
        let shown = ["", "", "Float.floatToIntBits", "Double.doubleToLongBits"][i % 4];
        for given in given {
            writeln!(text, "        try {{ System.out.println({shown}(e{i}({given}))); }} catch (ArithmeticException e) {{ System.out.println(\"zero\"); }}").unwrap();
        }
    }
    text.push_str("    }\n}\n");
    text
}

#[test]
fn generated_programs_print_what_java_prints() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("generated");
    let names: Vec<String> = (0..4).map(|seed| format!("Generated{seed}")).collect();
    let mut sources = Vec::new();
    for (seed, name) in (1..).zip(&names) {
        let source = classes.join(format!("{name}.java"));
        std::fs::write(&source, program(seed, name)).unwrap();
        sources.push(source);
    }
    support::javac(&sources, &classes);
    check(&classes, &names);
}

/// Writes sources and compiles them; `classes` may have others already.
fn compile(classes: &Path, sources: &[(&str, &str)]) {
    let write = |(name, text): &(&str, &str)| {
        let source = classes.join(name);
        std::fs::create_dir_all(source.parent().unwrap()).unwrap();
        std::fs::write(&source, text).unwrap();
        source
    };
    let sources: Vec<_> = sources.iter().map(write).collect();
    support::javac_for(&["-cp", classes.to_str().unwrap()], &sources, classes, Path::new("none"));
}

/// A method for its package is not overridden by one of another package, unless one in between is for all.
#[test]
fn methods_for_a_package_are_overridden_there() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("packages");
    let class = |package: &str, name: &str, extends: &str, method: &str| {
        let method =
            if method.is_empty() { String::new() } else { format!("{method} {{ return \"{name}\"; }}") };
        format!("package {package}; public class {name} {extends} {{ {method} }}")
    };
    let call = "public static String of(A a) { return a.m(); } String m() { return \"A\"; }";
    let sources = [
        ("p/A.java", format!("package p; public class A {{ {call} }}")),
        ("q/B.java", class("q", "B", "extends p.A", "public String m()")),
        ("p/C.java", class("p", "C", "extends q.B", "public String m()")),
        ("p/D.java", class("p", "D", "extends A", "public String m()")),
        ("q/E.java", class("q", "E", "extends p.D", "public String m()")),
        ("q/F.java", class("q", "F", "extends p.A", "")),
        ("q/G.java", class("q", "G", "extends B", "public String m()")),
        (
            "Packages.java",
            "public class Packages { public static void main(String[] args) { p.A[] all = { new p.A(), new q.B(), \
             new p.C(), new p.D(), new q.E(), new q.F(), new q.G() }; for (p.A a : all) System.out.print(p.A.of(a)); \
             System.out.println(new q.B().m() + new q.G().m() + ((q.B) new p.C()).m()); } }"
                .to_owned(),
        ),
    ];
    compile(&classes, &sources.each_ref().map(|(name, text)| (*name, text.as_str())));
    check(&classes, &["Packages".to_owned()]);
}

/// Classes that were compiled against other versions of each other: calls that find no method.
#[test]
fn calls_that_find_no_method_raise_what_java_raises() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("versions");
    let c = "public class C extends S implements I, J { }";
    compile(
        &classes,
        &[
            ("I.java", "interface I { }"),
            ("J.java", "interface J { }"),
            ("S.java", "class S { }"),
            ("C.java", c),
        ],
    );
    let i = "interface I { int none(); default int one() { return 1; } }";
    let j = "interface J { int one(); }";
    let s = "abstract class S { abstract long mine(Object o, double d); }";
    let say = "static void say(Runnable r) { try { r.run(); System.out.println(\"done\"); } \
               catch (Throwable t) { System.out.println(t.getClass().getName()); } }";
    let main = "public static void main(String[] args) { Object c = new C(); say(() -> ((I) c).none()); \
                say(() -> ((I) c).one()); say(() -> ((J) c).one()); say(() -> ((S) c).mine(c, 1)); }";
    let main = format!("public class Versions {{ {say} {main} }}");
    compile(&classes, &[("I.java", i), ("J.java", j), ("S.java", s), ("Versions.java", &main)]);
    check(&classes, &["Versions".to_owned()]);
}

/// The class files of ours that are kept are what their sources say.
#[test]
fn class_files_of_ours_are_up_to_date() {
    if !support::has_jdk() {
        return;
    }
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let fresh = support::scratch("models");
    let built = Command::new("sh").arg(models.join("build")).arg(&fresh).status().unwrap();
    assert!(built.success());
    for package in
        ["commute/rt", "java/io", "java/lang", "java/util/concurrent", "java/util/concurrent/locks"]
    {
        let names = |root: &Path| {
            let files =
                std::fs::read_dir(root.join(package)).unwrap().map(|entry| entry.unwrap().file_name());
            let files = files.filter(|name| name.to_string_lossy().ends_with(".class"));
            files.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(names(&fresh), names(&models.join("classes")), "run models/build");
        for name in names(&fresh) {
            let bytes = |root: &Path| std::fs::read(root.join(package).join(&name)).unwrap();
            assert!(bytes(&fresh) == bytes(&models.join("classes")), "{name:?}: run models/build");
        }
    }
}
