//! Instructions that touch only the thread's own registers, and calls.

use super::{Target, Walker};
use crate::fold;
use crate::predicate::operation;
use crate::refusal::Result;
use crate::store::in_bounds;
use commute_base::Span;
use commute_ir::{BinOp, FuncId, Instr, Operand, Pc, Reg, Selector, ShapeId, Ty, UnOp};
use commute_logic::{Op, Sort, Term};
use commute_mutants::mutant;

/// What a reference to something other than an instance refers to.
enum Referred {
    /// The object at a place of a row.
    Object(usize, Term),
    Null,
    /// Perhaps nothing.
    Unknown,
}

/// Whether objects of these rows are different wherever in their rows they are.
#[mutant("prove-objects-are-places", false)]
fn are_apart(row: usize, other: usize) -> bool {
    row != other
}

impl Walker<'_> {
    /// Any instruction that does not branch.
    pub(super) fn instruction(&mut self, instr: &Instr, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        match instr {
            Instr::Move { dst, src } => self.copy_word(*dst, *src, span)?,
            Instr::Unary { dst, op, a, .. } => self.unary(*dst, *op, *a, span)?,
            Instr::Binary { dst, op, a, b, .. } => self.binary(*dst, *op, (*a, *b), span)?,
            Instr::Convert { dst, .. } => self.forget(*dst, span),
            Instr::Narrow { dst, src, lo, hi, wrap } => self.narrow(*dst, *src, (*lo, *hi), *wrap, span)?,
            Instr::StaticAt { dst, base, index, .. } => {
                let (row, _) = self.context.store.row_of(*base);
                let index = self.operand(*index, &Sort::Int, span)?;
                let size = self.context.predicates.count(row)?;
                self.assert(Target::Fault("index out of bounds"), in_bounds(&index, &size), span);
                self.set(*dst, &index, span);
                let name = self.reg(*dst).name.clone();
                self.here.rows.insert(name, row);
            }
            Instr::New { dst, shape, .. } => self.allocate(*dst, *shape, pc)?,
            Instr::Call { dst, func, args } => self.call_instr(*dst, *func, args, pc)?,
            Instr::CallVirtual { dst, selector, args } => self.call_method(*dst, *selector, args, pc)?,
            Instr::Assert { cond, .. } => {
                let cond = self.operand(*cond, &Sort::Bool, span)?;
                // Also what is known to be true is noted: the user asked for it.
                self.require(Target::Assertion, cond, span);
            }
            Instr::Assume { cond } => {
                let cond = self.operand(*cond, &Sort::Bool, span)?;
                self.assume_or_stop(cond, pc)?;
            }
            // The time may be up whatever the condition is.
            Instr::Block { timed: true, .. } => {}
            Instr::Block { cond, .. } => {
                let cond = self.operand(*cond, &Sort::Bool, span)?;
                self.go_on_if(cond, span);
            }
            Instr::AtomicEnd => {
                if self.depth(pc) == 1 && !self.initial {
                    self.end_atomic()?;
                }
            }
            Instr::IsInstance { .. } | Instr::CheckCast { .. } => {
                return self.refuse("classes are told apart when the program runs", span);
            }
            _ => self.visible(instr, pc)?,
        }
        Ok(())
    }

    fn copy_word(&mut self, dst: Reg, src: Operand, span: Span) -> Result<()> {
        let name = self.reg(dst).name.clone();
        let row = match src {
            Operand::Static(id) => Some(self.context.store.row_of(id).0),
            Operand::Reg(reg) => self.here.rows.get(&self.reg(reg).name).copied(),
            _ => None,
        };
        if src == Operand::Null && self.reg(dst).sort != Sort::Ref {
            // A reference to an object other than an instance: null is none of them.
            self.here.rows.remove(&name);
            self.forget(dst, span);
            return Ok(());
        }
        let value = self.operand(src, &self.reg(dst).sort.clone(), span)?;
        self.set(dst, &value, span);
        match row {
            Some(row) => self.here.rows.insert(name, row),
            None => self.here.rows.remove(&name),
        };
        Ok(())
    }

    /// The sort in which an operand is read by itself.
    fn natural(&self, op: Operand) -> Sort {
        match op {
            Operand::Reg(reg) => self.reg(reg).sort.clone(),
            Operand::Null => Sort::Ref,
            _ => Sort::Int,
        }
    }

    /// What an operand refers to; nothing if it is a number or an instance.
    fn referred(&self, op: Operand) -> Option<Referred> {
        match op {
            Operand::Static(id) => {
                let (row, at) = self.context.store.row_of(id);
                Some(Referred::Object(row, Term::int(at)))
            }
            Operand::Null => Some(Referred::Null),
            Operand::Reg(reg) => {
                let decl =
                    &self.context.program.functions[self.frame().func.index()].regs[usize::from(reg.0)];
                let known = || match self.here.rows.get(&self.reg(reg).name) {
                    Some(&row) => Referred::Object(row, self.reg(reg).term()),
                    None => Referred::Unknown,
                };
                matches!(decl.ty, Ty::Object(_) | Ty::AnyRef).then(known)
            }
            _ => None,
        }
    }

    /// Whether two operands refer to one object, if that is known; nothing if neither is an object with a name. Objects
    /// of one row are the same if their places are, and other rows have other objects.
    fn same_object(&self, a: Operand, b: Operand) -> Option<Option<Term>> {
        use Referred::{Null, Object, Unknown};
        match (self.referred(a), self.referred(b)) {
            (Some(Object(row, _)), Some(Object(other, _))) if are_apart(row, other) => {
                Some(Some(Term::bool(false)))
            }
            (Some(Object(_, x)), Some(Object(_, y))) => Some(Some(fold::equal(&x, &y))),
            (Some(Object(..)), Some(Null)) | (Some(Null), Some(Object(..))) => Some(Some(Term::bool(false))),
            (Some(Object(..) | Unknown), _) | (_, Some(Object(..) | Unknown)) => Some(None),
            _ => None,
        }
    }

    fn unary(&mut self, dst: Reg, op: UnOp, a: Operand, span: Span) -> Result<()> {
        let a = self.operand(a, &self.natural(a), span)?;
        let value = match op {
            UnOp::Not => fold::not(&fold::as_bool(&a)),
            UnOp::Neg => fold::arithmetic(Op::Sub, &Term::int(0), &fold::as_int(&a)),
            UnOp::BitNot => {
                self.forget(dst, span);
                return Ok(());
            }
        };
        self.set(dst, &value, span);
        Ok(())
    }

    fn binary(&mut self, dst: Reg, op: BinOp, (a, b): (Operand, Operand), span: Span) -> Result<()> {
        if let (BinOp::Eq | BinOp::Ne, Some(same)) = (op, self.same_object(a, b)) {
            match same {
                Some(same) if op == BinOp::Eq => self.set(dst, &same, span),
                Some(same) => self.set(dst, &fold::not(&same), span),
                None => self.forget(dst, span),
            }
            return Ok(());
        }
        let (x, y) = (self.operand(a, &self.natural(a), span)?, self.operand(b, &self.natural(b), span)?);
        match operation(op, &x, &y) {
            Some((value, defined)) => {
                self.assert(Target::Fault("division by zero"), defined, span);
                self.set(dst, &value, span);
            }
            None => self.forget(dst, span),
        }
        Ok(())
    }

    fn narrow(&mut self, dst: Reg, src: Operand, (lo, hi): (i64, i64), wrap: bool, span: Span) -> Result<()> {
        let value = self.operand(src, &Sort::Int, span)?;
        let (first, end) = (Term::int(lo), Term::int(i128::from(hi) + 1));
        if wrap {
            let size = Term::int(i128::from(hi) + 1 - i128::from(lo));
            let offset = fold::arithmetic(Op::Sub, &value, &first);
            let wrapped = fold::arithmetic(Op::Add, &Term::binary(Op::Mod, &offset, &size), &first);
            self.set(dst, &wrapped, span);
        } else {
            self.assert(Target::Fault("value out of range"), fold::within(&value, &first, &end), span);
            self.set(dst, &value, span);
        }
        Ok(())
    }

    fn call_instr(&mut self, dst: Option<Reg>, func: FuncId, args: &[Operand], pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let params = &self.context.program.functions[func.index()].regs;
        let mut terms = Vec::new();
        for (arg, reg) in args.iter().zip(params) {
            let sort = crate::store::sort_of(reg.ty).unwrap_or(Sort::Int);
            let is_object = matches!(reg.ty, Ty::Object(_) | Ty::AnyRef);
            if is_object && matches!(arg, Operand::Static(_)) {
                terms.push(self.named_object(*arg, span)?);
            } else {
                terms.push(self.operand(*arg, &sort, span)?);
            }
        }
        let result = dst.map(|dst| self.reg(dst).var());
        self.call(func, &terms, result, self.depth(pc), span)
    }

    /// A variable that refers to a static object, so that a parameter can be the same.
    fn named_object(&mut self, op: Operand, span: Span) -> Result<Term> {
        let (row, index) = self.object(op, span)?;
        let decl = self.local("_object", Sort::Int, None);
        self.here.rows.insert(decl.name.clone(), row);
        self.out.push(commute_logic::Stmt::assign(decl.var(), index).at(span));
        Ok(decl.term())
    }

    fn call_method(&mut self, dst: Option<Reg>, selector: Selector, args: &[Operand], pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let program = self.context.program;
        let mut methods = program.classes.iter().flat_map(|c| &c.methods).filter(|(s, _)| *s == selector);
        let (Some((_, func)), None) = (methods.next(), methods.next()) else {
            return self.refuse("a method of which there are several", span);
        };
        if let Some(receiver) = args.first() {
            let object = self.operand(*receiver, &Sort::Ref, span)?;
            let present = fold::not(&fold::equal(&object, &Term::null()));
            self.assert(Target::Fault("null dereference"), present, span);
        }
        self.call_instr(dst, *func, args, pc)
    }

    /// A new instance: a reference that no object has, with zero in all fields.
    fn allocate(&mut self, dst: Reg, shape: ShapeId, pc: Pc) -> Result<()> {
        let span = self.frame_span(pc);
        let program = self.context.program;
        let commute_ir::Shape::Instance(class) = program.shapes[shape.index()] else {
            return self
                .refuse("arrays, locks and other objects that are created while the program runs", span);
        };
        let Some(alive) = self.context.store.alive else {
            return self.refuse("an instance of an unknown class", span);
        };
        let object = self.local("_new", Sort::Ref, None);
        let reference = object.term();
        self.out.push(commute_logic::Stmt::havoc([object.var()]).at(span));
        let known = self.current(alive, pc).contains(&reference);
        self.assume(fold::and([fold::not(&fold::equal(&reference, &Term::null())), fold::not(&known)]), span);
        let mut changes = vec![(alive, self.current(alive, pc).insert(&reference))];
        for &field in self.context.store.fields(class) {
            let whole = self.current(field, pc);
            let (_, sort) = whole.sort().as_array().expect("[commute internal bug] a field is a map");
            let zero = match sort {
                Sort::Bool => Term::bool(false),
                Sort::Ref => Term::null(),
                _ => Term::int(0),
            };
            changes.push((field, whole.store(&reference, &zero)));
        }
        // Creating an object is no step: nobody else has it yet. What the fields become still shows in maps.
        self.update_all(changes, pc)?;
        self.set(dst, &reference, span);
        Ok(())
    }
}
