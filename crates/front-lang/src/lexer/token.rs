//! The words and signs of the language.

/// Defines the kinds of tokens with the text of those that have only one.
macro_rules! tokens {
    (words { $($word:ident = $word_text:literal,)* } signs { $($sign:ident = $sign_text:literal,)* }) => {
        /// The kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Tok {
            /// A name that is not a keyword.
            Ident,
            /// A number.
            Int,
            /// A string in double quotes.
            Str,
            /// `'name`
            Label,
            /// The `'` of `x'`.
            Prime,
            /// After the last token.
            Eof,
            $($word,)*
            $($sign,)*
        }

        impl Tok {
            /// The text of a keyword or sign; what to call it for the others.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    Tok::Ident => "a name",
                    Tok::Int => "a number",
                    Tok::Str => "a string",
                    Tok::Label => "a label",
                    Tok::Prime => "'",
                    Tok::Eof => "the end of the file",
                    $(Tok::$word => $word_text,)*
                    $(Tok::$sign => $sign_text,)*
                }
            }

            /// The keyword with this text.
            pub(super) fn keyword(text: &str) -> Option<Tok> {
                match text {
                    $($word_text => Some(Tok::$word),)*
                    _ => None,
                }
            }

            /// The sign with this text.
            pub(super) fn sign(text: &str) -> Option<Tok> {
                match text {
                    $($sign_text => Some(Tok::$sign),)*
                    _ => None,
                }
            }

            /// Whether this is a keyword.
            pub(crate) fn is_keyword(self) -> bool {
                matches!(self, $(Tok::$word)|*)
            }
        }
    };
}

// Words that mean something only in one place (`init`, `env`, `daemon`, `of`, `mod`, the names of types,
// the annotations, the words of temporal logic) are not keywords, so that programs may use them as names.
tokens! {
    words {
        Assert = "assert",
        Assume = "assume",
        Atomic = "atomic",
        Break = "break",
        Catch = "catch",
        Choose = "choose",
        Class = "class",
        Const = "const",
        Continue = "continue",
        Else = "else",
        Enum = "enum",
        Exists = "exists",
        False = "false",
        Fn = "fn",
        For = "for",
        Forall = "forall",
        If = "if",
        In = "in",
        Invariant = "invariant",
        Join = "join",
        Let = "let",
        Loop = "loop",
        Ltl = "ltl",
        New = "new",
        Null = "null",
        Or = "or",
        Process = "process",
        Return = "return",
        Skip = "skip",
        Spawn = "spawn",
        Synchronized = "synchronized",
        This = "this",
        Thread = "thread",
        Throw = "throw",
        True = "true",
        Try = "try",
        Var = "var",
        When = "when",
        While = "while",
        With = "with",
        Yield = "yield",
    }
    signs {
        LParen = "(",
        RParen = ")",
        LBracket = "[",
        RBracket = "]",
        LBrace = "{",
        RBrace = "}",
        Comma = ",",
        Semi = ";",
        Colon = ":",
        ColonColon = "::",
        Dot = ".",
        DotDot = "..",
        DotDotEq = "..=",
        Assign = "=",
        PlusAssign = "+=",
        MinusAssign = "-=",
        StarAssign = "*=",
        SlashAssign = "/=",
        PercentAssign = "%=",
        AndAssign = "&=",
        OrAssign = "|=",
        CaretAssign = "^=",
        Plus = "+",
        Minus = "-",
        Star = "*",
        Slash = "/",
        Percent = "%",
        And = "&",
        Pipe = "|",
        Caret = "^",
        Shl = "<<",
        Shr = ">>",
        EqEq = "==",
        Ne = "!=",
        Lt = "<",
        Le = "<=",
        Gt = ">",
        Ge = ">=",
        AndAnd = "&&",
        OrOr = "||",
        Not = "!",
        Tilde = "~",
        Implies = "=>",
        Arrow = "->",
        Iff = "<->",
        Diamond = "<>",
    }
}

/// A token: its kind and the bytes it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// Which.
    pub kind: Tok,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A comment, with its slashes and stars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Comment {
    /// The first byte.
    pub start: u32,
    /// One past the last byte; the end of the line does not belong to the comment.
    pub end: u32,
}
