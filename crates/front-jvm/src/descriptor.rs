//! Descriptors of fields and methods.

use crate::classfile::{Kind, Malformed};
use commute_ir::Ty;

/// The parameters and the result of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The descriptors of the parameters.
    pub params: Vec<String>,
    /// The descriptor of the result; `None` is `void`.
    pub ret: Option<String>,
}

/// The most parameters that a method can have.
const MAX_PARAMS: usize = 255;

/// Reads the descriptor of a method.
pub fn signature(desc: &str) -> Result<Signature, Malformed> {
    let wrong = || Malformed(format!("{desc:?} is no type of a method"));
    let mut rest = desc.strip_prefix('(').ok_or_else(wrong)?;
    let mut params = Vec::new();
    while !rest.starts_with(')') {
        let length = field_length(rest).ok_or_else(wrong)?;
        params.push(rest[..length].to_owned());
        rest = &rest[length..];
        if params.len() > MAX_PARAMS {
            return Err(wrong());
        }
    }
    let ret = &rest[1..];
    match ret {
        "V" => Ok(Signature { params, ret: None }),
        _ if field_length(ret) == Some(ret.len()) => Ok(Signature { params, ret: Some(ret.to_owned()) }),
        _ => Err(wrong()),
    }
}

/// How long the descriptor of a field at the beginning of `text` is.
fn field_length(text: &str) -> Option<usize> {
    let dimensions = text.bytes().take_while(|&b| b == b'[').count();
    let length = match text.as_bytes().get(dimensions)? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => 1,
        b'L' => text[dimensions..].find(';')? + 1,
        _ => return None,
    };
    (dimensions <= MAX_PARAMS).then_some(dimensions + length)
}

/// Checks the descriptor of a field.
pub fn check_field(desc: &str) -> Result<(), Malformed> {
    match field_length(desc) {
        Some(length) if length == desc.len() => Ok(()),
        _ => Err(Malformed(format!("{desc:?} is no type"))),
    }
}

/// The kind of a value of this type.
pub fn kind(desc: &str) -> Kind {
    match desc.as_bytes().first() {
        Some(b'J') => Kind::Long,
        Some(b'F') => Kind::Float,
        Some(b'D') => Kind::Double,
        Some(b'L' | b'[') => Kind::Ref,
        _ => Kind::Int,
    }
}

/// The type of a word of this type; references are of any class.
pub fn ty(desc: &str) -> Ty {
    match desc.as_bytes().first() {
        Some(b'Z') => Ty::Bool,
        Some(b'B') => Ty::Range { lo: -128, hi: 127 },
        Some(b'S') => Ty::Range { lo: -32_768, hi: 32_767 },
        Some(b'C') => Ty::Range { lo: 0, hi: 65_535 },
        _ => kind_ty(kind(desc)),
    }
}

/// The type of a register for values of a kind.
pub fn kind_ty(kind: Kind) -> Ty {
    match kind {
        Kind::Int => Ty::I32,
        Kind::Long => Ty::I64,
        Kind::Float => Ty::F32,
        Kind::Double => Ty::F64,
        Kind::Ref => Ty::AnyRef,
    }
}

/// `java/lang/String` as people write it.
pub fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

/// The class of a descriptor such as `Ljava/lang/String;`; an array is its own.
pub fn class_of(desc: &str) -> &str {
    desc.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(desc)
}

/// The package of a class.
pub fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

/// The class around a class, or the class itself: classes in one have access to each other's private fields.
pub fn outermost(class: &str) -> &str {
    class.split_once('$').map_or(class, |(outer, _)| outer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read() {
        let read = signature("(I[[JLa/B;)Z").unwrap();
        assert_eq!(read.params, ["I", "[[J", "La/B;"]);
        assert_eq!(read.ret.as_deref(), Some("Z"));
        assert_eq!(signature("()V").unwrap(), Signature { params: vec![], ret: None });
        for wrong in ["", "()", "(", "(La/B)V", "(V)V", "()VV", "I", "([)V"] {
            assert!(signature(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn fields_are_checked() {
        assert!(check_field("[La/B;").is_ok());
        for wrong in ["", "V", "LI", "II", "["] {
            assert!(check_field(wrong).is_err(), "{wrong}");
        }
    }
}
