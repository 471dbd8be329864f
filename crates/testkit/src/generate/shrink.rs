//! Makes a program that shows a difference as small as it can.

use super::tree::{Model, Node, Text, leaf};

/// The smallest program that can be reached from `model` by leaving out lines and blocks, putting the body of
/// a block in its place, and simplifying expressions, such that `still_fails` says yes all the way. It is
/// asked about texts that are no programs too, and must refuse those.
pub fn shrink(model: &Model, mut still_fails: impl FnMut(&Model) -> bool) -> Model {
    let mut best = model.clone();
    loop {
        let before = best.clone();
        pass(&mut best, &mut still_fails, &remove_nodes);
        pass(&mut best, &mut still_fails, &open_blocks);
        pass(&mut best, &mut still_fails, &simplify_texts);
        if best == before {
            return best;
        }
    }
}

/// Gives the `n`-th variant of a program, counted from zero, or nothing if there are fewer.
type Variants = dyn Fn(&Model, usize) -> Option<Model>;

/// Tries all variants, and goes on with each that still fails.
fn pass(best: &mut Model, still_fails: &mut impl FnMut(&Model) -> bool, variants: &Variants) {
    let mut n = 0;
    while let Some(variant) = variants(best, n) {
        if variant != *best && still_fails(&variant) {
            // The n-th variant of what is left is one that was not tried.
            *best = variant;
        } else {
            n += 1;
        }
    }
}

/// Leaves out the n-th node in the order of the text: first a block as a whole, then what is in it.
fn remove_nodes(model: &Model, n: usize) -> Option<Model> {
    edit(model, n, &mut |list, at| {
        list.remove(at);
    })
}

/// Puts the bodies of the n-th node in its place, if it is a block.
fn open_blocks(model: &Model, n: usize) -> Option<Model> {
    let (n, arm) = (n / 4, n % 4);
    edit(model, n, &mut |list, at| {
        let Node::Block(arms) = &list[at] else { return };
        // The first three variants keep one block each, the last one leaves the last block out.
        match (arms.get(arm), arm) {
            (Some(kept), 0..3) => {
                let body = kept.body.clone();
                list.splice(at..=at, body);
            }
            (_, 3) if arms.len() > 1 => {
                let arms = arms[..arms.len() - 1].to_vec();
                list[at] = Node::Block(arms);
            }
            _ => {}
        }
    })
}

fn edit(model: &Model, n: usize, change: &mut dyn FnMut(&mut Vec<Node>, usize)) -> Option<Model> {
    let mut copy = model.clone();
    let mut left = n;
    edit_list(&mut copy.items, &mut left, change).then_some(copy)
}

fn edit_list(list: &mut Vec<Node>, left: &mut usize, change: &mut dyn FnMut(&mut Vec<Node>, usize)) -> bool {
    for at in 0..list.len() {
        if *left == 0 {
            change(list, at);
            return true;
        }
        *left -= 1;
        if let Node::Block(arms) = &mut list[at]
            && arms.iter_mut().any(|arm| edit_list(&mut arm.body, left, change))
        {
            return true;
        }
    }
    false
}

/// What an expression is replaced by: the first three of its parts, or a constant.
const CONSTANTS: [&str; 5] = ["0", "1", "true", "false", "null"];

/// Replaces the n-th expression by something simpler.
fn simplify_texts(model: &Model, n: usize) -> Option<Model> {
    let ways = 3 + CONSTANTS.len();
    let (mut left, way) = (n / ways, n % ways);
    let mut copy = model.clone();
    copy.items.iter_mut().any(|node| simplify_node(node, &mut left, way)).then_some(copy)
}

fn simplify_node(node: &mut Node, left: &mut usize, way: usize) -> bool {
    match node {
        Node::Line(text) => simplify_holes(text, left, way),
        Node::Block(arms) => arms.iter_mut().any(|arm| {
            simplify_holes(&mut arm.head, left, way)
                || arm.body.iter_mut().any(|inner| simplify_node(inner, left, way))
        }),
    }
}

fn simplify_holes(text: &mut Text, left: &mut usize, way: usize) -> bool {
    text.holes.iter_mut().any(|hole| {
        if *left == 0 {
            simplify(hole, way);
            return true;
        }
        *left -= 1;
        simplify_holes(hole, left, way)
    })
}

fn simplify(hole: &mut Text, way: usize) {
    let is_constant = hole.holes.is_empty() && CONSTANTS.contains(&hole.pattern.as_str());
    match way.checked_sub(3) {
        None => {
            if let Some(part) = hole.holes.get(way).cloned() {
                *hole = part;
            }
        }
        Some(which) if !is_constant => *hole = leaf(CONSTANTS[which]),
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{block, blocks, line, plain, text};
    use super::*;

    fn sample() -> Model {
        let sum = text("($ + $)", vec![leaf("a"), text("($ * $)", vec![leaf("b"), leaf("c")])]);
        let branch = blocks(vec![
            (text("if $", vec![leaf("p")]), vec![plain("one;"), line("x = $;", vec![sum])]),
            (leaf("else"), vec![plain("two;")]),
        ]);
        Model { items: vec![plain("var x;"), block(leaf("thread t"), vec![plain("zero;"), branch])] }
    }

    #[test]
    fn shrinks_to_the_one_line_that_matters() {
        let small = shrink(&sample(), |m| m.to_string().contains('b') && m.to_string().contains("thread"));
        assert_eq!(small.to_string(), "thread t {\n    x = b;\n}\n");
        let small = shrink(&sample(), |m| m.to_string().contains("two"));
        assert_eq!(small.to_string(), "two;\n");
    }

    #[test]
    fn keeps_everything_if_everything_matters() {
        let all = sample();
        assert_eq!(shrink(&all, |m| *m == all), all);
    }

    #[test]
    fn leaves_out_single_branches() {
        let small = shrink(&sample(), |m| m.to_string().contains("if") && m.to_string().contains("one"));
        assert_eq!(small.to_string(), "if 0 {\n    one;\n}\n");
    }
}
