//! Checks a model and prints the counterexample from values: `cargo run -p commute --example check_model -- examples/dining.cm`

use commute::{Check, Program};
use std::error::Error;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "examples/dining.cm".to_owned());
    let report = Check::new().build()?.run(&Program::model(&file)?)?;
    println!("{}: {:?}, {} states", report.name, report.verdict, report.stats.states);
    for counterexample in &report.counterexamples {
        println!("{}", counterexample.violation.message);
        for step in &counterexample.execution.steps {
            println!("  {}: {}", counterexample.execution.name(step.thread), step.text);
        }
    }
    Ok(())
}
