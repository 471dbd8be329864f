//! The command line.

use clap::Parser;
use commute_testkit::jvm::calls::PACKAGES;
use std::path::PathBuf;

/// Searches generated programs in all ways that must agree, and says where they do not
#[derive(Parser)]
#[command(name = "lab")]
pub struct Arguments {
    /// How many programs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub programs: u64,
    /// The number of the first one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// The programs of another seed are others
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many programs at a time
    #[arg(long, value_name = "N", default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    pub threads: usize,
    /// Stop after this time, if there are more programs
    #[arg(long, value_name = "N")]
    pub minutes: Option<u64>,
    /// Compare only the text forms of programs with more states
    #[arg(long, value_name = "STATES", default_value_t = 3_000)]
    pub limit: u64,
    /// Write a program for each difference to this directory
    #[arg(long, value_name = "DIR")]
    pub failures: Option<PathBuf>,
    /// Compare this many programs with themselves in Java instead
    #[arg(long, value_name = "N")]
    pub java: Option<u64>,
    /// Search this many systems of two processes in Java that talk while something fails, of up to `--limit` states, instead
    #[arg(long, value_name = "N")]
    pub systems: Option<u64>,
    /// Compare what Commute finds with what `java` does, on this many programs, instead
    #[arg(long, value_name = "N")]
    pub jvm: Option<u64>,
    /// Make this many calls of library methods that are replaced, by Commute and by `java`, instead
    #[arg(long, value_name = "N")]
    pub jvm_calls: Option<u64>,
    /// Have `java` run, and Commute decide, every N-th test of the conformance suite instead (1: all), up to `--limit` states each
    #[arg(long, value_name = "N")]
    pub conformance: Option<usize>,
    /// Compare what the default costs with what every strategy costs, on all examples and benchmarks, instead
    #[arg(long)]
    pub auto: bool,
    /// With `--conformance` or `--auto`: only tests or cases whose names contain this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Call all public methods of packages of the Java library, by Commute and by `java`, and say which can be called, instead
    #[arg(long)]
    pub library: bool,
    /// With `--library`: of which packages
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = PACKAGES)]
    pub packages: Vec<String>,
    /// With `--library`: how many calls of each method
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub calls_each: usize,
    /// Compare the prover with the search on this many programs instead
    #[arg(long, value_name = "N")]
    pub prove: Option<u64>,
    /// Prove this many small classes and programs of Java, and call what is proved from threads, instead
    #[arg(long, value_name = "N")]
    pub prove_java: Option<u64>,
    /// Prove the examples and this many programs instead, or with `--file` one, and try out by brute force what every proof
    /// claims
    #[arg(long, value_name = "N")]
    pub obligations: Option<u64>,
    /// Judge the annotations of this many programs about exclusive access instead, by every reduction that knows annotations
    #[arg(long, value_name = "N")]
    pub predicates: Option<u64>,
    /// Also print which operations were executed where and under which searches, and which cells of that table are empty
    #[arg(long)]
    pub matrix: bool,
    /// Print only where operations are executed, without searching in other ways
    #[arg(long)]
    pub places: bool,
    /// Take programs of one family only: everywhere, aimed, predicates, starting, crowd, wholes, paths, distributed; or, of
    /// all families, plain: all with plain memory, timed: all with waits for a time
    #[arg(long, value_name = "NAME")]
    pub family: Option<String>,
    /// Switch on one mutant of the checker after the other, and say by which comparison and on which program it is
    /// noticed. Release builds have none without `--features mutants`
    #[arg(long)]
    pub mutants: bool,
    /// With `--mutants`: generated programs alone, no regressions
    #[arg(long)]
    pub generated: bool,
    /// Switch on this mutant, or with `--mutants` no other
    #[arg(long, value_name = "NAME")]
    pub mutant: Option<String>,
    /// Print the N-th program and what all searches say of it
    #[arg(long, value_name = "N")]
    pub show: Option<u64>,
    /// Print what every configuration says of these models, and whether anything differs
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub file: Vec<PathBuf>,
}
