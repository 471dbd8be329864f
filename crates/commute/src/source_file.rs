//! Reading a model, with care: it may be anything.

use crate::program::LoadError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest model. Larger texts are no models but mistakes, and would take for ever.
pub const MAX_BYTES: u64 = 16 << 20;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, LoadError> {
    let file = File::open(path).map_err(|e| unreadable(path, &e))?;
    // Opening a directory succeeds on some systems, and reading then fails with an unhelpful message.
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(LoadError::Unreadable(format!("{} is a directory, not a model", path.display())));
    }
    read_from(file, path)
}

/// The text of standard input.
pub fn read_stdin() -> Result<String, LoadError> {
    read_from(std::io::stdin().lock(), Path::new("<stdin>"))
}

fn read_from(reader: impl Read, path: &Path) -> Result<String, LoadError> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(path, &e))?;
    if bytes.len() as u64 > MAX_BYTES {
        let limit = MAX_BYTES >> 20;
        return Err(LoadError::Refused(format!(
            "{} is larger than the limit of {limit} MiB",
            path.display()
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count();
        LoadError::Refused(format!("{} is not UTF-8 text: see byte {at}, in line {line}", path.display()))
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> LoadError {
    LoadError::Unreadable(format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<String, String> {
        read_from(bytes, Path::new("a.cm")).map_err(|error| error.to_string())
    }

    #[test]
    fn text_is_read() {
        assert_eq!(read_bytes("é\n".as_bytes()), Ok("é\n".to_owned()));
    }

    #[test]
    fn other_bytes_are_refused_with_their_place() {
        let refused = "a.cm is not UTF-8 text: see byte 4, in line 2".to_owned();
        assert_eq!(read_bytes(b"ok\nx\xff"), Err(refused));
    }

    #[test]
    fn the_limit_is_exact() {
        let limit = MAX_BYTES as usize;
        assert_eq!(read_bytes(&vec![b' '; limit]).map(|t| t.len()), Ok(limit));
        let endless = read_from(std::io::repeat(b' '), Path::new("a.cm"));
        let Err(LoadError::Refused(text)) = endless else { panic!() };
        assert_eq!(text, "a.cm is larger than the limit of 16 MiB");
    }

    #[test]
    fn a_missing_file_and_a_directory_are_unreadable() {
        let Err(LoadError::Unreadable(missing)) = read(Path::new("/no/such/file")) else { panic!() };
        assert!(missing.starts_with("cannot read /no/such/file: "), "{missing}");
        let Err(LoadError::Unreadable(directory)) = read(Path::new("/")) else { panic!() };
        assert_eq!(directory, "/ is a directory, not a model");
    }
}
