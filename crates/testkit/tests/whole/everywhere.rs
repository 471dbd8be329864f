//! The laboratory in small, on programs of every operation at every position, with predicates of every kind, with many threads, and
//! with classes that are seen as a whole.

use commute_testkit::Model as Compiled;
use commute_testkit::difftest::exclusive::{Judged, Kept, judge};
use commute_testkit::difftest::matrix::{Filled, Filling, Matrix};
use commute_testkit::difftest::{Tally, Verdict, examine, examine_by, in_two_parts};
use commute_testkit::generate::{Model, crowd, distributed, everywhere, predicates, wholes};

/// Programs with more states are left out.
const MAX_STATES: u64 = 300;

fn check(model: &Model, number: u64, tally: &mut Tally) {
    match examine(model, number, MAX_STATES) {
        Ok(verdict) => tally.add(&model.to_string(), &verdict),
        Err(failure) => panic!("{number}: {}\n\n{}", failure.1, failure.0),
    }
}

/// Every eleventh of a round and a half.
#[test]
fn everything_agrees_on_every_operation() {
    let mut tally = Tally::default();
    (0..120).map(|n| 11 * n).for_each(|n| check(&everywhere(n, n), n, &mut tally));
    assert!(tally.agreed * 3 >= tally.programs() * 2, "too many are too large:\n{tally}");
    assert!(tally.violated * 4 >= tally.agreed, "too few have violations:\n{tally}");
}

/// SC06 Theorem 1: what every reduction that knows annotations says of them is what the search of all states says.
#[test]
fn annotations_are_judged_alike() {
    let (mut kept, mut contradicted) = (0, 0);
    for seed in 0..150 {
        let judged = examine_by(&predicates(seed), |text| judge(text, seed, MAX_STATES));
        match judged.unwrap_or_else(|failure| panic!("{seed}: {}\n\n{}", failure.1, failure.0)) {
            Judged { kept: Kept::All, .. } => kept += 1,
            Judged { kept: Kept::Contradicted(_), .. } => contradicted += 1,
            _ => {}
        }
    }
    assert!(kept >= 40 && contradicted >= 40, "{kept} kept, {contradicted} contradicted");
}

#[test]
fn everything_agrees_on_many_threads_and_on_whole_classes() {
    let mut tally = Tally::default();
    (0..4).for_each(|n| check(&crowd(n), n, &mut tally));
    (0..12).for_each(|n| check(&wholes(n), n, &mut tally));
    assert!(tally.skipped * 2 <= tally.programs(), "{tally}");
}

/// Remote calls, messages that are lost, come twice or too early, `select`, and messages without waiting.
#[test]
fn everything_agrees_on_several_processes() {
    let mut tally = Tally::default();
    (0..60).for_each(|n| check(&distributed(n), n, &mut tally));
    assert!(tally.skipped * 3 <= tally.programs(), "too many are too large:\n{tally}");
    assert!(tally.violated * 4 >= tally.agreed, "too few have violations:\n{tally}");
    for kind in ["assertion", "deadlock", "partial_deadlock", "invariant"] {
        assert!(tally.kinds.contains_key(kind), "none has {kind}:\n{tally}");
    }
}

/// Every cell of the table of operations and places that can exist is filled.
#[test]
fn every_operation_is_executed_at_every_place() {
    let mut matrix = Matrix::default();
    // Rare cells take many programs: a message has to be there when it is received in the middle of a recursion.
    for n in 0..PLACED {
        let text = everywhere(n, n).to_string();
        let compiled = Compiled::compile("everywhere.cm", &text, &[])
            .unwrap_or_else(|why| panic!("{n}: {}\n{text}", why.0));
        matrix.place(&compiled.program, MAX_STATES);
        if n % 1_000 == 999 && matrix.empty_cells().0 == 0 {
            assert!(matrix.refuted().is_empty(), "cells that are said not to exist: {:?}", matrix.refuted());
            return;
        }
    }
    panic!("empty cells: {matrix}");
}

