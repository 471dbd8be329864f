//! Methods of our class of threads whose code depends on the rest of the program.
//!
//! Much of what a thread is costs steps and states, and most programs never look: the time, numbers and names, what a thread
//! inherits, who watches it end. So these methods do nothing, or something simpler, unless some other code of the program can
//! tell. That is known when everything is translated; bodies that were made too early are made again.

use super::builder::Builder;
use super::{FuncKey, Phase, THREAD, TranslateError, Translator};
use crate::classfile::flags;
use commute_ir::{FuncId, Function, Instr, Operand, Program, Reg, Ty};
use std::collections::HashMap;

const SEMAPHORE: &str = "java/util/concurrent/Semaphore";

/// One of these methods.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// The time of a wait is up.
    Tick,
    /// Whether the program can ask for the time.
    IsClockSeen,
    /// Whether the program can ask who holds a lock, or waits for one.
    AreQueuesSeen,
    /// Whether the program can tell who waits for a read-write lock.
    AreReadWriteQueuesSeen,
    /// Whether the program can interrupt a thread.
    AreInterruptsSeen,
    /// Whether the program can wait for several permits of a semaphore at once.
    ArePermitsTakenInBulk,
    /// Whether the program can give or take away several permits of a semaphore at once.
    ArePermitsGivenInBulk,
    /// Whether the program can ask a pool what its workers are doing, or change it.
    ArePoolsQuestioned,
    /// Whether the program can stop a pool of tasks that fork.
    ArePoolsStopped,
    /// What a thread has from the one that makes it.
    Adopt,
    /// Notes a thread that properties name.
    NoteName,
    /// Numbers a thread, for its name.
    Number,
    /// Numbers a thread, for its id.
    Identify,
    /// Inherits thread locals.
    Inherit,
    /// Interrupts a thread that was interrupted before it was started.
    Carry,
    /// Tells a group of a thread that is started.
    Enlist,
    /// The end of a thread.
    Finish,
    /// The end of a thread with which its process may end.
    Last,
    /// Waits for the monitor of a thread.
    Pass,
    /// Whether a thread is alive.
    IsAlive,
    /// Waits for the end of a thread.
    Join,
    /// The same, for a while.
    JoinTimed,
}

/// What was decided of one of them.
#[derive(Clone, Copy)]
pub struct Decided {
    which: Asked,
    phase: Phase,
    func: FuncId,
    target: Option<&'static str>,
}

impl Asked {
    /// What its function is called.
    fn name(self) -> String {
        match self {
            Asked::Tick => Program::TIME_IS_UP.to_owned(),
            _ => format!("{self:?}"),
        }
    }

    /// The types of its parameters and result.
    fn types(self) -> (Vec<Ty>, Option<Ty>) {
        match self {
            Asked::Tick => (Vec::new(), None),
            Asked::IsClockSeen
            | Asked::AreQueuesSeen
            | Asked::AreReadWriteQueuesSeen
            | Asked::AreInterruptsSeen
            | Asked::ArePermitsTakenInBulk
            | Asked::ArePermitsGivenInBulk
            | Asked::ArePoolsQuestioned
            | Asked::ArePoolsStopped => (Vec::new(), Some(Ty::I32)),
            Asked::IsAlive => (vec![Ty::AnyRef], Some(Ty::I32)),
            _ => (vec![Ty::AnyRef], None),
        }
    }
}

