//! Mutants as attributes, so that the text of a condition reads as if there were none.
//!
//! ```text
//! #[mutant("forget-c3", false)]
//! fn closes_cycle(&self) -> bool { .. }
//! ```
//!
//! While the mutant is switched on (`commute_base::mutant`), the function returns the given expression, which may use its
//! parameters, instead of what its body says; with `skip` a function that returns nothing does nothing. In builds without mutants the
//! function is its body and nothing else. Several attributes on one function are several mutants. The crate that uses
//! this one must depend on `commute-base`.

use proc_macro::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

/// `#[mutant("name", expression)]`, or `#[mutant("name", skip)]`: see the crate.
#[proc_macro_attribute]
pub fn mutant(arguments: TokenStream, function: TokenStream) -> TokenStream {
    expand(arguments, function).unwrap_or_else(|message| {
        let message = Literal::string(message);
        format!("::core::compile_error!({message});").parse().expect("[commute internal bug] a macro call")
    })
}

fn expand(arguments: TokenStream, function: TokenStream) -> Result<TokenStream, &'static str> {
    let (name, result) = parts(arguments)?;
    let mut tokens: Vec<TokenTree> = function.into_iter().collect();
    // Whatever else a function has in braces (constants in its signature) comes before its body.
    let Some(TokenTree::Group(body)) = tokens.pop().filter(is_braced) else {
        return Err("only a function with a body can be a mutant");
    };
    if !tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if word.to_string() == "fn")) {
        return Err("only a function can be a mutant");
    }
    let mut text = check(&name, result);
    text.extend(body.stream());
    let mut mutated = Group::new(Delimiter::Brace, text);
    mutated.set_span(body.span());
    tokens.push(mutated.into());
    Ok(tokens.into_iter().collect())
}

/// The name of the mutant and what the function returns then; nothing for `skip`.
fn parts(arguments: TokenStream) -> Result<(Literal, TokenStream), &'static str> {
    const USAGE: &str = "expected `\"name\", expression` or `\"name\", skip`";
    let mut tokens = arguments.into_iter();
    let (Some(TokenTree::Literal(name)), Some(TokenTree::Punct(comma))) = (tokens.next(), tokens.next())
    else {
        return Err(USAGE);
    };
    let result: Vec<TokenTree> = tokens.collect();
    if comma.as_char() != ',' || result.is_empty() || !name.to_string().starts_with('"') {
        return Err(USAGE);
    }
    let skips = matches!(&result[..], [TokenTree::Ident(word)] if word.to_string() == "skip");
    let result = if skips { TokenStream::new() } else { result.into_iter().collect() };
    Ok((name, result))
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// `if ::commute_base::mutated!("name") { return result; }`
fn check(name: &Literal, result: TokenStream) -> TokenStream {
    let mut leave: TokenStream = TokenTree::from(Ident::new("return", Span::call_site())).into();
    leave.extend(result);
    leave.extend(";".parse::<TokenStream>());
    let mut check: TokenStream = format!("if ::commute_base::mutated!({name})")
        .parse()
        .expect("[commute internal bug] the beginning of a condition");
    check.extend([TokenTree::from(Group::new(Delimiter::Brace, leave))]);
    check
}
