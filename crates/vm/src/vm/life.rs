//! Steps that need not know whether their process is still there.

use super::Vm;
use commute_ir::GlobalId;
use commute_machine::{Access, Footprint, HeapView, Location, Operation};
use commute_mutants::mutant;

impl Vm {
    /// Takes out of what a step touches that its process has to be there, if the step changes nothing but what its thread alone can reach.
    /// Who ends the process right after such a step forgets all that it did: as well it need not have been made, and it delays nobody.
    pub(crate) fn forget_life(&self, out: &mut Footprint) {
        let is_life = |access: &Access| match access.location {
            Location::Global(global) => self.code.lives.contains(&Some(GlobalId(global))),
            _ => false,
        };
        let life = out.accesses.iter().find(|access| is_life(access)).map(|access| access.location);
        if let Some(life) = life.filter(|_| out.accesses.iter().all(|access| self.leaves_no_trace(access))) {
            out.forget(life);
        }
    }

    /// Whether an access changes nothing that anybody else could look at.
    #[mutant("everything-leaves-no-trace", true)]
    fn leaves_no_trace(&self, access: &Access) -> bool {
        match access.location {
            _ if access.operation == Operation::Read => true,
            Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) => {
                !access.operation.may_be_interrupted() && self.was_never_shared(o)
            }
            Location::Global(_) | Location::Thread(_) => false,
        }
    }
}
