//! Whether a temporal formula is true of an infinite sequence of states that repeats itself, by the definition.

use crate::expr::evaluate;
use crate::interpreter::Interpreter;
use commute_ir::Ltl;

/// The sequence of `states`, after whose last the one at `repeat_from` follows again, and so on for ever.
pub struct Periodic<'a, 'p> {
    /// The states.
    pub states: &'a [Interpreter<'p>],
    /// Where the part begins that is repeated; less than the number of states.
    pub repeat_from: usize,
}

impl Periodic<'_, '_> {
    /// Whether `formula` is true of the sequence.
    pub fn satisfies(&self, formula: &Ltl) -> bool {
        self.truth(formula)[0]
    }

    /// For each state whether `formula` is true of the sequence that begins there.
    fn truth(&self, formula: &Ltl) -> Vec<bool> {
        let at_each = |f: &dyn Fn(usize) -> bool| (0..self.states.len()).map(f).collect::<Vec<bool>>();
        let always = vec![true; self.states.len()];
        let never = vec![false; self.states.len()];
        match formula {
            Ltl::Atom(expr) => {
                let holds = |s: &Interpreter<'_>| {
                    evaluate(s, expr, &mut Vec::new()).is_some_and(|value| value.is_true())
                };
                self.states.iter().map(holds).collect()
            }
            Ltl::Not(a) => self.truth(a).into_iter().map(|a| !a).collect(),
            Ltl::And(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                at_each(&|i| a[i] && b[i])
            }
            Ltl::Or(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                at_each(&|i| a[i] || b[i])
            }
            Ltl::Implies(a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                at_each(&|i| !a[i] || b[i])
            }
            Ltl::Next(a) => {
                let a = self.truth(a);
                at_each(&|i| a[self.next(i)])
            }
            Ltl::Until(a, b) => self.until(&self.truth(a), &self.truth(b)),
            Ltl::Release(a, b) => self.release(&self.truth(a), &self.truth(b)),
            Ltl::Eventually(a) => self.until(&always, &self.truth(a)),
            Ltl::Always(a) => self.release(&never, &self.truth(a)),
        }
    }

    fn next(&self, at: usize) -> usize {
        if at + 1 < self.states.len() { at + 1 } else { self.repeat_from }
    }

    /// Whether some state from each on satisfies `b` and all before it `a`. After as many steps as there are states
    /// nothing new comes.
    fn until(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let from = |start: usize| {
            let mut at = start;
            for _ in 0..=self.states.len() {
                if b[at] {
                    return true;
                }
                if !a[at] {
                    return false;
                }
                at = self.next(at);
            }
            false
        };
        (0..self.states.len()).map(from).collect()
    }

    /// a R b is false where b does not hold until and including when a does: it is not (not a) U (not b).
    fn release(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let not = |values: &[bool]| values.iter().map(|v| !v).collect::<Vec<bool>>();
        not(&self.until(&not(a), &not(b)))
    }
}
