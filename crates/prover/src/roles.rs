//! The threads of a program, as a proof sees them: each by itself, or one for all of a family of any size.

use crate::fold;
use crate::predicate::Predicates;
use crate::refusal::Result;
use commute_base::Span;
use commute_ir::{FuncId, Operand, Program, ProofNote};
use commute_logic::{Decl, Op, Sort, Term};

/// A thread, or a family of any number of them.
#[derive(Clone, Debug)]
pub struct Role {
    /// Its name: `main`, `worker[1]`, or `worker[i]` for a family.
    pub name: String,
    /// What it runs.
    pub func: FuncId,
    /// The constant argument, if it has one and is no family.
    pub args: Vec<Operand>,
    /// The number of the thread, or of the first one of the family.
    pub first: Term,
    /// The range of the index of a family.
    pub range: Option<(Term, Term)>,
    /// Where it is declared.
    pub span: Span,
}

/// One thread of a role in a formula.
#[derive(Clone, Debug)]
pub struct Member {
    /// How to call it.
    pub name: String,
    /// Its number.
    pub tid: Term,
    /// The index, if the role is a family: a variable.
    pub index: Option<Decl>,
    /// What is known about the index.
    pub facts: Term,
}

impl Role {
    /// The threads of a program, and what is assumed about the ranges of families so that they have these numbers.
    pub fn all(program: &Program, predicates: &Predicates) -> Result<(Vec<Role>, Vec<Term>)> {
        let mut roles = Vec::new();
        let mut numbers = Numbers::default();
        for (at, thread) in program.threads.iter().enumerate() {
            let range = program.notes.iter().find_map(|note| match note {
                ProofNote::AnyThreads { thread, lo, hi } if *thread as usize == at => Some((lo, hi)),
                _ => None,
            });
            let range =
                range.map(|(lo, hi)| Ok((predicates.number(lo)?, predicates.number(hi)?))).transpose()?;
            let name = match (&range, thread.name.rfind('[')) {
                (Some(_), Some(end)) => format!("{}[i]", &thread.name[..end]),
                _ => thread.name.clone(),
            };
            let first = numbers.take(range.as_ref());
            let (func, args, span) = (thread.func, thread.args.clone(), thread.span);
            roles.push(Role { name, func, args, first, range, span });
        }
        Ok((roles, numbers.assumed))
    }

    /// Some thread of the role, whose index, if it has one, is called `letter` of the role.
    pub fn member(&self, letter: &str) -> Member {
        let Some((lo, hi)) = &self.range else {
            let tid = self.first.clone();
            return Member { name: self.name.clone(), tid, index: None, facts: Term::bool(true) };
        };
        let decl = Decl::new(self.name.replace("[i]", &format!(".{letter}")), Sort::Int);
        let var = decl.term();
        // Where the index begins with the number of the first thread, it is the number.
        let offset = fold::arithmetic(Op::Sub, &self.first, lo);
        let tid = fold::arithmetic(Op::Add, &var, &offset);
        let facts = fold::within(&var, lo, hi);
        let name = self.name.replace("[i]", &format!("[{letter}]"));
        Member { name, tid, index: Some(decl), facts }
    }

    /// Whether the role is a family of any size.
    pub fn is_family(&self) -> bool {
        self.range.is_some()
    }
}

/// Gives threads their numbers, one role after the other.
struct Numbers {
    /// The next number.
    next: Term,
    /// The next number if no range so far ends before it begins.
    if_ordered: Term,
    /// That the ranges so far do not.
    ordered: Vec<Term>,
    /// What of that is assumed.
    assumed: Vec<Term>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { next: Term::int(0), if_ordered: Term::int(0), ordered: Vec::new(), assumed: Vec::new() }
    }
}

impl Numbers {
    /// The first number of the role with this range, or of the one thread.
    fn take(&mut self, range: Option<&(Term, Term)>) -> Term {
        let Some((lo, hi)) = range else {
            let first = self.next.clone();
            for number in [&mut self.next, &mut self.if_ordered] {
                *number = fold::arithmetic(Op::Add, number, &Term::int(1));
            }
            return first;
        };
        // `a[i in 0..W]`, `b[i in W..N]`: the indices are meant to be the numbers, which they are if 0 <= W.
        if self.next != *lo && self.if_ordered == *lo {
            self.next = self.if_ordered.clone();
            self.assumed = self.ordered.clone();
        }
        let first = self.next.clone();
        let is_ordered = fold::arithmetic(Op::Le, lo, hi);
        // A family whose range is empty has no threads, however far its end is before its beginning.
        self.next = fold::ite(&is_ordered, &after(&self.next, lo, hi), &self.next);
        self.if_ordered = after(&self.if_ordered, lo, hi);
        self.ordered.push(is_ordered);
        first
    }
}

/// The number after `hi - lo` threads.
fn after(first: &Term, lo: &Term, hi: &Term) -> Term {
    if first == lo {
        return hi.clone();
    }
    fold::arithmetic(Op::Add, first, &fold::arithmetic(Op::Sub, hi, lo))
}

/// The other threads, as seen by a thread of `roles[own]`: one of each role, and another one of a family.
pub fn others(roles: &[Role], own: usize, me: &Member) -> Vec<Member> {
    let mut all = Vec::new();
    for (at, role) in roles.iter().enumerate() {
        if at == own && !role.is_family() {
            continue;
        }
        let mut other = role.member("j");
        if at == own {
            let differs = fold::not(&fold::equal(&other.tid, &me.tid));
            other.facts = fold::and([other.facts, differs]);
        }
        all.push(other);
    }
    all
}
