//! Tokens and comments in one list, with what the layout must know about each.

use crate::lexer::{Comment, Tok, Token, lex};
use commute_base::FileId;

/// What a piece is, where its kind of token does not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// What its kind says.
    Plain,
    /// An operator before its operand.
    Unary,
    /// The `<` of `set<T>`.
    AngleOpen,
    /// The `>` of `set<T>`.
    AngleClose,
    /// The `[` of the temporal operator `[]`.
    BoxOpen,
    /// Its `]`.
    BoxClose,
    /// A brace around the values of an enum.
    EnumBrace,
    /// A brace around the elements of a set.
    SetBrace,
    /// A brace of a block with nothing in it.
    EmptyBlock,
    /// A word with an operand, which is no function and no array even before `(` and `[`.
    Operator,
    /// A comment.
    Comment,
}

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    /// The token; `Eof` for comments.
    pub kind: Tok,
    /// What it is.
    pub role: Role,
    /// Its text.
    pub text: &'a str,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// How many lines end between the piece before and this one.
    pub newlines: usize,
}

impl Piece<'_> {
    /// Whether this is a comment.
    pub(super) fn is_comment(&self) -> bool {
        self.role == Role::Comment
    }

    /// Whether this is a comment on a line of its own.
    pub(super) fn is_own_line(&self) -> bool {
        self.is_comment() && self.newlines > 0
    }

    /// Whether a line must end after this.
    pub(super) fn ends_line(&self) -> bool {
        self.is_comment() && (self.newlines > 0 || self.text.starts_with("//"))
    }

    /// Whether this opens a bracket around a list or expression.
    pub(super) fn opens(&self) -> bool {
        match self.kind {
            Tok::LParen | Tok::LBracket => self.role != Role::BoxOpen,
            Tok::LBrace => matches!(self.role, Role::EnumBrace | Role::SetBrace),
            _ => false,
        }
    }

    /// Whether this closes a bracket around a list or expression.
    pub(super) fn closes(&self) -> bool {
        match self.kind {
            Tok::RParen | Tok::RBracket => self.role != Role::BoxClose,
            Tok::RBrace => matches!(self.role, Role::EnumBrace | Role::SetBrace),
            _ => false,
        }
    }
}

/// The pieces of a file, in order; the last is the `Eof` token.
pub(super) fn pieces(source: &str) -> Vec<Piece<'_>> {
    let lexed = lex(source, FileId::default(), &mut |_| {});
    let tokens = split_angles(source, lexed.tokens);
    let mut pieces = Vec::with_capacity(tokens.len() + lexed.comments.len());
    let mut comments = lexed.comments.into_iter().peekable();
    for &(token, role) in &tokens {
        while let Some(Comment { start, end }) = comments.next_if(|c| c.start < token.start) {
            push(&mut pieces, source, Token { kind: Tok::Eof, start, end }, Role::Comment);
        }
        push(&mut pieces, source, token, role);
    }
    set_roles(&mut pieces);
    drop_last_commas(&mut pieces);
    pieces
}

fn push<'a>(pieces: &mut Vec<Piece<'a>>, source: &'a str, token: Token, role: Role) {
    let before = pieces.last().map_or(0, |p: &Piece<'_>| p.end);
    let newlines = source[before as usize..token.start as usize].matches('\n').count();
    // A line ends after a comment on its own line, also if none did in the source.
    let newlines = newlines.max(usize::from(pieces.last().is_some_and(Piece::ends_line)));
    let text = source[token.start as usize..token.end as usize].trim_end();
    pieces.push(Piece { kind: token.kind, role, text, start: token.start, end: token.end, newlines });
}

/// Finds the brackets of `set<T>` and takes `>>` and `>=` apart where they close them.
fn split_angles(source: &str, tokens: Vec<Token>) -> Vec<(Token, Role)> {
    let mut out: Vec<(Token, Role)> = Vec::with_capacity(tokens.len());
    let mut open = 0usize;
    for (i, &token) in tokens.iter().enumerate() {
        let Token { kind, start, end } = token;
        match kind {
            Tok::Lt if opens_set(source, &tokens, i) => {
                open += 1;
                out.push((token, Role::AngleOpen));
            }
            Tok::Gt | Tok::Shr | Tok::Ge if open > 0 => {
                open -= 1;
                out.push((Token { kind: Tok::Gt, start, end: start + 1 }, Role::AngleClose));
                let rest = Token { kind: Tok::Gt, start: start + 1, end };
                match kind {
                    Tok::Shr => {
                        open = open.saturating_sub(1);
                        out.push((rest, Role::AngleClose));
                    }
                    Tok::Ge => out.push((Token { kind: Tok::Assign, ..rest }, Role::Plain)),
                    _ => {}
                }
            }
            _ => out.push((token, Role::Plain)),
        }
    }
    out
}

