//! Whether a JSON document has the form that `docs/schema/` promises. Every document that the tests make goes through this.
//!
//! Only what our schemas use is understood; another keyword is a failure, so that nothing is left unchecked in silence.

use serde_json::{Map, Value};
use std::path::Path;

/// Keywords that say nothing about what is allowed.
const REMARKS: [&str; 5] = ["$schema", "$defs", "title", "description", "format"];

/// Panics if a document is not as the schema that it names.
#[track_caller]
pub fn check(document: &Value) {
    let name = document["schema"].as_str().unwrap_or_else(|| panic!("no schema is named in {document}"));
    let file = format!("{}.json", name.replace('/', "-"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let root: Value = serde_json::from_str(&text).unwrap();
    if let Err(what) = fits(document, &root, &root, "") {
        panic!("not as {name} says: {what}\n{document:#}");
    }
}

/// Whether a value is as a schema says; if not, where and what is wrong.
fn fits(value: &Value, schema: &Value, root: &Value, at: &str) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return Err(format!("{at}: a schema that is not understood"));
    };
    for (keyword, says) in keywords {
        match keyword.as_str() {
            "$ref" => fits(value, referred(says, root), root, at)?,
            "type" => has_type(value, says).then_some(()).ok_or(format!("{at}: not of type {says}"))?,
            "const" => (value == says).then_some(()).ok_or(format!("{at}: not {says}"))?,
            "minimum" => {
                let small = value.as_f64().is_some_and(|number| Some(number) < says.as_f64());
                (!small).then_some(()).ok_or(format!("{at}: less than {says}"))?;
            }
            "anyOf" => any_of(value, says, root, at)?,
            "items" => {
                let mut items = value.as_array().into_iter().flatten().enumerate();
                items.try_for_each(|(i, item)| fits(item, says, root, &format!("{at}/{i}")))?;
            }
            "required" => {
                let all = says.as_array().unwrap().iter().filter_map(Value::as_str);
                let missing = all.filter(|name| value.get(name).is_none()).collect::<Vec<_>>();
                missing.is_empty().then_some(()).ok_or(format!("{at}: {missing:?} missing"))?;
            }
            "properties" | "additionalProperties" => properties(value, keywords, root, at)?,
            _ if REMARKS.contains(&keyword.as_str()) => {}
            other => return Err(format!("{at}: the keyword {other} is not understood")),
        }
    }
    Ok(())
}

fn any_of(value: &Value, schemas: &Value, root: &Value, at: &str) -> Result<(), String> {
    let tried = schemas.as_array().unwrap().iter().map(|schema| fits(value, schema, root, at));
    let wrong: Vec<_> = tried.map_while(Result::err).collect();
    let none = wrong.len() == schemas.as_array().unwrap().len();
    if none { Err(format!("{at}: none of {wrong:?}")) } else { Ok(()) }
}

/// Stricter than a schema has to be: a property that the schema does not have is a mistake of ours.
fn properties(value: &Value, keywords: &Map<String, Value>, root: &Value, at: &str) -> Result<(), String> {
    for (name, inner) in value.as_object().into_iter().flatten() {
        let at = format!("{at}/{name}");
        let known = keywords.get("properties").and_then(|all| all.get(name));
        let schema = known.or_else(|| keywords.get("additionalProperties"));
        fits(inner, schema.ok_or_else(|| format!("{at}: the schema has no such property"))?, root, &at)?;
    }
    Ok(())
}

fn referred<'a>(name: &Value, root: &'a Value) -> &'a Value {
    let name = name.as_str().unwrap();
    root.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("the schema has no {name}"))
}

fn has_type(value: &Value, says: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type {other} is not understood"),
    };
    match says {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        other => panic!("the type {other} is not understood"),
    }
}

#[test]
fn a_document_that_is_not_as_it_should_be_is_noticed() {
    let root = serde_json::json!({
        "type": "object",
        "properties": {
            "n": { "type": ["integer", "null"], "minimum": 0 },
            "list": { "type": "array", "items": { "$ref": "#/$defs/Name" } },
            "maybe": { "anyOf": [{ "$ref": "#/$defs/Name" }, { "type": "null" }] },
        },
        "required": ["n"],
        "$defs": { "Name": { "type": "string" } },
    });
    let fits = |text: &str| fits(&serde_json::from_str(text).unwrap(), &root, &root, "").is_ok();
    for good in [r#"{"n": 1}"#, r#"{"n": null, "list": ["a"]}"#, r#"{"n": 0, "maybe": null}"#] {
        assert!(fits(good), "{good}");
    }
    let bad = [
        r#"[]"#,
        r#"{}"#,
        r#"{"n": "1"}"#,
        r#"{"n": -1}"#,
        r#"{"n": 1, "list": [1]}"#,
        r#"{"n": 1, "maybe": 1}"#,
        r#"{"n": 1, "more": 1}"#,
    ];
    for bad in bad {
        assert!(!fits(bad), "{bad}");
    }
}
