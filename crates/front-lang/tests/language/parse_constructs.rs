//! Every construct parses, and to the right tree.

use commute_base::{Diagnostics, RenderOptions, SourceMap};
use commute_front_lang::ast::{Expr, ExprKind, File, ItemKind, Ltl, LtlKind, StmtKind, TypeKind};
use commute_front_lang::parse;

fn parse_ok(text: &str) -> File {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let mut diags = Diagnostics::default();
    let tree = parse(&sources, file, &mut diags);
    assert!(diags.is_empty(), "{text}\n{}", diags.render(&sources, RenderOptions::default()));
    tree
}

fn only_item(text: &str) -> ItemKind {
    let mut items = parse_ok(text).items;
    assert_eq!(items.len(), 1, "{text}");
    items.remove(0).kind
}

fn stmts(text: &str) -> Vec<StmtKind> {
    let ItemKind::Thread { body, .. } = only_item(&format!("thread t {{ {text} }}")) else {
        panic!("{text}")
    };
    body.stmts.into_iter().map(|s| s.kind).collect()
}

/// The name of the variant that a debug text begins with.
fn variant(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// The expression with all its structure in brackets.
fn shape(e: &Expr) -> String {
    let list = |l: &[Expr]| l.iter().map(shape).collect::<Vec<_>>().join(" ");
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Null => "null".into(),
        ExprKind::This => "this".into(),
        ExprKind::Name(n) => n.text.clone(),
        ExprKind::Primed(e) => format!("(prime {})", shape(e)),
        ExprKind::Variant(a, b) => format!("{}::{}", a.text, b.text),
        ExprKind::Field(e, f) => format!("(. {} {})", shape(e), f.text),
        ExprKind::Index(a, i) => format!("(at {} {})", shape(a), shape(i)),
        ExprKind::Call(f, args) => format!("(call {} {})", f.text, list(args)),
        ExprKind::Method(o, m, args) => format!("(method {} {} {})", shape(o), m.text, list(args)),
        ExprKind::Unary(op, e) => format!("({op:?} {})", shape(e)),
        ExprKind::Binary(op, a, b) => format!("({op:?} {} {})", shape(a), shape(b)),
        ExprKind::Choose { lo, hi, inclusive } => format!("(choose {} {} {inclusive})", shape(lo), shape(hi)),
        ExprKind::Cas { target, old, new } => {
            format!("(cas {} {} {})", shape(target), shape(old), shape(new))
        }
        ExprKind::Spawn { func, args, daemon } => format!("(spawn {} {daemon} {})", func.text, list(args)),
        ExprKind::New { ty, args } => format!("(new {} {})", variant(&ty.kind), list(args)),
        ExprKind::ArrayLit(l) => format!("[{}]", list(l)),
        ExprKind::SetLit(l) => format!("{{{}}}", list(l)),
        ExprKind::Quant { all, var, lo, hi, inclusive, body } => {
            format!("(quant {all} {} {} {} {inclusive} {})", var.text, shape(lo), shape(hi), shape(body))
        }
        ExprKind::At { thread, label } => format!("(label {} {})", shape(thread), label.text),
        ExprKind::Paren(e) => format!("<{}>", shape(e)),
        ExprKind::Error => "error".into(),
    }
}

fn formula_shape(f: &Ltl) -> String {
    let two = |name: &str, a: &Ltl, b: &Ltl| format!("({name} {} {})", formula_shape(a), formula_shape(b));
    match &f.kind {
        LtlKind::Atom(e) => shape(e),
        LtlKind::Not(f) => format!("(not {})", formula_shape(f)),
        LtlKind::And(a, b) => two("and", a, b),
        LtlKind::Or(a, b) => two("or", a, b),
        LtlKind::Implies(a, b) => two("->", a, b),
        LtlKind::Iff(a, b) => two("<->", a, b),
        LtlKind::Next(f) => format!("(X {})", formula_shape(f)),
        LtlKind::Always(f) => format!("([] {})", formula_shape(f)),
        LtlKind::Eventually(f) => format!("(<> {})", formula_shape(f)),
        LtlKind::Until(a, b) => two("U", a, b),
        LtlKind::WeakUntil(a, b) => two("W", a, b),
        LtlKind::Release(a, b) => two("R", a, b),
    }
}

#[test]
fn the_sample_parses() {
    let tree = parse_ok(include_str!("parse_sample.cm"));
    assert_eq!(tree.items.len(), 43);
}