/// Whether the `<` at `i` is that of a set type: after the word `set`, and with a type behind it.
fn opens_set(source: &str, tokens: &[Token], i: usize) -> bool {
    let after_set = i > 0 && &source[tokens[i - 1].start as usize..tokens[i - 1].end as usize] == "set";
    let mut brackets = 0usize;
    for token in tokens[i + 1..].iter().take_while(|_| after_set) {
        match token.kind {
            Tok::Gt | Tok::Shr | Tok::Ge if brackets == 0 => return true,
            Tok::LParen | Tok::LBracket => brackets += 1,
            Tok::RParen | Tok::RBracket if brackets > 0 => brackets -= 1,
            Tok::Semi if brackets > 0 => {}
            Tok::Ident | Tok::Int | Tok::Thread | Tok::Lt | Tok::DotDot | Tok::DotDotEq => {}
            Tok::Plus | Tok::Minus | Tok::Star | Tok::Slash | Tok::Percent => {}
            _ => return false,
        }
    }
    false
}

/// Finds the roles that follow from the tokens around.
fn set_roles(pieces: &mut [Piece<'_>]) {
    let code: Vec<usize> = (0..pieces.len()).filter(|&i| !pieces[i].is_comment()).collect();
    let mut in_ltl = false;
    for at in 0..code.len() {
        let context = Context { pieces, code: &code, at, in_ltl };
        in_ltl = context.kind(0) == Tok::Ltl || in_ltl && context.kind(0) != Tok::Semi;
        if let Some(role) = context.role() {
            pieces[code[at]].role = role;
        }
    }
}

/// A token among others; the roles of those before it are known.
struct Context<'a> {
    pieces: &'a [Piece<'a>],
    /// The places of the tokens among the pieces.
    code: &'a [usize],
    at: usize,
    in_ltl: bool,
}

impl Context<'_> {
    /// The token `n` before (if negative) or after this one.
    fn piece(&self, n: isize) -> Option<&Piece<'_>> {
        let at = self.at.checked_add_signed(n)?;
        self.code.get(at).map(|&i| &self.pieces[i])
    }

    fn kind(&self, n: isize) -> Tok {
        self.piece(n).map_or(Tok::Eof, |p| p.kind)
    }

    fn role(&self) -> Option<Role> {
        let (before, role_before) = (self.kind(-1), self.piece(-1).map_or(Role::Plain, |p| p.role));
        match self.kind(0) {
            Tok::LBracket => (self.in_ltl && self.kind(1) == Tok::RBracket).then_some(Role::BoxOpen),
            Tok::RBracket => (role_before == Role::BoxOpen).then_some(Role::BoxClose),
            Tok::LBrace => self.brace_role(),
            Tok::RBrace if role_before == Role::EmptyBlock && before == Tok::LBrace => Some(Role::EmptyBlock),
            Tok::RBrace => self.list_role(),
            Tok::Not | Tok::Tilde | Tok::Diamond => Some(Role::Unary),
            Tok::Minus => (role_before != Role::Plain || !ends_operand(before)).then_some(Role::Unary),
            Tok::Ident => is_operator(self.piece(0)?.text, self.in_ltl, before).then_some(Role::Operator),
            _ => None,
        }
    }

    fn brace_role(&self) -> Option<Role> {
        let next = self.pieces.get(self.code[self.at] + 1);
        match (self.kind(-2), self.kind(-1)) {
            (Tok::Enum, _) => Some(Role::EnumBrace),
            (_, Tok::Assign) => Some(Role::SetBrace),
            _ => next.is_some_and(|p| p.kind == Tok::RBrace).then_some(Role::EmptyBlock),
        }
    }

    /// The role of the last `{` if this `}` closes a list: lists contain no blocks.
    fn list_role(&self) -> Option<Role> {
        let braces =
            (1..).map_while(|n| self.piece(-n)).find(|p| matches!(p.kind, Tok::LBrace | Tok::RBrace))?;
        let list = matches!(braces.role, Role::EnumBrace | Role::SetBrace);
        (braces.kind == Tok::LBrace && list).then_some(braces.role)
    }
}

/// Whether an operand can end with this token, so that a `-` after it is binary.
fn ends_operand(tok: Tok) -> bool {
    use Tok::*;
    matches!(tok, Ident | Int | RParen | RBracket | Prime | This | True | False | Null)
}

/// Whether `word` after `before` is followed by an operand of its own.
fn is_operator(word: &str, in_ltl: bool, before: Tok) -> bool {
    match word {
        "always" | "eventually" | "next" | "until" | "release" | "X" | "U" | "W" | "R" => in_ltl,
        "guarded_by" => before != Tok::Dot,
        "of" => matches!(before, Tok::RParen | Tok::Ident),
        "mod" => matches!(before, Tok::Colon | Tok::LBracket | Tok::Lt | Tok::Arrow),
        "init" => matches!(before, Tok::Semi | Tok::RBrace | Tok::Eof),
        _ => false,
    }
}

/// Leaves out the comma after the last element of a list.
fn drop_last_commas(pieces: &mut Vec<Piece<'_>>) {
    let mut next_closes = false;
    let mut keep: Vec<bool> = Vec::with_capacity(pieces.len());
    for piece in pieces.iter().rev() {
        keep.push(!(piece.kind == Tok::Comma && next_closes));
        next_closes = piece.closes();
    }
    let mut keep = keep.into_iter().rev();
    pieces.retain(|_| keep.next().unwrap_or(true));
}
