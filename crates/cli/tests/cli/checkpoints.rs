//! Checkpoints: what a search that goes on from one must not forget, and files that are none.

use crate::run::{Place, Ran};

/// The violation is further away than the first search may look.
const DEEP: &str = "\
var g: int; var started: bool; var x: [mod 4; 5]; var y: int;
thread v { g = choose(0..2); started = true; for i in 0..40 { y = i; } assert g == 1; }
thread w[i in 0..5] { when (started); x[i] = 1; x[i] = 2; x[i] = 3; }
";

/// The invariant is false early; the deadlock and the cycle of waiting threads, too.
const EARLY: &str = "\
const N: int = 4;
var x: [mod 4; N];
var y: mod 3;
var m: lock; var n: lock;
thread w[i in 0..N] { loop { x[i] += 1; } }
thread v { y = 1; y = 2; }
thread a { m.acquire(); n.acquire(); }
thread b { n.acquire(); m.acquire(); }
invariant early: !(y == 1 && forall i in 0..N: x[i] == 0);
";

/// Small, so that there is a checkpoint before the end of it.
const SLOW: [&str; 4] = ["--checkpoint", "c", "--checkpoint-every", "1ms"];

fn check(place: &Place, args: &[&str]) -> Ran {
    place.run(&[&["check", "a.cm"], args].concat())
}

#[test]
fn states_cut_by_the_depth_limit_are_explored_later() {
    for depth in ["5", "16", "30"] {
        let place = Place::new(&format!("resume-depth-{depth}")).file("a.cm", DEEP);
        let cut = check(&place, &[&SLOW[..], &["--max-depth", depth]].concat());
        cut.exits(3).says("executions were cut after");
        check(&place, &["--resume", "c"]).exits(1).says("violated: assertion");
        // Twice, and with a limit that is lower than the first one.
        check(&place, &["--resume", "c", "--max-depth", "4"]).exits(3);
        check(&place, &["--resume", "c", "--checkpoint", "d", "--max-depth", "20"]).exits(3);
        if place.has("d") {
            check(&place, &["--resume", "d"]).exits(1);
        }
    }
}

#[test]
fn a_search_that_reaches_a_limit_leaves_a_checkpoint() {
    let text =
        "var x: mod 50; var y: mod 50;\nthread a { loop { x += 1; } }\nthread b { loop { y += 1; } }\n";
    let place = Place::new("resume-limit").file("a.cm", text);
    let whole = check(&place, &["--strategy", "full"]);
    for limit in [["--max-states", "1k"], ["--max-states", "2"]] {
        // The usual interval is a minute.
        check(&place, &[&["--checkpoint", "c"], &limit[..]].concat());
        assert!(place.has("c"), "{limit:?}");
        assert_eq!(counts(check(&place, &["--resume", "c"]).exits(0)), counts(whole.exits(0)), "{limit:?}");
        std::fs::remove_file(place.path().join("c")).unwrap();
    }
}

