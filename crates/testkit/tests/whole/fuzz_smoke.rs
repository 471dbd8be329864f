//! A second of each fuzz target of `fuzz/`, on mutations of its corpus, with a fixed seed.
//!
//! `SECONDS=60 cargo test --release -p commute-testkit --test whole fuzz_smoke` runs longer.

use commute_front_jvm::LoadError;
use commute_ir::{PrintOptions, print};
use commute_testkit::generate::Random;
use commute_testkit::{Model, fuzz, root};
use std::path::Path;
use std::time::{Duration, Instant};

/// All files of some directories.
fn corpus(directories: &[&str], extension: &str) -> Vec<Vec<u8>> {
    let files = |directory: &&str| {
        let mut paths: Vec<_> =
            std::fs::read_dir(root().join(directory)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let has_extension = |path: &Path| path.extension().is_some_and(|e| e == extension);
    let paths = directories.iter().flat_map(files).filter(|path| has_extension(path));
    let texts: Vec<Vec<u8>> = paths.map(|path| std::fs::read(path).unwrap()).collect();
    assert!(texts.len() >= 4, "only {} files", texts.len());
    texts
}

/// Bytes changed, left out, doubled or taken from another text.
fn mutate(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.pick(corpus).clone();
    let other = random.pick(corpus);
    for _ in 0..random.between(1, 3) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(20)).min(bytes.len());
        match random.below(4) {
            0 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            _ => {
                let from = random.below(other.len() + 1);
                let part = other[from..(from + random.below(20)).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
        }
    }
    bytes
}

fn run(corpus: &[Vec<u8>], target: fn(&[u8]) -> bool) {
    assert!(corpus.iter().all(|text| target(text)), "the corpus is of programs");
    let seconds = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (end, mut random) = (Instant::now() + Duration::from_secs(seconds), Random::new(1));
    while Instant::now() < end {
        target(&mutate(&mut random, corpus));
    }
}

#[test]
fn language() {
    run(&corpus(&["fuzz/corpus/language"], "cm"), fuzz::language);
}

/// Writes the programs of the other corpus in their intermediate representation.
fn bless() {
    let directory = root().join("fuzz/corpus/ir_text");
    for entry in std::fs::read_dir(root().join("fuzz/corpus/language")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let model = Model::compile("corpus.cm", &text, &[]).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let printed = print(&model.program, PrintOptions { spans: false });
        std::fs::write(directory.join(name + ".ir"), printed).unwrap();
    }
}

/// `BLESS=1` writes the corpus again, when the text form has changed.
#[test]
fn ir_text() {
    if std::env::var_os("BLESS").is_some() {
        bless();
    }
    run(&corpus(&["fuzz/corpus/ir_text"], "ir"), fuzz::ir_text);
}

#[test]
fn class_file() {
    run(&corpus(&["fuzz/corpus/class_file", "fuzz/corpus/java_program"], "class"), fuzz::class_file);
}

#[test]
fn image() {
    run(&corpus(&["fuzz/corpus/image"], "jimage"), fuzz::image);
}

/// An index that says that a resource, or a name, is almost at the end of all memory: adding to it was a panic.
#[test]
fn places_that_are_too_far_away_are_no_panic() {
    for (file, is_image) in [("far_offset", false), ("far_string", true)] {
        let path = root().join(format!("fuzz/regressions/{file}.jimage"));
        assert_eq!(fuzz::image(&std::fs::read(path).unwrap()), is_image, "{file}");
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn java_program() {
    let corpus = corpus(&["fuzz/corpus/java_program"], "class");
    if let Err(LoadError::Surroundings(why)) = fuzz::try_java_program(&corpus[0]) {
        eprintln!("skipped: {why}");
        return;
    }
    run(&corpus, fuzz::java_program);
}

/// A method without a result that returns a reference: it was translated into a function that the machine does not accept.
#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn a_method_returns_what_it_declares() {
    let bytes = std::fs::read(root().join("fuzz/regressions/ReturnsFromVoid.class")).unwrap();
    match fuzz::try_java_program(&bytes) {
        Err(LoadError::Surroundings(why)) => eprintln!("skipped: {why}"),
        Err(error) => {
            assert!(error.to_string().contains("it returns something else than it declares"), "{error}")
        }
        Ok(()) => panic!("it is accepted"),
    }
}
