//! The words of the text form: one table for each family of operations, read in both directions.

use crate::{BinOp, ExprKind, NumTy, ObjOp, PrintForm, Ty, UnOp};

/// Makes a function from a value to its word and one back, which cannot disagree.
macro_rules! words {
    ($ty:ident, $word_of:ident, $of_word:ident: $($variant:ident $word:literal),* $(,)?) => {
        pub(super) fn $word_of(value: $ty) -> &'static str {
            match value { $($ty::$variant => $word),* }
        }
        pub(super) fn $of_word(word: &str) -> Option<$ty> {
            match word { $($word => Some($ty::$variant),)* _ => None }
        }
    };
}

words!(NumTy, num_word, num_of: I32 "i32", I64 "i64", F32 "f32", F64 "f64");

words!(PrintForm, form_word, form_of:
    Int "int", Bool "bool", Char "char", F32 "f32", F64 "f64", Text "text");

words!(UnOp, un_word, un_of: Neg "neg", Not "not", BitNot "bitnot");

words!(BinOp, bin_word, bin_of:
    Add "add", Sub "sub", Mul "mul", Div "div", Rem "rem", Mod "mod", And "and", Or "or", Xor "xor",
    Shl "shl", Shr "shr", Ushr "ushr", Eq "eq", Ne "ne", Lt "lt", Le "le", Gt "gt", Ge "ge",
    CmpL "cmpl", CmpG "cmpg");

// The same operations between the operands of an expression.
words!(BinOp, bin_infix, bin_of_infix:
    Add "+", Sub "-", Mul "*", Div "/", Rem "%", Mod "mod", And "&", Or "|", Xor "^",
    Shl "<<", Shr ">>", Ushr ">>>", Eq "==", Ne "!=", Lt "<", Le "<=", Gt ">", Ge ">=",
    CmpL "cmpl", CmpG "cmpg");

words!(ObjOp, obj_word, obj_of:
    Acquire "acquire", TryAcquire "try_acquire", Release "release",
    AcquireRead "acquire_read", ReleaseRead "release_read",
    AcquireWrite "acquire_write", ReleaseWrite "release_write",
    Down "down", TryDown "try_down", Up "up", Arrive "arrive", Send "send", Receive "receive",
    MonitorEnter "monitor_enter", MonitorTryEnter "monitor_try_enter", MonitorExit "monitor_exit",
    Wait "wait", WaitTimed "wait_timed", Notify "notify", NotifyAll "notify_all",
    Join "join", IsAlive "is_alive", Interrupt "interrupt", IsInterrupted "is_interrupted", TakeInterrupt "take_interrupt",
    Push "push", Pop "pop", Add "add", Remove "remove", Contains "contains", Nth "nth",
    Clear "clear", Len "len", Room "room");

/// The type that an expression of this form has if the text gives none.
pub(super) fn usual_ty(kind: &ExprKind) -> Ty {
    match kind {
        ExprKind::Null | ExprKind::Static { .. } => Ty::AnyRef,
        ExprKind::Contains { .. } | ExprKind::At { .. } | ExprKind::Quant { .. } => Ty::Bool,
        ExprKind::Unary(UnOp::Not, _) => Ty::Bool,
        ExprKind::If(_, then, _) => then.ty,
        ExprKind::Binary(op, ..) => match op {
            BinOp::And | BinOp::Or => Ty::Bool,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => Ty::Bool,
            _ => Ty::I64,
        },
        _ => Ty::I64,
    }
}

/// Whether a name can be written without quotes.
pub(super) fn is_bare_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}
