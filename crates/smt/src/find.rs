//! Which solver to run, and what to say if there is none.

use std::fmt;
use std::path::{Path, PathBuf};

/// The environment variable that names the solver.
pub const SOLVER_VARIABLE: &str = "COMMUTE_SOLVER";

/// How to start a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

/// There is no solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no SMT solver: {tried}\n\
     install one with `apt-get install z3` or `pip install z3-solver`, or name it with --solver or {SOLVER_VARIABLE}"
)]
pub struct NoSolver {
    /// What was looked for.
    pub tried: String,
}

/// The solver given by `explicit` (the option), else by the environment variable, else `z3` on the path.
///
/// A name that is given but not found is an error, never a reason to take another solver.
pub fn find_solver(explicit: Option<&str>) -> Result<SolverCommand, NoSolver> {
    let variable = std::env::var(SOLVER_VARIABLE).ok();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    choose(explicit, variable.as_deref(), &dirs)
}

fn choose(
    explicit: Option<&str>,
    variable: Option<&str>,
    dirs: &[PathBuf],
) -> Result<SolverCommand, NoSolver> {
    let (text, origin) = match (explicit, variable) {
        (Some(text), _) => (text, "given by --solver"),
        (None, Some(text)) if !text.trim().is_empty() => (text, "given by the environment"),
        _ => ("z3", "the default"),
    };
    let mut words = text.split_whitespace();
    let program = words.next().unwrap_or_default();
    let args: Vec<String> = words.map(str::to_owned).collect();
    match locate(program, dirs) {
        Some(program) => Ok(SolverCommand::new(program, args)),
        None => Err(NoSolver { tried: format!("`{program}` ({origin}) was not found") }),
    }
}

/// A name with a slash is a file, any other is looked up in the directories.
fn locate(program: &str, dirs: &[PathBuf]) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    if program.contains(std::path::MAIN_SEPARATOR) {
        return Some(PathBuf::from(program)).filter(|p| p.is_file());
    }
    dirs.iter().map(|d| d.join(program)).find(|p| p.is_file())
}

impl SolverCommand {
    /// The program with these arguments; without any, with those that make it read from its input.
    pub fn new(program: impl Into<PathBuf>, args: Vec<String>) -> SolverCommand {
        let program = program.into();
        let args = if args.is_empty() { default_args(&program) } else { args };
        SolverCommand { program, args }
    }

    /// Whether this looks like Z3, which has options of its own.
    pub fn is_z3(&self) -> bool {
        name(&self.program).starts_with("z3")
    }
}

fn name(program: &Path) -> String {
    program.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

fn default_args(program: &Path) -> Vec<String> {
    let args: &[&str] = match name(program) {
        n if n.starts_with("z3") => &["-in", "-smt2"],
        n if n.starts_with("cvc5") => &["--incremental", "--lang=smt2", "--arrays-exp"],
        n if n.starts_with("yices") => &["--incremental"],
        _ => &[],
    };
    args.iter().map(|a| (*a).to_owned()).collect()
}

impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.args.iter().try_for_each(|a| write!(f, " {a}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_goes_before_the_variable_and_that_before_the_path() {
        let dir = std::env::temp_dir().join(format!("commute-find-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        for file in ["z3", "cvc5", "other"] {
            std::fs::write(dir.join(file), "").unwrap();
        }
        let dirs = [PathBuf::from("/nowhere"), dir.clone()];
        let shown = |explicit, variable| match choose(explicit, variable, &dirs) {
            Ok(c) => c.to_string().replace(&dir.display().to_string(), "DIR"),
            Err(e) => e.tried,
        };
        assert_eq!(shown(None, None), "DIR/z3 -in -smt2");
        assert_eq!(shown(None, Some(" ")), "DIR/z3 -in -smt2");
        assert_eq!(shown(None, Some("other -x 1")), "DIR/other -x 1");
        assert_eq!(shown(Some("cvc5"), Some("other")), "DIR/cvc5 --incremental --lang=smt2 --arrays-exp");
        let file = dir.join("other").display().to_string();
        assert_eq!(shown(Some(&file), None), "DIR/other");
        assert_eq!(shown(Some("./none/z3"), None), "`./none/z3` (given by --solver) was not found");
        assert_eq!(shown(None, Some("mathsat")), "`mathsat` (given by the environment) was not found");
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn without_a_solver_the_message_says_how_to_get_one() {
        let message = choose(None, None, &[]).unwrap_err().to_string();
        assert_eq!(
            message,
            "no SMT solver: `z3` (the default) was not found\ninstall one with `apt-get install z3` or `pip install \
             z3-solver`, or name it with --solver or COMMUTE_SOLVER"
        );
    }
}