#[test]
fn expressions_have_the_right_structure() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4", "(Sub (Add 1 (Mul 2 3)) 4)"),
        ("a => b => c || d && e", "(Implies a (Implies b (Or c (And d e))))"),
        ("a | b ^ c & d << 1 + 2", "(BitOr a (BitXor b (BitAnd c (Shl d (Add 1 2)))))"),
        ("a == b | c", "(Eq a (BitOr b c))"),
        ("-a * !b", "(Mul (Neg a) (Not b))"),
        ("!a.b[1].c(2, 3)", "(Not (method (at (. a b) 1) c 2 3))"),
        ("--1", "(Neg (Neg 1))"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("0xff_F", "4095"),
        ("1_000", "1000"),
        ("(a)", "<a>"),
        ("Color::Red == c", "(Eq Color::Red c)"),
        ("x' == a[0]'", "(Eq (prime x) (prime (at a 0)))"),
        ("h.join()", "(method h join )"),
        ("x in s && y", "(And (In x s) y)"),
        ("choose(1..=n + 1)", "(choose 1 (Add n 1) true)"),
        ("cas(a[i], 0, 1,)", "(cas (at a i) 0 1)"),
        ("spawn f(1)", "(spawn f false 1)"),
        ("spawn daemon f()", "(spawn f true )"),
        ("new Node(1, x).get()", "(method (new Named 1 x) get )"),
        ("new C - 1", "(Sub (new Named ) 1)"),
        ("new [int; 3]", "(new Array )"),
        ("new set<int>", "(new Set )"),
        ("new semaphore(1)", "(new Semaphore 1)"),
        ("new barrier(2)", "(new Barrier )"),
        ("new channel(3) of int", "(new Channel )"),
        ("[1, [2], []]", "[1 [2] []]"),
        ("forall i in 0..n: p => q", "(quant true i 0 n false (Implies p q))"),
        ("a && exists i in 0..=n: b || c", "(And a (quant false i 0 n true (Or b c)))"),
        ("at(worker[0], 'cs) && at(t,'e)", "(And (label (at worker 0) cs) (label t e))"),
        ("len(a) + owner(m)", "(Add (call len a) (call owner m))"),
        ("this.x == null", "(Eq (. this x) null)"),
        ("set < 3", "(Lt set 3)"),
    ] {
        let ItemKind::Init { pred } = only_item(&format!("init {text};")) else { panic!("{text}") };
        assert_eq!(shape(&pred), expected, "{text}");
    }
}

#[test]
fn formulas_have_the_right_structure() {
    for (text, expected) in [
        ("[](req -> <>ack)", "([] (-> req (<> ack)))"),
        ("[]<>p && <>[]q", "(and ([] (<> p)) (<> ([] q)))"),
        ("p U q U r", "(U p (U q r))"),
        ("p -> q -> r <-> s || t", "(<-> (-> p (-> q r)) (or s t))"),
        ("p => q", "(-> p q)"),
        ("a && b U c || d", "(or (and a (U b c)) d)"),
        ("!p W !(q R r)", "(W (not p) (not (R q r)))"),
        ("!x == y", "(Eq (Not x) y)"),
        ("!!x == y", "(Eq (Not (Not x)) y)"),
        ("!![]x", "(not (not ([] x)))"),
        ("!(x) == y", "(Eq (Not <x>) y)"),
        ("(x + 1) > 3 && ((y))", "(and (Gt <(Add x 1)> 3) y)"),
        ("((x)[0] + 1) * 2 > 3 U p", "(U (Gt (Mul <(Add (at <x> 0) 1)> 2) 3) p)"),
        ("X p", "(X p)"),
        ("X X (p)", "(X (X p))"),
        ("X == 1 && X[0] == 2", "(and (Eq X 1) (Eq (at X 0) 2))"),
        ("X U X", "(U X X)"),
        ("always p until eventually next q release r", "(U ([] p) (R (<> (X q)) r))"),
        ("always (a -> eventually (b && c))", "([] (-> a (<> (and b c))))"),
        ("<>at(t, 'l) && forall i in 0..2: a[i] == 1 -> p", {
            "(-> (and (<> (label t l)) (quant true i 0 2 false (Eq (at a i) 1))) p)"
        }),
        ("[] x < -1 ", "([] (Lt x (Neg 1)))"),
    ] {
        let ItemKind::Ltl { formula, .. } = only_item(&format!("ltl f = {text};")) else { panic!("{text}") };
        assert_eq!(formula_shape(&formula), expected, "{text}");
    }
}

#[test]
fn statements_have_the_right_kind() {
    for (text, expected) in [
        ("let t: int = 1;", "Let"),
        ("let t;", "Let"),
        ("a.b[0] = 1;", "Assign"),
        ("x ^= 1;", "Assign"),
        ("f(1);", "Expr"),
        ("choose(0..1);", "Expr"),
        ("if (a) { } else if b { } else { }", "If"),
        ("while a < b { }", "While"),
        ("loop { }", "Loop"),
        ("for i in a + 1..b { }", "ForRange"),
        ("for i in 0..=b { }", "ForRange"),
        ("for x in s.t { }", "ForEach"),
        ("break;", "Break"),
        ("continue;", "Continue"),
        ("return;", "Return"),
        ("return 1;", "Return"),
        ("atomic { x = 1; }", "Atomic"),
        ("when (a) { }", "When"),
        ("when (a && b);", "When"),
        ("choose { } or { } or { }", "Choose"),
        ("synchronized (o) { }", "Synchronized"),
        ("with (m) { }", "With"),
        ("assert a, \"m\";", "Assert"),
        ("assume a;", "Assume"),
        ("skip;", "Skip"),
        ("yield;", "Yield"),
        ("try { } catch (e: C) { } catch (e) { }", "Try"),
        ("throw e;", "Throw"),
        ("join worker[1];", "Join"),
        ("'here:", "Label"),
        ("{ }", "Block"),
    ] {
        let found = stmts(text);
        assert_eq!(found.iter().map(variant).collect::<Vec<_>>(), [expected], "{text}");
    }
}

