//! `commute completions` and `commute man`: made from the definition of the command line.

use crate::args::{LowArgs, Shell};
use crate::exit::Exit;
use crate::output::Out;
use clap::CommandFactory;

/// Prints the completion script for `shell`.
pub fn completions(shell: Shell, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut LowArgs::command(), "commute", &mut script);
    out.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Holds)
}

/// Prints the manual page: one page for the command, then a section for each subcommand.
pub fn man(out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let mut command = LowArgs::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let title = format!(".SH \"COMMUTE {}\"\n", sub.get_name().to_uppercase());
        page.extend_from_slice(title.as_bytes());
        let man = clap_mangen::Man::new(sub.clone().disable_help_flag(true));
        man.render_description_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    out.text(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Holds)
}
