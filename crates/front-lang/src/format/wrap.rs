//! From one logical line to lines that are not too long.

use super::pieces::Piece;
use super::spacing::space_between;
use crate::lexer::Tok;

/// How long a line may be.
const WIDTH: usize = 100;
/// How far one level is indented.
const INDENT: usize = 4;

/// Writes `pieces` at `indent`, on several lines if necessary or if a comment demands it.
pub(super) fn wrap(pieces: &[Piece<'_>], indent: usize, lines: &mut Vec<String>) {
    if !pieces.iter().rev().skip(1).any(Piece::ends_line) && !pieces.iter().skip(1).any(Piece::is_own_line) {
        let text = one_line(pieces, indent);
        if text.chars().count() <= WIDTH || pieces.len() == 1 {
            return lines.push(text);
        }
    }
    if let Some(breaks) = operator_breaks(pieces) {
        return wrap_operators(pieces, &breaks, indent, lines);
    }
    match bracket_to_open(pieces) {
        Some((open, close)) => wrap_bracket(pieces, open, close, indent, lines),
        None => break_at_comments(pieces, indent, lines),
    }
}

fn one_line(pieces: &[Piece<'_>], indent: usize) -> String {
    let mut text = " ".repeat(indent * INDENT);
    for (i, piece) in pieces.iter().enumerate() {
        let before = i.checked_sub(2).map(|n| &pieces[n]);
        if i > 0 && space_between(before, &pieces[i - 1], piece) {
            text.push(' ');
        }
        text.push_str(piece.text);
    }
    text
}

/// The places of the logical operators outside of brackets that bind least; none if there is no such
/// operator.
fn operator_breaks(pieces: &[Piece<'_>]) -> Option<Vec<usize>> {
    let mut found: [Vec<usize>; 3] = Default::default();
    let mut depth = 0usize;
    for (i, piece) in pieces.iter().enumerate() {
        depth += usize::from(piece.opens());
        depth = depth.saturating_sub(usize::from(piece.closes()));
        let rank = match piece.kind {
            Tok::Implies | Tok::Iff => 0,
            // The arrow of a function is not an operator, and stands behind its name.
            Tok::Arrow if !matches!(pieces[0].kind, Tok::Fn | Tok::Synchronized | Tok::Atomic) => 0,
            Tok::OrOr => 1,
            Tok::AndAnd => 2,
            _ => continue,
        };
        if depth == 0 && i > 0 {
            found[rank].push(i);
        }
    }
    found.into_iter().find(|places| !places.is_empty())
}

/// Begins a line at each of the operators. The `{` of a block gets one of its own, since the block is
/// indented like the operators.
fn wrap_operators(pieces: &[Piece<'_>], breaks: &[usize], indent: usize, lines: &mut Vec<String>) {
    if let [head @ .., open] = pieces
        && open.kind == Tok::LBrace
    {
        wrap(head, indent, lines);
        return wrap(&[*open], indent, lines);
    }
    wrap(&pieces[..breaks[0]], indent, lines);
    for (n, &from) in breaks.iter().enumerate() {
        let to = breaks.get(n + 1).copied().unwrap_or(pieces.len());
        wrap(&pieces[from..to], indent + 1, lines);
    }
}

/// The bracket whose content goes on lines of its own: the first with a comment inside, else the longest.
fn bracket_to_open(pieces: &[Piece<'_>]) -> Option<(usize, usize)> {
    let mut opens = Vec::new();
    let mut longest: Option<(usize, usize)> = None;
    for (i, piece) in pieces.iter().enumerate() {
        if piece.opens() {
            opens.push(i);
        } else if piece.closes() {
            let Some(open) = opens.pop() else { continue };
            if !opens.is_empty() || open + 1 == i {
                continue;
            }
            if pieces[open..i].iter().any(Piece::ends_line) {
                return Some((open, i));
            }
            if longest.is_none_or(|(from, to)| i - open >= to - from) {
                longest = Some((open, i));
            }
        }
    }
    longest
}

/// Puts each element between the brackets on its own line.
fn wrap_bracket(pieces: &[Piece<'_>], open: usize, close: usize, indent: usize, lines: &mut Vec<String>) {
    // A comment behind the bracket stays there.
    let first =
        (open + 1..close).find(|&i| !pieces[i].is_comment() || pieces[i].is_own_line()).unwrap_or(close);
    break_at_comments(&pieces[..first], indent, lines);
    let mut from = first;
    let mut depth = 0usize;
    for i in first..close {
        depth += usize::from(pieces[i].opens());
        depth = depth.saturating_sub(usize::from(pieces[i].closes()));
        let next = &pieces[i + 1];
        let stays = next.is_comment() && !next.is_own_line();
        let ended = pieces[i].kind == Tok::Comma || pieces[i].is_comment() && i >= from;
        if depth == 0 && ended && !stays && element_is_over(&pieces[from..=i]) {
            wrap(&pieces[from..=i], indent + 1, lines);
            from = i + 1;
        }
    }
    if from < close {
        wrap(&pieces[from..close], indent + 1, lines);
    }
    wrap(&pieces[close..], indent, lines);
}

/// Whether these pieces of a list are a whole element with its comma, or a comment on its own.
fn element_is_over(pieces: &[Piece<'_>]) -> bool {
    let comma = pieces.iter().rev().find(|p| !p.is_comment()).is_some_and(|p| p.kind == Tok::Comma);
    comma || pieces.iter().all(Piece::is_comment)
}

/// Ends lines only where comments demand it.
fn break_at_comments(pieces: &[Piece<'_>], indent: usize, lines: &mut Vec<String>) {
    let mut from = 0;
    for i in 1..=pieces.len() {
        let over = i == pieces.len() || pieces[i - 1].ends_line() || pieces[i].is_own_line();
        if over {
            let goes_on =
                matches!(pieces[from].kind, Tok::Else | Tok::Catch | Tok::Or | Tok::LBrace | Tok::RBrace);
            let deeper = usize::from(from > 0 && !goes_on);
            lines.push(one_line(&pieces[from..i], indent + deeper));
            from = i;
        }
    }
}
