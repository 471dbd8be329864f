//! Constant propagation in one function: what registers hold, and which branches are never taken, given the arguments.

use crate::{BinOp, Function, Instr, NumTy, Operand, Pc, Reg, UnOp};

/// What is known of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing.
    Unknown,
    /// It holds this number.
    Number(i64),
    /// It refers to one of these static objects.
    Static {
        /// The first.
        first: u32,
        /// How many.
        count: u32,
    },
}

impl Known {
    /// What is known of a constant operand; registers are not known.
    pub fn of(operand: Operand) -> Known {
        match operand {
            Operand::Int(n) => Known::Number(n),
            Operand::Static(s) => Known::Static { first: s.0, count: 1 },
            _ => Known::Unknown,
        }
    }

    fn join(self, other: Known) -> Known {
        match (self, other) {
            (a, b) if a == b => a,
            (Known::Static { first: f, count: n }, Known::Static { first: g, count: m }) => {
                let first = f.min(g);
                Known::Static { first, count: (f + n).max(g + m) - first }
            }
            _ => Known::Unknown,
        }
    }

    fn number(self) -> Option<i64> {
        match self {
            Known::Number(n) => Some(n),
            _ => None,
        }
    }
}

/// What is known before each instruction of a function.
#[derive(Clone, Debug)]
pub struct Constants {
    /// For each instruction that control may come to, what is known of each register.
    before: Vec<Option<Vec<Known>>>,
}

impl Constants {
    /// Of `func`, called with `args`; further arguments are unknown.
    pub fn new(func: &Function, args: &[Known]) -> Self {
        let mut this = Self { before: vec![None; func.code.len()] };
        let mut entry = vec![Known::Unknown; func.regs.len()];
        for (slot, &arg) in entry.iter_mut().zip(args) {
            *slot = arg;
        }
        let mut work = Vec::new();
        this.flow(0, &entry, &mut work);
        while let Some(at) = work.pop() {
            let Some(before) = this.before[at].clone() else { continue };
            let mut after = before.clone();
            transfer(&func.code[at], &mut after);
            let mut next = Vec::new();
            this.successors(func, at, |to| next.push(to));
            for to in next {
                this.flow(to, &after, &mut work);
            }
            for handler in covering(func, at) {
                // An instruction may raise before or after it has written its register.
                let mut raised: Vec<Known> = before.iter().zip(&after).map(|(a, b)| a.join(*b)).collect();
                raised[handler.1.0 as usize] = Known::Unknown;
                this.flow(handler.0, &raised, &mut work);
            }
        }
        this
    }

    fn flow(&mut self, to: usize, state: &[Known], work: &mut Vec<usize>) {
        match self.before.get_mut(to) {
            None => {}
            Some(slot @ None) => {
                *slot = Some(state.to_vec());
                work.push(to);
            }
            Some(Some(known)) => {
                let mut changed = false;
                for (k, s) in known.iter_mut().zip(state) {
                    let joined = k.join(*s);
                    changed |= joined != *k;
                    *k = joined;
                }
                if changed {
                    work.push(to);
                }
            }
        }
    }

    /// Whether control may come to an instruction.
    pub fn is_reachable(&self, at: usize) -> bool {
        self.before[at].is_some()
    }

    /// What is known of an operand of the instruction at `at`.
    pub fn operand(&self, at: usize, operand: Operand) -> Known {
        match (operand, &self.before[at]) {
            (Operand::Reg(r), Some(known)) => known[r.0 as usize],
            _ => Known::of(operand),
        }
    }

    /// Calls `f` with every instruction that control may go to from the one at `at`, other than handlers.
    pub fn successors(&self, func: &Function, at: usize, mut f: impl FnMut(usize)) {
        let instr = &func.code[at];
        match instr {
            Instr::Branch { cond, then, otherwise } => match self.operand(at, *cond) {
                Known::Number(0) => f(otherwise.0 as usize),
                Known::Number(_) => f(then.0 as usize),
                _ => {
                    f(then.0 as usize);
                    f(otherwise.0 as usize);
                }
            },
            Instr::Block { retry, .. } => {
                f(at + 1);
                f(retry.0 as usize);
            }
            _ => instr.successors(Pc(at as u32), |to| f(to.0 as usize)),
        }
    }
}

/// The handlers that cover an instruction: where they begin, and the register of the exception.
fn covering(func: &Function, at: usize) -> impl Iterator<Item = (usize, Reg)> + '_ {
    let covers = move |h: &&crate::Handler| (h.from.0 as usize..h.to.0 as usize).contains(&at);
    func.handlers.iter().filter(covers).map(|h| (h.target.0 as usize, h.dst))
}

/// What an instruction makes of what is known.
fn transfer(instr: &Instr, known: &mut [Known]) {
    let value = |operand: Operand, known: &[Known]| match operand {
        Operand::Reg(r) => known[r.0 as usize],
        other => Known::of(other),
    };
    let Some(dst) = instr.dst() else { return };
    let result = match *instr {
        Instr::Move { src, .. } => value(src, known),
        Instr::Unary { op: UnOp::Not, a, .. } => {
            value(a, known).number().map_or(Known::Unknown, |n| Known::Number(i64::from(n == 0)))
        }
        Instr::Binary { op, num: NumTy::I64, a, b, .. } => {
            match (value(a, known).number(), value(b, known).number()) {
                (Some(a), Some(b)) => binary(op, a, b).map_or(Known::Unknown, Known::Number),
                _ => Known::Unknown,
            }
        }
        Instr::Narrow { src, lo, hi, .. } => match value(src, known) {
            Known::Number(n) if (lo..=hi).contains(&n) => Known::Number(n),
            _ => Known::Unknown,
        },
        Instr::StaticAt { base, count, index, .. } => match value(index, known) {
            Known::Number(n) if (0..i64::from(count)).contains(&n) => {
                Known::Static { first: base.0 + n as u32, count: 1 }
            }
            _ => Known::Static { first: base.0, count },
        },
        _ => Known::Unknown,
    };
    known[dst.0 as usize] = result;
}

/// Arithmetic on 64-bit integers, where it cannot fail.
fn binary(op: BinOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Mod if b > 0 => a.rem_euclid(b),
        BinOp::Eq => i64::from(a == b),
        BinOp::Ne => i64::from(a != b),
        BinOp::Lt => i64::from(a < b),
        BinOp::Le => i64::from(a <= b),
        BinOp::Gt => i64::from(a > b),
        BinOp::Ge => i64::from(a >= b),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn arguments_decide_branches_and_objects() {
        let program = parse(
            "shape shape0 = lock\nstatic static0 a: shape0 = [0]\nstatic static1 b: shape0 = [0]\n\
             static static2 c: shape0 = [0]\n\
             fn fn0 f(r0 i: i64) {\n reg r1: i64\n reg r2: bool\n reg r3: anyref\n\
             r1 = add.i64 r0, 1\n r3 = static_at static0, 3, r1\n invoke acquire r3\n r2 = eq.i64 r0, 0\n\
             branch r2, L5, L6\n yield\n return\n}",
        )
        .unwrap();
        let func = &program.functions[0];
        let operand = Operand::Reg(Reg(3));
        let known = Constants::new(func, &[Known::Number(1)]);
        assert_eq!(known.operand(2, operand), Known::Static { first: 2, count: 1 });
        assert!(!known.is_reachable(5) && known.is_reachable(6));
        let unknown = Constants::new(func, &[]);
        assert_eq!(unknown.operand(2, operand), Known::Static { first: 0, count: 3 });
        assert!(unknown.is_reachable(5) && unknown.is_reachable(6));
    }
}
