//! How to report, with every command that reports.

use crate::format::{FORMATS, Format};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// `--format` and its short form.
#[derive(Args, Clone, Copy, Debug)]
pub struct FormatArgs {
    /// How to report [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Output")]
    pub format: Option<&'static Format>,
    /// The same as --format json: one document a file
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
}

impl FormatArgs {
    /// The format that is meant.
    pub fn chosen(&self) -> &'static Format {
        match self.json {
            true => named("json"),
            false => self.format.unwrap_or_else(|| named("text")),
        }
    }
}

fn named(name: &str) -> &'static Format {
    FORMATS.iter().find(|format| format.name == name).expect("[commute internal bug] a format by its name")
}

/// Reads a format, by its name.
fn format() -> impl TypedValueParser<Value = &'static Format> {
    let values = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about));
    PossibleValuesParser::new(values).map(|name| named(&name))
}
