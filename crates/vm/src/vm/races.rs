//! The data races of the present state.

use super::Vm;
use crate::enabled::View;
use crate::races::{conflict, fails_to_swap, plain_access};
use crate::raise;
use crate::variables;
use commute_base::Span;
use commute_machine::{Access, Footprint, Machine, Operation, Tid, Violation, ViolationKind};

impl Vm {
    /// The pairs of threads whose next accesses race.
    pub(super) fn races(&mut self) -> Vec<Violation> {
        if self.plain.are_none() {
            return Vec::new();
        }
        // In the middle of an atomic block its thread alone can move: what is left of it comes next to what others are about to do.
        let exclusive = self.st.exclusive().map(Tid::index);
        let threads = 0..self.st.threads();
        let plain: Vec<(usize, Access)> =
            threads.clone().filter_map(|t| Some((t, self.about_to_access(t)?))).collect();
        let mut found = Vec::new();
        for (at, &(t, access)) in plain.iter().enumerate() {
            let may_be = |&other: &usize| other != t && exclusive.is_none_or(|only| other == only);
            for other in threads.clone().filter(may_be) {
                // Of two plain accesses one pair is enough.
                let races = match plain.iter().position(|(of, _)| *of == other) {
                    Some(earlier) => earlier < at && conflict(&plain[earlier].1, &access),
                    None => self.accesses_of(other).iter().any(|with| conflict(&access, with)),
                };
                if races {
                    found.push(self.race(t, other, &access));
                }
            }
        }
        found
    }

    /// The plain access that a thread is about to make.
    fn about_to_access(&self, t: usize) -> Option<Access> {
        let view = View::of(self.st.thread(t));
        let is_one = !view.status.is_final() && !self.is_atomic(view);
        is_one.then(|| plain_access(&self.code, &self.st, view)).flatten()
    }

    /// What a thread accesses in its next step, which is not a plain access.
    fn accesses_of(&mut self, t: usize) -> Vec<Access> {
        let mut footprint = Footprint::default();
        self.footprint(Tid::new(t), &mut footprint);
        let view = View::of(self.st.thread(t));
        let mut accesses = footprint.accesses.to_vec();
        for access in &mut accesses {
            if access.operation == Operation::Cas && fails_to_swap(&self.st, view, &self.code, access) {
                access.operation = Operation::Read;
            }
        }
        accesses
    }

    fn race(&self, t: usize, other: usize, access: &Access) -> Violation {
        let variable = variables::variable(&self.code, &self.st, access.location);
        let name = variable.map_or_else(String::new, |v| variables::name(&self.code.program, v));
        Violation {
            kind: ViolationKind::DataRace,
            tid: None,
            message: format!("data race on {name}"),
            span: self.source_of(t).min(self.source_of(other)),
        }
    }

    /// Where a thread stands: in the innermost function that has a source.
    fn source_of(&self, t: usize) -> Span {
        raise::source(&self.code, &self.st, t)
    }
}
