//! Instructions.

use super::exec::{Edge, Exec, State, Target, What};
use super::value::{Ty, Val};
use super::world::{own_kind, range};
use super::{Stop, refuse};
use crate::fold;
use commute_front_jvm::methods::{Const, Loadable, Op};
use commute_ir::{BinOp, Conversion, NumTy};
use commute_logic::{Op as Logic, Sort, Term};

type Result<T> = std::result::Result<T, Stop>;
type Edges = Option<Vec<Edge>>;

impl State {
    pub fn pop(&mut self) -> Result<Val> {
        match self.stack.pop() {
            Some(value) => Ok(value),
            None => refuse("the stack is empty"),
        }
    }

    pub fn push(&mut self, value: Val) {
        self.stack.push(value);
    }
}

/// The least and greatest value of a kind of number.
fn bounds(num: NumTy) -> (i128, i128) {
    let (lo, end) = range(if num == NumTy::I32 { "I" } else { "J" }).unwrap_or_default();
    (lo, end - 1)
}

fn at_most(a: &Term, b: &Term) -> Term {
    fold::arithmetic(Logic::Le, a, b)
}

/// What remains of a number in so many bits, if it is at most once out of their range.
fn wrap_once(value: &Term, (lo, hi): (i128, i128)) -> Term {
    let size = Term::int(hi - lo + 1);
    let over = fold::arithmetic(Logic::Lt, &Term::int(hi), value);
    let under = fold::arithmetic(Logic::Lt, value, &Term::int(lo));
    let down = fold::arithmetic(Logic::Sub, value, &size);
    let up = fold::arithmetic(Logic::Add, value, &size);
    fold::ite(&over, &down, &fold::ite(&under, &up, value))
}

/// The same, wherever it is.
pub fn wrap(value: &Term, (lo, hi): (i128, i128)) -> Term {
    let inside = fold::and([at_most(&Term::int(lo), value), at_most(value, &Term::int(hi))]);
    if fold::known(&inside) == Some(true) {
        return value.clone();
    }
    let offset = fold::arithmetic(Logic::Sub, value, &Term::int(lo));
    let rest = Term::binary(Logic::Mod, &offset, &Term::int(hi - lo + 1));
    fold::ite(&inside, value, &fold::arithmetic(Logic::Add, &rest, &Term::int(lo)))
}

