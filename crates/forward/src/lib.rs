//! Decorators that write only what they do differently.
//!
//! ```text
//! #[forwardable]
//! pub trait Rewind: Machine { fn mark(&mut self); fn rewind(&mut self); }
//!
//! #[forward(machine)]
//! impl<M: Rewind> Rewind for Counting<'_, M> {
//!     fn mark(&mut self) { self.marks += 1; self.machine.mark(); }
//! }
//! ```
//!
//! `rewind` calls the same method of the field `machine` here. Methods for which the trait has a body are forwarded too: it was
//! written for machines, not for what is around one. So a decorator whose steps are other steps than those of the
//! machine inside has to write every method that speaks of steps.
//!
//! An attribute sees the text that it stands at and nothing else. So `#[forwardable]` leaves the signatures of the trait
//! behind in a macro `forward_Rewind`, `#[forward]` hands the implementation to it, and it to [`complete`]. The traits
//! are those of `commute-machine`, and that crate has a module `signatures` with all types that the signatures name.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, &'static str>;

/// On a trait: decorators may forward its methods.
#[proc_macro_attribute]
pub fn forwardable(_: TokenStream, definition: TokenStream) -> TokenStream {
    expand(
        forwarding_macro(definition.clone()).map(|forwarding| [definition, forwarding].into_iter().collect()),
    )
}

/// `#[forward(field)]` on an implementation of a [`forwardable`] trait: what is not written asks the field.
#[proc_macro_attribute]
pub fn forward(field: TokenStream, implementation: TokenStream) -> TokenStream {
    expand(hand_over(field, implementation))
}

/// `complete! { [signatures of the trait] field implementation }`, for the macros that [`forwardable`] makes.
#[doc(hidden)]
#[proc_macro]
pub fn complete(parts: TokenStream) -> TokenStream {
    expand(completed(parts))
}

fn expand(made: Result<TokenStream>) -> TokenStream {
    made.unwrap_or_else(|message| {
        let message = Literal::string(message);
        parsed(&format!("::core::compile_error!({message});"))
    })
}

fn parsed(text: &str) -> TokenStream {
    text.parse().expect("[commute internal bug] text of ours that is no Rust")
}

/// The macro that knows the signatures of a trait.
fn forwarding_macro(definition: TokenStream) -> Result<TokenStream> {
    let tokens: Vec<TokenTree> = definition.into_iter().collect();
    let keyword = tokens.iter().position(|token| is_word(token, "trait"));
    let Some(TokenTree::Ident(name)) = keyword.and_then(|at| tokens.get(at + 1)) else {
        return Err("only a trait has methods to forward");
    };
    let mut signatures = TokenStream::new();
    for method in methods(body(&tokens)?.stream())? {
        signatures.extend(with_paths(method.signature));
        signatures.extend([TokenTree::from(Punct::new(';', Spacing::Alone))]);
    }
    let signatures = Group::new(Delimiter::Bracket, signatures);
    Ok(parsed(&format!(
        "#[doc(hidden)]
        #[macro_export]
        macro_rules! forward_{name} {{
            ($($rest:tt)*) => {{ $crate::complete! {{ {signatures} $($rest)* }} }};
        }}"
    )))
}

/// The implementation, given to the macro of its trait.
fn hand_over(field: TokenStream, implementation: TokenStream) -> Result<TokenStream> {
    let tokens: Vec<TokenTree> = implementation.into_iter().collect();
    let named = tokens.windows(2).find(|pair| is_word(&pair[1], "for"));
    let Some([TokenTree::Ident(name), _]) = named else {
        return Err("only an implementation of a trait without parameters can forward");
    };
    let mut given = field;
    given.extend(tokens.iter().cloned());
    let mut call = parsed(&format!("::commute_machine::forward_{name}!"));
    call.extend([TokenTree::from(Group::new(Delimiter::Brace, given))]);
    Ok(call)
}

