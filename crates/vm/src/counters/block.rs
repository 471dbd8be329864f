//! What a block does to its word: it is run on a word that is not known.

use super::{Counter, is_covered, is_dead};
use commute_ir::analysis::Liveness;
use commute_ir::{BinOp, Function, Instr, NumTy, Operand, Place, Reg, UnOp};
use commute_machine::{Comparison, Counting, Test};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet};

/// How many instructions a block may have.
const LONGEST: usize = 40;

/// The largest number that a word is compared with, or that is added to a word that is compared.
const LARGEST: i64 = 1 << 20;

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// What a register had at the beginning of the block.
    Initial(Reg),
    /// A constant.
    Constant(i64),
    /// The word, and this.
    Word(i64),
    /// The word and what a register had at the beginning.
    WordAnd(Reg),
    /// Whether a comparison of the word is true.
    Truth(Test),
    /// How the word compares with this: negative, zero or positive.
    Order(i64),
    /// Something that has nothing to do with the word.
    Unrelated,
    /// Something else that was made of the word.
    Read,
}

impl Value {
    /// Whether it depends on the word.
    #[mutant("counters-forget", false)]
    fn is_read(self) -> bool {
        !matches!(self, Value::Initial(_) | Value::Constant(_) | Value::Unrelated)
    }
}

/// A run of the block.
#[derive(Clone)]
struct Run {
    at: usize,
    values: BTreeMap<Reg, Value>,
    /// The word as it is now.
    word: Value,
    /// What it has waited for.
    guard: Option<Test>,
    /// It has gone one of two ways by what the word is.
    forked: bool,
    /// The other way came to the end too.
    split: bool,
    /// Registers that were written since it forked.
    written: BTreeSet<Reg>,
}

/// What is known of the block so far.
struct Block<'a> {
    function: &'a Function,
    begin: usize,
    place: Option<Place>,
    instructions: Vec<u32>,
}

/// How a run ends.
enum End {
    /// It waits.
    Blocked,
    /// At the end of the block; `only` is where it has done anything.
    Done { only: Option<Test>, run: Run },
}

/// The counter that begins at `begin`, if the block that begins there is one.
pub fn recognize(function: &Function, live: &Liveness, begin: usize) -> Option<Counter> {
    let mut block = Block { function, begin, place: None, instructions: Vec::new() };
    let End::Done { only, run } = block.run(Run::new(begin + 1))? else { return None };
    let (adds, amount) = match run.word {
        Value::Word(adds) => (adds, None),
        Value::WordAnd(register) => (0, Some(register)),
        _ => return None,
    };
    let counting = Counting { guard: run.guard, only, adds };
    let is_bounded = amount.is_none()
        && counting.adds.abs() <= LARGEST
        && counting.tests().all(|test| test.bound.abs() <= LARGEST);
    if counting.tests().next().is_some() && !is_bounded {
        return None;
    }
    let forgets = forgets(function, live, &run);
    let returned = !forgets && returns(function, &run);
    let place = block.place?;
    let instructions = block.instructions;
    (forgets || returned).then_some(Counter { place, counting, amount, returned, instructions })
}

/// Whether nothing that is read after the block depends on the word.
fn forgets(function: &Function, live: &Liveness, run: &Run) -> bool {
    (0..function.regs.len()).all(|r| {
        let register = Reg(r as u16);
        let by_word =
            run.values.get(&register).is_some_and(|value| value.is_read()) || run.written.contains(&register);
        !by_word || is_dead(live, run.at, r)
    })
}

/// Whether the function computes after the block, and returns.
fn returns(function: &Function, run: &Run) -> bool {
    let mut at = run.at;
    for _ in 0..LONGEST {
        match &function.code[at] {
            Instr::Return { .. } => return run.written.is_empty(),
            Instr::Move { .. } | Instr::Unary { .. } | Instr::Convert { .. } => at += 1,
            Instr::Binary { op, .. } if !matches!(op, BinOp::Div | BinOp::Rem | BinOp::Mod) => at += 1,
            Instr::Jump { target } => at = target.0 as usize,
            _ => return false,
        }
    }
    false
}

