//! One JSON document a line, for other programs. The form of the documents is the library's.

use super::{Format, Manner, Message, Reporting};
use crate::output::Out;
use crate::report::{ProveBody, class_document, proof_document, refused_proof_document};
use commute::LoadError;
use commute::json::{
    Body, CheckBody, CheckDocument, CompareBody, CompareDocument, Document, LtlBody, LtlDocument, ReplayBody,
    ReplayDocument,
};

/// JSON.
pub const FORMAT: Format = Format {
    name: "json",
    about: "One JSON document a file, for other programs (docs/schema)",
    for_people: false,
    write,
};

const NO_FORMULA: &str = "there is no temporal formula to check";

fn write(message: &Message<'_>, _manner: Manner, out: &mut Out<'_>) -> anyhow::Result<()> {
    match message {
        Message::Checked { program, report, .. } => {
            out.json(&CheckDocument::checked(report, program.sources(), program.warnings()))
        }
        Message::Formulas { program, reports: [] } => {
            out.json(&LtlDocument::failed(program.name(), "rejected", Some(NO_FORMULA.to_owned())))
        }
        Message::Formulas { program, reports } => {
            out.json(&LtlDocument::checked(program.name(), program.sources(), program.warnings(), reports))
        }
        Message::Compared { program, comparison } => out.json(&CompareDocument::compared(
            program.name(),
            program.sources(),
            comparison,
            program.warnings(),
        )),
        Message::Replayed { program, confirmed, schedule } => out.json(&ReplayDocument::replayed(
            program.name(),
            program.sources(),
            &confirmed.execution,
            confirmed.violation.as_ref(),
            schedule,
        )),
        Message::NotReplayed { file, reason } => {
            out.json(&ReplayDocument::failed(file, "error", Some((*reason).to_owned())))
        }
        Message::Proved(proof) => out.json(&proof_document(proof, proof.model.warnings())),
        Message::ProvedClasses(proved) => {
            proved.classes.iter().try_for_each(|class| out.json(&class_document(class, &proved.sources)))
        }
        Message::ProofRefused { model, refusal } => {
            out.json(&refused_proof_document(model.name(), model.sources(), refusal))
        }
        Message::NotLoaded { by, file, error } => match by {
            Reporting::Check => out.json(&not_loaded::<CheckBody>(file, error)),
            Reporting::Ltl => out.json(&not_loaded::<LtlBody>(file, error)),
            Reporting::Prove => out.json(&not_loaded::<ProveBody>(file, error)),
            Reporting::Compare => out.json(&not_loaded::<CompareBody>(file, error)),
            Reporting::Replay => out.json(&not_loaded::<ReplayBody>(file, error)),
        },
        Message::Interrupted { file } => {
            out.json(&CheckDocument::failed(file, "undecided", Some("interrupted".to_owned())))
        }
        Message::Disabled { test, reason } => {
            out.json(&CheckDocument::failed(test, "skipped", Some((*reason).to_owned())))
        }
        // Whoever reads documents counts for himself.
        Message::Tests { .. } => Ok(()),
    }
}

fn not_loaded<B: Body>(file: &str, error: &LoadError) -> Document<B> {
    match error {
        LoadError::Unreadable(reason) => Document::failed(file, "error", Some(reason.clone())),
        LoadError::Late => Document::failed(file, "undecided", Some(error.to_string())),
        LoadError::Refused(reason) => Document::failed(file, "rejected", Some(reason.clone())),
        LoadError::Rejected { sources, diagnostics } => Document::rejected(file, sources, diagnostics),
    }
}
