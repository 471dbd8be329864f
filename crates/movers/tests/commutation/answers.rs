//! What oracles answer where threads stand, what they say that their answers rest on, and what they take back. Searches
//! notice a wrong answer if some program happens to show it; here each answer is asked for.

use crate::walk::model;
use commute_machine::{
    Footprint, HeapView, Location, Machine, ObjId, Operation, Tid, Transition, Variable, Variables,
};
use commute_movers::{
    Discipline, Either, Escape, Histories, Justification, Justifications, Ld, LdLocksets, LocalFinal, Locks,
    Lockset, Mover, Oracle, Sharing, Wish,
};
use commute_vm::Vm;
use std::collections::BTreeMap;

/// Threads that stand somewhere, and an oracle that is asked about them.
pub struct Stand<O> {
    pub vm: Vm,
    pub oracle: O,
}

impl<O: Oracle<Vm> + Default> Stand<O> {
    pub fn new(text: &str) -> Self {
        let mut stand = Self { vm: Vm::new(model("program", text)), oracle: O::default() };
        stand.begin();
        stand
    }

    /// From the initial state, with what the oracle has learnt.
    fn begin(&mut self) {
        self.oracle.prepare(&mut self.vm);
        self.vm.restart();
    }

    pub fn footprint(&mut self, t: usize) -> Footprint {
        let mut footprint = Footprint::default();
        self.vm.footprint(Tid::new(t), &mut footprint);
        footprint
    }

    /// Lets a thread step until it is about to make one that does this.
    pub fn go(&mut self, t: usize, operation: Operation) -> Location {
        for _ in 0..50 {
            let footprint = self.footprint(t);
            if let Some(access) = footprint.accesses.iter().find(|a| a.operation == operation) {
                return access.location;
            }
            self.step(t);
        }
        panic!("thread {t} does no {operation:?}");
    }

    /// The same, past the step at which it stands.
    pub fn go_on(&mut self, t: usize, operation: Operation) -> Location {
        self.step(t);
        self.go(t, operation)
    }

    pub fn step(&mut self, t: usize) {
        self.vm.step(Transition { tid: Tid::new(t), choice: 0 });
    }

    pub fn ask(&mut self, t: usize) -> Mover {
        let footprint = self.footprint(t);
        self.oracle.mover(&self.vm, Tid::new(t), &footprint)
    }

    pub fn watch(&mut self, t: usize) -> bool {
        let footprint = self.footprint(t);
        self.oracle.watch(&self.vm, Tid::new(t), &footprint)
    }

    pub fn settle(&mut self) -> Justifications {
        let mut ledger = Justifications::default();
        self.oracle.settle(&mut ledger);
        ledger
    }

    /// What the answers since the last call rested on.
    pub fn relied(&mut self) -> Vec<Justification> {
        self.settle().relied.into_iter().collect()
    }

    /// What was refuted since the last call.
    pub fn refuted(&mut self) -> Vec<Justification> {
        self.settle().refuted
    }
}

const GUARDED: &str = "
var x: int; var m: lock;
thread a { with (m) { x = 1; } }
thread b { if m.try_acquire() { x = 2; m.release(); } }
thread c { x = 3; }
";

#[test]
fn locks_say_what_answers_rest_on_and_what_is_refuted() {
    let mut stand = Stand::<Locks>::new(GUARDED);
    let lock = stand.go(0, Operation::Acquire);
    let lock = stand.vm.variable(lock).unwrap();
    assert_eq!(stand.ask(0), Mover::Right);
    assert_eq!(stand.relied(), [Justification::Waited(lock)]);
    assert_eq!(stand.relied(), [], "they were told");
    stand.go(0, Operation::Write);
    assert_eq!(stand.ask(0), Mover::Both);
    assert_eq!(stand.relied(), [Justification::Protected(Variable::Global(0))]);

    assert!(!stand.watch(0));
    stand.go(1, Operation::TryAcquire);
    assert!(stand.watch(1) && !stand.watch(1), "it is news once");
    assert_eq!(stand.refuted(), [Justification::Waited(lock)]);
    stand.go(2, Operation::Write);
    assert!(stand.watch(2) && !stand.watch(2));
    assert_eq!(stand.refuted(), [Justification::Protected(Variable::Global(0))]);
    assert_eq!(stand.ask(2), Mover::Non);
    stand.go(0, Operation::Release);
    assert_eq!(stand.ask(0), Mover::Non);
    assert_eq!(stand.relied(), [], "nothing is known that an answer could rest on");
}

