//! Every model in `examples/` has the canonical layout.

use commute_base::{Diagnostics, SourceMap};
use commute_front_lang::{format, parse};
use commute_testkit::root;

#[test]
fn every_example_is_formatted() {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "cm") {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut sources = SourceMap::default();
            let file = sources.add("example", text.as_str());
            let formatted = format(&parse(&sources, file, &mut Diagnostics::default()), &text);
            if formatted != text {
                wrong.push(path.display().to_string());
                if std::env::var_os("BLESS").is_some() {
                    std::fs::write(&path, formatted).unwrap();
                }
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "`commute fmt` would change\n{}", wrong.join("\n"));
}
