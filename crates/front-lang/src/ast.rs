//! The syntax tree: what the parser makes, the formatter prints and the checker reads.

use commute_base::Span;

/// A name as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Its items, in order.
    pub items: Vec<Item>,
}

/// A top-level declaration, or one inside a process.
#[derive(Clone, Debug)]
pub struct Item {
    /// What is declared.
    pub kind: ItemKind,
    /// The whole declaration.
    pub span: Span,
}

/// The kinds of items.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `const N: int = 3;`, or `const N: int;` with a value left open
    Const { name: Name, ty: Type, value: Option<Expr> },
    /// `enum Color { Red, Green }`
    Enum { name: Name, variants: Vec<Name> },
    /// `var x: int = 0 guarded_by m;`
    Var { name: Name, ty: Type, init: Option<Expr>, annotations: Vec<Annotation> },
    /// `class Node self_locking { ... }`
    Class { name: Name, annotations: Vec<Annotation>, fields: Vec<Field>, methods: Vec<Fn> },
    /// `record Msg(kind: Kind, from: 0..N);`
    Record { name: Name, fields: Vec<(Name, Type)> },
    /// `fn f(a: int) -> int { ... }`
    Fn(Fn),
    /// `thread worker[i in 0..N] { ... }`
    Thread { name: Name, index: Option<(Name, Expr, Expr)>, daemon: bool, body: Block },
    /// `process server { ... }`
    Process { name: Name, items: Vec<Item> },
    /// `invariant mutex: P;`
    Invariant { name: Option<Name>, pred: Expr },
    /// `ltl response = [](req -> <>ack);`
    Ltl { name: Name, formula: Ltl },
    /// `env(i) = P;`
    Env { param: Name, pred: Expr },
    /// `init P;`
    Init { pred: Expr },
    /// `timeouts last;`
    TimeoutsLast,
}

/// A function or method.
#[derive(Clone, Debug)]
pub struct Fn {
    /// Its name.
    pub name: Name,
    /// Whether other processes may call it.
    pub remote: bool,
    /// Whether its calls are said to be atomic.
    pub atomic: bool,
    /// Whether the body holds the monitor of `this`.
    pub synchronized: bool,
    /// Names and types.
    pub params: Vec<(Name, Type)>,
    /// The type of the result.
    pub ret: Option<Type>,
    /// The body.
    pub body: Block,
    /// The head and the body.
    pub span: Span,
}

/// A field of a class.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its first value.
    pub init: Option<Expr>,
    /// What is said about how it is shared.
    pub annotations: Vec<Annotation>,
}

/// What the user says about how something is shared.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// What.
    pub kind: AnnotationKind,
    /// Where.
    pub span: Span,
}

/// The kinds of annotations.
#[derive(Clone, Debug)]
pub enum AnnotationKind {
    /// `guarded_by m`
    GuardedBy(Expr),
    /// `exclusive(i) when P`
    Exclusive { param: Name, pred: Expr },
    /// `unshared`
    Unshared,
    /// `readonly`
    ReadOnly,
    /// `self_locking`
    SelfLocking,
    /// `communication`
    Communication,
    /// `by_method`
    ByMethod,
    /// `by_class`
    ByClass,
    /// `plain`
    Plain,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// Which.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `int`
    Int,
    /// `bool`
    Bool,
    /// An enum or class.
    Named(Name),
    /// `lo..hi` or `lo..=hi`
    Range { lo: Expr, hi: Expr, inclusive: bool },
    /// `mod k`
    Mod(Expr),
    /// `[T; n]`
    Array(Box<Type>, Expr),
    /// `[T]`
    Seq(Box<Type>),
    /// `set<T>`
    Set(Box<Type>),
    /// `lock`
    Lock,
    /// `rwlock`
    RwLock,
    /// `semaphore`
    Semaphore,
    /// `barrier` or, in a declaration, `barrier(n)`
    Barrier(Option<Expr>),
    /// `channel of T` or, in a declaration, `channel(n) of T`, perhaps with faults before it: `lossy(1) channel(n) of T`
    Channel(Option<Expr>, Box<Type>, Vec<Fault>),
    /// `thread`
    Thread,
    /// The place of a type that could not be parsed.
    Error,
}

/// What may go wrong on a channel, and how often at most.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What.
    pub kind: FaultyBy,
    /// How often; any number of times if it is not said.
    pub budget: Option<Expr>,
    /// Where it is said.
    pub span: Span,
}

/// What may go wrong on a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultyBy {
    /// `lossy`: a message that is sent is lost.
    Loss,
    /// `duplicating`: a message that is received stays in the channel.
    Duplication,
    /// `reordering`: a message is received before older ones.
    Reordering,
}