/// What threads do to a number makes how each of it moves; who looks at the number ends that.
#[test]
fn counting_moves_as_what_else_is_done_allows() {
    let text = "class C { n: int; }
         var c: C = new C();
         thread gives { let o = c; atomic { o.n += 1; } }
         thread takes { let o = c; when (o.n > 0) { o.n = o.n - 1; } }
         thread lowers { let o = c; atomic { if o.n > 0 { o.n -= 1; } } }
         thread looks { let o = c; let x = o.n; assert x < 9; }";
    let mut stand = Stand::<Locks>::new(text);
    let counts = |stand: &mut Stand<Locks>, t: usize| {
        while stand.footprint(t).counting().is_none() {
            stand.step(t);
        }
        stand.watch(t)
    };
    assert!(!counts(&mut stand, 0));
    assert_eq!(stand.ask(0), Mover::Both, "the one thing that is done to it");
    let word = stand.footprint(0).counting().unwrap().0;
    let variable = stand.vm.variable(word).unwrap();
    let counted = Justification::Counted(variable);
    stand.relied();
    // The second thread takes the protection by being the only thread away, and is the first to wait.
    assert!(counts(&mut stand, 1));
    assert_eq!(stand.refuted(), [Justification::Protected(variable), counted]);
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Left, Mover::Right));
    assert_eq!(stand.relied(), [counted]);
    stand.go(3, Operation::Read);
    stand.go_on(3, Operation::Read);
    assert!(stand.watch(3) && !stand.watch(3));
    assert_eq!(stand.refuted(), [counted]);
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Non, Mover::Non));

    stand = Stand::new(text);
    assert!((0..3).fold(false, |wrong, t| wrong | counts(&mut stand, t)));
    let movers = [0, 1, 2].map(|t| stand.ask(t));
    assert_eq!(movers, [Mover::Non; 3], "who takes the last one decides what lowering does");
}

#[test]
fn what_nobody_writes_is_taken_back_when_somebody_does() {
    let mut stand =
        Stand::<LocalFinal>::new("var x: int; thread a { if x == 0 { skip; } } thread b { x = 1; }");
    stand.go(0, Operation::Read);
    assert_eq!(stand.ask(0), Mover::Both);
    assert_eq!(stand.relied(), [Justification::Protected(Variable::Global(0))]);
    stand.go(1, Operation::Write);
    assert_eq!(stand.ask(1), Mover::Non);
    assert!(stand.watch(1) && !stand.watch(1) && !stand.watch(0));
    assert_eq!(stand.refuted(), [Justification::Protected(Variable::Global(0))]);
    assert_eq!(stand.ask(0), Mover::Non);
    assert_eq!(stand.relied(), []);
}

#[test]
fn waiting_rests_on_there_being_no_interrupts() {
    let mut stand = Stand::<Locks>::new(
        "class C { } class Interrupted { } var c: C = new C();
         thread a { let o = c; try { synchronized (o) { o.wait(); } } catch (e: Interrupted) { skip; } }
         thread b { a.interrupt(); }",
    );
    stand.go(0, Operation::Wait);
    assert_ne!(stand.ask(0), Mover::Non);
    assert!(stand.relied().contains(&Justification::Uninterrupted));
    stand.go(1, Operation::Interrupt);
    assert!(stand.watch(1) && !stand.watch(1));
    assert!(stand.refuted().contains(&Justification::Uninterrupted));
    assert_eq!(stand.ask(0), Mover::Non);
}

