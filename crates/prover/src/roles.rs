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
    /// The threads of a program.
    pub fn all(program: &Program, predicates: &Predicates) -> Result<Vec<Role>> {
        let mut roles = Vec::new();
        let mut first = Term::int(0);
        for (at, thread) in program.threads.iter().enumerate() {
            let range = program.notes.iter().find_map(|note| match note {
                ProofNote::AnyThreads { thread, lo, hi } if *thread as usize == at => Some((lo, hi)),
                _ => None,
            });
            let range =
                range.map(|(lo, hi)| Ok((predicates.number(lo)?, predicates.number(hi)?))).transpose()?;
            let count = match &range {
                // A family whose range is empty has no threads, however far its end is before its beginning.
                Some((lo, hi)) => {
                    let size = fold::arithmetic(Op::Sub, hi, lo);
                    fold::ite(&fold::arithmetic(Op::Le, lo, hi), &size, &Term::int(0))
                }
                None => Term::int(1),
            };
            let name = match (&range, thread.name.rfind('[')) {
                (Some(_), Some(end)) => format!("{}[i]", &thread.name[..end]),
                _ => thread.name.clone(),
            };
            let (func, args, span) = (thread.func, thread.args.clone(), thread.span);
            roles.push(Role { name, func, args, first: first.clone(), range, span });
            first = fold::arithmetic(Op::Add, &first, &count);
        }
        Ok(roles)
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