fn counts(ran: &Ran) -> Vec<String> {
    let wanted = ["states  ", "transitions  ", "depth  "];
    let lines = ran.stdout.lines().map(str::trim).filter(|l| wanted.iter().any(|w| l.starts_with(w)));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_program_without_deep_states_is_whole_at_its_checkpoint() {
    let text =
        "var x: mod 50; var y: mod 50;\nthread a { loop { x += 1; } }\nthread b { loop { y += 1; } }\n";
    let place = Place::new("resume-shallow").file("a.cm", text);
    check(&place, &[&SLOW[..], &["--max-depth", "10"]].concat()).exits(3);
    let (resumed, whole) = (check(&place, &["--resume", "c"]), check(&place, &["--strategy", "full"]));
    assert_eq!(counts(resumed.exits(0)), counts(whole.exits(0)));
}

#[test]
fn properties_that_were_off_are_not_taken_for_checked() {
    let off = ["--no-invariants", "--no-deadlock", "--no-partial-deadlock"];
    let place = Place::new("resume-properties").file("a.cm", EARLY);
    check(&place, &[&SLOW[..], &off, &["--max-states", "3k"]].concat()).exits(3);
    let same = [&off[..], &["--resume", "c", "--max-states", "4k"]].concat();
    check(&place, &same).exits(3).says("4000 states");
    for flag in off {
        let others: Vec<&str> = off.into_iter().filter(|other| *other != flag).collect();
        let refused = check(&place, &[&["--resume", "c"], &others[..]].concat());
        refused.exits(2).complains(&format!("cannot go on from c: it was made with {flag}, so"));
    }
    check(&place, &["--resume", "c"]).exits(2).complains("say --no-deadlock and --no-partial-deadlock");
}

#[test]
fn properties_may_be_switched_off_later() {
    let text = "var a: [mod 12; 3];\nthread t[i in 0..3] { loop { a[i] += 1; } }\ninvariant true;\n";
    let place = Place::new("resume-fewer").file("a.cm", text);
    check(&place, &[&SLOW[..], &["--max-depth", "20"]].concat()).exits(3);
    check(&place, &["--resume", "c", "--no-invariants", "--no-deadlock"]).exits(0);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let place = Place::new("resume-damaged").file("a.cm", DEEP);
    check(&place, &[&SLOW[..], &["--max-depth", "8"]].concat()).exits(3);
    let whole = std::fs::read(place.path().join("c")).unwrap();
    let with = |bytes: &[u8]| {
        std::fs::write(place.path().join("d"), bytes).unwrap();
        check(&place, &["--resume", "d"])
    };
    with(&whole).exits(1);
    // Statistics are near the beginning, the tree of steps behind them, the checksum at the end.
    for at in [45, 60, 70, 90, 110, whole.len() / 2, whole.len() - 20, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        with(&changed).exits(2).complains("it is damaged");
    }
    for len in [0, 1, 20, 50, 64, whole.len() / 2, whole.len() - 1] {
        with(&whole[..len]).exits(2).complains("cannot go on from d: it ");
    }
    with(&[&whole[..], b"x"].concat()).exits(2).complains("it is damaged");
    let text = String::from_utf8_lossy(&whole[..30]).into_owned();
    assert!(text.starts_with("commute 0."), "{text}");
    let newer = [b"commute 99.0.0 checkpoint, format 7\n", &whole[40..]].concat();
    with(&newer)
        .exits(2)
        .complains("written by another version: it says `commute 99.0.0 checkpoint, format 7`");
}

#[test]
fn another_model_or_constant_is_refused() {
    let model = |bound: u32| {
        format!(
            "const N: int = 30;\nvar a: [mod N; 2];\nthread t[i in 0..2] {{ loop {{ a[i] += {bound}; }} }}\n"
        )
    };
    let place = Place::new("resume-other").file("a.cm", model(1)).file("b.cm", model(2));
    check(&place, &[&SLOW[..], &["--max-depth", "9"]].concat()).exits(3);
    let other = "it is of another model, or of this one with other constants";
    place.run(&["check", "b.cm", "--resume", "c"]).exits(2).complains(other);
    check(&place, &["--resume", "c", "-D", "N=31"]).exits(2).complains(other);
    check(&place, &["--resume", "c", "-D", "N=30"]).exits(0);
    // The text may change as long as the program does not.
    std::fs::write(place.path().join("a.cm"), format!("// a comment\n{}", model(1))).unwrap();
    check(&place, &["--resume", "c"]).exits(0);
}

/// The states are made again under the limits too.
#[test]
fn limits_count_while_states_are_made_again() {
    let text = "var a: [mod 30; 3];\nthread t[i in 0..3] { loop { a[i] += 1; } }\n";
    let place = Place::new("resume-limits").file("a.cm", text);
    check(&place, &[&SLOW[..], &["--max-depth", "60"]].concat()).exits(3);
    check(&place, &["--resume", "c", "--max-time", "1ms"]).exits(3).says("not decided: the limit of 1 ms");
    check(&place, &["--resume", "c"]).exits(0);
}
