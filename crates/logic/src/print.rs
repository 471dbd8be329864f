//! The text form of terms and obligations. [`crate::parse_obligation`] reads it back to an equal value.

use crate::obligation::{Claim, ClaimKind, Obligation, Step, Stmt, StmtKind};
use crate::op::Op;
use crate::term::{Lit, Node, Quantifier, Term, Var, When};
use commute_base::Span;
use std::fmt::{self, Write};

/// The words of the text form, which a name must not be.
pub(crate) const KEYWORDS: &[&str] = &[
    "obligation",
    "at",
    "enum",
    "declare",
    "in",
    "assume",
    "assert",
    "assign",
    "havoc",
    "choice",
    "branch",
    "step",
    "modifies",
    "true",
    "false",
    "null",
    "if",
    "then",
    "else",
    "distinct",
    "const",
    "forall",
    "exists",
    "div",
    "mod",
    "union",
    "inter",
    "diff",
    "bool",
    "int",
    "tid",
    "ref",
    "set",
    "array",
];

/// A name as the parser reads it back: between bars if it is not a plain word.
pub(crate) fn name(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))
        && !KEYWORDS.contains(&text);
    if plain {
        return text.to_owned();
    }
    format!("|{}|", text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', "\\n"))
}

/// A label as the parser reads it back.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = name(&self.name);
        match self.when {
            When::Now => write!(f, "{name}"),
            When::Next => write!(f, "{name}'"),
            When::Version(k) => write!(f, "{name}@{k}"),
            When::Bound => write!(f, "?{name}"),
        }
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lit::Bool(b) => write!(f, "{b}"),
            Lit::Int(n) => write!(f, "{n}"),
            Lit::Tid(n) => write!(f, "#{n}"),
            Lit::Null => write!(f, "null"),
            Lit::Enum(e, i) => write!(f, "{}::{}", name(&e.name), name(&e.variants[*i])),
        }
    }
}

/// How tightly the operators bind; a higher number binds tighter.
mod level {
    pub const IF: u8 = 0;
    pub const IMPLIES: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    pub const UNARY: u8 = 7;
    pub const POSTFIX: u8 = 8;
}

impl Term {
    fn level(&self) -> u8 {
        match self.node() {
            Node::App(Op::Not, args) if is_equation(&args[0]) => level::COMPARE,
            Node::App(op, _) => match op {
                Op::Ite => level::IF,
                Op::Implies => level::IMPLIES,
                Op::Or => level::OR,
                Op::And => level::AND,
                Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge => level::COMPARE,
                Op::Add | Op::Sub => level::SUM,
                Op::Mul | Op::Div | Op::Mod => level::PRODUCT,
                Op::Not | Op::Neg => level::UNARY,
                _ => level::POSTFIX,
            },
            _ => level::POSTFIX,
        }
    }

    /// Writes the term where something that binds as `at_least` or tighter is wanted.
    fn write(&self, f: &mut fmt::Formatter<'_>, at_least: u8) -> fmt::Result {
        if self.level() < at_least {
            f.write_char('(')?;
            self.write(f, 0)?;
            return f.write_char(')');
        }
        match self.node() {
            Node::Lit(lit) => write!(f, "{lit}"),
            Node::Var(var) => write!(f, "{var}"),
            Node::ConstArray(sort, value) => write!(f, "const({sort}, {value})"),
            Node::Quant(kind, vars, body) => {
                f.write_str(if *kind == Quantifier::Forall { "forall " } else { "exists " })?;
                let vars: Vec<String> = vars.iter().map(|v| format!("{v}: {}", v.sort)).collect();
                write!(f, "{} {{ {body} }}", vars.join(", "))
            }
            Node::App(op, args) => self.write_app(f, *op, args),
        }
    }

