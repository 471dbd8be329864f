//! Programs made from others: with several equal threads, where a thread becomes an array of threads, and with long arrays, which the
//! machine keeps in another way.

use super::tree::{Model, Node, Text};

/// Makes `count` threads of the first one that can be: one that is no array yet, and whose name means nothing else. Who names it
/// means the first of them.
pub fn with_copies(mut model: Model, count: usize) -> Model {
    let text = model.to_string();
    let names = model.items.iter().filter_map(|item| match item {
        Node::Block(arms) => arms[0].head.pattern.strip_prefix("thread ").filter(|name| !name.contains('[')),
        Node::Line(_) => None,
    });
    let mut names = names.map(str::to_owned).filter(|name| !text.contains(&format!("let {name}")));
    let Some(name) = names.next() else { return model };
    drop(names);
    let head = format!("thread {name}");
    for item in &mut model.items {
        rename(item, &name);
    }
    for item in &mut model.items {
        if let Node::Block(arms) = item
            && arms[0].head.pattern == format!("{head}[0]")
        {
            arms[0].head.pattern = format!("{head}[copy in 0..{count}]");
        }
    }
    model
}

/// Makes static arrays longer. Mostly their first elements are used.
pub fn with_long_arrays(mut model: Model) -> Model {
    for item in &mut model.items {
        if let Node::Line(text) = item
            && text.pattern.starts_with("var ")
        {
            text.pattern = text.pattern.replace("; 2]", "; 40]");
        }
    }
    model
}

fn rename(node: &mut Node, name: &str) {
    match node {
        Node::Line(text) => rename_text(text, name),
        Node::Block(arms) => {
            for arm in arms {
                rename_text(&mut arm.head, name);
                arm.body.iter_mut().for_each(|inner| rename(inner, name));
            }
        }
    }
}

fn rename_text(text: &mut Text, name: &str) {
    let mut new = String::new();
    let mut word = String::new();
    for c in text.pattern.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' || c == '\'' {
            word.push(c);
            continue;
        }
        new += &word;
        if word == name {
            new += "[0]";
        }
        word.clear();
        new.push(c);
    }
    new.pop();
    text.pattern = new;
    text.holes.iter_mut().for_each(|hole| rename_text(hole, name));
}

#[cfg(test)]
mod tests {
    use super::super::tree::{block, leaf, plain};
    use super::*;

    #[test]
    fn a_thread_becomes_three_and_its_name_means_the_first() {
        let items = vec![
            plain("invariant at(t0, 'start);"),
            block(leaf("thread t0"), vec![plain("t01 = 1;")]),
            block(leaf("thread t1"), vec![plain("join t0;")]),
        ];
        let expected = "invariant at(t0[0], 'start);\nthread t0[copy in 0..3] {\n    t01 = 1;\n}\nthread t1 {\n    join t0[0];\n}\n";
        assert_eq!(with_copies(Model { items }, 3).to_string(), expected);
    }
}
