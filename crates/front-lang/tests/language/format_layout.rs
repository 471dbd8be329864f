//! The formatter: its layout, that it keeps the tree and the comments, and that once is enough.

use commute_base::{Diagnostics, RenderOptions, SourceMap};
use commute_front_lang::{format, parse};
use expect_test::{Expect, expect};

/// The formatted text, and the tree as text without positions.
fn format_ok(text: &str) -> (String, String) {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let mut diags = Diagnostics::default();
    let tree = parse(&sources, file, &mut diags);
    assert!(diags.is_empty(), "{text}\n{}", diags.render(&sources, RenderOptions::default()));
    (format(&tree, text), without_spans(&format!("{tree:?}")))
}

/// Removes every `f0:1..2`.
fn without_spans(tree: &str) -> String {
    let mut out = String::new();
    let mut rest = tree;
    while let Some(at) = rest.find("f0:") {
        out.push_str(&rest[..at]);
        rest = rest[at + 3..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    }
    out + rest
}

/// Formats, and checks what must hold of every text.
fn stable(text: &str) -> String {
    let (once, tree) = format_ok(text);
    let (twice, tree_again) = format_ok(&once);
    assert_eq!(once, twice, "formatting again changes the text of\n{text}");
    assert_eq!(tree, tree_again, "formatting changes the tree of\n{text}");
    once
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&stable(text));
}

