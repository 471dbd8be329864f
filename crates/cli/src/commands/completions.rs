//! `commute completions` and `commute man`: made from the definition of the command line.

use crate::args::{LowArgs, Shell};
use crate::exit::Exit;
use crate::output::Out;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

/// Prints the completion script for `shell`.
pub fn completions(shell: Shell, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut LowArgs::command(), "commute", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Holds)
}

/// Prints the manual page, one for all subcommands.
pub fn man(out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let mut command = LowArgs::command();
    command.build();
    out.text(&page(&command)?)?;
    Ok(Exit::Holds)
}

fn page(command: &Command) -> anyhow::Result<String> {
    let man = Man::new(command.clone());
    let mut bytes = Vec::new();
    man.render_title(&mut bytes)?;
    man.render_name_section(&mut bytes)?;
    man.render_synopsis_section(&mut bytes)?;
    let mut page = String::from_utf8(bytes)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        page += &format!(".SH \"COMMUTE {}\"\n", sub.get_name().to_uppercase());
        page += &section(sub)?;
    }
    page += ".SH EXIT CODES\n";
    page += &verbatim(command);
    Ok(page)
}

/// A subcommand. Its parts are sections of pages of their own and become subsections here.
fn section(sub: &Command) -> anyhow::Result<String> {
    let man = Man::new(sub.clone());
    let mut bytes = Vec::new();
    man.render_description_section(&mut bytes)?;
    man.render_synopsis_section(&mut bytes)?;
    man.render_options_section(&mut bytes)?;
    let text = String::from_utf8(bytes)?.replace(".SH DESCRIPTION\n", "").replace("\n.SH ", "\n.SS ");
    Ok(text + &verbatim(sub))
}

/// What stands below the help, with its own line ends.
fn verbatim(command: &Command) -> String {
    let Some(text) = command.get_after_help() else { return String::new() };
    let escaped = text.to_string().replace('\\', "\\e").replace('-', "\\-");
    let lines: String = escaped.lines().map(|line| format!("\\&{line}\n")).collect();
    format!(".PP\n.nf\n{lines}.fi\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_command_and_its_examples() {
        let mut command = LowArgs::command();
        command.build();
        let page = page(&command).unwrap();
        for part in [
            ".TH commute 1",
            ".SH \"COMMUTE CHECK\"",
            ".SS OPTIONS",
            "\\fB\\-\\-max\\-states\\fR",
            "\\&  commute check dining.cm \\-D N=5",
            ".SH \"COMMUTE MAN\"",
            ".SH EXIT CODES",
        ] {
            assert!(page.contains(part), "{part} is missing in\n{page}");
        }
    }
}
