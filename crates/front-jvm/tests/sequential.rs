//! Programs with one thread must print what `java` prints.

mod support;

use std::process::Command;

#[test]
fn programs_print_what_java_prints() {
    if !support::has_jdk() {
        return;
    }
    let sources = support::sources("tests/sequential");
    assert!(!sources.is_empty());
    let classes = support::scratch("sequential");
    support::javac(&sources, &classes);
    let mut wrong = Vec::new();
    for source in &sources {
        let main = source.file_stem().unwrap().to_string_lossy().into_owned();
        let java =
            Command::new("java").args(["-ea", "-Xshare:auto", "-cp"]).arg(&classes).arg(&main).output();
        let expected = String::from_utf8_lossy(&java.unwrap().stdout).into_owned();
        let (printed, failed) = support::run(&support::translate(&classes, &main));
        if printed != expected || failed.is_some() {
            let differs = printed.lines().zip(expected.lines()).find(|(a, b)| a != b);
            wrong.push(format!(
                "{main}: {failed:?}, {} lines of {}, first difference {differs:?}",
                printed.lines().count(),
                expected.lines().count()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
