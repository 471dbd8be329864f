//! `lab --file F...`: programs from outside, in any shape, are searched in every way that there is.

use crate::Arguments;
use commute_testkit::difftest::{RESUMED_EVERY, Subject, in_two_parts};
use std::path::Path;
use std::process::ExitCode;

/// By its number it is decided whether what an initialiser leaves is frozen, which stores are used, and so on: each store and way
/// to go back meets each reduction once.
const NUMBERS: std::ops::Range<u64> = 0..4;

/// Says of each file what every configuration says; the worst exit code wins.
pub fn run(arguments: &Arguments) -> ExitCode {
    // Panics are differences and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let worst = arguments.file.iter().map(|file| examine(file, arguments)).max();
    ExitCode::from(worst.unwrap_or(0))
}

/// 0 if all agree, 1 if not, 2 if the file cannot be read, 3 if it has too many states.
fn examine(file: &Path, arguments: &Arguments) -> u8 {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return 2;
        }
    };
    let (mut asked, mut different) = (0, 0);
    for number in NUMBERS {
        let subject = match Subject::new(&text, number, arguments.limit) {
            Ok(Some(subject)) => subject,
            Ok(None) => return examine_large(file, &text, arguments),
            Err(difference) => {
                println!("{}: {difference}", file.display());
                return 1;
            }
        };
        if number == NUMBERS.start {
            println!("{}: {}", file.display(), subject.plain_answer());
        }
        subject.answers(&mut |name, said| {
            asked += 1;
            match said {
                Ok(said) => println!("  {name}: {said}"),
                Err(what) => {
                    different += 1;
                    println!("  DIFFERS {name}: {what}");
                }
            }
        });
    }
    println!("{}: {asked} answers, {different} differ", file.display());
    u8::from(different > 0)
}

/// A program that is too large for all that is only searched in two parts.
fn examine_large(file: &Path, text: &str, arguments: &Arguments) -> u8 {
    println!(
        "{}: more than {} states (--limit), so it is searched in two parts only",
        file.display(),
        arguments.limit
    );
    for number in 0..DEPTHS {
        match in_two_parts(text, number * RESUMED_EVERY, LARGE) {
            Ok(0) => {
                println!("  nothing to go on from: too large, or too small for a checkpoint");
                return 3;
            }
            Ok(tried) => println!("  {tried} checkpoints, agrees"),
            Err(difference) => {
                println!("  DIFFERS {difference}");
                return 1;
            }
        }
    }
    3
}

/// How many limits of depth are tried.
const DEPTHS: u64 = 10;
/// The most states of such a program.
const LARGE: u64 = 600_000;