#[test]
fn lock_sets_drop_locks_that_are_tried_and_data_without_a_lock() {
    let mut stand = Stand::<Ld>::new(GUARDED);
    stand.go(0, Operation::Acquire);
    assert_eq!(stand.ask(0), Mover::Right);
    assert!(!stand.watch(0), "taking a lock is no access to data");
    stand.go(0, Operation::Write);
    assert!(!stand.watch(0));
    assert_eq!(stand.ask(0), Mover::Both);
    stand.go(1, Operation::TryAcquire);
    assert!(stand.watch(1) && !stand.watch(1));
    stand.go(2, Operation::Write);
    assert!(stand.watch(2) && !stand.watch(2));
    assert_eq!(stand.ask(0), Mover::Non);
    stand.go(0, Operation::Release);
    assert_eq!(stand.ask(0), Mover::Non);
}

#[test]
fn lock_sets_are_kept_where_no_lock_can_be_pointed_at() {
    let mut stand = Stand::<Ld>::new(
        "class Cell { x: int; } var c: Cell = new Cell(); var d: Cell = new Cell(); var k: lock; var m: lock;
         thread a { let o = c; with (k) { o.x = 1; } }
         thread b { let o = d; with (m) { o.x = 1; } }
         thread e { let o = c; o.x = 2; }",
    );
    let go = |stand: &mut Stand<Ld>| {
        stand.begin();
        (0..3).for_each(|t| _ = stand.go(t, Operation::Write));
    };
    go(&mut stand);
    assert!(!stand.watch(0) && stand.watch(1), "two cells have two locks");
    go(&mut stand);
    assert!(!stand.watch(0) && !stand.watch(1), "but each has one");
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Both, Mover::Both));
    assert!(stand.watch(2) && !stand.watch(2), "until somebody takes none");
    assert_eq!((stand.ask(0), stand.ask(2)), (Mover::Non, Mover::Non));
}

#[test]
fn what_nobody_writes_needs_no_lock_until_somebody_does() {
    let mut stand = Stand::<Ld>::new(
        "class Cell { x: int; } var c: Cell = new Cell(); var k: lock;
         thread a { let o = c; let x = o.x; let y = o.x; }
         thread b { let o = c; with (k) { o.x = 1; } }",
    );
    stand.go_on(0, Operation::Read);
    assert!(!stand.watch(0), "it is read");
    assert_eq!(stand.ask(0), Mover::Both);
    stand.go(1, Operation::Write);
    assert!(stand.watch(1), "it is about to be written");
    assert!(stand.watch(0), "and then a read needs the lock");
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Non, Mover::Non));
}

#[test]
fn lock_sets_alone_are_kept_for_all_that_is_shared() {
    let mut stand = Stand::<LdLocksets>::new(
        "class Cell { x: int; } var k: lock; var n: int;
         fn work(c: Cell) { with (k) { c.x = 1; } }
         thread main { let c = new Cell(); c.x = 2; spawn work(c); let m = n; with (k) { c.x = 3; } }",
    );
    stand.go(0, Operation::Write);
    assert!(!stand.watch(0), "it is being initialised");
    assert_eq!(stand.ask(0), Mover::Both);
    let go = |stand: &mut Stand<LdLocksets>| {
        stand.begin();
        stand.go(0, Operation::Read);
        stand.go(1, Operation::Write);
    };
    go(&mut stand);
    assert!(stand.watch(0) && stand.watch(1), "there are no lock sets of either");
    go(&mut stand);
    assert!(stand.watch(0) && !stand.watch(1), "nobody holds a lock who reads `n`");
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Non, Mover::Both));
}

