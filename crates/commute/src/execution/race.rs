//! Data races in words.

use super::tell::place;
use commute_base::SourceMap;
use commute_certify::{Nearest, Race, Racer};
use commute_machine::Violation;

/// The violation that a race is.
pub(crate) fn violation(race: Race, sources: &SourceMap) -> Violation {
    Violation { message: message(&race, sources), ..Violation::from(race) }
}

/// What is wrong, in one line: on what, and who does what where.
fn message(race: &Race, sources: &SourceMap) -> String {
    let [one, other] = &race.accesses;
    let does = |racer: &Racer| format!("{} {} it{}", racer.name, verb(racer), at(racer, sources));
    match (library_class(one), library_class(other)) {
        (Some(class), Some(same)) if class == same => format!(
            "data race: {class} is used by two threads without synchronization: {} by {}{}, {} by {}{}",
            called(one),
            one.name,
            at(one, sources),
            called(other),
            other.name,
            at(other, sources),
        ),
        _ => {
            format!("data race on {}: {}, {}, and nothing orders the two", race.word, does(one), does(other))
        }
    }
}

/// What a thread that races is about to do, for the list of where threads stand.
pub(crate) fn doing(race: &Race, racer: &Racer) -> String {
    let how = if racer.synchronizes { " (volatile or atomic)" } else { "" };
    let inside = if racer.within.is_empty() { String::new() } else { format!(" in {}", called(racer)) };
    let holds = locks(racer);
    format!("is about to {} {}{how}{inside}, holds {holds}", verb(racer).trim_end_matches('s'), race.word)
}

/// What comes nearest to an order between the two accesses.
pub(crate) fn note(race: &Race, sources: &SourceMap) -> Option<String> {
    let (name, held) = (|i: usize| &race.accesses[i].name, |i: usize| locks(&race.accesses[i]));
    Some(match race.nearest.as_ref()? {
        Nearest::Atomic(i) => format!("only the access of {} is volatile or atomic", name(*i)),
        Nearest::SharedLock(lock) => format!("both hold {lock}, but as readers"),
        Nearest::OtherLocks => {
            format!("they hold different locks: {} holds {}, {} holds {}", name(0), held(0), name(1), held(1))
        }
        Nearest::OneLocked { by, given_back: Some(lock) } => {
            format!("{} holds {}, {} has given {lock} back", name(*by), held(*by), name(1 - by))
        }
        Nearest::OneLocked { by, .. } => {
            format!("{} holds {}, {} holds nothing", name(*by), held(*by), name(1 - by))
        }
        Nearest::LockedBefore { by, wrote, span, lock } => {
            let at = place(sources, *span).map_or_else(String::new, |at| format!(" at {}", at.short()));
            let did = if *wrote { "wrote" } else { "read" };
            format!("{by} held {lock} when it {did} it{at}; here neither thread holds a lock")
        }
        Nearest::Flag => {
            format!("{} is plain, not volatile: to see what was written to it orders nothing", race.word)
        }
        Nearest::Started(by) => format!("{} has started {}, and has not joined it", name(*by), name(1 - by)),
        Nearest::Met(object) => format!("both have used {object}, but before these accesses"),
        Nearest::Nothing => "neither thread holds a lock".to_owned(),
    })
}

/// What a thread holds, in words.
fn locks(racer: &Racer) -> String {
    match racer.holds.as_slice() {
        [] => "nothing".to_owned(),
        locks => locks.join(", "),
    }
}

fn verb(racer: &Racer) -> &'static str {
    if racer.writes { "writes" } else { "reads" }
}

fn at(racer: &Racer, sources: &SourceMap) -> String {
    place(sources, racer.span).map_or_else(String::new, |at| format!(" at {}", at.short()))
}

/// The method of a library that the program called, without its package: `HashMap.put`.
fn called(racer: &Racer) -> String {
    racer.within.first().map_or_else(String::new, |name| {
        let (path, method) = name.rsplit_once('.').unwrap_or(("", name));
        let class = path.rsplit(['.', '/']).next().unwrap_or(path);
        format!("{class}.{method}")
    })
}

/// The class of the library through which it accesses the memory.
fn library_class(racer: &Racer) -> Option<String> {
    let called = called(racer);
    called.split_once('.').map(|(class, _)| class.to_owned())
}
