//! Golden diagnostics: for each mistake, the whole text that the user sees.

mod messages;
mod names;
mod rules;
mod types;

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use expect_test::Expect;

/// Compiles a text that is wrong and compares what is said about it.
fn check(text: &str, expected: Expect) {
    check_with(text, &[], expected);
}

/// The same with `-D` options.
fn check_with(text: &str, defines: &[(&str, &str)], expected: Expect) {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let defines = defines.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
    let compiled = compile(&sources, file, &Options { defines, ..Default::default() });
    assert_eq!(compiled.program.is_none(), compiled.diagnostics.has_errors());
    let mut messages = compiled.diagnostics.render(&sources, RenderOptions::default());
    if !messages.is_empty() {
        messages.push('\n');
    }
    expected.assert_eq(&messages);
}