#[test]
fn an_object_is_guarded_by_the_lock_that_it_refers_to() {
    let mut stand = Stand::<Ld>::new(
        "class Cell { x: int; guard: lock = new lock; } var c: Cell = new Cell(); var d: Cell = new Cell();
         thread a { let o = c; let g = o.guard; let h = d.guard; with (g) { o.x = 1; let same = o.guard; o.guard = h; } }
         thread b { let o = d; with (o.guard) { o.x = 1; } }",
    );
    // What is not held yet is not asked about.
    stand.go(0, Operation::Acquire);
    stand.go(0, Operation::Write);
    stand.go(1, Operation::Acquire);
    stand.go(1, Operation::Write);
    assert!(!stand.watch(0) && !stand.watch(1), "each by its own");
    assert_eq!(stand.ask(0), Mover::Both);
    stand.go_on(0, Operation::Read);
    assert!(!stand.watch(0), "reading which lock it is changes nothing");
    stand.go(0, Operation::Write);
    assert!(stand.watch(0), "another lock is put there");
}

#[test]
fn an_object_with_two_locks_is_guarded_by_neither() {
    let mut stand = Stand::<Ld>::new(
        "class Pair { x: int; g: lock = new lock; h: lock = new lock; } var p: Pair = new Pair();
         thread a { let o = p; let g = o.g; with (g) { o.x = 1; } }
         thread b { let o = p; let h = o.h; with (h) { o.x = 1; } }",
    );
    stand.go(0, Operation::Write);
    assert!(stand.watch(0), "no lock can be pointed at");
}

#[test]
fn the_only_lock_of_its_kind_guards_when_it_is_held() {
    let text = |other: &str| {
        format!(
            "class Key {{ }} class Door {{ }} var x: int; var doors: [Door; 2];
             fn work(k: Key) {{ synchronized (k) {{ x = 1; }} }}
             fn other(k: Key, d: Door) {{ synchronized ({other}) {{ x = 2; }} }}
             thread main {{ let k = new Key(); let d = new Door(); let e = new Door(); spawn work(k); spawn other(k, d); }}"
        )
    };
    for (lock, is_refuted) in [("k", false), ("d", true)] {
        let mut stand = Stand::<Locks>::new(&text(lock));
        while stand.vm.threads() < 3 {
            stand.step(0);
        }
        stand.go(1, Operation::Write);
        assert!(!stand.watch(1));
        stand.step(1);
        stand.go(1, Operation::Exit);
        stand.step(1);
        stand.go(2, Operation::Write);
        assert_eq!(stand.watch(2), is_refuted, "{lock}");
    }
}

/// What the discipline allows a thread that holds these locks.
fn allows(
    (lockset, histories): (&Lockset, &Histories),
    vm: &Vm,
    t: usize,
    locks: &[ObjId],
    reads: bool,
) -> bool {
    lockset.allows(vm, histories, Wish { thread: Tid::new(t), locks, reads }, Location::Global(0))
}

