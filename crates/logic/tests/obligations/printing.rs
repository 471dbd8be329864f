//! The text of an obligation built by hand.

use commute_base::{FileId, Span};
use commute_logic::{Claim, Decl, Obligation, Op, Sort, Stmt, Term};
use expect_test::expect;

/// One step of SimpleLock (FFQ01 section 4.1) for thread `i`: acquire `mx`, under the guarantee for `j`.
fn acquire() -> Obligation {
    let span = Span::new(FileId::new(0), 10, 17);
    let mut o = Obligation::new("acquire", span);
    let i = o.declare(Decl::new("i", Sort::Tid));
    let j = o.declare(Decl::new("j", Sort::Tid));
    let mx = Decl::new("mx", Sort::Tid);
    o.declare(mx.clone());
    let x = o.declare(Decl { range: Some((-2, 10)), ..Decl::new("x", Sort::Int) });
    let taken = Term::and([mx.term().equals(&Term::tid(0)), Term::var(mx.var().next()).equals(&i)]);
    let kept = Term::and([Term::var(mx.var().next()).equals(&j), Term::next("x", Sort::Int).equals(&x)]);
    let guarantee = mx.term().equals(&j).implies(&kept);
    o.body.push(Stmt::assume("ids", Term::distinct([i, j, Term::tid(0)])));
    o.body.push(
        Stmt::step(
            [mx.var()],
            vec![Claim::assume("acq(mx)", taken), Claim::assert("A of j", span, guarantee)],
        )
        .label("acq")
        .at(span),
    );
    let twice = Term::binary(Op::Mul, &x, &x.plus(&Term::int(-1)));
    o.body.push(Stmt::choice([
        ("then", vec![Stmt::assign(Decl::new("x", Sort::Int).var(), twice)]),
        ("else", vec![]),
    ]));
    o
}

#[test]
fn an_obligation_prints_as_a_program() {
    expect![[r#"
        obligation "acquire" at f0:10..17 {
          declare i: tid;
          declare j: tid;
          declare mx: tid;
          declare x: int in -2..10;
          assume "ids": distinct(i, j, #0);
          step "acq" at f0:10..17 modifies mx {
            assume "acq(mx)": mx == #0 && mx' == i;
            assert "A of j" at f0:10..17: mx == j ==> mx' == j && x' == x;
          }
          choice {
            branch "then" {
              assign: x := x * (x + -1);
            }
            branch "else" {
            }
          }
        }
    "#]]
    .assert_eq(&acquire().to_string());
}
