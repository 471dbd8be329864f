//! What a verdict about a Java program rests on besides the search, as values.

use crate::numbers::counted;
use commute_front_jvm::{Notes, Open};

/// Something that whoever reads a verdict should know of how the program was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// No execution has a data race, so that all are sequentially consistent.
    RaceFree,
    /// The same for Java, whose memory model promises it.
    RaceFreeJava,
    /// There are data races besides what is wrong.
    AlsoRaces(Vec<String>),
    /// Executions that are not sequentially consistent are possible and were not explored: why.
    SequentiallyConsistentOnly(String),
    /// What some execution came to that is no mistake, but may be one of the program's.
    Noticed(String),
    /// Whether threads that wait may go on without a reason.
    SpuriousWakeups(bool),
    /// The time of a wait is up only if nothing else can happen.
    TimeoutsLast,
    /// So many reads on each side of a connection may return less than there is.
    PartialReads(u32),
    /// What may fail between processes.
    Faults(String),
    /// Where the program gives no seed, random numbers are those of this one.
    Seed(i64),
    /// Classes of the library that are replaced as a whole.
    ReplacedClasses(Vec<String>),
    /// Methods of the library that are replaced.
    ReplacedMethods(Vec<String>),
    /// What Java leaves open and is fixed here.
    Fixed(Vec<String>),
    /// What the user says of the program that is not understood.
    NotUnderstood(Vec<String>),
    /// So many calls of the library are not translated. No execution comes to one, or there is no verdict.
    NotTranslated(usize),
}

/// The remarks on a Java program.
pub(crate) fn remarks(notes: &Notes, open: Open) -> Vec<Remark> {
    fn list<'a>(items: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        items.into_iter().map(str::to_owned).collect()
    }
    let mut remarks = vec![Remark::SpuriousWakeups(open.spurious_wakeups)];
    remarks.extend(open.timeouts_last.then_some(Remark::TimeoutsLast));
    remarks.extend((open.partial_reads > 0).then_some(Remark::PartialReads(open.partial_reads)));
    remarks.extend(open.seed.map(Remark::Seed));
    let lists = [
        Remark::ReplacedClasses(list(notes.models.iter().map(String::as_str))),
        Remark::ReplacedMethods(list(notes.overrides.iter().map(String::as_str))),
        Remark::Fixed(list(notes.fixed.iter().copied())),
        Remark::NotUnderstood(notes.unchecked.clone()),
    ];
    remarks.extend(lists.into_iter().filter(|remark| !remark.is_empty()));
    if !notes.refused.is_empty() {
        remarks.push(Remark::NotTranslated(notes.refused.len()));
    }
    remarks
}

impl Remark {
    fn is_empty(&self) -> bool {
        match self {
            Remark::ReplacedClasses(list)
            | Remark::ReplacedMethods(list)
            | Remark::Fixed(list)
            | Remark::NotUnderstood(list) => list.is_empty(),
            _ => false,
        }
    }
}

impl Remark {
    /// What it comes to in a few words, if it is one of those that most readers need not know.
    pub fn brief(&self) -> Option<String> {
        Some(match self {
            Remark::SpuriousWakeups(false) => "no spurious wake-ups".to_owned(),
            Remark::SpuriousWakeups(true) => "spurious wake-ups".to_owned(),
            Remark::ReplacedClasses(list) => {
                format!("{} replaced library class{}", list.len(), if list.len() == 1 { "" } else { "es" })
            }
            Remark::ReplacedMethods(list) => counted(list.len() as u64, "replaced library method"),
            Remark::Fixed(list) => list.join(", "),
            Remark::NotTranslated(count) => {
                format!("{} not translated (not decided if reached)", counted(*count as u64, "library call"))
            }
            _ => return None,
        })
    }
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Remark::RaceFree => f.write_str("no data race: plain memory is sequentially consistent here"),
            Remark::RaceFreeJava => f.write_str("no data race, so this holds in the Java memory model"),
            Remark::AlsoRaces(races) => write!(f, "also found: {}", races.join(", ")),
            Remark::SequentiallyConsistentOnly(why) => {
                write!(f, "for sequentially consistent executions only: {why}")
            }
            Remark::Noticed(what) => f.write_str(what),
            Remark::SpuriousWakeups(true) => {
                f.write_str("`wait`, `await` and `park` may return without having been woken")
            }
            Remark::SpuriousWakeups(false) => f.write_str(
                "`wait`, `await` and `park` return only when they are woken, interrupted or timed out",
            ),
            Remark::TimeoutsLast => {
                f.write_str("the time of a wait is up only if nothing else can happen (--timeouts last)")
            }
            Remark::PartialReads(count) => write!(
                f,
                "{} on each side of a connection may return less than there is (--partial-reads {count})",
                counted(u64::from(*count), "read")
            ),
            Remark::Faults(faults) => write!(f, "what may fail: {faults} (--faults)"),
            Remark::Seed(seed) => {
                write!(f, "random numbers: those of the seed {seed}, where the program gives none")
            }
            Remark::ReplacedClasses(list) => write!(f, "replaced library classes: {}", list.join(", ")),
            Remark::ReplacedMethods(list) => write!(f, "replaced library methods: {}", list.join(", ")),
            Remark::Fixed(list) => write!(f, "fixed where Java leaves it open: {}", list.join(", ")),
            Remark::NotUnderstood(list) => write!(f, "not understood, and not checked: {}", list.join(", ")),
            Remark::NotTranslated(1) => {
                f.write_str("1 library call is not translated; an execution that comes to it is not decided")
            }
            Remark::NotTranslated(count) => write!(
                f,
                "{count} library calls are not translated; an execution that comes to one is not decided"
            ),
        }
    }
}
