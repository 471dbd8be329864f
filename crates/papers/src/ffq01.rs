//! `commute tables ffq01`: the programs of FFQ01, how much has to be written for each, and what single changes lead to.

use crate::{Agreement, Out};
use commute::numbers::counted;
use commute::{Program, prove};
use commute_explore::{Limits, Options as SearchOptions, Properties, Verdict};
use commute_ir::PropertyKind;
use commute_prover::ffq01::{Mutation, PROGRAMS, PaperProgram, changed};
use commute_prover::spec::{Spec, split};
use commute_prover::{Options, Plan, houdini, summary};
use commute_smt::{Checker, Setup, find_solver};

/// The paper's rule: others may run before every operation.
const RULE: Options = Options { unroll: None, reduction: false };

/// Prints both tables.
pub fn print(out: &mut Out<'_>) -> anyhow::Result<Agreement> {
    let setup = Setup::new(find_solver(None)?);
    let mut checker = setup.checker();
    out.text(
        "Annotations of the programs of FFQ01, as formulas (conjuncts): the paper's, ours written out, and what still has to\n\
         be written besides the property with reduction (if that helps) and when the rest is found. Initially counts.\n\n",
    )?;
    out.text(&format!(
        "  {:<20} {:>9} {:>9} {:>9} {:>9}   {:>11}  {:<11} {}\n",
        "", "paper", "given", "reduced", "inferred", "obligations", "verdict", "inferred"
    ))?;
    for program in PROGRAMS {
        out.text(&annotations(program, &setup, &mut checker)?)?;
    }
    out.text(
        "\nSingle changes. What must come of each is in the prover's tests: the place and the kind of the failure, or nothing.\n\
         The last column is what a search of all interleavings says about assertions and invariants.\n",
    )?;
    let mut agree = true;
    for program in PROGRAMS {
        out.text(&format!("\n{}  ({})\n", program.title, program.file))?;
        for mutation in program.mutations {
            let (text, as_expected) = mutated(program, mutation, &setup, &mut checker)?;
            out.text(&text)?;
            agree &= as_expected;
        }
    }
    Ok(if agree { Agreement::Agrees } else { Agreement::Differs })
}

/// A model that is built in.
fn model(name: &str, text: String) -> anyhow::Result<Program> {
    crate::model(name, &text, &[])
}

fn plan(model: &Program) -> anyhow::Result<Plan> {
    let plan = Spec::with_derived(model.ir()).and_then(|spec| Plan::new(model.ir(), spec, &RULE));
    plan.map_err(|refusal| anyhow::anyhow!("[commute internal bug] {}: {}", model.name(), refusal.reason))
}

/// Formulas for proofs and their conjuncts.
fn count(program: &commute_ir::Program) -> (usize, usize) {
    let conjuncts = program.properties.iter().filter_map(|property| match &property.kind {
        PropertyKind::Env(e) | PropertyKind::Invariant(e) | PropertyKind::Init(e) => Some(split(e, "").len()),
        PropertyKind::Ltl(_) | PropertyKind::Atomic(_) => None,
    });
    conjuncts.fold((0, 0), |(formulas, all), n| (formulas + 1, all + n))
}

fn annotations(program: &PaperProgram, setup: &Setup, checker: &mut Checker) -> anyhow::Result<String> {
    let given = model(program.file, program.text.to_owned())?;
    let given_plan = plan(&given)?;
    let findings = given_plan.run_with(setup, checker)?;
    let bare = model(program.file, changed(program.text, program.property_only))?;
    let spec = plan(&bare)?.spec;
    let explored: houdini::Explored = &mut |candidates| prove::refuted(&bare, &[], candidates);
    let found = houdini::infer(bare.ir(), &spec, &RULE, setup, explored)
        .map_err(|refusal| anyhow::anyhow!("[commute internal bug] {}", refusal.reason))??;
    // The property that is left is no annotation: it is what the program is proved for.
    let kept = PROPERTIES.iter().filter(|name| bare.ir().properties.iter().any(|p| p.name == **name));
    let (formulas, conjuncts) = count(bare.ir());
    let written = (formulas - kept.clone().count(), conjuncts - kept.count());
    let pair = |(formulas, conjuncts)| format!("{formulas} ({conjuncts})");
    let verdict = |proved: bool| if proved { "proved" } else { "not proved" };
    Ok(format!(
        "  {:<20} {:>9} {:>9} {:>9} {:>9}   {:>11}  {:<11} {}, {}, {} refuted by a search, {}\n",
        program.title,
        pair(program.published),
        pair(count(given.ir())),
        reduced(program, setup, checker)?.map_or("-".to_owned(), pair),
        pair(written),
        given_plan.duties.len(),
        verdict(findings.is_proof()),
        verdict(found.findings.is_proof()),
        counted(found.tried as u64, "candidate"),
        found.refuted,
        counted(found.rounds as u64, "round"),
    ))
}

