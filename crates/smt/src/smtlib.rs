//! Conditions as SMT-LIB 2.6 text.
//!
//! Thread ids and references are integers, enumerations are datatypes, sets are arrays to `Bool`. Unions,
//! intersections and differences of sets use the `map` of the extended theory of arrays, which Z3 has.

use commute_logic::{Condition, EnumSort, Lit, Node, Op, Quantifier, Sort, Term, Var, When};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The sort in SMT-LIB.
pub fn sort(s: &Sort) -> String {
    match s {
        Sort::Bool => "Bool".to_owned(),
        Sort::Int | Sort::Tid | Sort::Ref => "Int".to_owned(),
        Sort::Enum(e) => enum_sort(e),
        Sort::Array(parts) => format!("(Array {} {})", sort(&parts.0), sort(&parts.1)),
    }
}

fn enum_sort(e: &EnumSort) -> String {
    format!("enum.{}", word(&e.name))
}

/// The name of a value of an enumeration.
pub(crate) fn enum_value(e: &EnumSort, index: usize) -> String {
    format!("{}.{}", enum_sort(e), word(&e.variants[index]))
}

/// Other characters than letters, digits and a few signs as their numbers, so that different names stay different.
fn word(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '.' | '$' => out.push(c),
            c => write!(out, "%{:x}%", c as u32).expect("writing to a string"),
        }
    }
    out
}

/// The symbol of a variable. Every one has a sign that no word of SMT-LIB has.
pub fn symbol(v: &Var) -> String {
    let name = word(&v.name);
    match v.when {
        When::Now => format!("{name}@"),
        When::Next => format!("{name}@next"),
        When::Version(k) => format!("{name}@{k}"),
        When::Bound => format!("?{name}"),
    }
}

/// A term; what occurs several times in it is written once, with `let`.
pub fn term(t: &Term) -> String {
    let shared = shared(t);
    let names: HashMap<&Term, String> = shared.iter().zip(0..).map(|(t, k)| (t, format!("!{k}"))).collect();
    let mut out = String::new();
    for t in &shared {
        write!(out, "(let (({} ", names[t]).expect("writing to a string");
        write_node(&mut out, t, &names);
        out.push_str(")) ");
    }
    match names.get(t) {
        Some(name) => out.push_str(name),
        None => write_node(&mut out, t, &names),
    }
    out.push_str(&")".repeat(shared.len()));
    out
}

/// The compound subterms without bound variables that occur more than once, inner ones first.
fn shared(t: &Term) -> Vec<Term> {
    let mut uses: HashMap<Term, u32> = HashMap::new();
    let mut open: HashSet<Term> = HashSet::new();
    let mut order = Vec::new();
    t.each_node(&mut |t| {
        let is_open = matches!(t.node(), Node::Var(v) if v.when == When::Bound)
            || t.children().iter().any(|c| open.contains(c));
        if is_open {
            open.insert(t.clone());
        }
        for child in t.children() {
            *uses.entry(child.clone()).or_insert(0) += 1;
        }
        order.push(t.clone());
    });
    order.retain(|t| !t.children().is_empty() && !open.contains(t) && uses.get(t).is_some_and(|n| *n > 1));
    order
}

fn write_term(out: &mut String, t: &Term, names: &HashMap<&Term, String>) {
    match names.get(t) {
        Some(name) => out.push_str(name),
        None => write_node(out, t, names),
    }
}

fn write_node(out: &mut String, t: &Term, names: &HashMap<&Term, String>) {
    match t.node() {
        Node::Lit(lit) => out.push_str(&literal(lit)),
        Node::Var(v) => out.push_str(&symbol(v)),
        Node::App(Op::TidToInt, args) => write_term(out, &args[0], names),
        Node::App(Op::Diff, args) => {
            out.push_str("((_ map and) ");
            write_term(out, &args[0], names);
            out.push_str(" ((_ map not)");
            write_args(out, &args[1..], names);
            out.push(')');
        }
        Node::App(op, args) => {
            write!(out, "({}", operator(*op)).expect("writing to a string");
            write_args(out, args, names);
        }
        Node::ConstArray(s, value) => {
            write!(out, "((as const {})", sort(s)).expect("writing to a string");
            write_args(out, std::slice::from_ref(value), names);
        }
        Node::Quant(kind, bound, body) => {
            let word = if *kind == Quantifier::Forall { "forall" } else { "exists" };
            let vars: Vec<String> =
                bound.iter().map(|v| format!("({} {})", symbol(v), sort(&v.sort))).collect();
            write!(out, "({word} ({}) ", vars.join(" ")).expect("writing to a string");
            write_relative(out, *kind, bound, body, names);
            out.push(')');
        }
    }
}

