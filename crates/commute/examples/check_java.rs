//! Checks a Java program and prints the counterexample from values: `cargo run -p commute --example check_java -- Race.java`

use commute::{Check, JavaOptions, Program};
use std::error::Error;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name a .java or .class file")?;
    let report = Check::new().build()?.run(&Program::java(&file, &JavaOptions::default())?)?;
    println!("{}: {:?}, {} states", report.name, report.verdict, report.stats.states);
    for counterexample in &report.counterexamples {
        println!("{}", counterexample.violation.message);
        for step in &counterexample.execution.steps {
            println!("  {}: {}", counterexample.execution.name(step.thread), step.text);
        }
    }
    report.remarks.iter().for_each(|remark| println!("rests on: {remark}"));
    Ok(())
}
