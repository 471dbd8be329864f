//! Reading alone, without a program: any bytes may come in, and nothing may panic. For tests and fuzzers.

use crate::classfile::{ClassFile, Malformed, decode};
use crate::library::Image;
use std::io::Cursor;

/// Reads a class file and decodes all its methods; how many instructions there are, or what is wrong with it.
pub fn class_file(bytes: &[u8]) -> Result<usize, String> {
    let class = ClassFile::read(bytes).map_err(|Malformed(text)| text)?;
    let bodies = class.methods.iter().filter_map(|method| method.code.as_ref());
    let lengths = bodies.map(|code| decode(&code.bytes, &class.pool).map(|ops| ops.len()));
    lengths.sum::<Result<usize, Malformed>>().map_err(|Malformed(text)| text)
}

/// Opens the image of a JDK and reads a class from it and the module of a package; how long the class is, if it is there.
pub fn image(bytes: &[u8], name: &str, package: &str) -> Result<Option<usize>, String> {
    let mut image = Image::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    image.module_of(package);
    let content = image.read(name).map_err(|error| error.to_string())?;
    Ok(content.map(|bytes| bytes.len()))
}
