//! Values as solvers write them.
//!
//! Integers with their sign as `(- 3)`, arrays as `((as const S) v)`, `(store a k v)`, `(lambda ((x S)) t)` or as
//! `(_ as-array f)` with `f` defined in the model by `ite`s over its argument.

use crate::sexp::Sexp;
use crate::smtlib;
use commute_logic::{ArrayValue, Sort, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// The functions that a model defines: parameters and body.
#[derive(Default, Debug)]
pub(crate) struct Functions {
    defined: HashMap<String, (Vec<String>, Sexp)>,
}

impl Functions {
    /// Reads the answer to `(get-model)`.
    pub fn read(model: &Sexp) -> Functions {
        let mut defined = HashMap::new();
        for item in model.list().unwrap_or_default() {
            if let Some([name, params, _, body]) = item.call("define-fun")
                && let (Some(name), Some(params)) = (name.atom(), params.list())
            {
                defined.insert(name.to_owned(), (param_names(params), body.clone()));
            }
        }
        Functions { defined }
    }
}

fn param_names(params: &[Sexp]) -> Vec<String> {
    params.iter().filter_map(|p| p.list()?.first()?.atom().map(str::to_owned)).collect()
}

/// The value of sort `sort` that the text stands for; nothing if it is in a form that is not known.
pub(crate) fn value(text: &Sexp, sort: &Sort, functions: &Functions) -> Option<Value> {
    match sort {
        Sort::Bool => truth(text).map(Value::Bool),
        Sort::Int => integer(text).map(Value::Int),
        Sort::Tid => integer(text).map(Value::Tid),
        Sort::Ref => integer(text).map(Value::Ref),
        Sort::Enum(e) => {
            // Solvers may say `(as name sort)`.
            let name = text.call("as").and_then(|args| args.first()).unwrap_or(text).atom()?;
            let index = (0..e.variants.len()).find(|i| smtlib::enum_value(e, *i) == name)?;
            Some(Value::Enum(e.clone(), index))
        }
        Sort::Array(parts) => {
            let array = array(text, &parts.0, &parts.1, functions)?;
            Some(Value::Array(Arc::new(array)))
        }
    }
}

fn truth(text: &Sexp) -> Option<bool> {
    match text.atom()? {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn integer(text: &Sexp) -> Option<i128> {
    if let Some([positive]) = text.call("-") {
        return format!("-{}", positive.atom()?).parse().ok();
    }
    text.atom()?.parse().ok()
}

fn array(text: &Sexp, key: &Sort, element: &Sort, functions: &Functions) -> Option<ArrayValue> {
    if let Some([base, k, v]) = text.call("store") {
        let base = array(base, key, element, functions)?;
        return Some(base.with(value(k, key, functions)?, value(v, element, functions)?));
    }
    let items = text.list()?;
    match items {
        [constant, v] if constant.call("as").is_some_and(|a| a.first().is_some_and(|c| c.is("const"))) => {
            Some(ArrayValue::new(key.clone(), value(v, element, functions)?))
        }
        [head, params, body] if head.is("lambda") => {
            let params = param_names(params.list()?);
            function(&params, body, key, element, functions)
        }
        [underscore, as_array, name] if underscore.is("_") && as_array.is("as-array") => {
            let (params, body) = functions.defined.get(name.atom()?)?;
            function(params, body, key, element, functions)
        }
        _ => None,
    }
}

/// The array that a function of one argument stands for: all keys that its body compares with, and the value where
/// no comparison is true.
fn function(
    params: &[String],
    body: &Sexp,
    key: &Sort,
    element: &Sort,
    functions: &Functions,
) -> Option<ArrayValue> {
    let [param] = params else { return None };
    let mut keys = Vec::new();
    compared(body, param, key, functions, &mut keys)?;
    let at = |k: Option<&Value>| {
        let leaf = result(body, param, k, key, functions)?;
        let is_test = || *element == Sort::Bool;
        let tested = || holds(leaf, param, k, key, functions).map(Value::Bool);
        value(leaf, element, functions).or_else(|| is_test().then(tested).flatten())
    };
    let mut array = ArrayValue::new(key.clone(), at(None)?);
    for k in &keys {
        array = array.with(k.clone(), at(Some(k))?);
    }
    Some(array)
}

/// Collects the keys that the conditions of a chain of `ite`s compare with.
fn compared(
    body: &Sexp,
    param: &str,
    key: &Sort,
    functions: &Functions,
    keys: &mut Vec<Value>,
) -> Option<()> {
    let Some([condition, yes, no]) = body.call("ite") else {
        // A set may be given by a test instead of by `ite`s.
        let is_test = ["=", "and", "or", "not"].iter().any(|op| body.call(op).is_some());
        return if is_test { compared_in(body, param, key, functions, keys) } else { Some(()) };
    };
    compared_in(condition, param, key, functions, keys)?;
    compared(yes, param, key, functions, keys)?;
    compared(no, param, key, functions, keys)
}

fn compared_in(
    test: &Sexp,
    param: &str,
    key: &Sort,
    functions: &Functions,
    keys: &mut Vec<Value>,
) -> Option<()> {
    if let Some(k) = compared_key(test, param) {
        keys.push(value(k, key, functions)?);
        return Some(());
    }
    let parts = ["and", "or", "not"].iter().find_map(|op| test.call(op))?;
    parts.iter().try_for_each(|p| compared_in(p, param, key, functions, keys))
}

/// The other side of `(= param k)`.
fn compared_key<'a>(test: &'a Sexp, param: &str) -> Option<&'a Sexp> {
    match test.call("=")? {
        [a, b] if a.is(param) => Some(b),
        [a, b] if b.is(param) => Some(a),
        _ => None,
    }
}

/// What the body gives for a key; for no key: for one that equals none of those compared with.
fn result<'a>(
    body: &'a Sexp,
    param: &str,
    at: Option<&Value>,
    key: &Sort,
    functions: &Functions,
) -> Option<&'a Sexp> {
    let Some([condition, yes, no]) = body.call("ite") else { return Some(body) };
    let branch = if holds(condition, param, at, key, functions)? { yes } else { no };
    result(branch, param, at, key, functions)
}

