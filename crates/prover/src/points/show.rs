//! Lemmas in the program's words.

use super::lemma::{Kind, Lemma, variable};
use super::system::System;
use commute_logic::Term;

/// The lemma as a text. Where threads stand is the number of a point.
pub fn lemma(system: &System, lemma: &Lemma) -> String {
    let letters = ["i", "j", "k", "l"];
    let mut words = Vec::new();
    let mut text = lemma.body.to_string();
    for (at, kind) in lemma.vars.iter().enumerate() {
        let letter = letters[at.min(3)];
        text = text.replace(&Term::var(variable(at, *kind)).to_string(), letter);
        words.push(match kind {
            Kind::Thread(role) => format!("{letter} of {}", system.roles[*role].name),
            Kind::Index => format!("any {letter}"),
            Kind::Object => format!("any object {letter}"),
        });
    }
    if words.is_empty() { text } else { format!("{}: {text}", words.join(", ")) }
}