impl Block<'_> {
    /// Runs on, to the end of the block.
    fn run(&mut self, mut run: Run) -> Option<End> {
        while self.instructions.len() < LONGEST {
            let at = run.at;
            if is_covered(self.function, at) {
                return None;
            }
            self.instructions.push(at as u32);
            run.at += 1;
            match &self.function.code[at] {
                Instr::AtomicEnd => return Some(End::Done { only: None, run }),
                Instr::Jump { target } => run.at = target.0 as usize,
                Instr::Load { dst, place, .. } => {
                    self.is_here(&run, place).then_some(())?;
                    run.put(*dst, run.word);
                }
                Instr::Store { place, src, .. } => {
                    self.is_here(&run, place).then_some(())?;
                    run.word = run.value(*src);
                    matches!(run.word, Value::Word(_) | Value::WordAnd(_)).then_some(())?;
                }
                Instr::Block { cond, timed: false, retry } => match run.value(*cond) {
                    // Before anything is done.
                    _ if retry.0 as usize != self.begin || run.word != Value::Word(0) => return None,
                    Value::Constant(0) => return Some(End::Blocked),
                    Value::Constant(_) => {}
                    Value::Truth(test) if run.guard.is_none() => run.guard = Some(test),
                    _ => return None,
                },
                Instr::Branch { cond, then, otherwise } => match run.value(*cond) {
                    Value::Constant(c) => run.at = if c != 0 { *then } else { *otherwise }.0 as usize,
                    Value::Truth(test) => {
                        return self.fork(run, test, then.0 as usize, otherwise.0 as usize);
                    }
                    _ => return None,
                },
                instr => run.compute(instr)?,
            }
        }
        None
    }

    /// Whether a place is the one word that the block is about.
    fn is_here(&mut self, run: &Run, place: &Place) -> bool {
        let Some(place) = run.initially(place) else { return false };
        *self.place.get_or_insert(place) == place
    }

    /// Goes both ways. If both come to the end, it must be the same, and one of them must do nothing to the word.
    fn fork(&mut self, run: Run, test: Test, then: usize, otherwise: usize) -> Option<End> {
        let negated = Test { comparison: test.comparison.negated(), ..test };
        let way = |at| Run { at, forked: true, ..run.clone() };
        match (self.run(way(then))?, self.run(way(otherwise))?) {
            (End::Blocked, End::Blocked) => Some(End::Blocked),
            (End::Done { only, run: done }, End::Blocked) => done.waited(&run, only, test),
            (End::Blocked, End::Done { only, run: done }) => done.waited(&run, only, negated),
            (End::Done { only: None, run: one }, End::Done { only: None, run: two }) => {
                (one.at == two.at && one.guard == run.guard && two.guard == run.guard).then_some(())?;
                let idle = |way: &Run| run.word == Value::Word(0) && way.word == run.word;
                let (only, mut done, other) = match () {
                    () if one.word == two.word => (None, one, two),
                    () if idle(&two) => (Some(test), one, two),
                    () if idle(&one) => (Some(negated), two, one),
                    () => return None,
                };
                done.written.extend(other.written);
                done.split = true;
                Some(End::Done { only, run: done })
            }
            _ => None,
        }
    }
}

impl Run {
    fn new(at: usize) -> Self {
        let (values, written) = (BTreeMap::new(), BTreeSet::new());
        Run { at, values, word: Value::Word(0), guard: None, forked: false, split: false, written }
    }

    /// All runs that come to the end do so where `test` is true, so what they write does not tell anything.
    fn waited(mut self, before: &Run, only: Option<Test>, test: Test) -> Option<End> {
        (self.guard.is_none()).then_some(())?;
        self.guard = Some(test);
        if !self.split && !before.forked {
            self.written = before.written.clone();
        }
        Some(End::Done { only, run: self })
    }

    fn put(&mut self, register: Reg, value: Value) {
        self.values.insert(register, value);
        if self.forked {
            self.written.insert(register);
        }
    }

    fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Reg(r) => self.values.get(&r).copied().unwrap_or(Value::Initial(r)),
            Operand::Int(i) => Value::Constant(i),
            Operand::F32(_) | Operand::F64(_) | Operand::Null | Operand::Static(_) => Value::Unrelated,
        }
    }

    /// An operand by the registers at the beginning of the block.
    fn operand_initially(&self, operand: Operand) -> Option<Operand> {
        match operand {
            Operand::Reg(_) => match self.value(operand) {
                Value::Initial(r) => Some(Operand::Reg(r)),
                Value::Constant(i) => Some(Operand::Int(i)),
                _ => None,
            },
            constant => Some(constant),
        }
    }

    /// A place by the registers at the beginning of the block.
    fn initially(&self, place: &Place) -> Option<Place> {
        Some(match *place {
            Place::Global(global) => Place::Global(global),
            Place::Field { obj, class, field } => {
                Place::Field { obj: self.operand_initially(obj)?, class, field }
            }
            Place::Slot { obj, index, is_ref: false } => Place::Slot {
                obj: self.operand_initially(obj)?,
                index: self.operand_initially(index)?,
                is_ref: false,
            },
            Place::Slot { .. } | Place::Elem { .. } => return None,
        })
    }

    /// An instruction that computes. Those that may fail are none of these.
    fn compute(&mut self, instr: &Instr) -> Option<()> {
        let (dst, value) = match *instr {
            Instr::Move { dst, src } => (dst, self.value(src)),
            Instr::Unary { dst, op, a, .. } => (dst, self.unary(op, a)),
            Instr::Binary { dst, op, num: NumTy::I32 | NumTy::I64, a, b }
                if !matches!(op, BinOp::Div | BinOp::Rem | BinOp::Mod) =>
            {
                (dst, binary(op, self.value(a), self.value(b)))
            }
            Instr::Current { dst } => (dst, Value::Unrelated),
            _ => return None,
        };
        self.put(dst, value);
        Some(())
    }

    fn unary(&self, op: UnOp, a: Operand) -> Value {
        match (op, self.value(a)) {
            (UnOp::Not, Value::Truth(test)) => {
                Value::Truth(Test { comparison: test.comparison.negated(), ..test })
            }
            (_, value) if value.is_read() => Value::Read,
            _ => Value::Unrelated,
        }
    }
}

fn comparison(op: BinOp) -> Option<Comparison> {
    Some(match op {
        BinOp::Eq => Comparison::Eq,
        BinOp::Ne => Comparison::Ne,
        BinOp::Lt => Comparison::Lt,
        BinOp::Le => Comparison::Le,
        BinOp::Gt => Comparison::Gt,
        BinOp::Ge => Comparison::Ge,
        _ => return None,
    })
}

fn binary(op: BinOp, a: Value, b: Value) -> Value {
    let made = if a.is_read() || b.is_read() { Value::Read } else { Value::Unrelated };
    let found = match (op, a, b) {
        (BinOp::Add, Value::Word(w), Value::Constant(c))
        | (BinOp::Add, Value::Constant(c), Value::Word(w)) => w.checked_add(c).map(Value::Word),
        (BinOp::Sub, Value::Word(w), Value::Constant(c)) => w.checked_sub(c).map(Value::Word),
        (BinOp::Add, Value::Word(0), Value::Initial(r)) | (BinOp::Add, Value::Initial(r), Value::Word(0)) => {
            Some(Value::WordAnd(r))
        }
        (BinOp::CmpL | BinOp::CmpG, Value::Word(w), Value::Constant(c)) => c.checked_sub(w).map(Value::Order),
        _ => comparison(op).and_then(|comparison| compared(comparison, a, b)),
    };
    found.unwrap_or(made)
}

/// A comparison of two values, of which one is the word.
fn compared(comparison: Comparison, a: Value, b: Value) -> Option<Value> {
    let truth = |comparison, bound| Some(Value::Truth(Test { comparison, bound }));
    match (a, b) {
        (Value::Word(w), Value::Constant(c)) => truth(comparison, c.checked_sub(w)?),
        (Value::Constant(_), Value::Word(_) | Value::Order(_) | Value::Truth(_)) => {
            compared(comparison.mirrored(), b, a)
        }
        (Value::Order(bound), Value::Constant(0)) => truth(comparison, bound),
        (Value::Truth(test), Value::Constant(0)) => match comparison {
            Comparison::Eq => truth(test.comparison.negated(), test.bound),
            Comparison::Ne => Some(a),
            _ => None,
        },
        (Value::Constant(c), Value::Constant(d)) => Some(Value::Constant(i64::from(comparison.holds(c, d)))),
        _ => None,
    }
}
