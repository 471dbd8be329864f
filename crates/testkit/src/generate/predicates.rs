//! Programs about who has exclusive access to what: annotations by every kind of predicate, and threads that keep to them, or nearly.
//!
//! A [`Scheme`] is a way to hand exclusive access around: what its predicate says, and how a thread comes to it and gives it up. A
//! program has one variable, field or object, a predicate made of one or two schemes, and threads that follow these schemes or
//! others. So some predicates are kept to, and others overlap, in the first state or later, are made true by the access itself,
//! are taken away, are never true, or are forgotten.

use super::random::Random;
use super::tree::{Model, Node, block, blocks, leaf, plain};

/// A way to hand exclusive access around.
struct Scheme {
    /// When thread `i` has it.
    when: &'static str,
    /// What thread `%` does to get it; `~` is the next thread.
    enter: &'static [&'static str],
    /// What it does to give it up.
    leave: &'static [&'static str],
}

const fn scheme(
    when: &'static str,
    enter: &'static [&'static str],
    leave: &'static [&'static str],
) -> Scheme {
    Scheme { when, enter, leave }
}

/// The first of the schemes are right, if all keep to them.
const HANDED: usize = 13;

const SCHEMES: &[Scheme] = &[
    scheme("owner(m) == i", &["m.acquire();"], &["m.release();"]),
    scheme("owner(n) == i", &["n.acquire();"], &["n.release();"]),
    scheme(
        "owner(m) == i && owner(n) == i",
        &["m.acquire();", "n.acquire();"],
        &["n.release();", "m.release();"],
    ),
    scheme("owner(rw) == i", &["rw.acquire_write();"], &["rw.release_write();"]),
    scheme("owner(o) == i", &["synchronized (o)"], &[]),
    // The number of who has it is kept somewhere.
    scheme("turn == i", &["when (turn == %);"], &["turn = ~;"]),
    scheme(
        "turn == i && !flag",
        &["when (turn == % && !flag);"],
        &["flag = true;", "turn = ~;", "flag = false;"],
    ),
    scheme("o.mine == i", &["when (o.mine == %);"], &["o.mine = ~;"]),
    scheme("i in holders", &["when (holders.len() == 0) { holders.add(%); }"], &["holders.remove(%);"]),
    scheme("claims[0] == i", &["when (claims[0] == %);"], &["claims[0] = ~;"]),
    scheme("list.len() == i", &["when (list.len() == %);"], &["list.push(0);"]),
    // The data itself says it.
    scheme("x == i", &["when (x == %);"], &["x = ~;"]),
    scheme("(i == 0 && owner(m) == i) || (i != 0 && owner(m) == i)", &["m.acquire();"], &["m.release();"]),
    // Two have it at once, or one takes it from the other, or nobody has it, in some orders of steps.
    scheme("turn == i", &["when (turn == %);"], &["turn = turn + 1;"]),
    scheme(
        "owner(m) == i || owner(n) == i",
        &["m.acquire();", "n.acquire();"],
        &["n.release();", "m.release();"],
    ),
    scheme("(i == 0 && owner(m) == i) || (i == 1 && owner(n) == i)", &["m.acquire();"], &["m.release();"]),
    scheme("(i == 0 && owner(m) == i) || (i == 1 && owner(n) == i)", &["n.acquire();"], &["n.release();"]),
    scheme(
        "(i == 0 && owner(m) == i) || (i == 1 && owner(n) == i && owner(m) != 0)",
        &["n.acquire();", "m.acquire();"],
        &["m.release();", "n.release();"],
    ),
    scheme("turn != i", &["when (turn != %);"], &["turn = %;"]),
    scheme("i in holders", &["holders.add(%);"], &["holders.clear();"]),
    // Only in the first state two have it.
    scheme("claims[i % 2] == 0", &["claims[% % 2] = 1;"], &[]),
    scheme("claims[i % 2] == 1", &["claims[% % 2] = 1;"], &["claims[% % 2] = 0;"]),
    scheme("list.len() > i", &["list.push(1);"], &["let gone = list.pop();"]),
    // A flag says whether the first or the second may.
    scheme("(i == 0 && !flag) || (i == 1 && flag)", &["when (flag == (% == 1));"], &["flag = !flag;"]),
    scheme("(i == 0) == flag", &["when ((% == 0) == flag);"], &["flag = !flag;"]),
    scheme("flag", &["when (!flag) { flag = true; }"], &["flag = false;"]),
    scheme("flag && i == 0", &["flag = true;"], &["flag = false;"]),
    scheme(
        "(i == 0 && c.len() == 0) || (i == 1 && c.len() == 1)",
        &["when (c.len() == %);"],
        &["c.send(1);"],
    ),
    scheme(
        "(i == 0 && c.len() == 0) || (i == 1 && c.len() == 1)",
        &["when (c.len() == %);"],
        &["let got = c.receive();"],
    ),
    // Where a thread stands.
    scheme("at(i, 'here)", &["'here:"], &[]),
    scheme("at(0, 'here) && i == 0", &["'here:"], &[]),
    scheme("(i == 0 && at(0, 'here)) || (i == 1 && !at(0, 'here))", &["'here:"], &[]),
    scheme("!at(1 - i, 'here)", &["'here:"], &[]),
    scheme("x != 1 && owner(m) == i", &["m.acquire();"], &["x = 1;", "m.release();"]),
    scheme("x + i == 1", &[], &["x = ~;"]),
    scheme("i == 0", &[], &[]),
    scheme("i == 1", &[], &[]),
    scheme("i < 2", &[], &[]),
    scheme("true", &[], &[]),
    scheme("false", &[], &[]),
];

