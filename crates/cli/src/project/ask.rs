//! Asking a build tool: a command with a time limit, whose words are read.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a build tool may think. It starts a JVM and reads its plug-ins.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked whether it has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// What a command said on standard output, in a directory; or why it said nothing.
pub fn ask(directory: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(directory);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run {program}: {error}"))?;
    let mut stdout = child.stdout.take();
    let listener = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stdout.as_mut().map(|stdout| stdout.read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    let deadline = Instant::now() + PATIENCE;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                let said = listener.join().unwrap_or_default();
                return if status.success() { Ok(said) } else { Err(refusal(program, &said)) };
            }
            Ok(None) if Instant::now() < deadline => std::thread::sleep(GLANCE),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{program} did not answer within {} seconds", PATIENCE.as_secs()));
            }
            Err(error) => return Err(format!("{program}: {error}")),
        }
    }
}

/// Why a tool gave no answer: the first line in which it complains.
fn refusal(program: &str, said: &str) -> String {
    let plain =
        |line: &str| line.split("\x1b[").enumerate().map(|(i, part)| after_code(i, part)).collect::<String>();
    let first = said.lines().map(plain).find(|line| line.contains("ERROR"));
    let why = first.map(|line| line.replace("[ERROR]", "").trim().to_owned()).filter(|line| !line.is_empty());
    why.map_or_else(|| format!("{program} failed"), |why| format!("{program} says: {}", shortened(&why)))
}

/// What follows the code of a colour.
fn after_code(index: usize, part: &str) -> &str {
    if index == 0 { part } else { part.split_once('m').map_or(part, |(_, rest)| rest) }
}

/// A line of a hundred characters says enough.
fn shortened(line: &str) -> String {
    let short: String = line.chars().take(100).collect();
    if short.len() < line.len() { short + "..." } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_heard_or_its_complaint_is() {
        let here = Path::new(".");
        assert_eq!(ask(here, "echo", &["a", "b"]), Ok("a b\n".to_owned()));
        assert!(ask(here, "no-such-tool", &[]).unwrap_err().starts_with("cannot run no-such-tool"));
        assert_eq!(ask(here, "false", &[]), Err("false failed".to_owned()));
    }

    #[test]
    fn complaints_lose_their_colours() {
        let said = "[\x1b[1;31mERROR\x1b[m] No plugin found\n[ERROR] more";
        assert_eq!(refusal("mvn", said), "mvn says: No plugin found");
    }
}
