//! Critical sections, and the mistakes that are made with them.

use super::machinery::Generator;
use super::tree::{Node, block, leaf, line, plain};
use super::world::{Guard, GuardId, GuardKind};

impl Generator<'_> {
    /// Takes a guard around something, unless it is held. `write` says whether reading is all that is done.
    pub fn guarded(
        &mut self,
        guard: Option<GuardId>,
        write: bool,
        make: impl FnOnce(&mut Self) -> Vec<Node>,
    ) -> Vec<Node> {
        match guard {
            Some(guard) if !self.holds(guard, write) => self.section(guard, write, make),
            _ => make(self),
        }
    }

    /// A critical section. Now and then the guard is forgotten, mistaken for another or given back too early.
    pub fn section(
        &mut self,
        guard: GuardId,
        write: bool,
        make: impl FnOnce(&mut Self) -> Vec<Node>,
    ) -> Vec<Node> {
        let in_disorder = self.scope.held.iter().any(|&(held, _)| held >= guard);
        if in_disorder && !self.random.chance(20) || self.mistake() {
            // A guard that is not taken in the order of the guards is mostly not taken at all.
            return if in_disorder { vec![plain("yield;")] } else { make(self) };
        }
        let taken = if self.mistake() { self.random.below(self.world.guards.len()) } else { guard };
        let write = write || self.random.chance(30);
        let body = self.inside(|g| {
            g.scope.held.push((guard, write));
            make(g)
        });
        let chosen = self.world.guards[taken].clone();
        match chosen.kind {
            GuardKind::Lock => self.lock_section(&chosen.name, body),
            GuardKind::Monitor => self.monitor_section(&chosen, body),
            GuardKind::ReadWrite if write => {
                self.around(&chosen.name, "acquire_write", "release_write", body)
            }
            GuardKind::ReadWrite => self.around(&chosen.name, "acquire_read", "release_read", body),
            GuardKind::Mutex => self.semaphore_section(&chosen.name, body),
        }
    }

    /// A section of a lock, in one of the three ways to write it.
    pub fn lock_section(&mut self, name: &str, body: Vec<Node>) -> Vec<Node> {
        match self.random.below(10) {
            0..5 => vec![block(leaf(format!("with ({name})")), body)],
            5..9 => self.around(name, "acquire", "release", body),
            _ => self.trying(name, "try_acquire", "release", body),
        }
    }

    fn semaphore_section(&mut self, name: &str, body: Vec<Node>) -> Vec<Node> {
        if self.random.chance(80) {
            self.around(name, "down", "up", body)
        } else {
            self.trying(name, "try_down", "up", body)
        }
    }

    fn monitor_section(&mut self, guard: &Guard, body: Vec<Node>) -> Vec<Node> {
        if self.random.chance(15) {
            // A monitor can be entered again.
            let again = vec![block(leaf(format!("synchronized ({})", guard.name)), body)];
            return vec![block(leaf(format!("synchronized ({})", guard.name)), again)];
        }
        vec![block(leaf(format!("synchronized ({})", guard.name)), body)]
    }

    fn trying(&mut self, name: &str, take: &str, give: &str, mut body: Vec<Node>) -> Vec<Node> {
        body.push(plain(format!("{name}.{give}();")));
        vec![block(leaf(format!("if {name}.{take}()")), body)]
    }

    fn around(&mut self, name: &str, take: &str, give: &str, body: Vec<Node>) -> Vec<Node> {
        let mut all = vec![plain(format!("{name}.{take}();"))];
        all.extend(body);
        if self.mistake() {
            match self.random.below(3) {
                0 => return all,
                1 => {
                    // Before the last statement of the section.
                    all.insert(all.len() - 1, plain(format!("{name}.{give}();")));
                    return all;
                }
                _ => all.push(plain(format!("{name}.{give}();"))),
            }
        }
        all.push(plain(format!("{name}.{give}();")));
        all
    }

    /// Waiting on and notifying a monitor, without any protocol.
    pub fn signalling(&mut self, out: &mut Vec<Node>) {
        let guard = self.monitor_in_use();
        let name = self.world.guards[guard].name.clone();
        let what = match self.random.below(6) {
            0..2 => plain(format!("{name}.notify();")),
            2 => plain(format!("{name}.notify_all();")),
            3 if self.mistake() => plain(format!("{name}.wait();")),
            _ => {
                let fresh = self.fresh("ok");
                line(format!("let {fresh} = $;"), vec![leaf(format!("{name}.wait_timed()"))])
            }
        };
        let nodes = self.guarded(Some(guard), true, |_| vec![what]);
        out.extend(nodes);
    }

    fn monitor_in_use(&mut self) -> GuardId {
        let monitors: Vec<GuardId> = (0..self.world.guards.len())
            .filter(|&g| self.world.guards[g].kind == GuardKind::Monitor)
            .collect();
        let held = monitors.iter().copied().find(|&g| self.holds(g, true));
        held.or(monitors.first().copied()).unwrap_or_else(|| self.monitor())
    }
}