/// What is protected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Word,
    Field,
    Array,
    Growable,
}

impl Target {
    /// Reads, writes and other accesses, with `#` for a number.
    fn accesses(self) -> &'static [&'static str] {
        match self {
            Target::Word => &[
                "x = #;",
                "x = #;",
                "x += 1;",
                "let t^ = x;",
                "assert x == #;",
                "when (x == #);",
                "assert cas(x, #, #) || true;",
                "x = #; assert x == #;",
                "let t^ = x; assert x == t^;",
            ],
            Target::Field => {
                &["o.v = #;", "let t^ = o.v;", "o.v += 1;", "assert o.v == #;", "when (o.v == #);"]
            }
            Target::Array => {
                &["a[0] = #;", "let t^ = a[1];", "a[1] += 1;", "assert a[0] == #;", "let t^ = a[2];"]
            }
            Target::Growable => {
                &["q.push(#);", "let t^ = q.pop();", "let t^ = q[0];", "q.clear();", "assert q.len() == #;"]
            }
        }
    }
}

/// The program of a seed.
pub fn predicates(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let count = if random.chance(65) { 2 } else { 3 };
    let target = *random.pick(&[
        Target::Word,
        Target::Word,
        Target::Word,
        Target::Field,
        Target::Array,
        Target::Growable,
    ]);
    // Half of the programs mean what they say.
    let honest = random.chance(50);
    let first = random.below(if honest { HANDED } else { SCHEMES.len() });
    let second = if honest { first } else { random.below(SCHEMES.len()) };
    let target = if honest && SCHEMES[first].when.contains("x ") { Target::Word } else { target };
    let mut writer = Writer { random, count, target, honest, names: 0, labelled: false };
    let said = writer.annotation(first, second);
    let mut threads = Vec::new();
    for t in 0..count {
        let body = writer.body(t, [first, second]);
        threads.push(block(leaf(format!("thread t{t}")), body));
    }
    let text = Model { items: threads.clone() }.to_string() + &said;
    if text.contains("'here)") && !text.contains("'here:") {
        let Node::Block(arms) = &mut threads[0] else {
            unreachable!("[commute internal bug] threads have bodies")
        };
        arms[0].body.insert(0, plain("'here: yield;"));
    }
    let mut items = declarations(target, &said, &text);
    items.extend(threads);
    if writer.random.chance(20) {
        items.push(plain(*writer.random.pick(&[
            "invariant x != 2;",
            "invariant turn < 2;",
            "invariant owner(m) != 1 || !flag;",
        ])));
        items.splice(0..0, missing(&items.clone()));
    }
    Model { items }
}

/// What invariants speak of must be declared.
fn missing(items: &[Node]) -> Vec<Node> {
    let text = Model { items: items.to_vec() }.to_string();
    let needed = |name: &str| has_word(&text, name) && !text.contains(&format!("var {name}:"));
    let all = [("x", "mod 3"), ("turn", "mod 3"), ("m", "lock"), ("flag", "bool")];
    all.iter()
        .filter(|(name, _)| needed(name))
        .map(|(name, ty)| plain(format!("var {name}: {ty};")))
        .collect()
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word)
}

/// Declares what is used, and what is protected.
fn declarations(target: Target, said: &str, text: &str) -> Vec<Node> {
    let here = |wanted: Target| if target == wanted { said } else { "" };
    let all = [
        ("m", "lock".to_owned()),
        ("n", "lock".to_owned()),
        ("rw", "rwlock".to_owned()),
        ("turn", "mod 3".to_owned()),
        ("flag", "bool".to_owned()),
        ("holders", "set<mod 3>".to_owned()),
        ("claims", "[mod 3; 2]".to_owned()),
        ("list", "[mod 3]".to_owned()),
        ("c", "channel(1) of mod 3".to_owned()),
        ("x", format!("mod 3{}", here(Target::Word))),
        ("a", format!("[mod 3; 2]{}", here(Target::Array))),
        ("q", format!("[mod 3]{}", here(Target::Growable))),
    ];
    let wanted = |name: &str, ty: &str| has_word(text, name) || ty.ends_with(said) && !said.is_empty();
    let mut items = Vec::new();
    if has_word(text, "o") || target == Target::Field {
        items.push(plain(format!("class Obj {{ v: mod 3{}; mine: mod 3; }}", here(Target::Field))));
        items.push(plain("var o: Obj = new Obj();"));
    }
    let used = all.iter().filter(|(name, ty)| wanted(name, ty));
    items.extend(used.map(|(name, ty)| plain(format!("var {name}: {ty};"))));
    items
}

