//! Static escape analysis: instructions that only ever access objects that a single thread accesses.
//!
//! # Source
//! DHRR04 section 5.1 and Appendix A: their adaptation of Ruf's analysis (Effective synchronization removal for
//! Java, PLDI 2000) from *locked by one thread* to *accessed by one thread*.
//!
//! # Idea
//! References that may name the same object are put into one *alias set*; alias sets have fields, which are alias
//! sets again. Each function has a *context*: the alias sets of its parameters, its result and its exceptions. A
//! call makes a copy of the callee's context and unites it with the arguments, so that different calls do not
//! mix what they pass. Whoever accesses an object is noted in its alias set, and when a thread is started, the
//! accesses of the new thread come to the spawner's alias sets as those of somebody else. An alias set that two
//! threads access is shared. What a global variable or a static object can reach is all one alias set, which is
//! always shared. Nothing depends on the state: an instruction is local in all states or in none.
//!
//! # Notation
//! alias set: [`Node`](alias::Node) of [`AliasSets`](alias::AliasSets); fieldmap: its `fields`; global: the node
//! `GLOBAL`; accessed, shared: [`Accessors`](alias::Accessors) and `shared`; alias context ⟨⟨p0 ... pn⟩, r, e⟩:
//! [`Context`](contexts::Context); Phase 1: `starts.rs`; Phase 2: `bottom_up.rs`; Phase 3: [`top_down`];
//! static-thread-local(α): [`ThreadLocality::is_local`].
//!
//! # Premises
//! - A reference is only ever in registers, words and messages whose type says so, so that every flow of one is
//!   an instruction that is looked at: `validate`.
//! - A virtual call runs a method of its selector: [`CallGraph::methods`].
//! - What is started at a place that is executed at most once is one thread: `starts.rs`, which counts executions
//!   from above.
//! - A step inside an atomic block is judged by the whole block: `marking.rs`.
//!
//! # Deviations
//! - D1: `accessed` is not a boolean but says whether the function's own thread accesses the object and which
//!   threads started below it do. With booleans an access that is looked at after the start of a thread would
//!   not make the object shared. Test `an_access_after_the_start_counts`.
//! - D2: in a thread that may be started several times only what is reachable from its arguments is taken for
//!   shared; the paper takes all its objects. What a thread allocates and does not hand out is its own, however
//!   many such threads there are. Test `what_each_of_many_threads_allocates_is_its_own`.
//! - D3: an alias set is one for each value of a register, not for each register: two values that are never
//!   alive together do not mix (`values.rs`). Test `a_register_that_is_used_twice_is_two_values`.
//! - D4: everything that global variables and static objects reach is one alias set. They would all be global
//!   anyway.
//! - D5: no object flow analysis: a virtual call may run all methods of its selector.
//! - D6: methods are not specialised: an instruction is local if it is for all callers. The paper's annotation is
//!   one for each transition of the model, too.
//! - D7: threads that start each other in a circle hand all arguments to `GLOBAL`, and so does a function whose
//!   context has more than [`MAX_CONTEXT`](alias::MAX_CONTEXT) alias sets. Tests `too_large_a_context_becomes_global`
//!   and `threads_that_start_themselves_share_their_arguments`.
//! - D8: what concerns threads is never local: starting, joining, interrupting one; and waiting is not, in a program
//!   that interrupts. In a program that asks whether threads are alive and has assumptions, nothing is local, because a
//!   thread that halts shows it to others. Tests `waiting_is_local_unless_someone_interrupts` and
//!   `a_thread_that_may_halt_while_others_look_is_not_local`.
//! - D9: an atomic block that makes a choice is not local, because others cannot run while it is made; and a function
//!   that may be called inside a block is local nowhere, because a thread may stand there inside of it. Test
//!   `a_block_is_local_if_all_of_it_is`.
//! - D11: the instance that is the handle of a thread is global, because every function of that thread can ask for
//!   it ([`Instr::Current`]), and so is an object of which a word is accessed by its number (`Place::Slot`).
//! - D10: a step that ends a thread commutes with the start of another only up to the numbers of threads, which no
//!   program can see; and the limits on objects and threads are not looked at.

mod alias;
mod bottom_up;
mod contexts;
mod marking;
mod singletons;
mod starts;
mod values;

use super::CallGraph;
use crate::{FuncId, Instr, Pc, Program};
use contexts::Contexts;
pub use singletons::singletons;

/// For each instruction of a program, whether all objects it accesses are only ever accessed by one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadLocality {
    first: Vec<u32>,
    local: Vec<bool>,
}

impl ThreadLocality {
    /// Whether the instruction at `pc` of `func` is local to whichever thread executes it. For an
    /// `AtomicBegin` this speaks of the whole block; an instruction at which a thread may stand inside an atomic
    /// block is not local.
    pub fn is_local(&self, func: FuncId, pc: Pc) -> bool {
        self.local[(self.first[func.index()] + pc.0) as usize]
    }

    /// The answers for all instructions, by [`control_points`].
    pub fn into_table(self) -> Vec<bool> {
        self.local
    }
}

/// The number of the first instruction of each function, when the instructions of all functions are numbered
/// in a row.
pub fn control_points(program: &Program) -> Vec<u32> {
    let mut next = 0;
    let mut first = Vec::with_capacity(program.functions.len());
    for func in &program.functions {
        first.push(next);
        next += func.code.len() as u32;
    }
    first
}

/// Analyses `program`, which must be valid.
pub fn static_escape(program: &Program) -> ThreadLocality {
    let mut contexts = Contexts::new(program);
    let graph = threads_as_calls(program);
    bottom_up::run(program, &graph, &mut contexts);
    top_down(&graph, &mut contexts);
    ThreadLocality { first: control_points(program), local: marking::mark(program, &mut contexts) }
}

/// Phase 3: what a caller knows to be shared is shared in what it calls. Callers come first.
fn top_down(graph: &CallGraph, contexts: &mut Contexts) {
    for &f in graph.components().iter().rev().flatten() {
        for link in std::mem::take(&mut contexts.links[f.index()]) {
            if contexts.sets.is_shared(link.copy) {
                contexts.sets.share(link.original);
            }
        }
    }
}

/// The call graph of `program` if starting a thread were calling it: contexts go both ways alike.
fn threads_as_calls(program: &Program) -> CallGraph {
    let mut functions = program.functions.clone();
    for instr in functions.iter_mut().flat_map(|func| &mut func.code) {
        *instr = match instr {
            Instr::Spawn { func, args, .. } => {
                Instr::Call { dst: None, func: *func, args: std::mem::take(args) }
            }
            Instr::Start { thread, func, .. } => {
                Instr::Call { dst: None, func: *func, args: Box::new([*thread]) }
            }
            _ => continue,
        };
    }
    CallGraph::new(&Program { functions, classes: program.classes.clone(), ..Program::default() })
}