#[test]
fn types_have_the_right_kind() {
    for (text, expected) in [
        ("int", "Int"),
        ("bool", "Bool"),
        ("Node", "Named"),
        ("0..3", "Range"),
        ("N..M", "Range"),
        ("N - 1..=M * 2", "Range"),
        ("(N)..M", "Range"),
        ("mod N + 1", "Mod"),
        ("[[int; 3]; N]", "Array"),
        ("[int]", "Seq"),
        ("set<0..N>", "Set"),
        ("set<set<mod 2>>", "Set"),
        ("lock", "Lock"),
        ("rwlock", "RwLock"),
        ("semaphore", "Semaphore"),
        ("barrier", "Barrier"),
        ("barrier(2)", "Barrier"),
        ("channel of int", "Channel"),
        ("channel(3) of [int]", "Channel"),
        ("thread", "Thread"),
    ] {
        let ItemKind::Var { ty, .. } = only_item(&format!("var x: {text};")) else { panic!("{text}") };
        assert_eq!(variant(&ty.kind), expected, "{text}");
    }
}

#[test]
fn a_set_type_may_touch_the_sign_after_it() {
    let ItemKind::Var { ty, init, .. } = only_item("var s: set<set<int>>={1,2,};") else { panic!() };
    let TypeKind::Set(inner) = ty.kind else { panic!() };
    assert_eq!(variant(&inner.kind), "Set");
    assert_eq!(shape(&init.unwrap()), "{1 2}");
    let ItemKind::Var { init, .. } = only_item("var s: set<int>={};") else { panic!() };
    assert_eq!(shape(&init.unwrap()), "{}");
}

#[test]
fn an_else_if_is_a_block_with_one_if() {
    let mut found = stmts("if a { } else if b { } else { skip; }");
    let StmtKind::If { otherwise: Some(block), .. } = found.remove(0) else { panic!() };
    assert_eq!(block.stmts.len(), 1);
    assert!(matches!(&block.stmts[0].kind, StmtKind::If { otherwise: Some(b), .. } if b.stmts.len() == 1));
}

#[test]
fn guards_lose_their_parentheses_and_strings_their_escapes() {
    assert!(
        matches!(&stmts("when (a);")[0], StmtKind::When { guard, timed: false, body: None } if shape(guard) == "a")
    );
    assert!(matches!(&stmts("when (a) or timeout;")[0], StmtKind::When { timed: true, body: None, .. }));
    assert!(matches!(&stmts("when ((a));")[0], StmtKind::When { guard, .. } if shape(guard) == "<a>"));
    let found = stmts(r#"assert a, "\"x\\\n\té";"#);
    assert!(matches!(&found[0], StmtKind::Assert { message: Some(m), .. } if m == "\"x\\\n\té"), "{found:?}");
}

#[test]
fn words_with_a_meaning_in_one_place_are_names_elsewhere() {
    parse_ok(
        "var lock: lock; var set: set<int>; var init: int; var env: int; var mod: int; var of: int; var X: int;",
    );
    parse_ok(
        "thread t { init = env + mod; set.add(1); lock.acquire(); daemon = at; cas = len; set(1); init(2); }",
    );
    parse_ok("thread t { let channel = 1; unshared = readonly; exclusive = guarded_by; }");
}

#[test]
fn spans_cover_what_was_written() {
    let text = "var x: int = 1 + f(2);\nthread t { x  =  -y . z ; }";
    let tree = parse_ok(text);
    let slice = |s: commute_base::Span| &text[s.start as usize..s.end as usize];
    assert_eq!(slice(tree.items[0].span), "var x: int = 1 + f(2);");
    let ItemKind::Var { init: Some(init), ty, .. } = &tree.items[0].kind else { panic!() };
    assert_eq!((slice(init.span), slice(ty.span)), ("1 + f(2)", "int"));
    let ItemKind::Thread { body, .. } = &tree.items[1].kind else { panic!() };
    assert_eq!(slice(body.span), "{ x  =  -y . z ; }");
    let StmtKind::Assign { value, .. } = &body.stmts[0].kind else { panic!() };
    assert_eq!((slice(body.stmts[0].span), slice(value.span)), ("x  =  -y . z ;", "-y . z"));
}
