//! Cells that cannot exist, each with its reason.

/// Why no model can execute this row, whatever the column.
pub fn no_model(row: &str) -> Option<&'static str> {
    Some(match row {
        "convert" | "check_cast" | "is_shape" | "is_instance" | "length" | "fixed" | "current" | "refuse"
        | "print" | "start" => "only translations of Java have it",
        "load slot" | "store slot" | "cas slot" => "only translations of Java have places by number",
        "monitortryenter instance" | "isinterrupted thread" | "takeinterrupt thread" => {
            "the language has no such method; translations of Java do"
        }
        _ => return None,
    })
}

/// What a guard may do: read.
fn reads(row: &str) -> bool {
    let local = ["unary", "binary", "static_at", "jump", "branch", "block", "atomic_begin"];
    let operations = ["isalive thread", "contains set", "nth set", "room channel"];
    row.starts_with("load ") || row.starts_with("len ") || local.contains(&row) || operations.contains(&row)
}

/// What may wait, choose or start a thread, or is about threads, which are not there before the program.
fn is_of_threads(row: &str) -> bool {
    const WAITS: [&str; 15] = [
        "acquire lock",
        "acquireread rwlock",
        "acquirewrite rwlock",
        "down semaphore",
        "arrive barrier",
        "send channel",
        "receive channel",
        "wait instance",
        "waittimed instance",
        "join thread",
        "isalive thread",
        "interrupt thread",
        "choose",
        "switch",
        "block",
    ];
    WAITS.contains(&row) || row.starts_with("spawn")
}

/// Why a cell cannot exist, if it cannot.
pub fn reason(row: &str, column: &str) -> Option<&'static str> {
    if let Some(reason) = no_model(row) {
        return Some(reason);
    }
    match column {
        "guard" if row == "narrow" => Some("nothing is stored in a guard"),
        "guard" if row == "move" => Some("a guard assigns to no variable"),
        "guard" if !reads(row) => Some("a guard only reads"),
        "initialiser" if is_of_threads(row) => Some("an initialiser must not wait, choose or start a thread"),
        "plain" if row == "block" || row == "atomic_end" => Some("it ends an atomic block or a guard"),
        "plain" if row == "monitorexit instance" => Some("the monitor is held"),
        "atomic" if row == "block" => Some("it is part of a guard"),
        _ => None,
    }
}