/// The body of a quantifier, for numbers of threads only: an assumption about all threads must not be one about all
/// integers, of which it may be false.
fn write_relative(
    out: &mut String,
    kind: Quantifier,
    bound: &[Var],
    body: &Term,
    names: &HashMap<&Term, String>,
) {
    let threads: Vec<String> =
        bound.iter().filter(|v| v.sort == Sort::Tid).map(|v| format!("(<= 0 {})", symbol(v))).collect();
    if threads.is_empty() {
        return write_term(out, body, names);
    }
    let op = if kind == Quantifier::Forall { "=>" } else { "and" };
    write!(out, "({op} {} ", threads.join(" ")).expect("writing to a string");
    write_term(out, body, names);
    out.push(')');
}

fn write_args(out: &mut String, args: &[Term], names: &HashMap<&Term, String>) {
    for arg in args {
        out.push(' ');
        write_term(out, arg, names);
    }
    out.push(')');
}

fn literal(lit: &Lit) -> String {
    match lit {
        Lit::Bool(b) => b.to_string(),
        Lit::Int(n) if *n < 0 => format!("(- {})", n.unsigned_abs()),
        Lit::Int(n) => n.to_string(),
        Lit::Tid(n) => n.to_string(),
        Lit::Null => "0".to_owned(),
        Lit::Enum(e, i) => enum_value(e, *i),
    }
}

fn operator(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Distinct => "distinct",
        Op::Neg | Op::Sub => "-",
        Op::Add => "+",
        Op::Mul => "*",
        Op::Div => "div",
        Op::Mod => "mod",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
        Op::Select => "select",
        Op::Store => "store",
        Op::Union => "(_ map or)",
        Op::Inter => "(_ map and)",
        Op::Diff | Op::TidToInt => panic!("[commute internal bug] {op:?} is not one operator of SMT-LIB"),
    }
}

/// The declarations, definitions and facts of a condition: everything but the question.
pub fn context(c: &Condition) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    for e in &c.enums {
        let values: Vec<String> = (0..e.variants.len()).map(|i| format!("({})", enum_value(e, i))).collect();
        line(format!("(declare-datatypes (({} 0)) (({})))", enum_sort(e), values.join(" ")));
    }
    for v in c.free.iter().cloned().chain(c.switches()) {
        line(format!("(declare-fun {} () {})", symbol(&v), sort(&v.sort)));
    }
    for (name, t) in &c.definitions {
        // An equation and no `define-fun`: Z3 writes out what is defined wherever it is used, which made asking for
        // the values of a large condition a hundred times slower.
        let (name, sort) = (symbol(name), sort(&name.sort));
        line(format!("(declare-fun {name} () {sort})\n(assert (= {name} {}))", term(t)));
    }
    for fact in &c.facts {
        line(format!("(assert {})", term(fact)));
    }
    for (k, label) in c.labels.iter().enumerate() {
        let name = symbol(&Condition::switch(k));
        line(format!("(assert (! {name} :named {})) ; {}", switch_name(k), label.replace('\n', " ")));
    }
    out
}

/// The name of the assertion that turns on the assumptions with label number `k`; unsat cores speak of it.
pub(crate) fn switch_name(k: usize) -> String {
    format!("label@{k}")
}

/// A whole file that asks the condition's question: `unsat` means that the obligation holds.
pub fn script(c: &Condition) -> String {
    format!(
        "; {}\n(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n(set-logic ALL)\n{}(assert {})\n(check-sat)\n",
        c.name.replace('\n', " "),
        context(c),
        term(&c.goal()),
    )
}