/// `{ ... }`
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// From brace to brace.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let t: int = e;`
    Let { name: Name, ty: Option<Type>, init: Option<Expr> },
    /// `lv = e;`, or with an operator `lv += e;`
    Assign { target: Expr, op: Option<BinaryOp>, value: Expr },
    /// `f(e);`
    Expr(Expr),
    /// `if c { } else { }`; an `else if` is a block with one `if`.
    If { cond: Expr, then: Block, otherwise: Option<Block> },
    /// `while c { }`
    While { cond: Expr, spec: LoopSpec, body: Block },
    /// `loop { }`
    Loop { spec: LoopSpec, body: Block },
    /// `for i in lo..hi { }`
    ForRange { var: Name, lo: Expr, hi: Expr, inclusive: bool, spec: LoopSpec, body: Block },
    /// `for x in s { }`
    ForEach { var: Name, over: Expr, spec: LoopSpec, body: Block },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`
    Return(Option<Expr>),
    /// `atomic { }`
    Atomic(Block),
    /// `when (g) { }`, `when (g);`, and with `or timeout` behind the guard
    When { guard: Expr, timed: bool, body: Option<Block> },
    /// `choose { } or { }`
    Choose(Vec<Block>),
    /// `select (let m = a.receive()) { } or (b.send(e)) { } else { }`
    Select { arms: Vec<Arm>, otherwise: Otherwise },
    /// `synchronized (o) { }`
    Synchronized { object: Expr, body: Block },
    /// `with (m) { }`
    With { lock: Expr, body: Block },
    /// `action (P) modifies x, y assert Q;`
    Action { pred: Expr, modifies: Vec<Expr>, assert: Option<Expr> },
    /// `assert e, "message";`
    Assert { cond: Expr, message: Option<String> },
    /// `assume e;`
    Assume(Expr),
    /// `skip;`
    Skip,
    /// `yield;`
    Yield,
    /// `try { } catch (e: C) { }`
    Try { body: Block, catches: Vec<Catch> },
    /// `throw e;`
    Throw(Expr),
    /// `join h;`
    Join(Expr),
    /// `'here:`
    Label(Name),
    /// `{ }`
    Block(Block),
    /// The place of a statement that could not be parsed.
    Error,
}

/// What is said about a loop for proofs: `invariant P`, `unroll n`.
#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    /// Its invariants.
    pub invariants: Vec<Expr>,
    /// How many rounds to look at, if only some.
    pub unroll: Option<Expr>,
}

/// `(let m = a.receive()) { }`, `(a.receive()) { }` or `(b.send(e)) { }` of a `select`
#[derive(Clone, Debug)]
pub struct Arm {
    /// The variable for the message.
    pub var: Option<Name>,
    /// The call of `send` or `receive`.
    pub call: Expr,
    /// What to do then.
    pub body: Block,
}

/// What a `select` does if nothing can be sent or received.
#[derive(Clone, Debug)]
pub enum Otherwise {
    /// It waits.
    Wait,
    /// It waits for a time only: `or timeout { }`
    Timeout(Block),
    /// It goes on: `else { }`
    Else(Block),
}

/// `catch (e: C) { }`
#[derive(Clone, Debug)]
pub struct Catch {
    /// The variable.
    pub var: Name,
    /// The class; none catches all.
    pub class: Option<Name>,
    /// What to do.
    pub body: Block,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `42`
    Int(i64),
    /// `true`
    Bool(bool),
    /// `null`
    Null,
    /// `this`
    This,
    /// `x`
    Name(Name),
    /// `x'`: the value after the step
    Primed(Box<Expr>),
    /// `Color::Red`
    Variant(Name, Name),
    /// `o.f`
    Field(Box<Expr>, Name),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `f(a)`; also `owner(m)`, `len(a)`
    Call(Name, Vec<Expr>),
    /// `o.m(a)`
    Method(Box<Expr>, Name, Vec<Expr>),
    /// `-e`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `choose(lo..hi)`
    Choose { lo: Box<Expr>, hi: Box<Expr>, inclusive: bool },
    /// `cas(lv, old, new)`
    Cas { target: Box<Expr>, old: Box<Expr>, new: Box<Expr> },
    /// `spawn f(a)`
    Spawn { func: Name, args: Vec<Expr>, daemon: bool },
    /// `new C(a)`, `new [int; 3]`, `new semaphore(1)`
    New { ty: Box<Type>, args: Vec<Expr> },
    /// `[1, 2, 3]`
    ArrayLit(Vec<Expr>),
    /// `{1, 2}`, only as an initializer
    SetLit(Vec<Expr>),
    /// `forall i in lo..hi: P` or `exists`
    Quant { all: bool, var: Name, lo: Box<Expr>, hi: Box<Expr>, inclusive: bool, body: Box<Expr> },
    /// `at(t, 'label)`
    At { thread: Box<Expr>, label: Name },
    /// `(e)`; kept so that the formatter can print what was written
    Paren(Box<Expr>),
    /// The place of an expression that could not be parsed.
    Error,
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `=>`
    Implies,
    /// `e in s`
    In,
}

/// A temporal formula.
#[derive(Clone, Debug)]
pub struct Ltl {
    /// What.
    pub kind: LtlKind,
    /// Where.
    pub span: Span,
}

/// The forms of temporal formulas.
#[derive(Clone, Debug)]
pub enum LtlKind {
    /// A state predicate.
    Atom(Expr),
    /// `!f`
    Not(Box<Ltl>),
    /// `f && g`
    And(Box<Ltl>, Box<Ltl>),
    /// `f || g`
    Or(Box<Ltl>, Box<Ltl>),
    /// `f -> g`
    Implies(Box<Ltl>, Box<Ltl>),
    /// `f <-> g`
    Iff(Box<Ltl>, Box<Ltl>),
    /// `X f`
    Next(Box<Ltl>),
    /// `[] f`
    Always(Box<Ltl>),
    /// `<> f`
    Eventually(Box<Ltl>),
    /// `f U g`
    Until(Box<Ltl>, Box<Ltl>),
    /// `f W g`
    WeakUntil(Box<Ltl>, Box<Ltl>),
    /// `f R g`
    Release(Box<Ltl>, Box<Ltl>),
}
