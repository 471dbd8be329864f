//! The constant pool.

use super::reader::{Malformed, Reader, malformed};

/// A field or method by name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// The class, as `java/lang/String` or, for arrays, `[I`.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub desc: String,
}

/// What a method handle does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleKind {
    /// Reads or writes a field.
    Field,
    /// Calls by the class of the receiver.
    Virtual,
    /// Calls a static method.
    Static,
    /// Calls exactly this method.
    Special,
    /// Makes an instance.
    New,
}

/// A method handle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handle {
    /// What it does.
    pub kind: HandleKind,
    /// With what.
    pub member: Member,
}

/// An entry. Texts are UTF-16, as Java's are.
#[derive(Clone, PartialEq, Debug)]
enum Entry {
    Nothing,
    Text(Vec<u16>),
    Int(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Class(u16),
    String(u16),
    Member(u16, u16),
    NameAndType(u16, u16),
    Handle(u8, u16),
    MethodType(u16),
    Dynamic(u16, u16),
}

/// The constants of a class file.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    entries: Vec<Entry>,
}

/// A constant that can be loaded.
#[derive(Clone, PartialEq, Debug)]
pub enum Loadable {
    /// An `int`.
    Int(i32),
    /// A `float`, by its bits.
    Float(u32),
    /// A `long`.
    Long(i64),
    /// A `double`, by its bits.
    Double(u64),
    /// A text, in UTF-16.
    String(Vec<u16>),
    /// A class.
    Class(String),
    /// A method handle.
    Handle(Handle),
    /// The type of a method.
    MethodType(String),
    /// A constant that is computed when it is first used, by the bootstrap method with this number.
    Dynamic(u16),
}

impl Pool {
    /// Reads the pool.
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, Malformed> {
        let count = reader.u2()?;
        let mut entries = vec![Entry::Nothing];
        while entries.len() < usize::from(count) {
            let entry = entry(reader)?;
            let wide = matches!(entry, Entry::Long(_) | Entry::Double(_));
            entries.push(entry);
            if wide {
                entries.push(Entry::Nothing);
            }
        }
        Ok(Self { entries })
    }

    fn entry(&self, index: u16) -> Result<&Entry, Malformed> {
        match self.entries.get(usize::from(index)) {
            Some(entry) => Ok(entry),
            None => malformed(format!("there is no constant {index}")),
        }
    }

    fn wrong<T>(index: u16, wanted: &str) -> Result<T, Malformed> {
        malformed(format!("constant {index} is not {wanted}"))
    }

    /// A name or descriptor.
    pub fn text(&self, index: u16) -> Result<String, Malformed> {
        match self.entry(index)? {
            Entry::Text(text) => match String::from_utf16(text) {
                Ok(text) => Ok(text),
                Err(_) => Self::wrong(index, "a name"),
            },
            _ => Self::wrong(index, "a text"),
        }
    }

    /// The name of a class.
    pub fn class(&self, index: u16) -> Result<String, Malformed> {
        match self.entry(index)? {
            Entry::Class(name) => self.text(*name),
            _ => Self::wrong(index, "a class"),
        }
    }

    /// The name of a class, if `index` is not zero.
    pub fn optional_class(&self, index: u16) -> Result<Option<String>, Malformed> {
        if index == 0 { Ok(None) } else { self.class(index).map(Some) }
    }

    fn name_and_type(&self, index: u16) -> Result<(String, String), Malformed> {
        match self.entry(index)? {
            Entry::NameAndType(name, desc) => Ok((self.text(*name)?, self.text(*desc)?)),
            _ => Self::wrong(index, "a name with a type"),
        }
    }

    /// A field or method.
    pub fn member(&self, index: u16) -> Result<Member, Malformed> {
        match self.entry(index)? {
            Entry::Member(class, name_and_type) => {
                let (name, desc) = self.name_and_type(*name_and_type)?;
                Ok(Member { class: self.class(*class)?, name, desc })
            }
            _ => Self::wrong(index, "a field or method"),
        }
    }

    /// The bootstrap method, name and descriptor of an `invokedynamic`.
    pub fn dynamic(&self, index: u16) -> Result<(u16, String, String), Malformed> {
        match self.entry(index)? {
            Entry::Dynamic(bootstrap, name_and_type) => {
                let (name, desc) = self.name_and_type(*name_and_type)?;
                Ok((*bootstrap, name, desc))
            }
            _ => Self::wrong(index, "a dynamic call"),
        }
    }

