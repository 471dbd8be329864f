//! What goes wrong before anything is checked.

use crate::run::{HOLDS, Place};

#[test]
fn usage_errors_are_2() {
    let place = Place::new("usage").file("a.cm", HOLDS);
    place.run(&[]).exits(2).complains("Usage: commute");
    place.run(&["check"]).exits(2).complains("<FILE>");
    place.run(&["check", "a.cm", "--nonsense"]).exits(2).complains("--nonsense");
    place.run(&["check", "a.cm", "-D", "N"]).exits(2).complains("write NAME=VALUE");
    place.run(&["check", "a.cm", "-D", "N=three"]).exits(2).complains("`three` is neither");
    place.run(&["check", "a.cm", "--max-memory", "lots"]).exits(2).complains("write a size such as");
    place.run(&["check", "a.cm", "a.cm", "--save-schedule", "s"]).exits(2).complains("takes one model");
    place
        .run(&["check", "a.cm", "--strategy", "full", "--oracle", "escape"])
        .exits(2)
        .complains("are --strategy ample");
    place.run(&["check", "a.cm", "--keep", "sparse"]).exits(2).complains("needs --order dfs");
    place.run(&["check", "a.cm", "--strategy", "ample", "--oracle", "x"]).exits(2).complains("escape");
    place.run(&["compare", "a.cm", "a.cm"]).exits(2).complains("Usage: commute compare");
    place.run(&["nonsense"]).exits(2).complains("nonsense");
}

#[test]
fn help_and_version_are_0() {
    let place = Place::new("help");
    place.run(&["--version"]).exits(0).says("commute 0.");
    place.run(&["--help"]).exits(0).says("Exit codes:").says("check").says("replay");
    place.run(&["check", "--help"]).exits(0).says("Examples:").says("--max-states");
    place
        .run(&["compare", "--help"])
        .exits(0)
        .says("Examples:")
        .says("--max-time")
        .says("4 program rejected");
    place.run(&["replay", "--help"]).exits(0).says("A schedule is a list of steps");
    place.run(&["man"]).exits(0).says(".TH commute").says("COMMUTE CHECK").says("max\\-states");
    place.run(&["completions", "bash"]).exits(0).says("_commute()");
}

#[test]
fn an_unreadable_file_is_2() {
    let place = Place::new("unreadable");
    place.run(&["check", "none.cm"]).exits(2).complains("error: cannot read none.cm: No such file");
    place.run(&["check", "."]).exits(2).complains("error: . is a directory, not a model");
    place.run(&["replay", "none.cm", "--schedule", "0"]).exits(2).complains("cannot read none.cm");
    place.run(&["ir", "none.cm"]).exits(2).complains("cannot read none.cm");
    place.run(&["compare", "none.cm"]).exits(2).complains("cannot read none.cm");
    place.run(&["fmt", "none.cm"]).exits(2).complains("cannot read none.cm");
}

#[test]
fn what_is_no_model_is_4() {
    let place = Place::new("no-model")
        .file("empty.cm", "")
        .file("comment.cm", "// nothing\n")
        .file("wrong.cm", "var x: int = true;\nthread a { x = y; }\n")
        .file("latin.cm", b"// caf\xe9\n");
    for empty in ["empty.cm", "comment.cm"] {
        let ran = place.run(&["check", empty]);
        ran.exits(4).complains("no threads").complains("help: declare one");
    }
    place.run(&["check", "latin.cm"]).exits(4).complains("latin.cm is not UTF-8 text: see byte 6, in line 1");
    let ran = place.run(&["check", "wrong.cm"]);
    ran.exits(4).complains("wrong.cm:1:14").complains("wrong.cm:2:").complains("help:");
    assert_eq!(ran.stdout, "");
    place.run(&["ir", "wrong.cm"]).exits(4);
    place.run(&["compare", "wrong.cm"]).exits(4).complains("wrong.cm:1:14");
    place.run(&["replay", "wrong.cm", "--schedule", "0"]).exits(4);
}

#[test]
fn a_huge_file_is_4() {
    let place = Place::new("huge").file("a.cm", vec![b' '; (16 << 20) + 1]);
    place.run(&["check", "a.cm"]).exits(4).complains("a.cm is larger than the limit of 16 MiB");
    let ran = place.run(&["check", "--json", "a.cm"]);
    ran.exits(4).says(r#""verdict":"rejected","reason":"a.cm is larger than"#);
}

#[test]
fn deep_nesting_is_no_crash() {
    let depth = 20_000;
    let expression = format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    let blocks = format!("{}{}", "{".repeat(depth), "}".repeat(depth));
    let place = Place::new("deep")
        .file("expr.cm", format!("thread a {{ let x = {expression}; }}\n"))
        .file("block.cm", format!("thread a {{ {blocks} }}\n"));
    for file in ["expr.cm", "block.cm"] {
        let code = place.run(&["check", "-q", file]).code;
        assert!(code == Some(0) || code == Some(4), "{file}: {code:?}");
    }
}

#[test]
fn a_schedule_that_cannot_be_saved_is_2() {
    let place = Place::new("unsaved").file("a.cm", crate::run::DEADLOCK);
    place
        .run(&["check", "a.cm", "--save-schedule", "no/such/dir"])
        .exits(2)
        .complains("cannot write no/such/dir");
}
