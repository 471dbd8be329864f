//! Finding a JDK.

use super::jimage::Image;
use std::path::{Path, PathBuf};

/// The Java versions whose libraries the overrides are written for.
const VERSIONS: [u32; 3] = [11, 17, 21];

/// A JDK.
pub struct Jdk {
    /// Where it is.
    pub home: PathBuf,
    /// Its modules.
    pub image: Image,
    /// Its Java version, such as 17.
    pub version: u32,
}

/// Finds a JDK: `wanted` if it is given, else `JAVA_HOME`, else the `java` on the path. The error says what is missing.
pub fn find_jdk(wanted: Option<&Path>) -> Result<Jdk, String> {
    let (home, from) = match wanted {
        Some(home) => (home.to_owned(), "--jdk"),
        None => surrounding_home()?,
    };
    let version = jdk_version(&home)?;
    let modules = home.join("lib/modules");
    match Image::open(&modules) {
        Ok(image) => Ok(Jdk { home, image, version }),
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
            "Java programs need the class library of a JDK {}, and none was found; \
             give one with --jdk DIR, in JAVA_HOME, or have its `java` on the path",
            known_versions()
        )
    })
}

/// The Java version of the JDK at `home`. The overrides know the private parts of some versions, and others are refused.
pub fn jdk_version(home: &Path) -> Result<u32, String> {
    let release = std::fs::read_to_string(home.join("release"))
        .map_err(|error| format!("{} is no JDK: cannot read its file `release`: {error}", home.display()))?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
    let full = line.unwrap_or_default().trim_matches('"');
    let version = full.split(['.', '-', '+']).next().and_then(|first| first.parse().ok());
    version.filter(|version| VERSIONS.contains(version)).ok_or_else(|| {
        let known = known_versions();
        format!("{} is Java {full}; the library of a Java {known} is needed", home.display())
    })
}

/// `11, 17 or 21`.
fn known_versions() -> String {
    let texts: Vec<String> = VERSIONS.iter().map(u32::to_string).collect();
    let (last, others) = texts.split_last().expect("[commute internal bug] some version is known");
    format!("{} or {last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_jdk_is_refused() {
        let error = find_jdk(Some(Path::new("/nowhere"))).err().unwrap();
        assert!(error.starts_with("/nowhere is no JDK: cannot read its file `release`: "), "{error}");
    }

    #[test]
    fn versions_are_told_by_their_first_number() {
        let home = std::env::temp_dir().join(format!("commute-jdk-{}", std::process::id()));
        std::fs::create_dir_all(&home).unwrap();
        let version = |text: &str| {
            std::fs::write(home.join("release"), format!("IMAGE_TYPE=\"JRE\"\nJAVA_VERSION=\"{text}\"\n"))
                .unwrap();
            jdk_version(&home).map_err(|error| error.replace(&home.display().to_string(), "HOME"))
        };
        assert_eq!(version("17.0.15"), Ok(17));
        assert_eq!(version("21"), Ok(21));
        assert_eq!(version("11.0.13"), Ok(11));
        let refused = "HOME is Java 1.8.0_392; the library of a Java 11, 17 or 21 is needed";
        assert_eq!(version("1.8.0_392"), Err(refused.to_owned()));
        assert_eq!(
            version("25-ea"),
            Err("HOME is Java 25-ea; the library of a Java 11, 17 or 21 is needed".to_owned())
        );
        std::fs::remove_dir_all(&home).unwrap();
    }
}
