//! Which constructs of the language a program has.

/// A construct and the pieces of text one of which shows it.
pub struct Construct {
    /// Its name.
    pub name: &'static str,
    /// Pieces of text that only it has.
    pub shown_by: &'static [&'static str],
}

const fn construct(name: &'static str, shown_by: &'static [&'static str]) -> Construct {
    Construct { name, shown_by }
}

/// All constructs that the generator makes.
pub const CONSTRUCTS: &[Construct] = &[
    construct("lock", &[".acquire();"]),
    construct("try_acquire", &[".try_acquire()"]),
    construct("with", &["with ("]),
    construct("lock table", &[": [lock; 2]"]),
    construct("synchronized block", &["synchronized ("]),
    construct("synchronized method", &[".put("]),
    construct("wait", &[".wait();"]),
    construct("wait_timed", &[".wait_timed()"]),
    construct("notify", &[".notify();"]),
    construct("notify_all", &[".notify_all();"]),
    construct("semaphore", &[".down();"]),
    construct("try_down", &[".try_down()"]),
    construct("read lock", &[".acquire_read();"]),
    construct("write lock", &[".acquire_write();"]),
    construct("barrier", &[".arrive();"]),
    construct("channel of numbers", &["of mod 3;"]),
    construct("channel of objects", &["of Cell;"]),
    construct("shared handle", &["handle"]),
    construct("long computation", &["0..2500"]),
    construct("return", &["return;"]),
    construct("initializer with a call", &["= first("]),
    construct("local object", &["= new Cell("]),
    construct("escaping object", &["slot"]),
    construct("object handed over", &["hand"]),
    construct("free list", &["obtain();"]),
    construct("field reference", &[".next"]),
    construct("static array", &[": [mod 3; 2]"]),
    construct("new array", &["new [mod 3; 2]"]),
    construct("growable array", &[".push("]),
    construct("pop", &[".pop()"]),
    construct("set", &[".add("]),
    construct("set membership", &[" in s", ".contains("]),
    construct("for over a collection", &["for e"]),
    construct("spawn", &["spawn "]),
    construct("handle", &["= spawn "]),
    construct("join a handle", &["join h", ".join();"]),
    construct("join a thread", &["join t"]),
    construct("is_alive", &[".is_alive()"]),
    construct("interrupt", &[".interrupt()"]),
    construct("daemon", &["daemon "]),
    construct("thread group", &["[i in 0..2]"]),
    construct("atomic", &["atomic {"]),
    construct("when", &["when ("]),
    construct("choose statement", &["choose {"]),
    construct("choose value", &["choose("]),
    construct("cas", &["cas("]),
    construct("assert", &["assert "]),
    construct("assume", &["assume "]),
    construct("throw", &["throw "]),
    construct("catch by class", &["catch (e: "]),
    construct("catch all", &["catch (e)"]),
    construct("for", &["for i"]),
    construct("while", &["while "]),
    construct("loop", &["loop {"]),
    construct("break", &["break;"]),
    construct("continue", &["continue;"]),
    construct("else if", &["else if"]),
    construct("function", &["(p: mod 3)"]),
    construct("function result", &["-> mod 3 {"]),
    construct("recursion", &["(p - 1);"]),
    construct("invariant", &["invariant "]),
    construct("label", &["'start"]),
    construct("owner", &["owner("]),
    construct("quantifier", &["forall", "exists"]),
    construct("enum", &["Color;", "Color ="]),
    construct("bounded integer", &[": 0..3"]),
    construct("process", &["process "]),
    construct("new lock", &["new lock;"]),
    construct("new channel", &["new channel"]),
    construct("new semaphore", &["new semaphore"]),
    construct("guarded_by", &[" guarded_by "]),
    construct("exclusive", &[" exclusive(i) "]),
    construct("unshared", &[" unshared"]),
    construct("readonly", &[" readonly"]),
    construct("communication", &[" communication"]),
    construct("self_locking", &[" self_locking"]),
    construct("holder of an object", &[": Holder"]),
    construct("log", &["let log"]),
    construct("ltl always", &["later = [](", "later = []<>"]),
    construct("ltl eventually", &["later = <>"]),
    construct("ltl until", &[" U ("]),
    construct("env", &["env("]),
];

/// Whether each of [`CONSTRUCTS`] is in a text.
pub fn constructs_of(text: &str) -> Vec<bool> {
    CONSTRUCTS.iter().map(|c| c.shown_by.iter().any(|piece| text.contains(piece))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_shows_what_it_has() {
        let found = constructs_of("m.acquire();\nassert x;");
        let names: Vec<_> =
            CONSTRUCTS.iter().zip(found).filter(|(_, found)| *found).map(|(c, _)| c.name).collect();
        assert_eq!(names, ["lock", "assert"]);
    }
}
