//! Programs aimed at what others seldom come to: each is made from a *plot*, in which every step of every thread has some variants.
//!
//! A plot is a situation in which a reduction has to notice something: a run waits before its commit, a step fails at what others
//! are about to make, the lock that guards something is replaced, who waits may be interrupted. Which variants stand side by side is
//! left to chance, so some programs of a plot are right and others wrong, and nobody knows which beforehand.

mod plots;

use super::random::Random;
use super::tree::{Model, Node, block, leaf, plain};
use plots::{PLOTS, RESOURCES, SHARED};

/// A situation.
struct Plot {
    /// Declarations that only it needs.
    declares: &'static [&'static str],
    /// Its threads and functions.
    parts: &'static [Part],
    /// What may be said of all states; an empty text says nothing.
    said: &'static [&'static str],
}

/// A thread or a function.
struct Part {
    /// What stands before the brace, or an empty text if the part may be left out.
    heads: &'static [&'static str],
    /// The variants of each of its steps. `#` is a number, `^` makes a name of its own, `TAKE` and `GIVE` are about the
    /// resource of the program.
    steps: &'static [&'static [&'static str]],
}

const fn part(heads: &'static [&'static str], steps: &'static [&'static [&'static str]]) -> Part {
    Part { heads, steps }
}

/// The `n`-th program of a seed: the plots take turns.
pub fn aimed(seed: u64, n: u64) -> Model {
    let plot = &PLOTS[n as usize % PLOTS.len()];
    let mut random = Random::new(seed);
    let resource = *random.pick(RESOURCES);
    let mut items: Vec<Node> = Vec::new();
    let mut names = 0;
    for part in plot.parts {
        let head = *random.pick(part.heads);
        if head.is_empty() {
            continue;
        }
        let mut body = Vec::new();
        for variants in part.steps {
            let text = *random.pick(variants);
            names += 1;
            if !text.is_empty() {
                body.push(plain(filled(text, resource, names, &mut random)));
            }
        }
        items.push(block(leaf(head), body));
    }
    let said = *random.pick(plot.said);
    if !said.is_empty() {
        items.push(plain(filled(said, resource, names, &mut random)));
    }
    let text = Model { items: items.clone() }.to_string();
    let mut all: Vec<Node> = plot.declares.iter().map(|text| plain(*text)).collect();
    let used = SHARED.iter().filter(|(name, _)| has_word(&text, name));
    all.extend(used.map(|(name, rest)| plain(format!("var {name}: {rest};"))));
    all.append(&mut items);
    Model { items: all }
}

/// A text with everything put in.
fn filled(text: &str, resource: (&str, &str), name: usize, random: &mut Random) -> String {
    let text = text.replace("TAKE", resource.0).replace("GIVE", resource.1);
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '#' => out += &random.below(3).to_string(),
            '^' => out += &name.to_string(),
            other => out.push(other),
        }
    }
    out
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model as Compiled;

    #[test]
    fn programs_compile() {
        let rejected = (0..2_000).filter_map(|seed| {
            let text = aimed(seed, seed).to_string();
            Compiled::compile("aimed.cm", &text, &[]).err().map(|why| format!("{seed}: {}\n{text}", why.0))
        });
        let rejected: Vec<String> = rejected.collect();
        assert!(rejected.is_empty(), "{}\n{}", rejected.len(), rejected.join("\n"));
    }
}