struct Writer {
    random: Random,
    count: usize,
    target: Target,
    /// Whether it does what the annotation says, but for rare mistakes.
    honest: bool,
    names: usize,
    /// Whether the present thread has its label.
    labelled: bool,
}

impl Writer {
    /// What is said of the target.
    fn annotation(&mut self, first: usize, second: usize) -> String {
        let (p, q) = (SCHEMES[first].when, SCHEMES[second].when);
        let predicate = match self.random.below(if self.honest { 1 } else { 12 }) {
            _ if self.honest => p.to_owned(),
            0 => format!("({p}) && ({q})"),
            1 | 2 => format!("({p}) || ({q})"),
            3 => format!("({p}) && !({q})"),
            4 => format!("(i == 0 && ({p})) || (i != 0 && ({q}))"),
            _ => p.to_owned(),
        };
        match self.random.below(20) {
            0 | 1 if !self.honest || p == "owner(m) == i" => " guarded_by m".to_owned(),
            2 if !self.honest => " unshared".to_owned(),
            3 if !self.honest => " readonly".to_owned(),
            _ => format!(" exclusive(i) when {predicate}"),
        }
    }

    /// Sections of the schemes, with accesses in them and mistakes between.
    fn body(&mut self, t: usize, schemes: [usize; 2]) -> Vec<Node> {
        let mut body = Vec::new();
        self.labelled = false;
        for _ in 0..self.random.between(1, 2) {
            let scheme = match self.random.below(10) {
                0..6 => schemes[0],
                6..9 => schemes[1],
                _ if self.honest => schemes[0],
                _ => self.random.below(SCHEMES.len()),
            };
            let (forgotten, stray) = if self.honest { (2, 2) } else { (20, 10) };
            let mut section = self.section(t, &SCHEMES[scheme]);
            if self.random.chance(forgotten) && !section.is_empty() {
                // Something is forgotten.
                section.remove(self.random.below(section.len()));
            }
            if self.random.chance(stray) {
                let stray = self.access();
                section.insert(self.random.below(section.len() + 1), stray);
            }
            if self.random.chance(8) {
                section = vec![block(leaf("atomic"), section)];
            }
            body.extend(section);
        }
        if body.is_empty() || self.random.chance(15) {
            body.push(plain(*self.random.pick(&["yield;", "flag = true;", "turn = 1;", "turn = 2;"])));
        }
        // A label is about what follows it.
        while matches!(body.last(), Some(Node::Line(last)) if last.pattern.ends_with(':')) {
            body.push(plain("yield;"));
        }
        body
    }

    fn section(&mut self, t: usize, scheme: &Scheme) -> Vec<Node> {
        let count = self.count;
        let put =
            |text: &&str| text.replace('%', &t.to_string()).replace('~', &((t + 1) % count).to_string());
        // `i % 2` is no place for the number of a thread.
        let put = |text: &&str| {
            if text.contains("% % 2") { text.replacen('%', &t.to_string(), 1) } else { put(text) }
        };
        let mut inner: Vec<Node> = (0..self.random.between(0, 2)).map(|_| self.access()).collect();
        if self.random.chance(15) {
            let or = vec![plain("skip;")];
            inner = vec![blocks(vec![(leaf("choose"), inner), (leaf("or"), or)])];
        }
        if let [head] = scheme.enter
            && head.starts_with("synchronized")
        {
            return vec![block(leaf(*head), inner)];
        }
        let leave: Vec<String> = scheme.leave.iter().map(put).collect();
        let again = self.labelled;
        self.labelled |= scheme.enter == ["'here:"];
        let enter = scheme.enter.iter().filter(|text| !(again && text.ends_with(':')));
        let enter: Vec<String> = enter.map(put).collect();
        let nodes = enter.into_iter().map(plain).chain(inner).chain(leave.into_iter().map(plain));
        nodes.map(|node| self.renamed(node)).collect()
    }

    /// Local variables have names of their own.
    fn renamed(&mut self, mut node: Node) -> Node {
        self.names += 1;
        let name = self.names;
        if let Node::Line(text) = &mut node {
            for word in ["gone", "got"] {
                text.pattern = text.pattern.replace(&format!("let {word} "), &format!("let {word}{name} "));
            }
        }
        node
    }

    fn access(&mut self) -> Node {
        let pattern = *self.random.pick(self.target.accesses());
        self.names += 1;
        let value = self.random.below(3).to_string();
        plain(pattern.replace('^', &self.names.to_string()).replace('#', &value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model as Compiled;

    #[test]
    fn programs_compile() {
        let rejected = (0..2_000).filter_map(|seed| {
            let text = predicates(seed).to_string();
            Compiled::compile("predicates.cm", &text, &[]).err().map(|why| format!("{seed}: {}", why.0))
        });
        let rejected: Vec<String> = rejected.collect();
        assert!(rejected.is_empty(), "{}\n{}", rejected.len(), rejected.join("\n"));
    }
}