fn holds(test: &Sexp, param: &str, at: Option<&Value>, key: &Sort, functions: &Functions) -> Option<bool> {
    if let Some(k) = compared_key(test, param) {
        let k = value(k, key, functions)?;
        return Some(at == Some(&k));
    }
    let each = |parts: &[Sexp]| {
        parts.iter().map(|p| holds(p, param, at, key, functions)).collect::<Option<Vec<_>>>()
    };
    if let Some(parts) = test.call("and") {
        return Some(each(parts)?.into_iter().all(|b| b));
    }
    if let Some(parts) = test.call("or") {
        return Some(each(parts)?.into_iter().any(|b| b));
    }
    match test.call("not")? {
        [part] => holds(part, param, at, key, functions).map(|b| !b),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexp::Assembler;

    fn read(text: &str, sort: &Sort, model: &str) -> Option<String> {
        let parse = |t: &str| Assembler::default().feed(&format!("{t} ")).remove(0);
        let functions = Functions::read(&parse(model));
        value(&parse(text), sort, &functions).map(|v| v.to_string())
    }

    #[test]
    fn values_of_every_sort() {
        let mode = Sort::enumeration("Mode", ["read", "w r"]);
        let ints = Sort::array(Sort::Int, Sort::Int);
        let model =
            "((define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 7 (ite (or (= x!0 4) (= 5 x!0)) (- 1) 0))))";
        let nested = Sort::array(Sort::Int, Sort::set(Sort::Tid));
        for (text, sort, wanted) in [
            ("true", &Sort::Bool, "true"),
            ("(- 12)", &Sort::Int, "-12"),
            ("3", &Sort::Tid, "#3"),
            ("0", &Sort::Ref, "null"),
            ("8", &Sort::Ref, "&8"),
            ("enum.Mode.w%20%r", &mode, "w r"),
            ("(as enum.Mode.read enum.Mode)", &mode, "read"),
            ("((as const (Array Int Bool)) false)", &Sort::set(Sort::Tid), "{}"),
            ("(store ((as const (Array Int Bool)) false) 2 true)", &Sort::set(Sort::Tid), "{#2}"),
            ("(store ((as const (Array Int Bool)) true) 2 false)", &Sort::set(Sort::Tid), "all but {#2}"),
            ("(store (store ((as const (Array Int Int)) 0) 1 5) 1 0)", &ints, "[else: 0]"),
            ("(_ as-array k!0)", &ints, "[3: 7, 4: -1, 5: -1, else: 0]"),
            ("(lambda ((x Int)) (ite (not (= x (- 2))) 1 0))", &ints, "[-2: 0, else: 1]"),
            ("(lambda ((x Int)) (= x 3))", &Sort::set(Sort::Int), "{3}"),
            ("(lambda ((x Int)) (not (or (= x 3) (= x 5))))", &Sort::set(Sort::Int), "all but {3, 5}"),
            (
                "(store ((as const (Array Int (Array Int Bool))) ((as const (Array Int Bool)) false)) 1 \
                 (store ((as const (Array Int Bool)) false) 2 true))",
                &nested,
                "[1: {#2}, else: {}]",
            ),
        ] {
            assert_eq!(read(text, sort, model).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn unknown_forms_are_no_values() {
        for (text, sort) in [
            ("(_ as-array gone)", Sort::set(Sort::Tid)),
            ("(/ 1 2)", Sort::Int),
            ("enum.Mode.none", Sort::enumeration("Mode", ["read"])),
            ("(lambda ((x Int)) (> x 3))", Sort::set(Sort::Int)),
            ("99999999999999999999999999999999999999999", Sort::Int),
        ] {
            assert_eq!(read(text, &sort, "()"), None, "{text}");
        }
    }
}
