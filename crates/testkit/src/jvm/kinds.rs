//! The table of operations.

/// The table, as text.
const TABLE: &str = include_str!("java/operations.txt");

/// A kind of shared object, with what programs do with it.
#[derive(Clone, Debug, Default)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// How often it is taken, in proportion to others.
    pub weight: u32,
    /// Declarations of the class.
    pub declarations: Vec<&'static str>,
    /// What `main` does before it ends.
    pub ends: Vec<&'static str>,
    /// The type of the result and the text of each operation.
    pub operations: Vec<(char, &'static str)>,
    /// What may surround others.
    pub blocks: Vec<(&'static str, &'static str)>,
}

/// All kinds.
pub fn kinds() -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    let lines = TABLE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "kind" {
            let (name, weight) = rest.split_once(' ').unwrap_or((rest, "1"));
            let weight = weight.parse().unwrap_or(1);
            kinds.push(Kind { name, weight, ..Kind::default() });
            continue;
        }
        let kind = kinds.last_mut().expect("[commute internal bug] the table begins with a kind");
        match word {
            "decl" => kind.declarations.push(rest),
            "end" => kind.ends.push(rest),
            "op" => kind.operations.push((rest.chars().next().unwrap_or('v'), rest[1..].trim())),
            "block" => {
                let (open, close) = rest.split_once('~').unwrap_or((rest, ""));
                kind.blocks.push((open.trim(), close.trim()));
            }
            _ => panic!("[commute internal bug] no such line in the table of operations: {line}"),
        }
    }
    kinds
}
