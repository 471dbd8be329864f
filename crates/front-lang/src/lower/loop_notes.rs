//! What is said about loops, for provers: predicates over shared and local variables.

use super::body::Body;
use super::functions::Labels;
use super::predicates::Pred;
use crate::ast::LoopSpec;
use crate::check::{Type, codes};
use commute_ir::{FuncId, ProofNote};

/// The most rounds of a loop that are looked at.
const MAX_ROUNDS: i64 = 1_000;

impl<'a> Body<'_, 'a> {
    /// Notes what is said about the loop whose head is here.
    pub fn loop_notes(&mut self, spec: &'a LoopSpec) {
        let (at, func) = (self.out.here(), FuncId::new(0));
        if let Some(rounds) = &spec.unroll {
            match self.world.const_int(self.scope, rounds) {
                Some(n @ 0..=MAX_ROUNDS) => self.notes.push(ProofNote::Unroll { func, at, rounds: n as u32 }),
                Some(_) => {
                    let message = format!("a loop is unrolled 0 to {MAX_ROUNDS} times");
                    self.error(codes::BAD_SIZE, rounds.span, message, "not possible", "");
                }
                None => {}
            }
        }
        let params = self.visible_registers();
        for pred in &spec.invariants {
            let this = self.class.map(|class| (class, 0));
            let (scope, params) = (self.scope, params.clone());
            let labels = Labels::new();
            let world = &mut *self.world;
            let mut lowering =
                Pred { world, labels: &labels, scope, params, this, two_state: false, inner: 0 };
            let pred = lowering.truth(pred);
            let regs = self.out.regs.len() as u32;
            self.notes.push(ProofNote::LoopInvariant { func, at, regs, pred });
        }
    }

    /// All registers as parameters; only variables that are visible here have a name.
    fn visible_registers(&self) -> Vec<(String, Type)> {
        let mut params = vec![(String::new(), Type::Error); self.out.regs.len()];
        let mut hidden: Vec<&str> = Vec::new();
        for local in self.blocks.iter().rev().flat_map(|block| block.iter().rev()) {
            if !hidden.contains(&local.name.as_str()) {
                hidden.push(&local.name);
                params[usize::from(local.reg.0)] = (local.name.clone(), local.ty.clone());
            }
        }
        params
    }
}
