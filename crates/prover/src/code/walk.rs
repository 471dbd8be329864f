//! Control: sequences, branches, calls, and where other threads run.

use super::{Frame, Goal, Here, Target, Walker};
use crate::fold;
use crate::ground;
use crate::refusal::Result;
use crate::store::{VarId, sort_of};
use commute_base::Span;
use commute_base::mutated;
use commute_ir::{FuncId, Instr, Operand, Pc, Place, Reg};
use commute_logic::{Branch, Claim, ClaimKind, Sort, Step, Stmt, StmtKind, Term, Var};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// Calls nest at most so deep when they are inlined.
const MAX_CALLS: usize = 40;
/// The abstraction has at most so many statements.
const MAX_STATEMENTS: usize = 200_000;

/// What one side of a branch does.
pub(super) type Side<'s, W> = Box<dyn FnOnce(&mut W) -> Result<()> + 's>;

impl Walker<'_> {
    /// Inlines a call; the result goes to `result`.
    pub(super) fn call(
        &mut self,
        func: FuncId,
        args: &[Term],
        result: Option<Var>,
        outside: u32,
        span: Span,
    ) -> Result<()> {
        let decl = &self.context.program.functions[func.index()];
        if self.frames.iter().any(|f| f.func == func) || self.frames.len() > MAX_CALLS {
            let reason = format!("`{}` calls itself, and calls are inlined", decl.name);
            return self.refuse(reason, span);
        }
        let (flow, depth) = self.flow(func)?;
        let mut regs = Vec::new();
        for (i, reg) in decl.regs.iter().enumerate() {
            let name = if reg.name.is_empty() { format!("_{i}") } else { reg.name.clone() };
            let sort = sort_of(reg.ty).unwrap_or(Sort::Int);
            let range = crate::store::range_of(self.context.program, reg.ty);
            regs.push(self.local(&name, sort, range));
        }
        for (decl, arg) in regs.iter().zip(args) {
            let value = fold::convert(arg, &decl.sort);
            self.out.push(Stmt::assign(decl.var(), value).at(span));
            self.pass_row(arg, decl.name.clone());
        }
        self.frames.push(Frame { func, flow, depth, outside, regs, result, active: Vec::new() });
        self.run(Pc(0), None)?;
        self.frames.pop();
        Ok(())
    }

    /// If the argument is a register that refers to a static object, so does the parameter, and to no other one.
    fn pass_row(&mut self, arg: &Term, to: std::sync::Arc<str>) {
        let row = match arg.node() {
            commute_logic::Node::Var(v) => self.here.rows.get(&v.name).copied(),
            _ => None,
        };
        match row {
            Some(row) => self.here.rows.insert(to, row),
            None => self.here.rows.remove(&to),
        };
    }

    /// Runs from `pc` to `stop`, or to the end of the function.
    pub(super) fn run(&mut self, mut pc: Pc, stop: Option<Pc>) -> Result<()> {
        loop {
            if Some(pc) == stop {
                return Ok(());
            }
            if self.out.len() > MAX_STATEMENTS {
                return self.refuse("the program is too large to be written out", self.frame_span(pc));
            }
            if self.frame().flow.loop_at(pc).is_some() && !self.enter_loop(pc)? {
                return Ok(());
            }
            let program = self.context.program;
            let instr = &program.functions[self.frame().func.index()].code[pc.0 as usize];
            match instr {
                Instr::Jump { target } => pc = *target,
                Instr::Branch { .. } | Instr::Switch { .. } => {
                    self.branches(instr, pc)?;
                    match self.frame().flow.meet(pc) {
                        Some(meet) => pc = meet,
                        None => return Ok(()),
                    }
                }
                Instr::Return { value } => {
                    self.give_result(*value, pc)?;
                    return Ok(());
                }
                Instr::Throw { .. } => {
                    return self.refuse("exceptions are not in the logic", self.frame_span(pc));
                }
                instr => {
                    self.instruction(instr, pc)?;
                    pc = Pc(pc.0 + 1);
                }
            }
        }
    }

    pub(super) fn frame_span(&self, pc: Pc) -> Span {
        self.context.program.functions[self.frame().func.index()].spans[pc.0 as usize]
    }

    fn give_result(&mut self, value: Option<Operand>, pc: Pc) -> Result<()> {
        if let (Some(var), Some(value)) = (self.frame().result.clone(), value) {
            let span = self.frame_span(pc);
            let term = self.operand(value, &var.sort, span)?;
            self.pass_row(&term, var.name.clone());
            self.out.push(Stmt::assign(var, term).at(span));
        }
        Ok(())
    }

    fn branches(&mut self, instr: &Instr, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let sides: Vec<(String, Term, Pc)> = match instr {
            Instr::Branch { cond, then, otherwise } => {
                let cond = self.operand(*cond, &Sort::Bool, span)?;
                vec![
                    ("then".to_owned(), cond.clone(), *then),
                    ("else".to_owned(), fold::not(&cond), *otherwise),
                ]
            }
            Instr::Switch { on, cases, default } => {
                let on = self.operand(*on, &Sort::Int, span)?;
                let mut sides: Vec<(String, Term, Pc)> = Vec::new();
                let mut none = Term::bool(true);
                for (value, to) in cases {
                    let is = fold::equal(&on, &Term::int(*value));
                    sides.push((format!("case {value}"), fold::and([none.clone(), is.clone()]), *to));
                    none = fold::and([none, fold::not(&is)]);
                }
                sides.push(("otherwise".to_owned(), none, *default));
                sides
            }
            _ => return Ok(()),
        };
        let meet = self.frame().flow.meet(pc);
        let side = |(label, cond, to): (String, Term, Pc)| -> (String, Side<'_, Self>) {
            let run = move |walker: &mut Self| {
                walker.out.push(Stmt::new(StmtKind::Assume(cond)).at(span));
                let active = walker.frame().active.clone();
                walker.run(to, meet)?;
                walker.frame_mut().active = active;
                Ok(())
            };
            (label, Box::new(run))
        };
        self.choice(span, sides.into_iter().map(side).collect())
    }

    /// One of several ways to go on.
    pub(super) fn choice<'s>(
        &mut self,
        span: Span,
        sides: Vec<(impl Into<String>, Side<'s, Self>)>,
    ) -> Result<()> {
        let mut branches = Vec::new();
        let before = self.here.clone();
        let mut after: Option<Here> = None;
        for (label, side) in sides {
            let outer = std::mem::take(&mut self.out);
            self.go_on_from(before.clone());
            side(self)?;
            let body = std::mem::replace(&mut self.out, outer);
            branches.push(Branch { label: label.into(), body });
            match &mut after {
                None => after = Some(self.here.clone()),
                Some(after) => after.join(self.here.clone()),
            }
        }
        self.go_on_from(after.unwrap_or(before));
        self.out.push(Stmt::new(StmtKind::Choice(branches)).at(span));
        Ok(())
    }

    /// Goes on with what is known elsewhere, and with nothing of what is known here.
    #[mutant("prove-branches-share-what-is-written", self.here = Here { dirty: self.here.dirty.clone(), ..known })]
    fn go_on_from(&mut self, known: Here) {
        self.here = known;
    }

    /// A value of the program.
    pub(super) fn operand(&self, op: Operand, sort: &Sort, span: Span) -> Result<Term> {
        match op {
            Operand::Reg(reg) => Ok(fold::convert(&self.reg(reg).term(), sort)),
            Operand::Static(id) => {
                let (_, at) = self.context.store.row_of(id);
                Ok(Term::int(at))
            }
            op => match crate::store::constant(op, sort) {
                Some(term) => Ok(term),
                None => self.refuse("a value that is not in the logic", span),
            },
        }
    }

    /// The row and the index of a static object.
    pub(super) fn object(&self, op: Operand, span: Span) -> Result<(usize, Term)> {
        match op {
            Operand::Static(id) => {
                let (row, at) = self.context.store.row_of(id);
                Ok((row, Term::int(at)))
            }
            Operand::Reg(reg) => match self.here.rows.get(&self.reg(reg).name) {
                Some(&row) => Ok((row, self.reg(reg).term())),
                None => self.refuse("an object that is not known by name", span),
            },
            _ => self.refuse("an object that is not known by name", span),
        }
    }

    /// The atomic blocks around the instruction.
    pub(super) fn depth(&self, pc: Pc) -> u32 {
        self.frame().outside + self.frame().depth[pc.0 as usize]
    }

    /// The value of a shared variable in the middle of what the thread does.
    pub(super) fn current(&self, var: VarId, pc: Pc) -> Term {
        match self.copies.get(&var) {
            Some(copy) if !self.initial && self.depth(pc) > 0 => copy.term(),
            _ => Term::var(self.context.store.now(var)),
        }
    }

    /// Asserts something, unless it is known to be true.
    pub(super) fn assert(&mut self, target: Target, term: Term, span: Span) {
        if fold::known(&term) != Some(true) {
            self.require(target, term, span);
        }
    }

    /// Asserts something, or assumes it if it was shown elsewhere.
    pub(super) fn require(&mut self, target: Target, term: Term, span: Span) {
        if self.initial && mutated!("prove-initializers-do-not-fail") {
            return;
        }
        if self.shown {
            self.assume(term, span);
        } else {
            let label = self.goal(target, span);
            self.out.push(Stmt::assert(label, span, term));
        }
    }

    /// Notes a goal and gives the label of its assertion.
    pub(super) fn goal(&mut self, target: Target, span: Span) -> String {
        let words = match &target {
            Target::Assertion => "assertion".to_owned(),
            Target::Fault(what) => (*what).to_owned(),
            Target::Guarantee { other, conjunct } => format!("guarantee to {other}, conjunct {conjunct}"),
            Target::Assumption(k) => format!("assumption, conjunct {k}"),
            Target::Init(k) => format!("init, conjunct {k}"),
            Target::Invariant(k) => format!("invariant {}", self.context.spec.invariants[*k].name),
            Target::Loop { index, entry: true } => format!("loop invariant {index} on entry"),
            Target::Loop { index, entry: false } => format!("loop invariant {index} after a round"),
        };
        self.goals.push(Goal { target, span });
        format!("{}: {words}", self.goals.len() - 1)
    }

    /// A_i*: any number of steps of other threads.
    #[mutant("prove-others-do-nothing", Ok(()))]
    pub(super) fn environment(&mut self, span: Span) -> Result<()> {
        if self.initial {
            return Ok(());
        }
        let context = self.context;
        if context.marked {
            let nothing = Step { modifies: Vec::new(), claims: Vec::new() };
            self.out.push(Stmt::new(StmtKind::Step(nothing)).label(ENVIRONMENT).at(span));
            return Ok(());
        }
        let tid = std::slice::from_ref(&context.me.tid);
        let mut claims = Vec::new();
        let indices = self.indices();
        for (k, conjunct) in context.spec.env.iter().enumerate() {
            let term = context.predicates.formula(&conjunct.expr, tid)?;
            claims.push(assumption(env_label(k), conjunct.span, ground::assumed(&term, &indices)));
        }
        for (k, conjunct) in context.spec.invariants.iter().enumerate() {
            let holds = context.predicates.formula(&conjunct.expr, &[])?;
            claims.push(assumption(invariant_label(k), conjunct.span, preserved(&holds, &indices)));
        }
        if let Some(alive) = context.store.alive {
            let now = Term::var(context.store.now(alive));
            let term = now.subset(&Term::var(context.store.now(alive).next()));
            claims.push(assumption("objects do not disappear".to_owned(), span, term));
        }
        claims.retain(|c| fold::known(&c.term) != Some(true));
        let modifies = (0..context.store.vars.len()).map(|v| context.store.now(v)).collect();
        self.out.push(Stmt::new(StmtKind::Step(Step { modifies, claims })).label(ENVIRONMENT).at(span));
        Ok(())
    }

    /// G_i and (I ==> I'), as far as they can be broken by changing these variables.
    #[mutant("prove-nothing-is-guaranteed", Ok(Vec::new()))]
    pub(super) fn guarantee(&mut self, changed: &BTreeSet<VarId>, span: Span) -> Result<Vec<Claim>> {
        let context = self.context;
        let indices = self.indices();
        let mut claims = Vec::new();
        for other in context.others {
            for (k, conjunct) in context.spec.env.iter().enumerate() {
                let term = context.predicates.formula(&conjunct.expr, std::slice::from_ref(&other.tid))?;
                let term = ground::asserted(&term, &indices, context.any);
                let term = fold::implies(&other.facts, &term);
                let target = Target::Guarantee { other: other.name.clone(), conjunct: k };
                self.claim(target, term, changed, span, &mut claims);
            }
        }
        for (k, conjunct) in context.spec.invariants.iter().enumerate() {
            let holds = context.predicates.formula(&conjunct.expr, &[])?;
            let term = ground::asserted(&fold::implies(&holds, &holds.primed()), &indices, context.any);
            self.claim(Target::Invariant(k), term, changed, span, &mut claims);
        }
        Ok(claims)
    }

    /// The indices at which something that is assumed of all is used: those in registers, the numbers of threads, and
    /// any index that an assertion is about.
    pub(super) fn indices(&self) -> Vec<Term> {
        let context = self.context;
        let mut all: Vec<Term> = context.any.iter().map(|d| d.term()).collect();
        let mut add = |term: Term| {
            if !all.contains(&term) {
                all.push(term);
            }
        };
        if context.any.is_empty() {
            return Vec::new();
        }
        add(context.me.tid.clone());
        context.others.iter().for_each(|other| add(other.tid.clone()));
        for frame in &self.frames {
            for instr in &context.program.functions[frame.func.index()].code {
                let index = match instr {
                    Instr::Load { place: Place::Elem { index, .. }, .. }
                    | Instr::Store { place: Place::Elem { index, .. }, .. }
                    | Instr::Cas { place: Place::Elem { index, .. }, .. }
                    | Instr::StaticAt { index, .. } => *index,
                    Instr::Invoke { obj: index @ Operand::Reg(_), .. } => *index,
                    Instr::Invoke { arg: Some(index), .. } => *index,
                    _ => continue,
                };
                match index {
                    Operand::Reg(reg) => add(frame.regs[usize::from(reg.0)].term()),
                    Operand::Int(n) => add(Term::int(n)),
                    _ => {}
                }
            }
        }
        all.retain(|t| *t.sort() == Sort::Int);
        all
    }

    fn claim(
        &mut self,
        target: Target,
        term: Term,
        changed: &BTreeSet<VarId>,
        span: Span,
        claims: &mut Vec<Claim>,
    ) {
        let mut touched = false;
        term.each_var(&mut |v| {
            touched |= changed.iter().any(|c| self.context.store.vars[*c].name == *v.name)
        });
        if touched && fold::known(&term) != Some(true) {
            let label = self.goal(target, span);
            claims.push(Claim { kind: ClaimKind::Assert, label, span, term });
        }
    }

    /// An own step that gives variables new values.
    pub(super) fn own_step(&mut self, changes: Vec<(VarId, Term)>, span: Span) -> Result<()> {
        let changed: BTreeSet<VarId> = changes.iter().map(|(v, _)| *v).collect();
        let store = self.context.store;
        let mut claims: Vec<Claim> = changes
            .iter()
            .map(|(v, new)| assumption(String::new(), span, Term::var(store.now(*v).next()).equals(new)))
            .collect();
        claims.extend(self.guarantee(&changed, span)?);
        let modifies = changed.iter().map(|v| store.now(*v)).collect();
        self.out.push(Stmt::new(StmtKind::Step(Step { modifies, claims })).label(OWN).at(span));
        Ok(())
    }

    /// Gives a shared variable a new value: at once, or in the copy that an atomic block works on.
    pub(super) fn update(&mut self, var: VarId, new: Term, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        if self.initial {
            self.out.push(Stmt::assign(self.context.store.now(var), new).at(span));
        } else if self.depth(pc) > 0 {
            let copy = self.copies[&var].var();
            self.here.dirty.insert(var);
            self.out.push(Stmt::assign(copy, new).at(span));
        } else {
            self.own_step(vec![(var, new)], span)?;
        }
        Ok(())
    }

    /// An atomic block begins: it works on copies.
    pub(super) fn begin_atomic(&mut self, span: Span) {
        self.here.atomic_at = span;
        for (var, copy) in &self.copies {
            let now = Term::var(self.context.store.now(*var));
            self.out.push(Stmt::assign(copy.var(), now).at(span));
        }
    }

    /// An atomic block ends: the copies become what others see. The step is the whole block, so it is where it begins.
    pub(super) fn end_atomic(&mut self) -> Result<()> {
        let span = self.here.atomic_at;
        let dirty = std::mem::take(&mut self.here.dirty);
        let changed = self.copies.iter().filter(|(var, _)| dirty.contains(var));
        let changes: Vec<_> = changed.map(|(var, copy)| (*var, copy.term())).collect();
        if changes.is_empty() { Ok(()) } else { self.own_step(changes, span) }
    }

    /// The value of a register becomes `value`.
    pub(super) fn set(&mut self, reg: Reg, value: &Term, span: Span) {
        let decl = self.reg(reg).clone();
        let value = fold::convert(value, &decl.sort);
        // A register for any reference is a number, which an instance is not.
        self.out.push(match *value.sort() == decl.sort {
            true => Stmt::assign(decl.var(), value).at(span),
            false => Stmt::havoc([decl.var()]).at(span),
        });
    }

    /// The register gets any value of its type.
    pub(super) fn forget(&mut self, reg: Reg, span: Span) {
        let var = self.reg(reg).var();
        self.out.push(Stmt::havoc([var]).at(span));
    }

    /// Executions in which this is false end here.
    pub(super) fn assume(&mut self, term: Term, span: Span) {
        if fold::known(&term) != Some(true) {
            self.out.push(Stmt::new(StmtKind::Assume(term)).at(span));
        }
    }
}

/// (I ==> I'). An invariant about all indices is known to hold, so only that it still does is said.
pub fn preserved(holds: &Term, indices: &[Term]) -> Term {
    if holds.has_quantifier() {
        ground::assumed(&holds.primed(), indices)
    } else {
        fold::implies(holds, &holds.primed())
    }
}

/// The label of the end of a path that goes round a loop.
pub const CUT: &str = "end of a round";
/// The label of steps of other threads.
pub const ENVIRONMENT: &str = "environment";
/// The label of steps of the thread itself.
pub const OWN: &str = "own step";

/// The label of a conjunct of A.
pub fn env_label(conjunct: usize) -> String {
    format!("env {conjunct}")
}

/// The label of an invariant.
pub fn invariant_label(invariant: usize) -> String {
    format!("invariant {invariant}")
}

fn assumption(label: String, span: Span, term: Term) -> Claim {
    Claim { kind: ClaimKind::Assume, label, span, term }
}
