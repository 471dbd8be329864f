//! The command line.

use std::path::PathBuf;

/// What was typed.
pub struct Arguments {
    pub programs: u64,
    pub first: u64,
    pub seed: u64,
    pub threads: usize,
    /// When to stop, if there are more programs.
    pub minutes: Option<u64>,
    pub limit: u64,
    pub failures: Option<PathBuf>,
    pub java: Option<u64>,
    pub prove: Option<u64>,
    pub faults: bool,
    pub fault: Option<String>,
    pub show: Option<u64>,
    pub file: Option<PathBuf>,
}

/// Reads them.
pub fn arguments() -> Result<Arguments, String> {
    let mut all = Arguments {
        programs: 10_000,
        first: 0,
        seed: 1,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        minutes: None,
        limit: 3_000,
        failures: None,
        java: None,
        prove: None,
        faults: false,
        fault: None,
        show: None,
        file: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--faults" {
            all.faults = true;
            continue;
        }
        let value = words.next().ok_or(format!("{word} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{word} {value}: not a number"));
        match word.as_str() {
            "--programs" => all.programs = number()?,
            "--first" => all.first = number()?,
            "--seed" => all.seed = number()?,
            "--minutes" => all.minutes = Some(number()?),
            "--threads" => all.threads = number()? as usize,
            "--limit" => all.limit = number()?,
            "--java" => all.java = Some(number()?),
            "--prove" => all.prove = Some(number()?),
            "--show" => all.show = Some(number()?),
            "--fault" => all.fault = Some(value),
            "--file" => all.file = Some(value.into()),
            "--failures" => all.failures = Some(value.into()),
            _ => {
                return Err(format!(
                    "{word}: there are --programs, --first, --seed, --threads, --minutes, --limit, --java, --prove, --show, --file, \
                     --failures, --fault and --faults"
                ));
            }
        }
    }
    Ok(all)
}