    fn write_app(&self, f: &mut fmt::Formatter<'_>, op: Op, args: &[Term]) -> fmt::Result {
        let own = self.level();
        match op {
            Op::Not => match args[0].node() {
                Node::App(Op::Eq, sides) => infix(f, "!=", sides, own + 1, own + 1),
                _ => {
                    f.write_str("!")?;
                    args[0].write(f, own)
                }
            },
            // A space, so that `- 3` is the operator and `-3` the number.
            Op::Neg => {
                f.write_str("- ")?;
                args[0].write(f, own)
            }
            Op::Ite => {
                write!(f, "if {} then {} else ", args[0], args[1])?;
                args[2].write(f, level::IF)
            }
            Op::Implies => infix(f, op.symbol(), args, own + 1, own),
            Op::And
            | Op::Or
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::Div
            | Op::Mod
            | Op::Eq
            | Op::Lt
            | Op::Le
            | Op::Gt
            | Op::Ge => infix(f, op.symbol(), args, own + 1, own + 1),
            Op::Select => {
                args[0].write(f, own)?;
                write!(f, "[{}]", args[1])
            }
            Op::Store => {
                args[0].write(f, own)?;
                write!(f, "[{} := {}]", args[1], args[2])
            }
            Op::Distinct | Op::TidToInt | Op::Union | Op::Inter | Op::Diff => {
                let args: Vec<String> = args.iter().map(Term::to_string).collect();
                write!(f, "{}({})", op.symbol(), args.join(", "))
            }
        }
    }
}

fn is_equation(t: &Term) -> bool {
    matches!(t.node(), Node::App(Op::Eq, _))
}

/// Writes the arguments with the operator between them, the last at another level.
fn infix(f: &mut fmt::Formatter<'_>, symbol: &str, args: &[Term], level: u8, last: u8) -> fmt::Result {
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            write!(f, " {symbol} ")?;
        }
        arg.write(f, if i + 1 == args.len() { last } else { level })?;
    }
    Ok(())
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// ` "label" at place`, each part only if it is there.
fn origin(label: &str, span: Span) -> String {
    let label = if label.is_empty() { String::new() } else { format!(" {}", quoted(label)) };
    let place = if span.is_none() { String::new() } else { format!(" at {span:?}") };
    label + &place
}

fn vars(list: &[Var]) -> String {
    list.iter().map(Var::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "obligation{} {{", origin(&self.name, self.span))?;
        for e in &self.enums {
            let variants: Vec<String> = e.variants.iter().map(|v| name(v)).collect();
            writeln!(f, "  enum {} {{ {} }}", name(&e.name), variants.join(", "))?;
        }
        for d in &self.vars {
            let range = d.range.map_or(String::new(), |(low, high)| format!(" in {low}..{high}"));
            writeln!(f, "  declare {}: {}{range};", name(&d.name), d.sort)?;
        }
        self.body.iter().try_for_each(|s| stmt(f, s, 1))?;
        f.write_str("}\n")
    }
}

impl fmt::Display for Stmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        stmt(f, self, 0)
    }
}

fn stmt(f: &mut fmt::Formatter<'_>, s: &Stmt, depth: usize) -> fmt::Result {
    let origin = origin(&s.label, s.span);
    f.write_str(&"  ".repeat(depth))?;
    match &s.kind {
        StmtKind::Assume(t) => writeln!(f, "assume{origin}: {t};"),
        StmtKind::Assert(t) => writeln!(f, "assert{origin}: {t};"),
        StmtKind::Assign(v, t) => writeln!(f, "assign{origin}: {v} := {t};"),
        StmtKind::Havoc(list) => writeln!(f, "havoc{origin}: {};", vars(list)),
        StmtKind::Step(step) => self::step(f, step, &origin, depth),
        StmtKind::Choice(branches) => {
            writeln!(f, "choice{origin} {{")?;
            for b in branches {
                writeln!(f, "{}branch {} {{", "  ".repeat(depth + 1), quoted(&b.label))?;
                b.body.iter().try_for_each(|s| stmt(f, s, depth + 2))?;
                writeln!(f, "{}}}", "  ".repeat(depth + 1))?;
            }
            writeln!(f, "{}}}", "  ".repeat(depth))
        }
    }
}

fn step(f: &mut fmt::Formatter<'_>, step: &Step, origin: &str, depth: usize) -> fmt::Result {
    let modifies =
        if step.modifies.is_empty() { String::new() } else { format!(" modifies {}", vars(&step.modifies)) };
    writeln!(f, "step{origin}{modifies} {{")?;
    for Claim { kind, label, span, term } in &step.claims {
        let word = if *kind == ClaimKind::Assume { "assume" } else { "assert" };
        writeln!(f, "{}{word}{}: {term};", "  ".repeat(depth + 1), self::origin(label, *span))?;
    }
    writeln!(f, "{}}}", "  ".repeat(depth))
}