/// The implementation with the methods that it left out.
fn completed(parts: TokenStream) -> Result<TokenStream> {
    let mut parts = parts.into_iter();
    let (Some(TokenTree::Group(signatures)), Some(TokenTree::Ident(field))) = (parts.next(), parts.next())
    else {
        return Err("expected the name of a field: `#[forward(field)]`");
    };
    let mut implementation: Vec<TokenTree> = parts.collect();
    let written = body(&implementation)?;
    let names: BTreeSet<String> =
        methods(written.stream())?.iter().map(|method| method.name.to_string()).collect();
    let mut all = written.stream();
    for method in methods(signatures.stream())? {
        if !names.contains(&method.name.to_string()) {
            all.extend(method.forwarded(&field)?);
        }
    }
    let mut whole = Group::new(Delimiter::Brace, all);
    whole.set_span(written.span());
    implementation.pop();
    implementation.push(whole.into());
    Ok(implementation.into_iter().collect())
}

/// A method without its body.
struct Method {
    name: Ident,
    signature: Vec<TokenTree>,
}

impl Method {
    /// With a body that calls the same method of a field.
    fn forwarded(self, field: &Ident) -> Result<Vec<TokenTree>> {
        let parameters = self.signature.iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group.stream()),
            _ => None,
        });
        let parameters: Vec<TokenTree> = parameters.into_iter().flatten().collect();
        // This very word: names that were written in different macros are different names.
        let Some(this) = parameters.iter().find(|token| is_word(token, "self")) else {
            return Err("a function without `self` cannot be forwarded");
        };
        let dot = || TokenTree::from(Punct::new('.', Spacing::Alone));
        let arguments = Group::new(Delimiter::Parenthesis, arguments(&parameters));
        let call = [this.clone(), dot(), field.clone().into(), dot(), self.name.into(), arguments.into()];
        let mut method = self.signature;
        method.push(Group::new(Delimiter::Brace, call.into_iter().collect()).into());
        Ok(method)
    }
}

/// The names of parameters, with commas: what stands before a colon that is not one of two.
fn arguments(parameters: &[TokenTree]) -> TokenStream {
    let is_named = |pair: &&[TokenTree]| {
        matches!(pair, [TokenTree::Ident(_), TokenTree::Punct(colon)]
            if colon.as_char() == ':' && colon.spacing() == Spacing::Alone)
    };
    let comma = || TokenTree::from(Punct::new(',', Spacing::Alone));
    parameters.windows(2).filter(is_named).flat_map(|pair| [pair[0].clone(), comma()]).collect()
}

/// The methods of a trait or of an implementation, without attributes and bodies.
fn methods(body: TokenStream) -> Result<Vec<Method>> {
    let mut methods = Vec::new();
    let mut item = Vec::new();
    for token in body {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && ends_with(&item, '#') => {
                item.pop();
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                methods.push(method(std::mem::take(&mut item))?);
            }
            TokenTree::Punct(end) if end.as_char() == ';' => {
                methods.push(method(std::mem::take(&mut item))?);
            }
            _ => item.push(token),
        }
    }
    Ok(methods)
}

fn method(signature: Vec<TokenTree>) -> Result<Method> {
    let keyword = signature.iter().position(|token| is_word(token, "fn"));
    match keyword.and_then(|at| signature.get(at + 1)) {
        Some(TokenTree::Ident(name)) => Ok(Method { name: name.clone(), signature }),
        _ => Err("only traits that have methods and nothing else can be forwarded"),
    }
}

/// A signature that means the same in other crates: every type by its path.
fn with_paths(tokens: impl IntoIterator<Item = TokenTree>) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                out.push(Group::new(group.delimiter(), with_paths(group.stream())).into());
            }
            TokenTree::Ident(word) if is_type(&word) && !ends_with_path(&out) => {
                out.push(Punct::new('$', Spacing::Alone).into());
                out.extend(parsed("crate::signatures::"));
                out.push(word.into());
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// Types, and nothing else in a signature, begin with a capital letter.
fn is_type(word: &Ident) -> bool {
    let word = word.to_string();
    word != "Self" && word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether the last tokens are `::`.
fn ends_with_path(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., TokenTree::Punct(first), TokenTree::Punct(second)]
        if first.as_char() == ':' && first.spacing() == Spacing::Joint && second.as_char() == ':')
}

fn ends_with(tokens: &[TokenTree], c: char) -> bool {
    matches!(tokens.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

/// What is in the braces of a trait or of an implementation, which are its last token.
fn body(tokens: &[TokenTree]) -> Result<Group> {
    match tokens.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => Ok(group.clone()),
        _ => Err("expected a trait, or an implementation of one"),
    }
}
