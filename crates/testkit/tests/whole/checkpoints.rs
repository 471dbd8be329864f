//! A search that goes on from a checkpoint ends as the search from the beginning does, with the same counts.

use commute::engine::{resume, search};
use commute_explore::{Checkpoint, Observer, Options, Outcome, Progress, ResumeError, Unobserved};
use commute_testkit::{Model, root};
use commute_vm::Vm;
use std::sync::Arc;

/// Takes every checkpoint that it can get.
#[derive(Default)]
struct Collector(Vec<Checkpoint>);

impl Observer for Collector {
    fn progress(&mut self, _progress: &Progress) {}

    fn wants_checkpoint(&mut self) -> bool {
        true
    }

    fn checkpoint(&mut self, checkpoint: Checkpoint) {
        self.0.push(checkpoint);
    }
}

fn compile(file: &str, defines: &[(&str, &str)]) -> Model {
    let text = std::fs::read_to_string(root().join("examples").join(file)).unwrap();
    let defines: Vec<_> = defines.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    Model::compile(file, &text, &defines).unwrap()
}

fn machine(model: &Model) -> Vm {
    Vm::new(Arc::clone(&model.program))
}

/// What must be the same.
fn essence(outcome: &Outcome) -> impl PartialEq + std::fmt::Debug {
    let stats = &outcome.stats;
    let counts = (stats.states, stats.transitions, stats.depth, stats.terminal);
    (outcome.verdict.clone(), outcome.found.clone(), counts)
}

/// Searches without a pause, then from each checkpoint of that search.
fn check(model: &Model, options: &Options) -> usize {
    let mut collector = Collector::default();
    let whole = search(&mut machine(model), options, &mut collector);
    for checkpoint in &collector.0 {
        let rest = resume(&mut machine(model), checkpoint, options, &mut Unobserved).unwrap();
        assert_eq!(essence(&rest), essence(&whole));
    }
    collector.0.len()
}

#[test]
fn a_resumed_search_ends_as_the_whole_one() {
    let deadlock = Options::default();
    let mut all = Options::default();
    all.properties.deadlock = false;
    all.properties.partial_deadlock = false;
    assert!(check(&compile("dining.cm", &[("N", "8")]), &all) > 2);
    assert!(check(&compile("bounded_buffer.cm", &[]), &deadlock) > 0);
}

/// The violation comes after some checkpoints.
#[test]
fn a_resumed_search_finds_the_same_violation() {
    let model = compile("dining.cm", &[("N", "7")]);
    assert!(check(&model, &Options::default()) > 0);
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_program_is_refused() {
    let model = compile("bounded_buffer.cm", &[]);
    let mut collector = Collector::default();
    search(&mut machine(&model), &Options::default(), &mut collector);
    let checkpoint = collector.0.last().unwrap();
    let outcome = |bytes: &[u8], model: &Model| {
        resume(&mut machine(model), &Checkpoint(bytes.to_vec()), &Options::default(), &mut Unobserved)
    };
    for len in [0, 7, 48, 100, checkpoint.0.len() - 1] {
        assert_eq!(outcome(&checkpoint.0[..len], &model), Err(ResumeError::Damaged), "{len} bytes");
    }
    let other = compile("dining.cm", &[("N", "4")]);
    assert_eq!(outcome(&checkpoint.0, &other), Err(ResumeError::OtherProgram));
    // Any byte may be wrong: that is noticed, or changes nothing that counts, but is never a panic.
    for at in (0..checkpoint.0.len()).step_by(97) {
        let mut bytes = checkpoint.0.clone();
        bytes[at] ^= 0x40;
        let _ = outcome(&bytes, &model);
    }
}
