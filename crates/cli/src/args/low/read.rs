//! How programs are read, with every command that takes models and Java programs.

use crate::args::values;
use clap::{Args, ValueEnum};
use commute::{Constant, Faults, JavaOptions, JavaProperties, ProcessSpec, Reading};
use std::path::PathBuf;

/// What a program needs besides its file.
#[derive(Args, Clone, Debug, Default)]
pub struct ReadArgs {
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Constant>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
}

/// What a Java program needs besides its file.
#[derive(Args, Clone, Debug, Default)]
pub struct JavaArgs {
    /// Where the classes of a Java program are: directories and jars
    #[arg(long, value_name = "PATH", value_delimiter = ':', value_parser = place, help_heading = "Java")]
    pub class_path: Vec<PathBuf>,
    /// The class whose `main` method is the program
    #[arg(long, value_name = "CLASS", help_heading = "Java")]
    pub main: Option<String>,
    /// The JDK (11, 17 or 21) whose class library is used [default: JAVA_HOME, or the `java` on the path]
    #[arg(long, value_name = "DIR", help_heading = "Java")]
    pub jdk: Option<PathBuf>,
    /// Run this test instead of `main`: a method with @Test. With --junit, or in a project, the tests to check: `a.BTest#works`,
    /// `*Test#w*`, `BTest`, several with commas
    #[arg(long, value_name = "CLASS#METHOD", help_heading = "Java")]
    pub test: Option<String>,
    /// Random numbers without a seed: `choose` tries all, a number is the seed
    #[arg(long, value_name = "choose|SEED", default_value = "choose", help_heading = "Java")]
    pub random: RandomArg,
    /// Let `wait`, `await` and `park` return without a reason; also `wait` in a model
    #[arg(long, help_heading = "Java")]
    pub spurious_wakeups: bool,
    /// When the time of a wait (`await(5, SECONDS)`, `sleep`, `wait(1000)`) is up: at any moment, or last, only if nothing else can
    /// happen; also `wait_timed` and `or timeout` in a model
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = "Java")]
    pub timeouts: TimeoutsArg,
    /// On each side of a connection let so many reads return only a part of the bytes that have come, any number of them
    #[arg(long, value_name = "N", default_value_t, help_heading = "Java")]
    pub partial_reads: u32,
    /// A process of a system of several Java programs: its name, its main class and arguments, such as
    /// `client=com.acme.Client localhost 4000`
    #[arg(long, value_name = "NAME=CLASS ARGS", value_parser = a_process, help_heading = "Java")]
    pub process: Vec<ProcessSpec>,
    /// The same for a process that need not end: a server that waits for ever
    #[arg(long, value_name = "NAME=CLASS ARGS", value_parser = a_service, help_heading = "Java")]
    pub service: Vec<ProcessSpec>,
    /// What may fail between processes, and how often: `drop<=1, duplicate<=1, reorder<=1, reset<=1, partition<=1, crash(server)<=1,
    /// restart`
    #[arg(long, value_name = "FAULTS", help_heading = "Java")]
    pub faults: Option<Faults>,
    /// Something that must be true in every state of a Java program, such as `Buffer.count <= Buffer.capacity`
    #[arg(long, value_name = "PREDICATE", help_heading = "Java")]
    pub invariant: Vec<String>,
    /// A temporal formula that every execution of a Java program must satisfy, such as `[] (Buffer.count > 0 -> <> Buffer.count == 0)`
    #[arg(long, value_name = "FORMULA", help_heading = "Java")]
    pub ltl: Vec<String>,
    /// A file with invariants and temporal formulas of a Java program [default: App.props beside App.java]
    #[arg(long, value_name = "FILE", help_heading = "Java")]
    pub properties: Option<PathBuf>,
    /// Compile a `.java` file even if it was compiled before. Otherwise compiled classes are kept, by the content of all that goes into
    /// them, in the user's directory for caches (XDG_CACHE_HOME)
    #[arg(long, help_heading = "Java")]
    pub no_cache: bool,
    /// The project that the class path was taken from, for whoever wants to read it again
    #[arg(skip)]
    pub project: Option<ProjectArgs>,
}

/// When the time of a wait is up.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeoutsArg {
    /// At any moment
    #[default]
    Any,
    /// Only if nothing else can happen
    Last,
}

/// A Maven or Gradle project.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct ProjectArgs {
    /// Take classes, tests, sources and class path from the Maven or Gradle project in this directory [default for `check` without
    /// a file: the present directory]. Its build tool is asked, which runs its build scripts but compiles and fetches nothing
    #[arg(long, value_name = "DIR", help_heading = "Java")]
    pub project: Option<PathBuf>,
    /// Do not ask Maven or Gradle: take the usual places (target/classes, build/classes, lib) and the libraries that the
    /// build file names
    #[arg(long, help_heading = "Java")]
    pub no_build_tool: bool,
}

impl ReadArgs {
    /// In the terms of the library.
    pub fn reading(&self) -> Reading {
        Reading { constants: self.defines.clone(), java: self.java.options() }
    }
}

impl JavaArgs {
    /// In the terms of the library.
    pub fn options(&self) -> JavaOptions {
        JavaOptions {
            class_path: self.class_path.clone(),
            main: self.main.clone(),
            jdk: self.jdk.clone(),
            test: self.test.clone(),
            seed: match self.random {
                RandomArg::Choose => None,
                RandomArg::Seed(seed) => Some(seed),
            },
            spurious_wakeups: self.spurious_wakeups,
            timeouts_last: self.timeouts == TimeoutsArg::Last,
            partial_reads: self.partial_reads,
            properties: self.said(),
            properties_file: self.properties.clone(),
            cache: if self.no_cache { None } else { commute::cache_directory() },
            deadline: None,
            processes: self.service.iter().chain(&self.process).cloned().collect(),
            faults: self.faults.clone().unwrap_or_default(),
        }
    }
}

impl JavaArgs {
    fn said(&self) -> JavaProperties {
        let mut all = JavaProperties::default();
        self.invariant.iter().for_each(|text| all.add(false, text));
        self.ltl.iter().for_each(|text| all.add(true, text));
        all
    }
}

fn a_process(text: &str) -> Result<ProcessSpec, String> {
    commute::process(text, false)
}

fn a_service(text: &str) -> Result<ProcessSpec, String> {
    commute::process(text, true)
}

/// A part of a class path. As for `java`, one that is empty is the present directory.
fn place(text: &str) -> Result<PathBuf, String> {
    Ok(PathBuf::from(if text.is_empty() { "." } else { text }))
}

/// What `--random` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RandomArg {
    /// All numbers.
    #[default]
    Choose,
    /// Those of a generator with this seed.
    Seed(i64),
}

impl std::str::FromStr for RandomArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "choose" => Ok(RandomArg::Choose),
            seed => seed.parse().map(RandomArg::Seed).map_err(|_| "neither `choose` nor a number".to_owned()),
        }
    }
}