#[test]
fn the_sample() {
    check(
        include_str!("parse_sample.cm"),
        expect![[r#"
        // A sample with every construct of the language.
        /* A block comment /* with another inside */ and its end. */
        const N: int = 3;
        const BIG: int = 0xFF_FF; // trailing
        const LEAST: int = -9223372036854775808;
        const DEBUG: bool = false;

        enum Color { Red, Green, Blue }

        var x: int = 0;
        var a: [int; N] = 0;
        var table: [int; 3] = [1, 2, 3];
        var grid: [[int; 3]; 2];
        var m: lock;
        var forks: [lock; N];
        var rw: rwlock;
        var s: semaphore = 1;
        var b: barrier(2);
        var c: channel(3) of int;
        var q: [int];
        var free: set<int>;
        var some: set<0..N> = {1, 2};
        var nested: set<set<int>> = {};
        var small: 0..N = 1 guarded_by m;
        var wide: -1..=N + 1;
        var ring: mod N = 0 exclusive(i) when owner(m) == i;
        var color: Color = Color::Red readonly;
        var head: Node = new Node(1) guarded_by forks[0] unshared;
        var t: thread;

        class Node self_locking {
            value: int;
            next: Node guarded_by this.value;
            tags: set<int> = {1};

            fn init(v: int) {
                value = v;
            }

            synchronized fn get() -> int {
                return value;
            }

            fn set(v: int) {
                this.value = v;
            }
        }

        class Empty {}

        class Timeout communication {
            code: int = 1 communication;
        }

        fn f(a: int, n: Node) -> int {
            if a <= 0 {
                return 0;
            } else if a == 1 {
                return 1;
            } else {
                return f(a - 1, n) + n.get();
            }
        }

        fn shapes(l: [int; 3], g: [int], k: set<int>, ch: channel of int, w: barrier, h: thread) -> 0..3 {
            return 1;
        }

        thread main {
            let n = 5;
            let y: int = choose(0..N);
            let z: int;
            x = y;
            x += 1;
            x -= 1;
            x *= 2;
            x /= 2;
            x %= 3;
            x &= 7;
            x |= 1;
            x ^= 2;
            head.next.value = a[y + 1];
            a[0] = table[1];
            f(1, head);
            head.set(2);
            m.acquire();

            while x < 3 && !(x == 2) {
                x += 1;
                if x == 2 {
                    continue;
                }
            }
            loop {
                break;
            }
            for i in 0..N {
                a[i] = i;
            }
            for i in 0..=N - 1 {
                skip;
            }
            for v in free {
                x = v;
            }
            atomic {
                x = 1;
            }
            when (x > 0) {
                x = 0;
            }
            when (x == 0);
            choose {
                x = 1;
            } or {
                x = 2;
            } or {}
            synchronized (head) {
                head.notify_all();
            }
            with (m) {
                x = 1;
            }
            assert x > 0;
            assert x > 0, "x is \"positive\"\n";
            assume x < 10;
            skip;
            yield;
            try {
                throw new Timeout();
            } catch (e: Timeout) {
                x = 1;
            } catch (e) {
                x = 2;
            }
            let h = spawn f(1, head);
            spawn daemon f(2, null);
            join h;
            join worker[2];
            h.join();
            'cs: x = 2;
            'alone: {
                let inner = ~x;
                x = -inner;
            }
            if cas(x, 0, 1) {
                x = len(a) + a.len();
            }
            let arr = new [int; 3];
            let sq = new [int];
            let st = new set<int>;
            let lk = new lock;
            let sm = new semaphore(1);
            let br = new barrier(2);
            let chn = new channel(3) of int;
            let r = new rwlock;
            let bits = 1 << 2 | 3 & 4 ^ 5 >> 1;
            let member = 3 in free;
            c.send(1);
            x = c.receive();
            choose(0..2);
            return;
            'end:
        }

        thread worker[i in 0..N] {
            a[i] = i;
        }

        daemon thread logger {
            loop {
                yield;
            }
        }

        process server {
            var own: int;

            fn work() {
                own = 1;
            }

            thread serve {
                work();
            }
        }

        invariant mutex: !(x == 1 && a[0] == 2);
        invariant x >= 0;
        invariant all: forall i in 0..N: a[i] >= 0 => exists j in 0..=N: a[j] == i;
        invariant where: at(main, 'cs) => owner(m) == main && !at(worker[0], 'end);
        ltl response = [](x == 1 -> <>x == 2);
        ltl words = always (x == 1) until eventually next x == 2;
        ltl many = []<>(x == 1) && (x + 1) > 2 || !x == 3
            <-> X (x == 1 U x == 2) W (x == 3 R []!<>at(main, 'cs));
        env(i) = (owner(m) == i => x' == x) && a[0]' == a[0];
        init x == 0 && forall i in 0..N: a[i] == 0;
    "#]],
    );
}

/// Without its line ends, and with a line end at every space, the sample is formatted to the same tokens.
#[test]
fn the_layout_of_the_source_does_not_matter() {
    let without_comments: String = include_str!("parse_sample.cm")
        .lines()
        .map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n")
        .filter(|line| !line.contains("/*") && !line.contains('"'))
        .collect();
    let expected = stable(&without_comments.replace("\n\n", "\n"));
    assert_eq!(stable(&without_comments.split_whitespace().collect::<Vec<_>>().join(" ")), expected);
    assert_eq!(stable(&without_comments.split_whitespace().collect::<Vec<_>>().join("\n")), expected);
}

#[test]
fn nothing_is_nothing() {
    check("", expect![[""]]);
    check(" \n\n ", expect![[""]]);
    check(
        "\n\n// only a comment   \n\n\n",
        expect![[r#"
        // only a comment
    "#]],
    );
}

#[test]
fn comments_stay_where_they_are() {
    check(
        "// first\n\n\n// second\nvar x: int; // about x\n// before y\nvar y: int; /* one */ /* two */ var z: int;\n\
         thread t { // opens\n// inside\n\nx = 1; // one\n\n// last\n} // closed\n// after\nthread u {\n// empty\n}\n// end",
        expect![[r#"
            // first

            // second
            var x: int; // about x
            // before y
            var y: int; /* one */ /* two */
            var z: int;

            thread t { // opens
                // inside

                x = 1; // one

                // last
            } // closed

            // after
            thread u {
                // empty
            }
            // end
        "#]],
    );
}

#[test]
fn comments_inside_statements() {
    check(
        "thread t {\nx = /* a */ 1 + // b\n2;\nf(1, // first\n2 // second\n);\nf( // open\n1,\n// own\n2);\n\
         if x // cond\n{ skip; } // then\nelse { skip; }\n'l: // label\nskip; 'm:\n/* own */ skip; }\n\
         enum E {\n// the first\nA, // a\nB, // b\n}\ninvariant p:\n// why\nx > 0 && // and\ny > 0;",
        expect![[r#"
            thread t {
                x = /* a */ 1 + // b
                    2;
                f(
                    1, // first
                    2 // second
                );
                f( // open
                    1,
                    // own
                    2
                );
                if x // cond
                {
                    skip;
                } // then
                else {
                    skip;
                }
                'l: // label
                skip;
                'm:
                /* own */
                skip;
            }

            enum E {
                // the first
                A, // a
                B, // b
            }
            invariant p:
                // why
                x > 0
                && // and
                    y > 0;
        "#]],
    );
}

#[test]
fn long_lines_are_broken() {
    let names = |n: usize| (0..n).map(|i| format!("name_{i}")).collect::<Vec<_>>();
    let text = format!(
        "enum E {{ {} }} invariant p: {} => ({}); thread t {{ if {} {{ f({}, g({})); }} }} fn f({}) -> int {{ return 1; }}",
        names(14).join(","),
        names(9).join("&&"),
        names(13).join("||"),
        names(12).join("&&"),
        names(7).join(","),
        names(14).join(","),
        names(8).join(": int,") + ": int",
    );
    check(
        &text,
        expect![[r#"
        enum E {
            name_0,
            name_1,
            name_2,
            name_3,
            name_4,
            name_5,
            name_6,
            name_7,
            name_8,
            name_9,
            name_10,
            name_11,
            name_12,
            name_13
        }
        invariant p: name_0 && name_1 && name_2 && name_3 && name_4 && name_5 && name_6 && name_7 && name_8
            => (
                name_0
                    || name_1
                    || name_2
                    || name_3
                    || name_4
                    || name_5
                    || name_6
                    || name_7
                    || name_8
                    || name_9
                    || name_10
                    || name_11
                    || name_12
            );

        thread t {
            if name_0
                && name_1
                && name_2
                && name_3
                && name_4
                && name_5
                && name_6
                && name_7
                && name_8
                && name_9
                && name_10
                && name_11
            {
                f(
                    name_0,
                    name_1,
                    name_2,
                    name_3,
                    name_4,
                    name_5,
                    name_6,
                    g(
                        name_0,
                        name_1,
                        name_2,
                        name_3,
                        name_4,
                        name_5,
                        name_6,
                        name_7,
                        name_8,
                        name_9,
                        name_10,
                        name_11,
                        name_12,
                        name_13
                    )
                );
            }
        }

        fn f(
            name_0: int,
            name_1: int,
            name_2: int,
            name_3: int,
            name_4: int,
            name_5: int,
            name_6: int,
            name_7: int
        ) -> int {
            return 1;
        }
    "#]],
    );
}

#[test]
fn blank_lines() {
    check(
        "var a: int;\n\n\n\nvar b: int;\nfn f() {\n\n\nskip;\n\n\n\nskip;\n\n}\nfn g() {}\nvar c: int;\n// about h\nfn h() {}\n\
         class C {\n\nx: int;\nfn m() {}\nfn n() {}\ny: int;\n}\nprocess p { var d: int; thread t {} }",
        expect![[r#"
            var a: int;

            var b: int;

            fn f() {
                skip;

                skip;
            }

            fn g() {}

            var c: int;

            // about h
            fn h() {}

            class C {
                x: int;

                fn m() {}

                fn n() {}

                y: int;
            }

            process p {
                var d: int;

                thread t {}
            }
        "#]],
    );
}

#[test]
fn spaces() {
    check(
        "thread t{x=-1- -2;y=!a&&~b==c;z=a [0] [1] . f ( 1 ,2 ) ;h . join ( );if(a){skip;}return(1);\
         let s:set < set<0 .. N> >=new set<set<0..N>>;let c=new channel( 3 )of[int];k=set<3;when(a);\
         for i in 0 ..= N-1{}for i in[1,2]{}w=choose ( 0..2 );v=Color :: Red;loop{}{}{skip;}}\
         ltl a=[ ] <>p->X(q)U(r);ltl b = always(p)until[]q && ! (a [0]==1);env ( i )=x' ==x;init(a);\
         var q:set<int>={ 1,2, };var r:[ [int;3];2 ]=[[1,2,3,],[4]]guarded_by(m);var e:set<int>={};var u:mod(3);",
        expect![[r#"
            thread t {
                x = -1 - -2;
                y = !a && ~b == c;
                z = a[0][1].f(1, 2);
                h.join();
                if (a) {
                    skip;
                }
                return (1);
                let s: set<set<0..N>> = new set<set<0..N>>;
                let c = new channel(3) of [int];
                k = set < 3;
                when (a);
                for i in 0..=N - 1 {}
                for i in [1, 2] {}
                w = choose(0..2);
                v = Color::Red;
                loop {}
                {}
                {
                    skip;
                }
            }

            ltl a = []<>p -> X (q) U (r);
            ltl b = always (p) until []q && !(a[0] == 1);
            env(i) = x' == x;
            init (a);
            var q: set<int> = {1, 2};
            var r: [[int; 3]; 2] = [[1, 2, 3], [4]] guarded_by (m);
            var e: set<int> = {};
            var u: mod (3);
        "#]],
    );
}
