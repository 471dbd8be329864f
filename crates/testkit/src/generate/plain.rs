//! Variables, arrays and fields that are plain memory, so that threads may have data races on them.

use super::random::Random;
use super::tree::{Model, Node, Text};

/// What synchronizes by itself and cannot be plain, by words in its type.
const OBJECTS: [&str; 6] = ["lock", "semaphore", "barrier", "channel", "set<", "thread"];

/// The program with some of its words declared plain: all of them in so many of a hundred programs, or each with the same chance.
pub fn with_plain(mut model: Model, seed: u64, all: u32) -> Model {
    let mut random = Random::new(seed.rotate_left(17) ^ 0x9e37);
    let all = random.chance(all);
    for node in &mut model.items {
        declare(node, &mut |line| {
            if holds_words(line) && (all || random.chance(40)) {
                line.pattern.insert_str(line.pattern.len() - 1, " plain");
            }
        });
    }
    model
}

/// Calls `f` with every declaration of a variable or field.
fn declare(node: &mut Node, f: &mut dyn FnMut(&mut Text)) {
    match node {
        Node::Line(line) if line.pattern.starts_with("var ") => f(line),
        Node::Line(_) => {}
        Node::Block(arms) => {
            for arm in arms {
                let head = arm.head.to_string();
                let is_class = head.starts_with("class ");
                for inner in &mut arm.body {
                    match inner {
                        Node::Line(line) if is_class => f(line),
                        _ if head.starts_with("process ") => declare(inner, f),
                        _ => {}
                    }
                }
            }
        }
    }
}

/// Whether a declaration is one of numbers, booleans, variants or references, or of an array of them.
fn holds_words(line: &Text) -> bool {
    let text = line.to_string();
    let Some((_, rest)) = text.split_once(": ") else { return false };
    let ty = rest.split(['=', ';']).next().unwrap_or(rest);
    let elements = rest.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let grows = elements.is_some_and(|elements| !elements.contains(';'));
    line.pattern.ends_with(';') && !grows && !OBJECTS.iter().any(|word| ty.contains(word))
}
