//! Runs the command in a directory of the test's own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Two threads that take two locks in opposite orders.
pub const DEADLOCK: &str = "\
var m: lock;
var n: lock;
thread a { m.acquire(); n.acquire(); n.release(); m.release(); }
thread b { n.acquire(); m.acquire(); m.release(); n.release(); }
";

/// Two increments that are not atomic.
pub const LOST_UPDATE: &str = "\
const GOAL: int = 2;
var x: int = 0;
thread inc[i in 0..2] {
    let t = x;
    x = t + 1;
}
thread judge {
    join inc[0];
    join inc[1];
    assert x == GOAL, \"an update is lost\";
}
";

/// Two increments that are.
pub const HOLDS: &str = "\
var m: lock;
var x: int = 0;
thread inc[i in 0..2] {
    with (m) { x += 1; }
}
invariant small: x <= 2;
";

/// Two threads that work on objects of their own.
pub const LOCAL: &str = "\
class Box { v: int; }
thread t[i in 0..2] {
    let o = new Box();
    o.v = 1;
    o.v = 2;
}
";

/// More states than anyone has.
pub const ENDLESS: &str = "\
var a: [int; 6] = 0;
thread t[i in 0..6] {
    loop { a[i] += 1; }
}
";

/// How a run ended.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// A directory for one test.
pub struct Place {
    path: PathBuf,
}

impl Place {
    /// An empty directory; `name` must be the test's own.
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Place { path }
    }

    /// Writes a file into it.
    pub fn file(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path.join(name), text).unwrap();
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text of a file in it.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap()
    }

    /// Whether it has a file.
    pub fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    /// The command with these arguments, in this directory, with nothing of the caller's terminal.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_commute"));
        command.args(args).current_dir(&self.path);
        command.env_remove("COLUMNS").env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    /// Runs it to its end. If it is to answer in JSON, every line must be a document that is as its schema says.
    #[track_caller]
    pub fn run(&self, args: &[&str]) -> Ran {
        let ran = finish(self.command(args).output().unwrap());
        if args.contains(&"--json") || args.windows(2).any(|pair| pair == ["--format", "json"]) {
            ran.documents().iter().for_each(crate::schema::check);
        }
        ran
    }
}

/// The output of a finished command as text.
pub fn finish(output: std::process::Output) -> Ran {
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Ran {
    /// The JSON documents on standard output, one a line.
    #[track_caller]
    pub fn documents(&self) -> Vec<serde_json::Value> {
        let one = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.stdout.lines().map(one).collect()
    }

    /// Asserts the exit code, and shows everything if it is another one.
    #[track_caller]
    pub fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that standard output has `part`.
    #[track_caller]
    pub fn says(&self, part: &str) -> &Self {
        assert!(self.stdout.contains(part), "`{part}` is missing in\n{}", self.stdout);
        self
    }

    /// Asserts that standard error has `part`.
    #[track_caller]
    pub fn complains(&self, part: &str) -> &Self {
        assert!(self.stderr.contains(part), "`{part}` is missing in\n{}", self.stderr);
        self
    }
}
