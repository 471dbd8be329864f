//! The source text that each instruction belongs to, which is what a trace shows for a step.

use commute_base::SourceMap;
use commute_front_lang::{Options, compile};
use expect_test::{Expect, expect};

/// The text of each visible instruction of the last function, one on a line.
fn check_steps(text: &str, expected: Expect) {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let program = compile(&sources, file, &Options::default()).program.expect("a program");
    let function = program.functions.last().expect("a function");
    let visible = function.code.iter().zip(&function.spans).filter(|(instr, _)| instr.is_visible());
    let lines: Vec<String> = visible.map(|(_, &span)| sources.text(span).to_owned() + "\n").collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn reads_writes_and_operations() {
    check_steps(
        r#"var x: int;
var a: [int; 2];
var m: lock;
thread other { yield; }
thread main {
    m.acquire();
    let t = x + a[x];
    a[t] += 2 * x;
    x = choose(0..t);
    if x > 0 && cas(x, 1, 2) { join other; }
}
"#,
        expect![[r#"
            m.acquire()
            x
            x
            a[x]
            a[t]
            x
            a[t] += 2 * x;
            choose(0..t)
            x = choose(0..t);
            x
            cas(x, 1, 2)
            join other;
        "#]],
    );
}

#[test]
fn regions() {
    check_steps(
        r#"class C { }
var m: lock;
var x: int;
fn f(c: C) -> int {
    atomic { x = 1; }
    when (x > 0 && x < 3) { x = 2; }
    when (x == 2);
    with (m) {
        if x == 3 { return x; }
    }
    synchronized (c) { c.wait(); }
    choose { x = 1; } or { x = 2; }
    return x;
}
"#,
        expect![[r#"
            atomic
            x = 1;
            when (x > 0 && x < 3)
            x
            x
            x = 2;
            when (x == 2);
            x
            with (m)
            x
            x
            return x;
            }
            }
            synchronized (c)
            c.wait()
            }
            }
            choose
            x = 1;
            x = 2;
            x
        "#]],
    );
}