    /// A method handle.
    pub fn handle(&self, index: u16) -> Result<Handle, Malformed> {
        match self.entry(index)? {
            Entry::Handle(kind, member) => {
                let kind = match kind {
                    1..=4 => HandleKind::Field,
                    5 | 9 => HandleKind::Virtual,
                    6 => HandleKind::Static,
                    7 => HandleKind::Special,
                    8 => HandleKind::New,
                    other => return malformed(format!("there is no kind {other} of method handles")),
                };
                Ok(Handle { kind, member: self.member(*member)? })
            }
            _ => Self::wrong(index, "a method handle"),
        }
    }

    /// A constant that can be loaded.
    pub fn loadable(&self, index: u16) -> Result<Loadable, Malformed> {
        Ok(match self.entry(index)? {
            Entry::Int(value) => Loadable::Int(*value),
            Entry::Float(bits) => Loadable::Float(*bits),
            Entry::Long(value) => Loadable::Long(*value),
            Entry::Double(bits) => Loadable::Double(*bits),
            Entry::String(text) => match self.entry(*text)? {
                Entry::Text(text) => Loadable::String(text.clone()),
                _ => return Self::wrong(*text, "a text"),
            },
            Entry::Class(_) => Loadable::Class(self.class(index)?),
            Entry::Handle(..) => Loadable::Handle(self.handle(index)?),
            Entry::MethodType(desc) => Loadable::MethodType(self.text(*desc)?),
            Entry::Dynamic(bootstrap, _) => Loadable::Dynamic(*bootstrap),
            _ => return Self::wrong(index, "a constant that can be loaded"),
        })
    }
}

fn entry(reader: &mut Reader<'_>) -> Result<Entry, Malformed> {
    let at = reader.position();
    Ok(match reader.u1()? {
        1 => {
            let length = reader.u2()?;
            Entry::Text(modified_utf8(reader.take(usize::from(length))?)?)
        }
        3 => Entry::Int(reader.i4()?),
        4 => Entry::Float(reader.u4()?),
        5 => Entry::Long(reader.u8()? as i64),
        6 => Entry::Double(reader.u8()?),
        7 | 19 | 20 => Entry::Class(reader.u2()?),
        8 => Entry::String(reader.u2()?),
        9..=11 => Entry::Member(reader.u2()?, reader.u2()?),
        12 => Entry::NameAndType(reader.u2()?, reader.u2()?),
        15 => Entry::Handle(reader.u1()?, reader.u2()?),
        16 => Entry::MethodType(reader.u2()?),
        17 | 18 => Entry::Dynamic(reader.u2()?, reader.u2()?),
        tag => return malformed(format!("there is no kind {tag} of constants (byte {at})")),
    })
}

/// Java's own form of UTF-8: each UTF-16 unit by itself, and zero in two bytes.
fn modified_utf8(bytes: &[u8]) -> Result<Vec<u16>, Malformed> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().map(|&b| u16::from(b));
    let follow = |rest: &mut dyn Iterator<Item = u16>| match rest.next() {
        Some(byte) if byte & 0xc0 == 0x80 => Ok(byte & 0x3f),
        _ => malformed("a text is not UTF-8 as Java writes it"),
    };
    while let Some(first) = rest.next() {
        units.push(match first {
            0x01..=0x7f => first,
            0xc0..=0xdf => (first & 0x1f) << 6 | follow(&mut rest)?,
            0xe0..=0xef => (first & 0x0f) << 12 | follow(&mut rest)? << 6 | follow(&mut rest)?,
            _ => return malformed("a text is not UTF-8 as Java writes it"),
        });
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_utf16_units() {
        assert_eq!(modified_utf8("aé".as_bytes()), Ok(vec![0x61, 0xe9]));
        assert_eq!(modified_utf8(&[0xc0, 0x80]), Ok(vec![0]));
        assert_eq!(modified_utf8(&[0xed, 0xaa, 0xb9]), Ok(vec![0xdab9]), "half of a pair is a unit");
        for wrong in [&[0u8][..], &[0xc3], &[0xc3, 0x41], &[0xf0, 0x9f, 0x98, 0x80]] {
            assert!(modified_utf8(wrong).is_err(), "{wrong:?}");
        }
    }
}
