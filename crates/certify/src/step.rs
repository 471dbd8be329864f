//! Steps: one visible instruction and the local ones after it, or a whole atomic block.

use crate::interpreter::Interpreter;
use commute_ir::{FaultKind, Instr, Program};

/// How many instructions a step has executed. Those inside atomic blocks and the local ones outside are
/// counted apart, because an atomic block must not be cut where local computation may be.
#[derive(Default)]
struct Fuel {
    local: u32,
    atomic: u32,
}

impl Interpreter<'_> {
    /// The visible instruction at which `t` stands, if it does, and what follows.
    pub(crate) fn step_thread(&mut self, t: usize, choice: u16) {
        let mut fuel = Fuel::default();
        (self.stepping, self.kept_calls) = (t, self.state.threads[t].frames.len());
        if self.at_visible(t) {
            fuel.atomic += u32::from(self.inside(t));
            self.execute(t, choice);
        }
        self.go_on(t, &mut fuel);
    }

    /// What follows a visible instruction, or the beginning of a thread.
    pub(crate) fn run_on(&mut self, t: usize) {
        self.go_on(t, &mut Fuel::default());
    }

    fn go_on(&mut self, t: usize, fuel: &mut Fuel) {
        while self.running(t) {
            let goes_on =
                if self.inside(t) { self.go_on_inside(t, fuel) } else { self.go_on_outside(t, fuel) };
            if !goes_on {
                return;
            }
        }
    }

    /// Outside atomic blocks: executes a local instruction. Says whether the step goes on.
    fn go_on_outside(&mut self, t: usize, fuel: &mut Fuel) -> bool {
        if self.at_visible(t) || fuel.local == Program::STEP_FUEL || self.retreats(t) {
            return false;
        }
        fuel.local += 1;
        self.execute(t, 0);
        true
    }

    /// Inside an atomic block: executes any instruction that is not blocked and has one choice. Says whether
    /// the step goes on.
    fn go_on_inside(&mut self, t: usize, fuel: &mut Fuel) -> bool {
        if fuel.atomic == Program::ATOMIC_FUEL {
            self.fail_endless(t);
            return false;
        }
        fuel.atomic += 1;
        if self.retreats(t) {
            return false;
        }
        if self.at_visible(t) {
            match self.own_choices(t) {
                0 => {
                    // How far the step goes depends on what it waits for.
                    if matches!(self.instr(t), Instr::AtomicBegin) {
                        let looked_at = self.touched_until_blocked(t).unwrap_or_default();
                        self.touched.extend(looked_at);
                    }
                    return false;
                }
                1 => {}
                _ => {
                    self.state.exclusive = Some(t);
                    return false;
                }
            }
        }
        self.execute(t, 0);
        true
    }

    /// An endless atomic block cannot be handled: the handler might be as long.
    fn fail_endless(&mut self, t: usize) {
        let span = self.span_at(t);
        self.fail(t, FaultKind::EndlessAtomic, FaultKind::EndlessAtomic.message().to_owned(), span);
    }

    /// If `t` stands at a `Block` whose condition is false, goes back to where the guard begins.
    fn retreats(&mut self, t: usize) -> bool {
        match *self.instr(t) {
            Instr::Block { retry, .. } if self.at_false_block(t) => {
                self.frame_mut(t).pc = retry;
                true
            }
            _ => false,
        }
    }

    /// Whether `t` stands at a `Block` whose condition is false, and whose time is not up if it has one.
    pub(crate) fn at_false_block(&self, t: usize) -> bool {
        match *self.instr(t) {
            Instr::Block { cond, timed, .. } => {
                !(self.value(t, cond).is_true() || timed && self.time_is_up(t))
            }
            _ => false,
        }
    }

    /// Whether `t` stands at a visible instruction. The end of a thread is one if others can see it.
    pub(crate) fn at_visible(&self, t: usize) -> bool {
        let thread = &self.state.threads[t];
        let instr = self.instr(t);
        let ends_visibly =
            matches!(instr, Instr::Return { .. }) && thread.frames.len() == 1 && thread.handle.is_some();
        instr.is_visible() || ends_visibly
    }

    /// Whether `t` is inside an atomic block: of any of its frames.
    pub(crate) fn inside(&self, t: usize) -> bool {
        let depth = &self.code.depth;
        self.state.threads[t].frames.iter().any(|f| depth[f.func.index()][f.pc.0 as usize] > 0)
    }

    /// Executes the instruction at which `t` stands, and lets a thread that it spawned run up to its first
    /// visible instruction.
    pub(crate) fn execute(&mut self, t: usize, choice: u16) {
        let span = self.span_at(t);
        let events = self.events.len();
        self.leave_trace(t);
        if let Err(raised) = self.perform(t, self.instr(t), choice) {
            self.raise(t, raised);
        }
        self.note_written(t, span, events);
        if let Some(newborn) = self.newborn.take() {
            self.run_on(newborn);
        }
    }
}
