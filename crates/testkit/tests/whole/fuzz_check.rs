//! Broken models through everything that `commute check` does: no panic, no hang.
//!
//! The seed is fixed; `FUZZ=100000 cargo test --release -p commute-testkit --test whole fuzz_check` runs longer.

use commute_testkit::{Configuration, Model, configurations, explore, generate::Random, root};

/// All models of `examples/` and `regressions/`.
fn corpus() -> Vec<String> {
    let mut texts = Vec::new();
    for directory in ["examples", "crates/testkit/regressions"] {
        for entry in std::fs::read_dir(root().join(directory)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "cm") {
                texts.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    texts.sort();
    assert!(texts.len() > 50, "only {} models", texts.len());
    texts
}

/// The words and signs of a text.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    tokens
}

fn mutate(random: &mut Random, corpus: &[String]) -> String {
    let text = &corpus[random.below(corpus.len())];
    let mut words = tokens(text);
    let other = tokens(&corpus[random.below(corpus.len())]);
    for _ in 0..1 + random.below(4) {
        let at = random.below(words.len());
        match random.below(5) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, other[random.below(other.len())]),
            2 => words[at] = other[random.below(other.len())],
            3 => {
                let to = random.below(words.len());
                words.swap(at, to);
            }
            _ => {
                let count = random.below(20).min(words.len() - at);
                let copy: Vec<&str> = words[at..at + count].to_vec();
                let to = random.below(words.len());
                words.splice(to..to, copy);
            }
        }
        if words.is_empty() {
            words.push(";");
        }
    }
    words.concat()
}

#[test]
fn mutated_models_are_rejected_or_searched() {
    let count = std::env::var("FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000);
    let corpus = corpus();
    let mut random = Random::new(1);
    let hows: Vec<Configuration> = configurations().collect();
    let mut accepted = 0;
    for i in 0..count {
        let text = mutate(&mut random, &corpus);
        let Ok(model) = Model::compile("fuzz.cm", &text, &[]) else { continue };
        accepted += 1;
        let how = hows[i % hows.len()];
        explore(&model, how, Some(300)).unwrap_or_else(|error| panic!("{how:?}: {error}\n{text}"));
    }
    assert!(accepted * 20 > count, "only {accepted} of {count} mutated models were accepted");
}

#[test]
fn random_bytes_are_rejected() {
    let mut random = Random::new(2);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        assert!(Model::compile("fuzz.cm", &text, &[]).is_err() || text.trim().is_empty(), "{text:?}");
    }
}
