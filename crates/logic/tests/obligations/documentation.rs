//! The obligations of `docs/logic.md` are obligations, printed as the printer prints them.

use commute_logic::{Condition, parse_obligation};

#[test]
fn the_examples_of_the_documentation_are_read_and_printed_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/logic.md");
    let text = std::fs::read_to_string(path).unwrap();
    let examples: Vec<&str> =
        text.split("```obligation\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let obligation = parse_obligation(example).unwrap_or_else(|e| panic!("{e}\n{example}"));
        assert_eq!(obligation.to_string(), example);
        assert!(!Condition::of(&obligation).checks.is_empty());
    }
}
