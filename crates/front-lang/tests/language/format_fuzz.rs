//! Comments and line ends anywhere: the formatter keeps the tree and all comments, and once is enough.

use crate::words::split;
use commute_base::{Diagnostics, RenderOptions, SourceMap};
use commute_front_lang::{format, parse};
use proptest::prelude::*;

const SAMPLE: &str = include_str!("parse_sample.cm");

/// What may stand between two tokens.
const GAPS: &[&str] = &[
    "\n",
    "\n\n\n",
    " /* c */ ",
    " // c\n",
    "\n// c\n",
    "\n\n\n// c\n\n\n",
    "\n/* c */ ",
    "/* c\n c */\n",
    "// c\r\n",
    "/**//* c */",
];

fn formatted(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let mut diags = Diagnostics::default();
    let tree = parse(&sources, file, &mut diags);
    assert!(diags.is_empty(), "{text}\n{}", diags.render(&sources, RenderOptions::default()));
    format(&tree, text)
}

/// The tokens, without the commas that the formatter leaves out and with no token of two closing angles.
fn canonical(text: &str) -> String {
    let text = split(text).join(" ").replace(">>", "> >").replace("> =", ">=");
    [" )", " ]", " }"].iter().fold(text, |text, close| text.replace(&format!(" ,{close}"), close))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gaps_anywhere(gaps in proptest::collection::vec((any::<usize>(), 0..GAPS.len()), 1..40)) {
        let tokens = split(SAMPLE);
        let mut text = String::new();
        let mut inserted = 0;
        for (i, token) in tokens.iter().enumerate() {
            for gap in gaps.iter().filter(|(at, _)| at % tokens.len() == i).map(|&(_, gap)| GAPS[gap]) {
                inserted += usize::from(gap.contains('c'));
                text.push_str(gap);
            }
            text.push(' ');
            text.push_str(token);
        }
        let once = formatted(&text);
        let comments = once.matches("// c\n").count() + once.matches("/* c").count();
        prop_assert_eq!(comments, inserted, "{}", once);
        prop_assert_eq!(canonical(&once), canonical(SAMPLE));
        let twice = formatted(&once);
        let changed = once.lines().zip(twice.lines()).enumerate().find(|(_, (a, b))| a != b);
        prop_assert!(once == twice, "{changed:?} in\n{once}");
    }
}
