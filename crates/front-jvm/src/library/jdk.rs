//! Finding a JDK.

use super::jimage::Image;
use std::path::{Path, PathBuf};

/// The Java version whose library the overrides are written for.
const VERSION: &str = "17";

/// A JDK.
pub struct Jdk {
    /// Its modules.
    pub image: Image,
}

/// Finds a JDK: `wanted` if it is given, else `JAVA_HOME`, else the `java` on the path. The error says what is missing.
pub fn find_jdk(wanted: Option<&Path>) -> Result<Jdk, String> {
    let (home, from) = match wanted {
        Some(home) => (home.to_owned(), "--jdk"),
        None => surrounding_home()?,
    };
    check_version(&home)?;
    let modules = home.join("lib/modules");
    match Image::open(&modules) {
        Ok(image) => Ok(Jdk { image }),
        Err(error) => Err(format!("{from}: cannot read {}: {error}", modules.display())),
    }
}

fn surrounding_home() -> Result<(PathBuf, &'static str), String> {
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return Ok((home.into(), "JAVA_HOME"));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java =
        std::env::split_paths(&path).map(|directory| directory.join("java")).find(|java| java.is_file());
    let home =
        java.and_then(|java| java.canonicalize().ok()).and_then(|java| Some(java.parent()?.parent()?.into()));
    home.map(|home| (home, "the java on the path")).ok_or_else(|| {
        format!(
            "Java programs need the class library of a JDK {VERSION}, and none was found; \
             give one with --jdk DIR, in JAVA_HOME, or have its `java` on the path"
        )
    })
}

/// The overrides know the private parts of one version.
fn check_version(home: &Path) -> Result<(), String> {
    let release = std::fs::read_to_string(home.join("release"))
        .map_err(|error| format!("{} is no JDK: cannot read its file `release`: {error}", home.display()))?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
    let version = line.unwrap_or_default().trim_matches('"');
    if version.split('.').next() == Some(VERSION) {
        return Ok(());
    }
    Err(format!("{} is Java {version}; the library of Java {VERSION} is needed", home.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_jdk_is_refused() {
        let error = find_jdk(Some(Path::new("/nowhere"))).err().unwrap();
        assert!(error.starts_with("/nowhere is no JDK: cannot read its file `release`: "), "{error}");
    }
}