impl Exec<'_> {
    /// One instruction: where control goes, if the block ends with it.
    pub fn instruction(&mut self, state: &mut State) -> Result<Edges> {
        let at = self.frame().at;
        let op = self.frame().blocks.ops[at].1.clone();
        match op {
            Op::Nop => {}
            Op::Push(constant) => {
                let value = self.constant(&constant)?;
                state.push(value);
            }
            Op::Load(_, slot) => match state.locals.get(usize::from(slot)).cloned().flatten() {
                Some(value) => state.push(value),
                None => return refuse("a variable that is different things on different ways"),
            },
            Op::Store(_, slot) => self.store(state, usize::from(slot))?,
            Op::Increment(slot, by) => {
                if let Some(Some(value)) = state.locals.get_mut(usize::from(slot)) {
                    let sum = fold::arithmetic(Logic::Add, &value.term, &Term::int(i128::from(by)));
                    value.term = wrap_once(&sum, bounds(NumTy::I32));
                }
            }
            Op::Pop => drop(state.pop()?),
            Op::Pop2 => {
                if !state.pop()?.ty.is_wide() {
                    state.pop()?;
                }
            }
            Op::Swap => {
                let (b, a) = (state.pop()?, state.pop()?);
                state.push(b);
                state.push(a);
            }
            Op::Dup { width, over } => dup(state, usize::from(width), usize::from(over))?,
            Op::Binary(op, num) => {
                let (b, a) = (state.pop()?, state.pop()?);
                let value = self.binary(op, num, &a, &b);
                state.push(value);
            }
            Op::Neg(num) => {
                let a = state.pop()?;
                let zero = Val { ty: a.ty.clone(), term: Term::int(0) };
                let value = self.binary(BinOp::Sub, num, &zero, &a);
                state.push(value);
            }
            Op::Convert(conversion) => {
                let a = state.pop()?;
                let value = self.convert(conversion, &a);
                state.push(value);
            }
            Op::New(class) => {
                let value = self.make(&class)?;
                state.push(value);
            }
            Op::ArrayLoad(elem) => self.array_load(state, elem)?,
            Op::ArrayStore(elem) => self.array_store(state, elem)?,
            Op::NewArray(class) => {
                let length = state.pop()?.term;
                self.assert_(What::Fault("an array of negative length"), at_most(&Term::int(0), &length));
                let array = self.new_array(&class, &length);
                state.push(array);
            }
            Op::ArrayLength => {
                let array = state.pop()?;
                let term = self.plain(&array)?;
                self.present(&term);
                let length = self.length(&term);
                let length = self.keep(length);
                self.assume(fold::within(&length, &Term::int(0), &Term::int(1i128 << 31)));
                state.push(Val::int(length));
            }
            Op::GetStatic(member) => self.get_static(state, &member)?,
            Op::PutStatic(member) => self.put_static(state, &member)?,
            Op::GetField(member) => self.get_field(state, &member)?,
            Op::PutField(member) => self.put_field(state, &member)?,
            Op::CheckCast(class) => self.cast(state, &class)?,
            Op::InstanceOf(class) => {
                let value = state.pop()?;
                let is = self.instance_of(&value, &class)?;
                state.push(Val::int(is));
            }
            Op::MonitorEnter => {
                let value = state.pop()?;
                self.present(&value.term);
                let (guard, object, class, is_static) = self.monitor(&value)?;
                self.acquire(&guard, &object, &class, is_static)?;
            }
            Op::MonitorExit => {
                let value = state.pop()?;
                let (guard, object, class, is_static) = self.monitor(&value)?;
                self.release(&guard, &object, &class, is_static)?;
            }
            Op::Call(invoke, member) => return self.call(state, invoke, &member).map(Some),
            Op::Dynamic { name, desc, bootstrap } => self.dynamic(state, bootstrap, &name, &desc)?,
            Op::NewArrays(..) => return refuse("arrays of arrays that are made at once"),
            Op::Unsupported(what) => return refuse(what),
            jump => return self.jump_op(state, &jump).map(Some),
        }
        Ok(None)
    }

    pub fn store(&mut self, state: &mut State, slot: usize) -> Result<()> {
        let value = state.pop()?;
        if state.locals.len() <= slot + 1 {
            state.locals.resize(slot + 2, None);
        }
        if value.ty.is_wide() {
            state.locals[slot + 1] = None;
        }
        state.locals[slot] = Some(value);
        Ok(())
    }

    pub fn constant(&mut self, constant: &Const) -> Result<Val> {
        Ok(match constant {
            Const::Null => Val::null(),
            Const::Loadable(Loadable::Int(n)) => Val::int(Term::int(i128::from(*n))),
            Const::Loadable(Loadable::Long(n)) => Val { ty: Ty::Long, term: Term::int(i128::from(*n)) },
            Const::Loadable(Loadable::Float(_)) => Val { ty: Ty::Any(false), term: Term::int(0) },
            Const::Loadable(Loadable::Double(_)) => Val { ty: Ty::Any(true), term: Term::int(0) },
            Const::Loadable(Loadable::String(_)) => self.some_object("java/lang/String"),
            Const::Loadable(Loadable::Class(class)) => {
                let term = self.class_object(class);
                Val { ty: Ty::exact("java/lang/Class"), term }
            }
            Const::Loadable(_) => return refuse("a constant that is computed"),
        })
    }

    /// An object of a class of the library, of which nothing else is known.
    pub fn some_object(&mut self, class: &str) -> Val {
        let term = self.any(Sort::Ref, None);
        self.assume(fold::not(&fold::equal(&term, &Term::null())));
        self.typed(&term, class);
        Val { ty: Ty::reference(class), term }
    }

    /// The reference is not null.
    pub fn present(&mut self, reference: &Term) {
        if *reference.sort() == Sort::Ref {
            self.assert_(What::Fault("null dereference"), fold::not(&fold::equal(reference, &Term::null())));
        }
    }

    pub fn binary(&mut self, op: BinOp, num: NumTy, a: &Val, b: &Val) -> Val {
        let ty = match (op, num) {
            (BinOp::CmpL | BinOp::CmpG, _) | (_, NumTy::I32) => Ty::Int,
            (_, NumTy::I64) => Ty::Long,
            (_, num) => Ty::Any(num == NumTy::F64),
        };
        if op == BinOp::CmpL && num == NumTy::I64 {
            let less = fold::arithmetic(Logic::Lt, &a.term, &b.term);
            let equal = fold::equal(&a.term, &b.term);
            let rest = fold::ite(&equal, &Term::int(0), &Term::int(1));
            return Val { ty, term: fold::ite(&less, &Term::int(-1), &rest) };
        }
        if matches!(op, BinOp::CmpL | BinOp::CmpG) {
            return Val { ty, term: self.any(Sort::Int, Some((-1, 2))) };
        }
        if matches!(num, NumTy::F32 | NumTy::F64) {
            return Val { ty, term: Term::int(0) };
        }
        let limits = bounds(num);
        let term = match op {
            BinOp::Add | BinOp::Sub => {
                let op = if op == BinOp::Add { Logic::Add } else { Logic::Sub };
                let sum = fold::arithmetic(op, &a.term, &b.term);
                let sum = self.keep(sum);
                wrap_once(&sum, limits)
            }
            BinOp::Mul => {
                let product = fold::arithmetic(Logic::Mul, &a.term, &b.term);
                let product = self.keep(product);
                wrap(&product, limits)
            }
            BinOp::Div | BinOp::Rem => self.divided(op, a, b, limits),
            _ => self.bits(op, &a.term, &b.term, limits),
        };
        let term = self.keep(term);
        Val { ty, term }
    }

    pub fn divided(&mut self, op: BinOp, a: &Val, b: &Val, limits: (i128, i128)) -> Term {
        let differs = fold::not(&fold::equal(&b.term, &Term::int(0)));
        self.assert_(What::Fault("division by zero"), differs);
        match crate::predicate::operation(op, &a.term, &b.term) {
            // The least number divided by -1 is out of range.
            Some((term, _)) => wrap_once(&term, limits),
            None => self.any(Sort::Int, Some((limits.0, limits.1 + 1))),
        }
    }

    /// Operations on bits: what is known of their results.
    pub fn bits(&mut self, op: BinOp, a: &Term, b: &Term, (lo, hi): (i128, i128)) -> Term {
        let width = if hi == i128::from(i32::MAX) { 32 } else { 64 };
        match (op, fold::number(b)) {
            (BinOp::Shl, Some(by)) => {
                let by = by & (width - 1);
                return wrap(&fold::arithmetic(Logic::Mul, a, &Term::int(1i128 << by)), (lo, hi));
            }
            // The quotient of the logic is rounded down for positive divisors, as shifts are.
            (BinOp::Shr, Some(by)) => {
                return Term::binary(Logic::Div, a, &Term::int(1i128 << (by & (width - 1))));
            }
            (BinOp::And, Some(mask)) if mask >= 0 && (mask + 1) & mask == 0 => {
                return Term::binary(Logic::Mod, a, &Term::int(mask + 1));
            }
            _ => {}
        }
        let any = self.any(Sort::Int, Some((lo, hi + 1)));
        let is_bit = |t: &Term| fold::within(t, &Term::int(0), &Term::int(2));
        let both = fold::and([is_bit(a), is_bit(b)]);
        let one = |t: &Term| fold::equal(t, &Term::int(1));
        let of_bits = match op {
            BinOp::And => fold::and([one(a), one(b)]),
            BinOp::Or => fold::or([one(a), one(b)]),
            BinOp::Xor => fold::not(&fold::equal(&one(a), &one(b))),
            _ => return any,
        };
        // Truth values are bits.
        fold::ite(&both, &fold::ite(&of_bits, &Term::int(1), &Term::int(0)), &any)
    }

    pub fn convert(&mut self, conversion: Conversion, a: &Val) -> Val {
        let (ty, limits) = match conversion {
            Conversion::ToI8 => (Ty::Int, (-128, 127)),
            Conversion::ToI16 => (Ty::Int, (-32768, 32767)),
            Conversion::ToU16 => (Ty::Int, (0, 65535)),
            Conversion::Num { to, .. } => match to {
                NumTy::I32 => (Ty::Int, bounds(to)),
                NumTy::I64 => (Ty::Long, bounds(to)),
                to => return Val { ty: Ty::Any(to == NumTy::F64), term: Term::int(0) },
            },
        };
        if matches!(a.ty, Ty::Any(_)) {
            return Val { ty, term: self.any(Sort::Int, Some((limits.0, limits.1 + 1))) };
        }
        let term = match conversion {
            Conversion::Num { to: NumTy::I64, .. } => a.term.clone(),
            _ => wrap(&a.term, limits),
        };
        let term = self.keep(term);
        Val { ty, term }
    }

    /// `new`.
    pub fn make(&mut self, class: &str) -> Result<Val> {
        if self.world.is_users(class) {
            self.initialises(class)?;
            let term = self.allocate(class);
            return Ok(Val { ty: Ty::exact(class), term });
        }
        if own_kind(class).is_some() {
            let ty = Ty::Made { class: class.to_owned(), at: self.frame().at as u32, ready: false };
            let term = if ty.sort() == Sort::Ref { Term::null() } else { Term::int(0) };
            return Ok(Val { ty, term });
        }
        let mut value = self.some_object(class);
        value.ty = Ty::exact(class);
        Ok(value)
    }

    /// A new array.
    pub fn new_array(&mut self, class: &str, length: &Term) -> Val {
        let term = self.allocate(class);
        let known = self.length(&term);
        self.assume(fold::equal(&known, length));
        Val { ty: Ty::exact(class), term }
    }

    pub fn cast(&mut self, state: &mut State, class: &str) -> Result<()> {
        let value = state.pop()?;
        let Ty::Ref(of) = &value.ty else {
            state.push(value);
            return Ok(());
        };
        let fits = of.generic || of.name == "null" || self.world.classes.is_below(&of.name.clone(), class);
        if !fits {
            let null = fold::equal(&value.term, &Term::null());
            let is = if self.world.is_users(class) {
                self.is_exactly(&value.term, class)
            } else {
                Term::bool(false)
            };
            self.assert_(What::Fault("a cast that may fail"), fold::or([null, is]));
        }
        let ty = if of.exact { value.ty.clone() } else { Ty::reference(class) };
        self.typed(&value.term, class);
        if self.world.is_part(class) && !self.world.is_part(&of.name.clone()) {
            self.got(&value.term, &format!("L{class};"), &Term::null());
        }
        state.push(Val { ty, term: value.term });
        Ok(())
    }

    pub fn instance_of(&mut self, value: &Val, class: &str) -> Result<Term> {
        let term = self.plain(value)?;
        let any = self.any(Sort::Int, Some((0, 2)));
        let null = fold::equal(&term, &Term::null());
        let known = match &value.ty {
            Ty::Ref(of) if self.world.classes.is_below(&of.name.clone(), class) => Some(Term::int(1)),
            _ => None,
        };
        Ok(fold::ite(&null, &Term::int(0), &known.unwrap_or(any)))
    }

    pub fn jump_op(&mut self, state: &mut State, op: &Op) -> Result<Vec<Edge>> {
        let edge = |cond: Term, to: Target, state: &State| Edge { cond, to, state: state.clone() };
        let compared = |op: BinOp, a: &Term, b: &Term| {
            crate::predicate::operation(op, a, b).map_or(Term::bool(true), |(term, _)| term)
        };
        let (cond, to) = match op {
            Op::Goto(to) => {
                let target = Target::Block(self.block_at(*to)?);
                return Ok(vec![edge(Term::bool(true), target, state)]);
            }
            Op::IfZero(op, to) => (compared(*op, &state.pop()?.term, &Term::int(0)), *to),
            Op::IfInts(op, to) => {
                let (b, a) = (state.pop()?, state.pop()?);
                (compared(*op, &a.term, &b.term), *to)
            }
            Op::IfNull(op, to) => {
                let value = state.pop()?;
                let null = match value.ty {
                    Ty::Own(_) | Ty::Made { .. } | Ty::NewCondition(_) => Term::bool(false),
                    _ => fold::equal(&self.plain(&value)?, &Term::null()),
                };
                (if *op == BinOp::Eq { null } else { fold::not(&null) }, *to)
            }
            Op::IfRefs(op, to) => {
                let (b, a) = (state.pop()?, state.pop()?);
                let same = fold::equal(&self.plain(&a)?, &self.plain(&b)?);
                (if *op == BinOp::Eq { same } else { fold::not(&same) }, *to)
            }
            Op::Switch { cases, default } => return self.switch(state, cases, *default),
            Op::Return(kind) => {
                let value = if kind.is_some() { Some(state.pop()?) } else { None };
                return Ok(vec![edge(Term::bool(true), Target::Return(value), state)]);
            }
            Op::Throw => {
                let value = state.pop()?;
                self.present(&value.term);
                return self.raise(&value, Term::bool(true), state);
            }
            _ => return refuse("an instruction that is not in the logic"),
        };
        let cond = self.keep(cond);
        let (then, otherwise) = (self.block_at(to)?, self.next_block()?);
        Ok(vec![
            edge(cond.clone(), Target::Block(then), state),
            edge(fold::not(&cond), Target::Block(otherwise), state),
        ])
    }

    pub fn switch(&mut self, state: &mut State, cases: &[(i64, u32)], default: u32) -> Result<Vec<Edge>> {
        let value = state.pop()?.term;
        let mut edges = Vec::new();
        let mut others = Vec::new();
        for (case, to) in cases {
            let is = fold::equal(&value, &Term::int(i128::from(*case)));
            others.push(fold::not(&is));
            edges.push(Edge { cond: is, to: Target::Block(self.block_at(*to)?), state: state.clone() });
        }
        let to = Target::Block(self.block_at(default)?);
        edges.push(Edge { cond: fold::and(others), to, state: state.clone() });
        Ok(edges)
    }

    /// An exception is raised: it goes to the first handler that catches it, or to the caller. Where the class of the exception does not
    /// say which handler that is, it may be either.
    pub fn raise(&mut self, value: &Val, cond: Term, state: &State) -> Result<Vec<Edge>> {
        let Ty::Ref(class) = value.ty.clone() else { return refuse("something is thrown that is not known") };
        if self.world.classes.is_below(&class.name, "java/lang/AssertionError") {
            self.assert_(What::Assertion, fold::not(&cond));
        }
        let offset = self.frame().blocks.offset(self.frame().at);
        let handlers =
            self.frame().class.methods[self.frame().method].code.as_ref().map(|c| c.handlers.clone());
        let mut edges = Vec::new();
        for handler in handlers.unwrap_or_default() {
            if !(u32::from(handler.from)..u32::from(handler.to)).contains(&offset) {
                continue;
            }
            let caught = handler.class.clone();
            let (surely, maybe) = match &caught {
                None => (true, true),
                Some(caught) => {
                    let classes = &mut self.world.classes;
                    let below = classes.is_below(&class.name, caught);
                    (below, below || !class.exact && classes.is_below(caught, &class.name))
                }
            };
            if !maybe {
                continue;
            }
            let known = match caught {
                Some(caught) if !surely => Ty::reference(&caught),
                _ => value.ty.clone(),
            };
            let stack = vec![Val { ty: known, term: value.term.clone() }];
            let to = Target::Block(self.block_at(u32::from(handler.target))?);
            edges.push(Edge { cond: cond.clone(), to, state: State { locals: state.locals.clone(), stack } });
            if surely {
                return Ok(edges);
            }
        }
        edges.push(Edge { cond, to: Target::Raise(value.clone()), state: State::default() });
        Ok(edges)
    }
}

fn dup(state: &mut State, width: usize, over: usize) -> Result<()> {
    // Entries are moved by how wide they are.
    let take = |stack: &mut Vec<Val>, width: usize| -> Result<Vec<Val>> {
        let (mut taken, mut left) = (Vec::new(), width);
        while left > 0 {
            let Some(value) = stack.pop() else { return refuse("the stack is empty") };
            left = left.saturating_sub(if value.ty.is_wide() { 2 } else { 1 });
            taken.push(value);
        }
        taken.reverse();
        Ok(taken)
    };
    let top = take(&mut state.stack, width)?;
    let below = take(&mut state.stack, over)?;
    state.stack.extend(top.iter().cloned());
    state.stack.extend(below);
    state.stack.extend(top);
    Ok(())
}