/// After so many programs all cells are filled.
const PLACED: u64 = 32_000;

/// Every operation is executed in a program of which the usual reductions store fewer states than there are, in which every property is
/// violated while it is switched off, and so on: a slice of `lab --matrix`, which goes through all oracles and checkpoints too.
#[test]
fn every_operation_is_searched_where_it_matters() {
    let mut matrix = Matrix::default();
    let slice = ["--no-", "up to the first", "cut off", "threads exchanged"];
    let counts =
        |column: &str| column.ends_with(" auto") || slice.iter().any(|begin| column.starts_with(begin));
    let filling = Filling { seed: 1, limit: FEW_STATES, counts: &counts };
    for n in 0..SEARCHED {
        if let Filled::Different(model, difference) = matrix.fill(n, &filling) {
            panic!("{n}: {difference}\n\n{model}");
        }
        if matrix.is_full(&counts) {
            assert!(matrix.refuted().is_empty(), "cells that are said not to exist: {:?}", matrix.refuted());
            return;
        }
    }
    panic!("empty cells: {matrix}");
}

/// Small programs are searched fast, and large enough to be reduced.
const FEW_STATES: u64 = 150;

/// After so many programs all cells are filled.
const SEARCHED: u64 = 16_000;

/// A search in two parts ends as one in one part, or refuses.
#[test]
fn searches_in_two_parts_end_alike() {
    let text = "var g: mod 2; var x: mod 3;\nthread v { g = choose(0..2); x = 1; assert g == 1; }";
    for number in [16, 94, 188] {
        let tried = commute_testkit::difftest::in_two_parts_with_ballast(text, number);
        assert!(tried.unwrap_or_else(|difference| panic!("{number}: {difference}")) >= 1);
    }
    assert_eq!(in_two_parts(text, 0, 1_000), Ok(0), "it is too small for a checkpoint");
}

/// The verdict is there for all who look at it.
#[test]
fn too_large_programs_are_left_out() {
    let text = "var x: [mod 3; 6];\nthread t[i in 0..6] { x[i] = 1; x[i] = 2; }";
    let verdict = commute_testkit::difftest::compare(text, 0, 10);
    assert_eq!(verdict, Ok(Verdict::TooLarge));
}

/// Everything agrees on a text of its own.
fn agrees(text: &str) {
    for number in 0..12 {
        if let Err(difference) = commute_testkit::difftest::compare(text, number, MAX_STATES) {
            panic!("{number}: {difference}\n{text}");
        }
    }
}

#[test]
fn heap_collections_have_one_name() {
    for (ty, used) in [("[mod 3]", "it.clear();"), ("set<mod 3>", "it.add(1);"), ("[mod 3; 2]", "it[0] = 1;")]
    {
        let made = format!("class Box {{ it: {ty} = new {ty}; }}\nvar o: Box = new Box();");
        agrees(&format!("{made}\nthread t {{ let it = o.it; {used} }}"));
        agrees(&format!(
            "{made}\nvar m: lock;\nthread t[i in 0..2] {{ let it = o.it; with (m) {{ {used} }} }}"
        ));
    }
}

#[test]
fn waiting_needs_access() {
    agrees("var m: lock;\nvar p: semaphore = 0 guarded_by m;\nthread t { p.down(); }");
    agrees(
        "var m: lock;\nvar p: semaphore = 0 guarded_by m;\nthread t { p.down(); }\nthread u { with (m) { p.up(); } }",
    );
    agrees("var c: channel(1) of int readonly;\nthread t { let got = c.receive(); }");
    agrees("var c: channel(1) of int unshared;\nthread t { c.send(1); }\nthread u { c.send(2); }");
    agrees("var b: barrier(2) exclusive(i) when i == 0;\nthread t { b.arrive(); }");
}
