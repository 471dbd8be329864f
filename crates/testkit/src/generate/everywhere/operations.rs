//! Everything that can be done to what is shared, as text.

use super::kinds::Kind;

/// What an operation gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Nothing: it is a statement.
    Nothing,
    /// A number: it is an expression.
    Number,
    /// A truth value.
    Truth,
    /// A reference to a cell.
    Cell,
    /// It is the head of a block, and what ends it.
    Section(&'static str),
}

/// An operation. In its text `@` is the object, `#` a small number and `&` an index.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// What it needs.
    pub kind: Kind,
    /// How it is written.
    pub text: &'static str,
    /// What it gives.
    pub gives: Gives,
    /// Whether a guard may do it.
    pub reads: bool,
    /// Whether an initialiser may: it never waits, chooses or starts a thread.
    pub at_once: bool,
}

const fn says(kind: Kind, text: &'static str) -> Operation {
    Operation { kind, text, gives: Gives::Nothing, reads: false, at_once: true }
}

const fn patient(operation: Operation) -> Operation {
    Operation { at_once: false, ..operation }
}

const fn waits(kind: Kind, text: &'static str) -> Operation {
    patient(says(kind, text))
}

const fn number(kind: Kind, text: &'static str) -> Operation {
    Operation { gives: Gives::Number, ..says(kind, text) }
}

const fn truth(kind: Kind, text: &'static str) -> Operation {
    Operation { gives: Gives::Truth, ..says(kind, text) }
}

const fn reads(operation: Operation) -> Operation {
    Operation { reads: true, ..operation }
}

const fn section(kind: Kind, text: &'static str, end: &'static str) -> Operation {
    Operation { gives: Gives::Section(end), ..says(kind, text) }
}

