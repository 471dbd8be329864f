//! The image of a JDK's modules (`lib/modules`): a perfect hash table of names, and the resources one after the other.
//!
//! The format is described in the sources of OpenJDK (`imageFile.hpp`). Names are `/module/package/Class.class`.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

const MAGIC: u32 = 0xcafe_dada;
const COMPRESSED_MAGIC: u32 = 0xcafe_fafa;
const HEADER: usize = 28;
const COMPRESSED_HEADER: usize = 29;
const HASH: u32 = 0x0100_0193;
/// No image of a JDK has a larger index, and no class file is larger.
const MAX_INDEX: u64 = 256 << 20;
const MAX_RESOURCE: u64 = 64 << 20;

/// An open image.
pub struct Image<F = File> {
    file: F,
    table: usize,
    /// Redirects, offsets, attributes and strings, as they are in the file.
    index: Vec<u8>,
    attributes: usize,
    strings: usize,
}

/// What the index says of a resource.
#[derive(Default)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

fn invalid(text: &str) -> Error {
    Error::new(ErrorKind::InvalidData, text)
}

impl Image {
    /// Opens an image and reads its index.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::new(File::open(path)?)
    }
}

impl<F: Read + Seek> Image<F> {
    /// The same for a file that is open.
    pub fn new(mut file: F) -> Result<Self, Error> {
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let word = |i: usize| u32_at(&header, i * 4);
        if word(0) != MAGIC {
            return Err(invalid("it does not begin as the image of a JDK does"));
        }
        let (table, attributes, strings) = (u64::from(word(4)), u64::from(word(5)), u64::from(word(6)));
        let size = table * 8 + attributes + strings;
        if table == 0 || size > MAX_INDEX {
            return Err(invalid("its index is of an impossible size"));
        }
        let mut index = vec![0; size as usize];
        file.read_exact(&mut index)?;
        let table = table as usize;
        Ok(Self { file, table, index, attributes: table * 8, strings: table * 8 + attributes as usize })
    }

    /// The bytes of a resource, such as `/java.base/java/lang/Object.class`.
    pub fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(location) = self.find(name) else { return Ok(None) };
        let size = if location.compressed > 0 { location.compressed } else { location.uncompressed };
        if size > MAX_RESOURCE || location.uncompressed > MAX_RESOURCE {
            return Err(invalid("a resource is of an impossible size"));
        }
        let start = ((HEADER + self.index.len()) as u64).checked_add(location.offset);
        let start = start.ok_or_else(|| invalid("a resource is at an impossible place"))?;
        self.file.seek(SeekFrom::Start(start))?;
        let mut bytes = vec![0; size as usize];
        self.file.read_exact(&mut bytes)?;
        if location.compressed > 0 {
            bytes = self.decompress(bytes)?;
        }
        Ok(Some(bytes))
    }

    /// The location of a resource, if the image has it.
    fn find(&self, name: &str) -> Option<Location> {
        let slot = hash(name, HASH) as usize % self.table;
        let redirect = u32_at(&self.index, slot * 4) as i32;
        let slot = match redirect {
            0 => return None,
            ..0 => (-1 - redirect) as usize,
            seed => hash(name, seed as u32) as usize % self.table,
        };
        if slot >= self.table {
            return None;
        }
        let at = u32_at(&self.index, self.table * 4 + slot * 4) as usize;
        let location = self.location(self.attributes + at)?;
        (self.full_name(&location)? == name).then_some(location)
    }

    /// Attributes are a byte of kind and length, then the value.
    fn location(&self, mut at: usize) -> Option<Location> {
        let mut location = Location::default();
        loop {
            let byte = *self.index.get(at)?;
            let (kind, length) = (byte >> 3, usize::from(byte & 7) + 1);
            if kind == 0 {
                return Some(location);
            }
            let bytes = self.index.get(at + 1..at + 1 + length)?;
            let value = bytes.iter().fold(0u64, |value, &b| value << 8 | u64::from(b));
            match kind {
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                _ => return None,
            }
            at += 1 + length;
        }
    }

    fn string(&self, offset: u64) -> Option<&str> {
        let bytes = self.index.get(self.strings.checked_add(usize::try_from(offset).ok()?)?..)?;
        let end = bytes.iter().position(|&b| b == 0)?;
        std::str::from_utf8(&bytes[..end]).ok()
    }

    fn full_name(&self, location: &Location) -> Option<String> {
        let mut name = String::new();
        let (module, parent) = (self.string(location.module)?, self.string(location.parent)?);
        if !module.is_empty() {
            name += &format!("/{module}/");
        }
        if !parent.is_empty() {
            name += &format!("{parent}/");
        }
        name += self.string(location.base)?;
        let extension = self.string(location.extension)?;
        if !extension.is_empty() {
            name += &format!(".{extension}");
        }
        Some(name)
    }

    /// The module that has a package, such as `java/util`.
    pub fn module_of(&mut self, package: &str) -> Option<String> {
        let name = format!("/packages/{}", package.replace('/', "."));
        let content = self.read(&name).ok()??;
        // Pairs of whether the package is empty there, and the name of the module.
        let mut pairs = content.chunks_exact(8).map(|pair| (u32_at(pair, 0), u32_at(pair, 4)));
        let (_, module) = pairs.find(|&(empty, _)| empty == 0)?;
        self.string(u64::from(module)).map(str::to_owned)
    }

    fn decompress(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
        let truncated = || invalid("a compressed resource is truncated");
        let header = bytes.get(..COMPRESSED_HEADER).ok_or_else(truncated)?;
        if u32_at(header, 0) != COMPRESSED_MAGIC {
            return Err(invalid("a compressed resource does not begin as it should"));
        }
        let size = u64::from(u32_at(header, 12)) | u64::from(u32_at(header, 16)) << 32;
        if self.string(u64::from(u32_at(header, 20))) != Some("zip") || size > MAX_RESOURCE {
            return Err(invalid("a resource is compressed in a way that is not known"));
        }
        let mut plain = Vec::new();
        flate2::read::ZlibDecoder::new(&bytes[COMPRESSED_HEADER..]).take(size).read_to_end(&mut plain)?;
        Ok(plain)
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

fn hash(name: &str, seed: u32) -> u32 {
    name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH) ^ u32::from(byte)) & 0x7fff_ffff
}
