//! What the oracle of annotations says of one that is kept to, and of one that is contradicted.

use crate::answers::Stand;
use commute_machine::{Operation, Tid};
use commute_movers::{Justification, Mover, Oracle, Predicates};

impl Stand<Predicates> {
    /// What is contradicted by what a thread is about to do.
    fn breach(&mut self, t: usize) -> Option<String> {
        self.watch(t);
        Oracle::<commute_vm::Vm>::breach(&mut self.oracle).map(|breach| breach.rule)
    }

    /// Makes a step of a thread, and says what is left of how it moves.
    fn make(&mut self, t: usize) -> Mover {
        let footprint = self.footprint(t);
        self.oracle.before(&self.vm, Tid::new(t), &footprint);
        self.step(t);
        self.oracle.after(&self.vm, Tid::new(t))
    }
}

#[test]
fn what_is_read_only_is_read() {
    let mut stand =
        Stand::<Predicates>::new("var x: int readonly; thread a { if x == 0 { skip; } } thread b { x = 1; }");
    stand.go(0, Operation::Read);
    stand.go(1, Operation::Write);
    assert_eq!(stand.breach(0), None);
    assert_eq!((stand.ask(0), stand.relied()), (Mover::Both, vec![Justification::Annotation(0)]));
    assert_eq!(stand.breach(1).as_deref(), Some("x readonly"));
    assert_eq!(stand.ask(1), Mover::Non);
}

#[test]
fn what_is_unshared_is_accessed_by_one_thread() {
    let mut stand =
        Stand::<Predicates>::new("var x: int unshared; thread a { x = 1; x = 2; } thread b { x = 3; }");
    stand.go(0, Operation::Write);
    stand.go(1, Operation::Write);
    assert_eq!(stand.breach(0), None);
    assert_eq!((stand.ask(0), stand.ask(1)), (Mover::Both, Mover::Non));
    stand.go_on(0, Operation::Write);
    assert_eq!(stand.breach(0), None);
    assert_eq!(stand.breach(1).as_deref(), Some("x unshared"));
}

#[test]
fn which_lock_it_is_does_not_change() {
    let mut stand = Stand::<Predicates>::new(
        "class Box { } var old: Box = new Box(); var guard: Box = old; var x: int guarded_by guard;
         thread user { synchronized (old) { x = 1; } }
         thread replacer { guard = new Box(); }",
    );
    stand.go(0, Operation::Enter);
    stand.relied();
    assert_eq!(stand.make(0), Mover::Both, "who takes the lock may gain access");
    assert!(stand.relied().contains(&Justification::Steady));
    stand.go(0, Operation::Write);
    assert_eq!(stand.ask(0), Mover::Both);
    stand.go(1, Operation::Write);
    assert!(stand.watch(1) && !stand.watch(1));
    assert!(stand.refuted().contains(&Justification::Steady));
    stand.go(0, Operation::Exit);
    assert_eq!(stand.make(0), Mover::Non, "who gives it back may lose access to something else by now");
    assert!(!stand.relied().contains(&Justification::Steady));
}

/// As regression `access_when_published.cm`: the predicates of a cell count from the step that lets others reach it.
#[test]
fn an_object_with_a_predicate_is_not_published_unseen() {
    let program = |said: &str| {
        format!(
            "class Cell {{ v: int {said}; }} var m: lock; var open: bool = true; var cell: Cell;
             thread maker {{ let c = new Cell(); c.v = 1; m.acquire(); cell = c; m.release(); }}
             thread taker {{ open = false; m.acquire(); let c = cell; m.release(); }}"
        )
    };
    for (said, moves) in
        [("exclusive(i) when i == maker || i == taker && open", Mover::Non), ("guarded_by m", Mover::Both)]
    {
        let mut stand = Stand::<Predicates>::new(&program(said));
        stand.go(0, Operation::Acquire);
        stand.make(0);
        stand.go(0, Operation::Write);
        assert_eq!(stand.make(0), moves, "{said}");
    }
}