impl Translator<'_> {
    /// The function of such a method.
    pub(super) fn asked(&mut self, which: Asked, phase: Phase, from: FuncId) -> FuncId {
        self.function(FuncKey::Asked(which, phase), from, |_| {
            let (params, ret) = which.types();
            (which.name(), params, ret)
        })
    }

    /// The method of our class of threads that does it, as far as is known; nothing needs none.
    fn asked_target(&self, which: Asked) -> Option<&'static str> {
        let when = |is: bool, name| is.then_some(name);
        match which {
            Asked::Tick => when(self.is_reached(THREAD, "moment"), "tick0"),
            Asked::IsClockSeen => when(self.seen.clock, "isSo"),
            Asked::AreQueuesSeen => when(self.are_queues_seen(), "isSo"),
            Asked::AreReadWriteQueuesSeen => when(self.are_read_write_queues_seen(), "isSo"),
            Asked::AreInterruptsSeen => when(self.is_reached(THREAD, "interrupt"), "isSo"),
            Asked::ArePermitsTakenInBulk => when(self.is_reached(SEMAPHORE, "requireWanted"), "isSo"),
            Asked::ArePermitsGivenInBulk => when(self.is_reached(SEMAPHORE, "requireGiven"), "isSo"),
            Asked::ArePoolsQuestioned => when(self.seen.asks_pools, "isSo"),
            Asked::ArePoolsStopped => {
                when(self.is_reached("java/util/concurrent/ForkJoinPool", "shutdownNow"), "isSo")
            }
            Asked::NoteName => when(!self.thread_names.is_empty(), "noteName0"),
            Asked::Adopt => when(self.has_several_kinds_of_threads(), "adopt0"),
            Asked::Number => when(self.are_names_seen(), "number0"),
            Asked::Identify => when(self.is_reached(THREAD, "threadId"), "identify0"),
            Asked::Inherit => {
                when(self.is_reached("java/lang/InheritableThreadLocal", "createMap"), "inherit0")
            }
            Asked::Carry => when(self.is_reached(THREAD, "interrupt"), "carry0"),
            Asked::Enlist => when(
                self.is_reached("java/lang/ThreadGroup", "collect")
                    || self.is_reached("java/lang/ThreadGroup", "interruptAll"),
                "enlist0",
            ),
            Asked::Finish if self.opened.watches_waits() => Some("finishWatched"),
            Asked::Finish => when(self.are_threads_watched(), "finish0"),
            Asked::Last if self.open.system.is_none() => None,
            Asked::Last if self.may_have_daemons() => Some("lastWithDaemons"),
            Asked::Last => Some("last0"),
            Asked::Pass => when(self.are_threads_watched(), "pass0"),
            Asked::IsAlive if self.are_threads_watched() => Some("isAliveWatched"),
            Asked::IsAlive => Some("isAlivePlain"),
            Asked::Join if self.are_threads_watched() => Some("joinWatched"),
            Asked::Join if self.is_reached(THREAD, "interrupt") => Some("joinUnlessEnded"),
            Asked::Join => Some("joinPlain"),
            Asked::JoinTimed if self.are_threads_watched() => Some("joinTimedWatched"),
            Asked::JoinTimed => Some("joinTimedPlain"),
        }
    }

    /// Whether threads may differ in what they inherit.
    fn has_several_kinds_of_threads(&self) -> bool {
        let setters = [
            (THREAD, "setDaemon"),
            (THREAD, "setPriority"),
            (THREAD, "setContextClassLoader"),
            ("java/lang/Thread$Making", "daemon"),
            ("java/lang/Thread$Making", "priority"),
            ("java/lang/Thread$Making", "group"),
            ("java/lang/ThreadGroup", "checked"),
            // Its threads are daemons, and so are those that their tasks make.
            ("java/util/concurrent/ForkJoinWorkerThread", "run"),
        ];
        setters.iter().any(|(class, name)| self.is_reached(class, name))
    }

    /// Whether the program can ask who holds a lock, or waits for one or for permits.
    fn are_queues_seen(&self) -> bool {
        let of_locks = [
            "getOwner",
            "hasQueuedThreads",
            "hasQueuedThread",
            "getQueueLength",
            "getQueuedThreads",
            "getWaitingThreads",
        ];
        let of_semaphores = ["hasQueuedThreads", "getQueueLength", "getQueuedThreads"];
        // Who waits for a lock, and for a time only, has to see that it is free.
        let waits_last =
            self.open.timeouts_last && self.is_reached("java/util/concurrent/locks/ReentrantLock", "tryLock");
        self.opened.watches_waits()
            || waits_last
            || of_locks.iter().any(|name| self.is_reached("java/util/concurrent/locks/ReentrantLock", name))
            || of_semaphores.iter().any(|name| self.is_reached(SEMAPHORE, name))
    }

    /// Whether the program can tell who waits for a read-write lock: by asking, or since its time for the lock is up though that is free.
    fn are_read_write_queues_seen(&self) -> bool {
        let tells = ["queued", "hasQueuedThreads", "hasQueuedThread", "getQueueLength", "waitInQueue"];
        let lock = "java/util/concurrent/locks/ReentrantReadWriteLock";
        self.opened.watches_waits() || tells.iter().any(|name| self.is_reached(lock, name))
    }

    fn are_names_seen(&self) -> bool {
        self.is_reached(THREAD, "getName") || self.seen.texts && self.is_reached(THREAD, "toString")
    }

    /// Whether the program can tell how threads end, other than by waiting for it.
    fn are_threads_watched(&self) -> bool {
        let asks = self.seen.asks_others && self.is_reached(THREAD, "interrupt");
        asks || self.are_threads_monitors() || self.opened.watches_waits()
    }

    /// The body of such a method.
    pub(super) fn asked_body(
        &mut self,
        which: Asked,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let target = self.asked_target(which);
        self.decided.retain(|known| known.func != func);
        self.decided.push(Decided { which, phase, func, target });
        let (params, ret) = which.types();
        let mut out = Builder::new(which.name(), &params, ret);
        let dst = ret.map(|_| out.temp(crate::classfile::Kind::Int));
        dst.into_iter().for_each(|dst| out.copy(dst, Operand::Int(0)));
        if let Some(name) = target {
            let class = self.world.load(THREAD)?;
            let method = self.thread_method(class, name);
            let callee = self.method_function(method, phase, func);
            let args = (0..params.len()).map(|i| Operand::Reg(Reg(i as u16))).collect();
            out.emit(Instr::Call { dst, func: callee, args });
        }
        out.emit(Instr::Return { value: dst.map(Operand::Reg) });
        Ok(out.finish_plain())
    }

    /// Puts the answers in place of the questions that have but one for this program: code that nobody comes to by them is known to be
    /// dead.
    pub(super) fn settle_questions(&mut self) {
        let is_question = |known: &&Decided| known.which.types() == (Vec::new(), Some(Ty::I32));
        let decided = self.decided.iter().filter(is_question);
        let answers: HashMap<FuncId, bool> = decided.map(|d| (d.func, d.target.is_some())).collect();
        for instr in self.program.functions.iter_mut().flat_map(|function| &mut function.code) {
            if let Instr::Call { dst: Some(dst), func, .. } = *instr
                && let Some(&answer) = answers.get(&func)
            {
                *instr = Instr::Move { dst, src: Operand::Int(i64::from(answer)) };
            }
        }
    }

    /// A method of our class of threads, by its name alone.
    fn thread_method(&self, class: commute_ir::ClassId, name: &str) -> crate::world::MethodId {
        let methods = &self.world.class(class).file.methods;
        let index = methods.iter().position(|method| method.name == name);
        debug_assert!(index.is_some_and(|i| methods[i].flags & flags::ABSTRACT == 0));
        let index = index.expect("[commute internal bug] our class of threads has this method");
        crate::world::MethodId { class, index: index as u32 }
    }

    /// Makes those bodies again for which more is known now. Whether there were any.
    pub(super) fn decide_again(&mut self) -> Result<bool, TranslateError> {
        // Only what a thread runs may set the first handler.
        if let Some((run, false)) = self.run_made
            && self.sets_handlers()
        {
            self.program.functions[run.index()] = self.run_body(run)?;
            return Ok(true);
        }
        if let Some((class, method, func, false)) = self.main_made
            && self.sets_handlers()
        {
            self.program.functions[func.index()] = self.main_body(class, method, func)?;
            return Ok(true);
        }
        let stale = self.decided.iter().find(|known| self.asked_target(known.which) != known.target);
        let Some(&Decided { which, phase, func, .. }) = stale else { return Ok(false) };
        self.program.functions[func.index()] = self.asked_body(which, phase, func)?;
        Ok(true)
    }
}
