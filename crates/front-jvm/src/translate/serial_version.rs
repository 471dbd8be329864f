//! The number by which two versions of a serializable class are told apart if the class does not say one: the first bytes of a digest of
//! its name, modifiers, interfaces and members, as the specification of object serialization has it (section 4.6).

use crate::classfile::{ClassFile, flags};
use crate::descriptor::dotted;

const TRANSIENT: u16 = 0x0080;
const NATIVE: u16 = 0x0100;
const STRICT: u16 = 0x0800;
const ACCESS: u16 = flags::PUBLIC | flags::PRIVATE | flags::PROTECTED;

/// The number of a class whose declaration has these modifiers.
pub fn computed(file: &ClassFile, modifiers: u16) -> i64 {
    let mut bytes = Vec::new();
    write_text(&mut bytes, &dotted(&file.name));
    let methods: Vec<_> = file.methods.iter().filter(|method| !method.name.starts_with('<')).collect();
    write_number(&mut bytes, class_modifiers(modifiers, methods.is_empty()));
    let mut interfaces: Vec<String> = file.interfaces.iter().map(|name| dotted(name)).collect();
    interfaces.sort_unstable();
    interfaces.iter().for_each(|name| write_text(&mut bytes, name));
    write_fields(&mut bytes, file);
    if file.methods.iter().any(|method| method.name == "<clinit>") {
        write_member(&mut bytes, "<clinit>", flags::STATIC, "()V");
    }
    let mut all: Vec<_> = file.methods.iter().filter(|method| method.name != "<clinit>").collect();
    all.sort_by_key(|method| (method.name != "<init>", method.name.clone(), method.desc.clone()));
    let kept =
        ACCESS | flags::STATIC | flags::FINAL | flags::SYNCHRONIZED | NATIVE | flags::ABSTRACT | STRICT;
    for method in all.iter().filter(|method| method.flags & flags::PRIVATE == 0) {
        write_member(&mut bytes, &method.name, method.flags & kept, &dotted(&method.desc));
    }
    first_bytes(&bytes)
}

/// That of arrays, by the name of their class.
pub fn of_array(name: &str, modifiers: u16) -> i64 {
    let mut bytes = Vec::new();
    write_text(&mut bytes, &dotted(name));
    write_number(&mut bytes, class_modifiers(modifiers, true));
    first_bytes(&bytes)
}

/// An interface is abstract if it has methods, whatever the compiler says.
fn class_modifiers(modifiers: u16, has_no_methods: bool) -> u16 {
    let kept = modifiers & (flags::PUBLIC | flags::FINAL | flags::INTERFACE | flags::ABSTRACT);
    match kept & flags::INTERFACE != 0 {
        true if has_no_methods => kept & !flags::ABSTRACT,
        true => kept | flags::ABSTRACT,
        false => kept,
    }
}

fn write_fields(bytes: &mut Vec<u8>, file: &ClassFile) {
    let mut fields: Vec<_> = file.fields.iter().collect();
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    for field in fields {
        let is_hidden = field.flags & flags::PRIVATE != 0 && field.flags & (flags::STATIC | TRANSIENT) != 0;
        if !is_hidden {
            let kept = ACCESS | flags::STATIC | flags::FINAL | flags::VOLATILE | TRANSIENT;
            write_member(bytes, &field.name, field.flags & kept, &field.desc);
        }
    }
}

fn write_member(bytes: &mut Vec<u8>, name: &str, modifiers: u16, desc: &str) {
    write_text(bytes, name);
    write_number(bytes, modifiers);
    write_text(bytes, desc);
}

/// A text as class files have it: the character 0 and those beyond 16 bits are written in a way of their own.
fn write_text(bytes: &mut Vec<u8>, text: &str) {
    let mut own = Vec::new();
    for unit in text.encode_utf16() {
        match unit {
            1..=0x7f => own.push(unit as u8),
            0 | 0x80..=0x7ff => own.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
            _ => own.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (unit & 0x3f) as u8,
            ]),
        }
    }
    bytes.extend((own.len() as u16).to_be_bytes());
    bytes.extend(own);
}

fn write_number(bytes: &mut Vec<u8>, number: u16) {
    bytes.extend(u32::from(number).to_be_bytes());
}

/// The first eight bytes of the digest, the lowest first.
fn first_bytes(bytes: &[u8]) -> i64 {
    let [a, b, ..] = sha1(bytes);
    i64::from_le_bytes((u64::from(a) << 32 | u64::from(b)).to_be_bytes())
}

/// The digest of FIPS 180-4, section 6.1.
fn sha1(message: &[u8]) -> [u32; 5] {
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() - message.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        add_block(&mut state, block);
    }
    state
}

fn add_block(state: &mut [u32; 5], block: &[u8]) {
    let mut words: Vec<u32> = block
        .chunks_exact(4)
        .map(|word| word.iter().fold(0, |all, &byte| all << 8 | u32::from(byte)))
        .collect();
    for at in 16..80 {
        words.push((words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1));
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (at, word) in words.into_iter().enumerate() {
        let (mixed, constant) = match at / 20 {
            0 => (b & c | !b & d, 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6_u32),
        };
        let next =
            a.rotate_left(5).wrapping_add(mixed).wrapping_add(e).wrapping_add(constant).wrapping_add(word);
        (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
    }
    for (own, new) in state.iter_mut().zip([a, b, c, d, e]) {
        *own = own.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::{of_array, sha1};

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(sha1(b"abc"), [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d]);
        assert_eq!(sha1(&[b'a'; 119])[0], sha1(&[b'a'; 119])[0]);
    }

    #[test]
    fn arrays_have_the_numbers_that_java_gives_them() {
        assert_eq!(of_array("[I", 0x411), 5_600_894_804_908_749_477);
        assert_eq!(of_array("[Ljava/lang/String;", 0x411), -5_921_575_005_990_323_385);
    }
}