/// All of them.
pub const OPERATIONS: &[Operation] = &[
    reads(number(Kind::Word, "@")),
    says(Kind::Word, "@ = #;"),
    says(Kind::Word, "@ += #;"),
    truth(Kind::Word, "cas(@, #, #)"),
    waits(Kind::Word, "action (@ == # && @' == #) modifies @;"),
    waits(Kind::Word, "action (@' == #) modifies @ assert @ != #;"),
    waits(Kind::Word, "when (@ == #);"),
    waits(Kind::Word, "when (@ != #) { @ = #; }"),
    reads(number(Kind::Cell, "@.v")),
    says(Kind::Cell, "@.v = #;"),
    says(Kind::Cell, "@.v += 1;"),
    truth(Kind::Cell, "cas(@.v, #, #)"),
    says(Kind::Cell, "@.next = new Cell();"),
    says(Kind::Cell, "@.next = null;"),
    Operation { gives: Gives::Cell, ..says(Kind::Cell, "@.next") },
    truth(Kind::Cell, "cas(@.next, null, new Cell())"),
    says(Kind::Cell, "@.put(#);"),
    number(Kind::Cell, "@.take()"),
    section(Kind::Cell, "synchronized (@)", ""),
    section(Kind::Cell, "synchronized (@)", "@.notify();"),
    section(Kind::Cell, "synchronized (@)", "@.notify_all();"),
    patient(section(Kind::Cell, "synchronized (@)", "@.wait();")),
    patient(section(Kind::Cell, "synchronized (@)", "let told = @.wait_timed(); assert told || true;")),
    says(Kind::Cell, "@.notify();"),
    says(Kind::Cell, "@.notify_all();"),
    waits(Kind::Cell, "when (@.v != #) { @.v = #; }"),
    reads(number(Kind::Array, "@[&]")),
    says(Kind::Array, "@[&] = #;"),
    says(Kind::Array, "@[&] += 1;"),
    truth(Kind::Array, "cas(@[&], #, #)"),
    reads(number(Kind::Array, "@.len()")),
    says(Kind::Array, "for e in @ { assert e != #; }"),
    says(Kind::Seq, "@.push(#);"),
    says(Kind::Seq, "@.push(#);"),
    says(Kind::Seq, "@.push(#);"),
    number(Kind::Seq, "@.pop()"),
    reads(number(Kind::Seq, "@.len()")),
    says(Kind::Seq, "@.clear();"),
    reads(number(Kind::Seq, "@[&]")),
    says(Kind::Seq, "@[&] = #;"),
    says(Kind::Seq, "@[&] += 1;"),
    truth(Kind::Seq, "cas(@[&], #, #)"),
    says(Kind::Seq, "for e in @ { assert e != #; }"),
    waits(Kind::Seq, "when (@.len() > 0);"),
    waits(Kind::Seq, "when (@.len() > 0 && @[0] == #) { @[0] = #; }"),
    truth(Kind::Set, "@.add(#)"),
    says(Kind::Set, "@.add(#);"),
    truth(Kind::Set, "@.remove(#)"),
    reads(truth(Kind::Set, "@.contains(#)")),
    reads(truth(Kind::Set, "# in @")),
    reads(number(Kind::Set, "@.nth(&)")),
    reads(number(Kind::Set, "@.len()")),
    says(Kind::Set, "@.clear();"),
    says(Kind::Set, "for e in @ { assert e != #; }"),
    patient(section(Kind::Lock, "with (@)", "")),
    patient(section(Kind::Lock, "with (@)", "")),
    patient(section(Kind::Lock, "@.acquire();", "@.release();")),
    section(Kind::Lock, "if @.try_acquire()", "@.release();"),
    waits(Kind::Lock, "@.acquire();"),
    truth(Kind::Lock, "@.try_acquire()"),
    says(Kind::Lock, "@.release();"),
    patient(section(Kind::ReadWrite, "@.acquire_read();", "@.release_read();")),
    patient(section(Kind::ReadWrite, "@.acquire_write();", "@.release_write();")),
    waits(Kind::ReadWrite, "@.acquire_read();"),
    waits(Kind::ReadWrite, "@.acquire_write();"),
    says(Kind::ReadWrite, "@.release_read();"),
    says(Kind::ReadWrite, "@.release_write();"),
    says(Kind::Semaphore, "@.up();"),
    waits(Kind::Semaphore, "@.down();"),
    truth(Kind::Semaphore, "@.try_down()"),
    patient(section(Kind::Semaphore, "@.down();", "@.up();")),
    section(Kind::Semaphore, "if @.try_down()", "@.up();"),
    waits(Kind::Barrier, "@.arrive();"),
    waits(Kind::Channel, "@.send(#);"),
    patient(number(Kind::Channel, "@.receive()")),
    reads(number(Kind::Channel, "(@.len() * @.room())")),
    waits(Kind::Channel, "when (@.len() > 0);"),
    waits(Kind::Thread, "join @;"),
    waits(Kind::Thread, "@.join();"),
    patient(reads(truth(Kind::Thread, "@.is_alive()"))),
    waits(Kind::Thread, "@.interrupt();"),
    waits(Kind::Nothing, "yield;"),
    patient(number(Kind::Nothing, "choose(0..2)")),
    patient(number(Kind::Nothing, "choose(0..size - 2)")),
    waits(Kind::Nothing, "choose { seen0 = #; } or { skip; } or { go = true; }"),
    waits(Kind::Nothing, "if size != # { return; }"),
    says(Kind::Nothing, "assert seen0 != #;"),
    says(Kind::Nothing, "assert false;"),
    says(Kind::Nothing, "assume seen0 != #;"),
    says(Kind::Nothing, "throw new Oops();"),
    waits(Kind::Nothing, "spawn helper(#);"),
    waits(Kind::Nothing, "spawn daemon helper(#);"),
    waits(Kind::Nothing, "let h^ = spawn helper(#); join h^;"),
    waits(Kind::Nothing, "let h^ = spawn helper(#); assert !h^.is_alive() || true;"),
    waits(Kind::Nothing, "for k^ in 0..2 { spawn helper(k^); }"),
    number(Kind::Nothing, "(new Cell()).v"),
    number(Kind::Nothing, "(new [mod 3; 2]).len()"),
    number(Kind::Nothing, "(new [mod 3; size - 2]).len()"),
    number(Kind::Nothing, "(new [mod 3]).len()"),
    number(Kind::Nothing, "(new set<mod 3>).len()"),
    number(Kind::Nothing, "(new channel(1) of mod 3).len()"),
    waits(Kind::Nothing, "let n^ = size - 3; let c^ = new channel(n^) of mod 3; c^.send(#); c^.send(#);"),
    truth(Kind::Nothing, "(new lock).try_acquire()"),
    truth(Kind::Nothing, "(new semaphore(size)).try_down()"),
    waits(Kind::Nothing, "(new rwlock).acquire_read();"),
    waits(Kind::Nothing, "(new barrier(1)).arrive();"),
    number(Kind::Nothing, "(-size + ~size * 2 - size / 2 % 3)"),
    truth(Kind::Nothing, "!(size < # || size > # && size != 5 || (size & 3 | 1 ^ size << 1 >> 2) <= 1)"),
    number(Kind::Nothing, "half(#)"),
];