/// How much the form for reduction needs, if there is one.
fn reduced(
    program: &PaperProgram,
    setup: &Setup,
    checker: &mut Checker,
) -> anyhow::Result<Option<(usize, usize)>> {
    let Some((file, text)) = program.reduced else { return Ok(None) };
    let model = model(file, text.to_owned())?;
    let options = Options { reduction: true, ..RULE };
    let plan = Spec::with_derived(model.ir()).and_then(|spec| Plan::new(model.ir(), spec, &options));
    let plan =
        plan.map_err(|refusal| anyhow::anyhow!("[commute internal bug] {file}: {}", refusal.reason))?;
    anyhow::ensure!(plan.run_with(setup, checker)?.is_proof(), "[commute internal bug] {file} is not proved");
    let guards: usize = model.ir().globals.iter().map(|global| global.annotations.len()).sum();
    let (formulas, conjuncts) = count(model.ir());
    Ok(Some((formulas + guards, conjuncts + guards)))
}

/// Invariants that are properties, not help for a proof.
const PROPERTIES: [&str; 1] = ["mutual_exclusion"];

/// A line for a change, and whether it failed as it should.
fn mutated(
    program: &PaperProgram,
    mutation: &Mutation,
    setup: &Setup,
    checker: &mut Checker,
) -> anyhow::Result<(String, bool)> {
    let model = model(program.file, changed(program.text, mutation.change))?;
    let plan = plan(&model)?;
    let findings = plan.run_with(setup, checker)?;
    let lines = summary::lines(model.sources(), &plan, &findings);
    let as_expected = lines == mutation.fails;
    let says = match lines.as_slice() {
        [] => "proved".to_owned(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} (and {} more)", rest.len()),
    };
    let mark = if as_expected { "" } else { "  <- not what is expected" };
    Ok((format!("  {}\n    {says}{mark}\n    search: {}\n", mutation.name, searched(&model)), as_expected))
}

/// What a search says about the program.
fn searched(model: &Program) -> String {
    let options = SearchOptions {
        properties: Properties::INVARIANTS,
        limits: Limits { states: Some(100_000), ..Limits::default() },
        ..SearchOptions::default()
    };
    let outcome = crate::run(model, &options);
    match outcome.verdict {
        Verdict::Holds => format!("holds ({} states)", outcome.stats.states),
        Verdict::Violated => format!("violated: {}", outcome.found[0].violation.message),
        Verdict::Undecided(_) => "not decided".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_conjuncts_are_counted() {
        let given = model("a.cm", PROGRAMS[0].text.to_owned()).unwrap();
        assert_eq!(count(given.ir()), PROGRAMS[0].published);
        let bare = model("a.cm", changed(PROGRAMS[0].text, PROGRAMS[0].property_only)).unwrap();
        assert_eq!(count(bare.ir()), (0, 0));
    }

    #[test]
    #[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
    fn a_row_and_a_mutation() {
        let Ok(solver) = find_solver(None) else { return eprintln!("skipped: there is no solver") };
        let setup = Setup::new(solver);
        let mut checker = setup.checker();
        let row = annotations(&PROGRAMS[0], &setup, &mut checker).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        let expected =
            ["SimpleLock", "1", "(2)", "1", "(2)", "1", "(1)", "0", "(0)", "7", "proved", "proved,", "10"];
        assert_eq!(cells[..13], expected, "{row}");
        let (text, as_expected) =
            mutated(&PROGRAMS[0], &PROGRAMS[0].mutations[2], &setup, &mut checker).unwrap();
        assert!(as_expected, "{text}");
        assert_eq!(
            text,
            "  release before the assertion\n    thread1: assertion @ assert x > 1;\n    search: violated: \
             assertion failed: assert x > 1\n"
        );
    }
}
