//! Every model in `docs/language.md` compiles, and its search comes to an end.

use commute_explore::{Order, StoreKind};
use commute_testkit::{Configuration, Fence, Model, explore, fences, root};
use commute_vm::UndoMethod;

const MAX_STATES: u64 = 1_000_000;

#[test]
fn every_model_of_the_language_page_can_be_searched() {
    let page = root().join("docs/language.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let models = fences(&text, "cm");
    assert!(!models.is_empty(), "the page has no models");
    let wrong: Vec<String> = models
        .iter()
        .filter_map(|fence| check(fence).err().map(|error| format!("language.md:{}: {error}", fence.line)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn check(fence: &Fence) -> Result<(), String> {
    let model = Model::compile("language.md", &fence.text, &[]).map_err(|rejected| rejected.0)?;
    let how = Configuration { order: Order::Bfs, store: StoreKind::Exact, undo: UndoMethod::Log };
    let report = explore(&model, how, Some(MAX_STATES))?;
    if report.complete { Ok(()) } else { Err(format!("more than {MAX_STATES} states")) }
}
