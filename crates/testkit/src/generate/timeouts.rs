//! Waits that end when their time is up, which it is only if nothing else can happen.

use super::random::Random;
use super::tree::{Model, Node, Text, plain};

/// The program with a time for some of its guards. It stays as it is if nobody waits for a time in it.
pub fn with_timeouts(mut model: Model, seed: u64) -> Model {
    let mut random = Random::new(seed.rotate_left(29) ^ 0x7137);
    let mut waits = model.to_string().contains(".wait_timed()");
    for node in &mut model.items {
        guards(node, &mut |guard| {
            if random.chance(60) {
                let end = guard.pattern.trim_end_matches(';').len();
                guard.pattern.insert_str(end, " or timeout");
                waits = true;
            }
        });
    }
    if waits {
        model.items.insert(0, plain("timeouts last;"));
    }
    model
}

/// Calls `f` with every guard that stands alone, or before a block.
fn guards(node: &mut Node, f: &mut dyn FnMut(&mut Text)) {
    let is_guard = |text: &Text| text.pattern.starts_with("when (");
    match node {
        Node::Line(line) if is_guard(line) && line.pattern.ends_with(");") => f(line),
        Node::Line(_) => {}
        Node::Block(arms) => {
            for arm in arms {
                if is_guard(&arm.head) {
                    f(&mut arm.head);
                }
                arm.body.iter_mut().for_each(|inner| guards(inner, f));
            }
        }
    }
}
