//! `--format json` and its short form `--json`, with every command that reports. That each document is as its schema says is
//! checked wherever the command is run ([`Place::run`]).

use crate::java::has_jdk;
use crate::prove::with_solver;
use crate::run::{DEADLOCK, HOLDS, LOST_UPDATE, Place};
use serde_json::Value;

/// What depends neither on the clock nor on the allocator.
fn timeless(mut document: Value) -> Value {
    match &mut document {
        Value::Object(properties) => {
            properties.remove("seconds");
            properties.remove("resident_bytes");
            properties.values_mut().for_each(|value| *value = timeless(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    document
}

/// The documents of a command, which are the same however the format is asked for.
#[track_caller]
fn documents(place: &Place, args: &[&str], code: i32) -> Vec<Value> {
    let run = |format: &[&str]| {
        let ran = place.run(&[args, format].concat());
        ran.exits(code).documents().into_iter().map(timeless).collect::<Vec<_>>()
    };
    let (long, short) = (run(&["--format", "json"]), run(&["--json"]));
    assert_eq!(long, short);
    assert!(!long.is_empty());
    long
}

fn schemas_and_verdicts(documents: &[Value]) -> Vec<(&str, &str)> {
    documents.iter().map(|d| (d["schema"].as_str().unwrap(), d["verdict"].as_str().unwrap())).collect()
}

#[test]
fn both_forms_of_the_flag_are_one() {
    let place = Place::new("formats").file("a.cm", DEADLOCK).file("b.cm", HOLDS);
    let ran = place.run(&["check", "a.cm", "--json", "--format", "text"]);
    ran.exits(2).complains("cannot be used with");
    place.run(&["check", "a.cm", "--format", "nonsense"]).exits(2).complains("[possible values: text, json]");
    let found = documents(&place, &["check", "a.cm", "b.cm"], 1);
    assert_eq!(schemas_and_verdicts(&found), [("commute-check/1", "violated"), ("commute-check/1", "holds")]);
}

#[test]
fn compare_and_replay() {
    let place = Place::new("formats-compare").file("a.cm", LOST_UPDATE);
    let found = documents(&place, &["compare", "a.cm"], 0);
    assert_eq!(schemas_and_verdicts(&found), [("commute-compare/1", "violated")]);
    let found = documents(&place, &["replay", "a.cm", "--schedule", "0"], 0);
    assert_eq!(schemas_and_verdicts(&found), [("commute-replay/1", "holds")]);
}

#[test]
fn ltl() {
    let text = "var x: bool;\nltl often = []<>x;\nthread t { loop { x = true; x = false; } }\n";
    let place = Place::new("formats-ltl").file("a.cm", text).file("none.cm", HOLDS);
    assert_eq!(schemas_and_verdicts(&documents(&place, &["ltl", "a.cm"], 0)), [("commute-ltl/1", "holds")]);
    let none = documents(&place, &["ltl", "none.cm"], 4);
    assert_eq!(schemas_and_verdicts(&none), [("commute-ltl/1", "rejected")]);
}

#[test]
fn prove() {
    if !with_solver() {
        return;
    }
    let place = Place::new("formats-prove").file("a.cm", HOLDS).file("no.cm", "thread {");
    let found = documents(&place, &["prove", "a.cm"], 3);
    assert_eq!(schemas_and_verdicts(&found), [("commute-prove/1", "not proved")]);
    let found = documents(&place, &["prove", "no.cm"], 4);
    assert_eq!(schemas_and_verdicts(&found), [("commute-prove/1", "rejected")]);
}

#[test]
fn tests_of_java_classes() {
    if !has_jdk() {
        return;
    }
    let runtime = "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface";
    let text = format!(
        "{runtime} Test {{}}\n{runtime} Disabled {{}}\n\
         public class Suite {{\n\
         @Test public void fine() {{}}\n\
         @Test public void fails() {{ assert false; }}\n\
         @Disabled @Test public void off() {{}}\n}}\n"
    );
    let place = Place::new("formats-junit").file("Suite.java", &text);
    let found = documents(&place, &["check", "--junit", "Suite.java"], 1);
    let mut tests: Vec<_> = found.iter().map(|d| (d["file"].as_str(), d["verdict"].as_str())).collect();
    tests.sort_unstable();
    let expected = [("Suite#fails", "violated"), ("Suite#fine", "holds"), ("Suite#off", "skipped")];
    assert_eq!(tests, expected.map(|(test, verdict)| (Some(test), Some(verdict))));
}
