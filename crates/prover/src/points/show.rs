//! Lemmas in the program's words.

use super::lemma::{Kind, Lemma, variable};
use super::system::System;
use commute_logic::Term;

/// The lemma as a text: `pc(i)` is the number of the point where thread `i` stands, `x(i)` its variable `x`.
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
    let text = with_plain_names(system, text);
    if words.is_empty() { text } else { format!("{}: {text}", words.join(", ")) }
}

/// What belongs to a thread, named as in the program.
fn with_plain_names(system: &System, mut text: String) -> String {
    for role in &system.roles {
        for decl in role.locals.iter().chain([&role.place]) {
            let (quoted, name) = (decl.term().to_string(), decl.name.split('@').next().unwrap_or_default());
            text = match role.range {
                Some(_) => indexed(&text, &quoted, name),
                None => text.replace(&quoted, &format!("{name}({})", role.name)),
            };
        }
    }
    text
}

/// `name(index)` for each `quoted[index]` whose index has no brackets; others stay.
fn indexed(text: &str, quoted: &str, name: &str) -> String {
    let begins = format!("{quoted}[");
    let mut parts = text.split(&begins);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((index, rest)) if !index.contains('[') => out += &format!("{name}({index}){rest}"),
            _ => out += &format!("{begins}{part}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn variables_of_threads_are_named_as_in_the_program() {
        let text = "|pc@t[i]|[i] < 2 || |x@t[i]|[a[j]] == |x@t[i]|[j]";
        let text = super::indexed(text, "|pc@t[i]|", "pc");
        assert_eq!(super::indexed(&text, "|x@t[i]|", "x"), "pc(i) < 2 || |x@t[i]|[a[j]] == x(j)");
    }
}
