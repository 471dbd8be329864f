//! Loops: cut at their heads by invariants, or unrolled some rounds.

use super::walk::CUT;
use super::{Target, Walker};
use crate::ground;
use crate::refusal::Result;
use commute_base::Span;
use commute_ir::Pc;
use commute_logic::{Stmt, StmtKind, Term, Var, When};
use commute_mutants::mutant;

/// The label of the head of a marked loop begins so.
pub const HEAD: &str = "head of loop ";
/// The label of the end of a round of a marked loop begins so.
pub const BACK: &str = "next round of loop ";

/// Whether others may run during a loop: while it waits, if it is `inside` an atomic block.
#[mutant("prove-loops-in-atomic-blocks-do-not-wait", !inside)]
fn may_others_run(inside: bool, waits: bool) -> bool {
    !inside || waits
}

impl Walker<'_> {
    /// Control comes to the head of a loop. False if the path ends here.
    pub(super) fn enter_loop(&mut self, head: Pc) -> Result<bool> {
        let span = self.frame_span(head);
        let at = self.frame().active.iter().position(|(pc, _)| *pc == head.0);
        match at.map(|at| (at, self.frame().active[at].1)) {
            None if self.context.marked => self.mark_loop(head, span)?,
            None => self.first_round(head, span)?,
            Some(_) if self.context.marked => {
                self.out.push(Stmt::assume(format!("{BACK}{}", self.mark(head)), Term::bool(false)).at(span));
                return Ok(false);
            }
            Some((_, None)) => {
                self.loop_invariants(head, Some(false))?;
                self.out.push(Stmt::assume(CUT, Term::bool(false)).at(span));
                return Ok(false);
            }
            Some((_, Some(0))) => {
                self.unrolled = true;
                self.out.push(Stmt::assume(CUT, Term::bool(false)).at(span));
                return Ok(false);
            }
            Some((at, Some(rounds))) => {
                // Loops inside begin anew.
                self.frame_mut().active.truncate(at);
                self.frame_mut().active.push((head.0, Some(rounds - 1)));
            }
        }
        Ok(true)
    }

    /// Marks the head of a loop. What registers refer to is forgotten where a round may change it.
    fn mark_loop(&mut self, head: Pc, span: Span) -> Result<()> {
        if self.depth(head) > 0 || self.initial {
            return self.refuse("a loop inside an atomic block", span);
        }
        self.frame_mut().active.push((head.0, None));
        self.heads.push((self.frames.len(), head.0));
        self.out.push(Stmt::assume(format!("{HEAD}{}", self.heads.len() - 1), Term::bool(true)).at(span));
        let frame = self.frame();
        let Some(body) = frame.flow.loop_at(head) else { return Ok(()) };
        let code = &self.context.program.functions[frame.func.index()].code;
        let changed: Vec<_> = body.iter().filter_map(|at| code[*at as usize].dst()).collect();
        for reg in changed {
            let name = self.reg(reg).name.clone();
            self.here.rows.remove(&name);
        }
        Ok(())
    }

    /// The number of the loop with this head that is marked last, which is the one around this place.
    fn mark(&self, head: Pc) -> usize {
        let key = (self.frames.len(), head.0);
        self.heads.iter().rposition(|known| *known == key).expect("[commute internal bug] a loop is marked")
    }

    fn first_round(&mut self, head: Pc, span: Span) -> Result<()> {
        let func = self.frame().func;
        let spec = self.context.spec;
        let said = spec.unrolled.iter().find(|(f, at, _)| *f == func && *at == head).map(|&(_, _, n)| n);
        let has_invariant = spec.loops.iter().any(|l| l.func == func && l.at == head);
        if let Some(rounds) = said.or(self.context.unroll.filter(|_| !has_invariant)) {
            self.frame_mut().active.push((head.0, Some(rounds)));
            return Ok(());
        }
        self.frame_mut().active.push((head.0, None));
        self.loop_invariants(head, Some(true))?;
        self.forget_loop(head, span)?;
        self.loop_invariants(head, None)
    }

    /// Everything that the loop may change has any value, also what others see if they may have run.
    fn forget_loop(&mut self, head: Pc, span: Span) -> Result<()> {
        let frame = self.frame();
        let Some(body) = frame.flow.loop_at(head) else { return Ok(()) };
        let (program, store) = (self.context.program, self.context.store);
        let effects = super::effects::of_loop(program, store, frame.func, body);
        let code = &program.functions[frame.func.index()].code;
        let mut vars: Vec<Var> = Vec::new();
        for at in body {
            if let Some(dst) = code[*at as usize].dst() {
                let var = self.reg(dst).var();
                if !vars.contains(&var) {
                    vars.push(var);
                }
            }
        }
        for var in &vars {
            self.here.rows.remove(&var.name);
        }
        let inside = self.depth(head) > 0 && !self.initial;
        let others_ran = may_others_run(inside, effects.waits);
        if inside {
            self.here.dirty.extend(&effects.written);
            let dirty = self.copies.iter().filter(|(var, _)| self.here.dirty.contains(var));
            vars.extend(dirty.map(|(_, copy)| copy.var()));
        }
        if others_ran {
            vars.extend((0..store.vars.len()).map(|v| store.now(v)));
        }
        self.out.push(Stmt::new(StmtKind::Havoc(vars)).label("any round").at(span));
        if others_ran && !self.initial {
            self.assume_invariants()?;
        }
        if others_ran && inside {
            // The copies that the block has not changed are what others see.
            let clean = self.copies.iter().filter(|(var, _)| !self.here.dirty.contains(var));
            let clean =
                clean.map(|(var, copy)| Stmt::assign(copy.var(), Term::var(store.now(*var))).at(span));
            self.out.extend(clean);
        }
        Ok(())
    }

    /// What others see satisfies the invariants (D2).
    fn assume_invariants(&mut self) -> Result<()> {
        for (k, conjunct) in self.context.spec.invariants.iter().enumerate() {
            let term = self.context.predicates.formula(&conjunct.expr, &[])?;
            let term = ground::assumed(&term, &self.indices());
            self.out.push(Stmt::assume(super::walk::invariant_label(k), term).at(conjunct.span));
        }
        Ok(())
    }

    /// Asserts the invariants of the loop, on entry or after a round, or assumes them.
    fn loop_invariants(&mut self, head: Pc, asserted: Option<bool>) -> Result<()> {
        let (func, span) = (self.frame().func, self.frame_span(head));
        for (k, invariant) in self.context.spec.loops.iter().enumerate() {
            if invariant.func != func || invariant.at != head {
                continue;
            }
            let regs = &self.frame().regs;
            let params: Vec<Term> = regs.iter().take(invariant.regs as usize).map(|d| d.term()).collect();
            let mut params = params;
            if invariant.conjunct.text.is_some() {
                // What was found may speak of the thread itself; what was written cannot.
                params.push(self.me());
            }
            let term = self.context.predicates.formula(&invariant.conjunct.expr, &params)?;
            let indices = self.indices();
            let term = match asserted {
                Some(_) => ground::asserted(&term, &indices, self.context.any),
                None => ground::assumed(&term, &indices),
            };
            let term = self.localized(&term, head);
            match asserted {
                Some(entry) => self.assert(Target::Loop { index: k, entry }, term, span),
                None => self.out.push(Stmt::assume(loop_label(k), term).at(invariant.conjunct.span)),
            }
        }
        Ok(())
    }

    /// A formula about shared variables, where an atomic block works on copies.
    pub(super) fn localized(&self, term: &Term, pc: Pc) -> Term {
        if self.initial || self.depth(pc) == 0 {
            return term.clone();
        }
        term.replace(&mut |v| {
            let copy = self.copies.iter().find(|(var, _)| self.context.store.vars[**var].name == *v.name);
            copy.filter(|_| v.when == When::Now).map(|(_, copy)| copy.term())
        })
    }
}

/// The label of a loop invariant.
pub fn loop_label(index: usize) -> String {
    format!("loop invariant {index}")
}