#[test]
fn the_discipline_allows_what_is_locked_read_or_initialised() {
    let mut stand = Stand::<Locks>::new(
        "var x: int; var m: lock; var k: lock;
         thread a { with (m) { if x == 0 { skip; } x = 1; } }",
    );
    let named = |name: &str| {
        (0..stand.vm.static_objects())
            .map(|o| ObjId(o as u32))
            .find(|&o| stand.vm.static_name(o).as_deref() == Some(name))
    };
    let (m, k) = (named("m").unwrap(), named("k").unwrap());
    stand.go(0, Operation::Read);
    let read = stand.footprint(0);
    for init in [BTreeMap::new(), BTreeMap::from([(Variable::Global(0), Tid::new(0))])] {
        let is_initialised = !init.is_empty();
        let discipline = Discipline::MldPrime { init, several: false };
        let (mut lockset, mut all) = (Lockset::new(discipline, &stand.vm), Histories::default());
        let write =
            |known: (&Lockset, &Histories), locks: &[ObjId]| allows(known, &stand.vm, 0, locks, false);
        let before: Vec<bool> = [&[][..], &[m], &[k]].map(|locks| write((&lockset, &all), locks)).to_vec();
        assert_eq!(
            before,
            [is_initialised, true, true],
            "no access yet: any lock will do, and whoever initialises"
        );
        let other = |known: (&Lockset, &Histories), reads| allows(known, &stand.vm, 1, &[], reads);
        assert!(!other((&lockset, &all), false) && other((&lockset, &all), true));
        (0..2).for_each(|_| lockset.step(&stand.vm, Tid::new(0), &read, &mut all));
        assert!(all.careless().is_empty());
        let after: Vec<bool> = [&[][..], &[m], &[k]].map(|locks| write((&lockset, &all), locks)).to_vec();
        assert_eq!(after, [false, true, false], "the lock that was held");
        assert!(other((&lockset, &all), true), "nobody has written");
    }
    let (mut lockset, mut all) = (Lockset::new(Discipline::Mld, &stand.vm), Histories::default());
    stand.go(0, Operation::Write);
    let footprint = stand.footprint(0);
    let may = |known: (&Lockset, &Histories), t, reads| allows(known, &stand.vm, t, &[], reads);
    lockset.step(&stand.vm, Tid::new(0), &footprint, &mut all);
    assert!(all.careless().is_empty());
    assert!(may((&lockset, &all), 0, false), "it is still the first thread");
    assert!(!may((&lockset, &all), 1, false));
    lockset.step(&stand.vm, Tid::new(1), &footprint, &mut all);
    assert_eq!(all.careless().len(), 1, "a second one, without a lock");
    assert!(!may((&lockset, &all), 0, false) && !may((&lockset, &all), 1, true), "it is written by now");
}

/// A stack keeps its nodes to itself: who holds the stack may go to them, and who does not may not go to the stack.
#[test]
fn what_an_object_keeps_to_itself_is_locked_with_it() {
    let mut stand = Stand::<Locks>::new(
        "class Node { item: int; }
         class Stack by_class {
             top: Node = new Node();
             synchronized fn set() { let n = top; n.item = 1; }
             fn peek() { let n = top; }
         }
         var s: Stack = new Stack();
         thread a { s.set(); }
         thread b { s.peek(); }",
    );
    let (mut lockset, mut all) = (Lockset::new(Discipline::strict(), &stand.vm), Histories::default());
    let mut careless = |stand: &mut Stand<Locks>, t: usize| {
        let footprint = stand.footprint(t);
        lockset.step(&stand.vm, Tid::new(t), &footprint, &mut all);
        all.careless().len()
    };
    stand.go(0, Operation::Enter);
    stand.go_on(0, Operation::Read);
    assert_eq!(careless(&mut stand, 0), 0);
    stand.go(0, Operation::Write);
    assert_eq!(careless(&mut stand, 0), 0, "the node has no lock of its own, and needs none");
    // The first read is that of the global variable.
    stand.go(1, Operation::Read);
    stand.go_on(1, Operation::Read);
    assert_eq!(careless(&mut stand, 1), 1, "the stack is not locked");
}

#[test]
fn a_lock_is_found_by_a_path_from_the_object() {
    let mut stand = Stand::<Locks>::new(
        "class Cell { x: int; guard: lock = new lock; } var c: Cell = new Cell(); var d: Cell = new Cell(); var m: lock;
         thread a { let o = c; with (o.guard) { o.x = 1; } }
         thread b { let o = d; with (o.guard) { o.x = 1; } }
         thread e { let o = d; with (m) { o.x = 2; } }",
    );
    (0..3).for_each(|t| _ = stand.go(t, Operation::Write));
    assert!(!stand.watch(0) && !stand.watch(1), "each by its own");
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Both, Mover::Both));
    assert!(matches!(&sharing(&stand)["Cell.x"], Sharing::GuardedBy(by) if *by == ["this.guard"]));
    assert!(stand.watch(2), "another lock");
    assert_eq!(stand.ask(0), Mover::Non);
}

