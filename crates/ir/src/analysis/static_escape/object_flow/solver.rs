//! The variables of the object flow analysis, and how kinds of objects flow between them.

use crate::ShapeId;
use crate::analysis::static_escape::alias::{Key, Node};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;

/// What may hold a reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    /// The values of a register, parameter or result, by the number that stands for them.
    Value(Node),
    /// A part of all objects of a kind.
    Part(ShapeId, Key),
    /// Some word of the objects of a kind, where its number is found at run time.
    SomeWord(ShapeId),
    /// A global variable.
    Global(u32),
    /// A constant: an object of this kind.
    Constant(ShapeId),
    /// What was thrown, by whomever.
    Exception,
    /// The handles of threads.
    Current,
}

/// A holder, by its number.
pub type Var = usize;

/// What happens with the objects that a holder refers to.
#[derive(Clone, Copy, Debug)]
pub enum Use {
    /// What the part holds goes to the variable.
    Load(Key, Var),
    /// What the variable holds goes to the part.
    Store(Key, Var),
    /// What any word holds goes to the variable.
    LoadSome(Var),
    /// What the variable holds goes to any word.
    StoreSome(Var),
    /// It is the receiver of the virtual call of this number.
    Receiver(usize),
}

#[derive(Default)]
struct Variable {
    kinds: FixedBitSet,
    into: Vec<Var>,
    uses: Vec<Use>,
}

/// Which kinds of objects each holder may refer to: the least solution of inclusions, which grow while it is found.
#[derive(Default)]
pub struct Solver {
    numbers: HashMap<Holder, Var>,
    variables: Vec<Variable>,
    /// The parts of each kind that have a variable.
    parts: HashMap<ShapeId, Vec<Var>>,
    /// Kinds that have come to a variable and have not gone on from there.
    work: Vec<(Var, ShapeId)>,
    /// Kinds that have come to receivers and have not been told.
    receivers: Vec<(usize, ShapeId)>,
}

impl Solver {
    /// The variable of a holder.
    pub fn var(&mut self, holder: Holder) -> Var {
        if let Some(&var) = self.numbers.get(&holder) {
            return var;
        }
        let var = self.variables.len();
        self.variables.push(Variable::default());
        self.numbers.insert(holder, var);
        match holder {
            Holder::Constant(kind) => self.add(var, kind),
            Holder::Part(kind, _) => {
                self.parts.entry(kind).or_default().push(var);
                if let Some(&some) = self.numbers.get(&Holder::SomeWord(kind)) {
                    self.equal(var, some);
                }
            }
            Holder::SomeWord(kind) => {
                for part in self.parts.get(&kind).cloned().unwrap_or_default() {
                    self.equal(var, part);
                }
            }
            _ => {}
        }
        var
    }

    /// The holder may refer to objects of this kind.
    pub fn add(&mut self, var: Var, kind: ShapeId) {
        let kinds = &mut self.variables[var].kinds;
        kinds.grow(kind.index() + 1);
        if !kinds.put(kind.index()) {
            self.work.push((var, kind));
        }
    }

    /// What `from` refers to, `into` may refer to.
    pub fn flow(&mut self, from: Var, into: Var) {
        if from == into || self.variables[from].into.contains(&into) {
            return;
        }
        self.variables[from].into.push(into);
        for kind in self.kinds(from) {
            self.add(into, kind);
        }
    }

    fn equal(&mut self, a: Var, b: Var) {
        self.flow(a, b);
        self.flow(b, a);
    }

    fn kinds(&self, var: Var) -> Vec<ShapeId> {
        self.variables[var].kinds.ones().map(ShapeId::new).collect()
    }

    /// The objects that `var` refers to are used.
    pub fn uses(&mut self, var: Var, with: Use) {
        self.variables[var].uses.push(with);
        for kind in self.kinds(var) {
            self.used(kind, with);
        }
    }

    fn used(&mut self, kind: ShapeId, with: Use) {
        let (part, other, stores) = match with {
            Use::Load(key, to) => (Holder::Part(kind, key), to, false),
            Use::Store(key, from) => (Holder::Part(kind, key), from, true),
            Use::LoadSome(to) => (Holder::SomeWord(kind), to, false),
            Use::StoreSome(from) => (Holder::SomeWord(kind), from, true),
            Use::Receiver(call) => return self.receivers.push((call, kind)),
        };
        let part = self.var(part);
        if stores { self.flow(other, part) } else { self.flow(part, other) }
    }

    /// A virtual call and a kind of objects that has come to it as a receiver, perhaps not for the first time; `None` when
    /// nothing flows any more.
    pub fn next_receiver(&mut self) -> Option<(usize, ShapeId)> {
        loop {
            if let Some(received) = self.receivers.pop() {
                return Some(received);
            }
            let (var, kind) = self.work.pop()?;
            for at in 0..self.variables[var].into.len() {
                self.add(self.variables[var].into[at], kind);
            }
            for at in 0..self.variables[var].uses.len() {
                self.used(kind, self.variables[var].uses[at]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const LIST: ShapeId = ShapeId(0);
    const ITEM: ShapeId = ShapeId(1);

    #[test]
    fn kinds_flow_through_parts_whatever_is_known_first() {
        for stored_first in [false, true] {
            let mut solver = Solver::default();
            let [list, got] = [Holder::Global(0), Holder::Global(1)].map(|holder| solver.var(holder));
            let item = solver.var(Holder::Constant(ITEM));
            if stored_first {
                solver.add(list, LIST);
                solver.uses(list, Use::Store(Key::Elements, item));
            }
            solver.uses(list, Use::Load(Key::Elements, got));
            solver.uses(got, Use::Receiver(7));
            if !stored_first {
                assert_eq!(solver.next_receiver(), None);
                solver.uses(list, Use::StoreSome(item));
                solver.add(list, LIST);
            }
            let told: HashSet<_> = std::iter::from_fn(|| solver.next_receiver()).collect();
            assert_eq!(told, HashSet::from([(7, ITEM)]));
        }
    }
}
