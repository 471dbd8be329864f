//! Static escape analysis: instructions that only ever access objects that a single thread accesses.
//!
//! # Source
//! DHRR04 section 5.1 and Appendix A: their adaptation of Ruf's analysis (Effective synchronization removal for
//! Java, PLDI 2000) from *locked by one thread* to *accessed by one thread*.
//!
//! # Idea
//! References that may name the same object are put into one *alias set*; alias sets have fields, which are alias
//! sets again. Each function has a *context*: the alias sets of its parameters, its result, its exceptions and the handle of the
//! thread that runs it. A call makes a copy of the callee's context and unites it with the arguments, so that different calls do
//! not mix what they pass. Whoever accesses a part of an object is noted in its alias set, and when a thread is started, the
//! accesses of the new thread come to the spawner's alias sets as those of somebody else. A part that two
//! threads access is shared. What a global variable or a static object can reach is all one alias set, which is
//! always shared. Nothing depends on the state: an instruction is local in all states or in none.
//!
//! What a virtual call runs is known from the kinds of objects that can come to it (`object_flow`).
//!
//! # Notation
//! alias set: [`Node`](alias::Node) of [`AliasSets`](alias::AliasSets); fieldmap: its `fields`; global: the node
//! `GLOBAL`; accessed, shared: [`Accessors`](alias::Accessors) and `shared`; alias context ⟨⟨p0 ... pn⟩, r, e⟩:
//! [`Context`](contexts::Context); Phase 1: `object_flow` and `calls.rs`; Phase 2: `bottom_up.rs`; Phase 3: [`top_down`];
//! static-thread-local(α): [`ThreadLocality::is_local`].
//!
//! # Premises
//! - A reference is only ever in registers, words and messages whose type says so, so that every flow of one is
//!   an instruction that is looked at: `validate`.
//! - A virtual call runs the method of a kind of objects that comes to it, and no code runs that is not reached so: every
//!   instruction that moves references is an inclusion of `object_flow`. Of code that is not reached nothing is claimed.
//! - What is started at a place that an execution of the function comes to at most once is one thread: `calls.rs`, which takes an
//!   instruction in a loop or in a function that may be called again for one that is executed several times.
//! - Different parts of an object (fields, monitor, all elements) have nothing to do with each other. What concerns the thread of a
//!   handle is in its first word.
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
//! - D5: objects are told apart by their kind in the object flow analysis: a class, or the place where an array is made. The paper
//!   does not say how its own does it.
//! - D6: methods are not specialised: an instruction is local if it is for all callers. The paper's annotation is
//!   one for each transition of the model, too.
//! - D7: threads that start each other in a circle hand all arguments to `GLOBAL`, and so does a function whose
//!   context has more than [`MAX_CONTEXT`](alias::MAX_CONTEXT) alias sets. Tests `too_large_a_context_becomes_global`
//!   and `threads_that_start_themselves_share_their_arguments`.
//! - D8: what concerns threads is never local: starting, joining, interrupting one; and waiting is not, in a program
//!   that interrupts, nor is waiting for a time if that is up only when no other thread can go on. In a program that asks
//!   whether threads are alive and has assumptions, nothing is local, because a thread that halts shows it to others. Tests
//!   `waiting_is_local_unless_someone_interrupts` and `a_thread_that_may_halt_while_others_look_is_not_local`,
//!   regression `timeouts_last_local.cm`.
//! - D9: an atomic block that makes a choice is not local, because others cannot run while it is made; and a function
//!   that may be called inside a block is local nowhere, because a thread may stand there inside of it. Test
//!   `a_block_is_local_if_all_of_it_is`.
//! - D11: the handle of a thread comes to every function of that thread, which may ask for it ([`Instr::Current`]), by the context.
//!   An object of which a word is accessed by its number (`Place::Slot`) is global.
//! - D12: accesses are noted for each part of an object, while the paper notes them for the object. The starter of a thread
//!   writes to its handle (target, name), so with objects no field of a class that extends `Thread` would ever be local. Test
//!   `parts_of_an_object_are_told_apart`.
//! - D13: a start is known by the calls that lead to it, so that `Thread.start` is one place for each call of it. The paper asks only
//!   whether a call of `start` may be executed several times. Test `a_start_is_one_for_each_call_that_leads_there`.
//! - D10: a step that ends a thread commutes with the start of another only up to the numbers of threads, which no
//!   program can see; and the limits on objects and threads are not looked at.

mod alias;
mod bottom_up;
mod calls;
mod contexts;
mod marking;
mod object_flow;
mod singletons;
mod starts;
mod values;

use super::CallGraph;
use crate::{FuncId, Instr, Pc, Program};
use calls::Calls;
use contexts::Contexts;
pub use object_flow::ObjectFlow;
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
    let calls = Calls::new(program);
    bottom_up::run(program, &calls, &mut contexts);
    top_down(&calls, &mut contexts);
    let local = marking::mark(program, calls.flow(), &mut contexts);
    ThreadLocality { first: control_points(program), local }
}

/// Phase 3: what a caller knows to be shared is shared in what it calls. Callers come first.
fn top_down(calls: &Calls, contexts: &mut Contexts) {
    for &f in calls.components().groups().iter().rev().flatten() {
        for link in std::mem::take(&mut contexts.links[f.index()]) {
            contexts.sets.share_original(link);
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