#[test]
fn the_only_thread_that_was_started_owns_what_it_uses() {
    let mut stand = Stand::<Locks>::new(
        "var v: int; fn works() { v = 1; }
         thread main { let a = spawn works(); let b = spawn works(); join a; join b; }",
    );
    stand.go(0, Operation::Spawn);
    stand.step(0);
    stand.go(1, Operation::Write);
    assert!(!stand.watch(1));
    assert_eq!(stand.ask(1), Mover::Both);
    assert_eq!(sharing(&stand)["v"], Sharing::Owned("one started thread at a time".to_owned()));
    stand.step(0);
    stand.go(2, Operation::Write);
    assert!(stand.watch(2), "a second one");
    assert_eq!((stand.ask(1), stand.ask(2)), (Mover::Non, Mover::Non));
}

#[test]
fn the_first_thread_has_what_nobody_owns() {
    let mut stand = Stand::<Locks>::new(
        "var v: int; fn works() { v = 1; }
         thread main { let a = spawn works(); join a; let b = spawn works(); v = 2; join b; }",
    );
    stand.go(0, Operation::Spawn);
    stand.step(0);
    stand.go(1, Operation::Write);
    assert!(!stand.watch(1));
    assert_eq!(stand.ask(1), Mover::Both);
    stand.go(1, Operation::End);
    stand.step(1);
    stand.go(0, Operation::Spawn);
    stand.step(0);
    stand.go(0, Operation::Write);
    assert!(stand.watch(0), "the other one is there");
    assert_eq!(stand.ask(0), Mover::Non);
}

#[test]
fn whoever_holds_a_monitor_moves_as_it_likes() {
    let mut stand = Stand::<Locks>::new(
        "class C { } var c: C = new C();
         thread a { let o = c; synchronized (o) { synchronized (o) { o.notify(); } } }
         thread b { let o = c; synchronized (o) { skip; } }",
    );
    let mut movers = Vec::new();
    for operation in [Operation::Enter, Operation::Enter, Operation::Notify, Operation::Exit, Operation::Exit]
    {
        stand.go(0, operation);
        movers.push(stand.ask(0));
        stand.step(0);
    }
    assert_eq!(movers, [Mover::Right, Mover::Both, Mover::Both, Mover::Left, Mover::Left]);
}

#[test]
fn two_oracles_watch_if_one_of_them_does() {
    assert!(!Oracle::<Vm>::watches(&Escape::default()) && Oracle::<Vm>::watches(&Locks::default()));
    assert!(Oracle::<Vm>::watches(&Either::<Escape, Locks>::default()));
    assert!(Oracle::<Vm>::watches(&Either::<Locks, Escape>::default()));
}

/// How each variable is said to be shared.
fn sharing(stand: &Stand<Locks>) -> BTreeMap<String, Sharing> {
    stand.oracle.sharing(&stand.vm).into_iter().map(|row| (row.variable, row.sharing)).collect()
}

#[test]
fn how_variables_are_shared_is_told() {
    let mut stand = Stand::<Locks>::new(
        "var guarded: int; var m: lock; var fixed: int; var own: int; var free: int;
         fn all() { if fixed == 0 { skip; } with (m) { guarded = 1; } free = 1; }
         thread a { all(); own = 1; }
         thread b { all(); }",
    );
    for t in [0, 1] {
        while stand.vm.choices(Tid::new(t)) > 0 {
            stand.watch(t);
            stand.step(t);
        }
    }
    let found = sharing(&stand);
    assert_eq!(found["guarded"], Sharing::GuardedBy(vec!["m".to_owned()]));
    assert_eq!(found["fixed"], Sharing::ReadOnly);
    assert_eq!(found["own"], Sharing::ThreadLocal(0));
    let Sharing::Unprotected(seen) = &found["free"] else { panic!("{found:?}") };
    assert_eq!(seen.iter().map(|seen| seen.tid.index()).collect::<Vec<_>>(), [0, 1], "one of each thread");
}
