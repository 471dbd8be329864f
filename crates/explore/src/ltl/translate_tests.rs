//! Automata accept the words that satisfy their formula, by the definition: on every word with a stem and a loop of at
//! most three letters each, over two atoms.

use super::*;
use crate::ltl::random::Random;
use Formula::*;

const LETTERS: u64 = 4;

fn random_formula(random: &mut Random, size: usize) -> Formula {
    if size <= 1 {
        return Atom(random.below(2) as u32);
    }
    let which = random.below(9);
    if which < 4 {
        let a = Box::new(random_formula(random, size - 1));
        return [Not, Next, Always, Eventually][which](a);
    }
    let left = 1 + random.below(size - 1);
    let a = Box::new(random_formula(random, left));
    let b = Box::new(random_formula(random, (size - 1).saturating_sub(left)));
    [And, Or, Implies, Until, Release][which - 4](a, b)
}

/// The truth of a formula at a letter, from that of its parts there, and its own and that of its first part at the next
/// letter.
fn truth(f: &Formula, letter: u64, (a, b): (bool, bool), next: bool, next_a: bool) -> bool {
    match f {
        Atom(n) => letter >> n & 1 != 0,
        Not(_) => !a,
        And(..) => a && b,
        Or(..) => a || b,
        Implies(..) => !a || b,
        Next(_) => next_a,
        Always(_) => a && next,
        Eventually(_) => a || next,
        Until(..) => b || a && next,
        Release(..) => b && (a || next),
    }
}

fn parts(f: &Formula) -> (Option<&Formula>, Option<&Formula>) {
    match f {
        Atom(_) => (None, None),
        Not(a) | Next(a) | Always(a) | Eventually(a) => (Some(a), None),
        And(a, b) | Or(a, b) | Implies(a, b) | Until(a, b) | Release(a, b) => (Some(a), Some(b)),
    }
}

/// The truth of a formula and its parts, in the order of a walk, at a letter that comes before a word on which it is
/// `next`. Gives the place of the formula.
fn truths(f: &Formula, letter: u64, next: &[bool], out: &mut Vec<bool>) -> usize {
    let (a, b) = parts(f);
    let a = a.map(|a| truths(a, letter, next, out));
    let b = b.map(|b| truths(b, letter, next, out));
    let here = (a.is_some_and(|a| out[a]), b.is_some_and(|b| out[b]));
    out.push(truth(f, letter, here, next[out.len()], a.is_some_and(|a| next[a])));
    out.len() - 1
}

/// The truth of a formula and its parts at each letter of a word that repeats for ever. Until and eventually are least
/// solutions, release and always greatest ones, found by going round twice.
fn truths_of_loop(f: &Formula, letters: &[u64], out: &mut Vec<Vec<bool>>) -> usize {
    let (a, b) = parts(f);
    let a = a.map(|a| truths_of_loop(a, letters, out));
    let b = b.map(|b| truths_of_loop(b, letters, out));
    let at = |part: Option<usize>, i: usize| part.is_some_and(|part| out[part][i]);
    let mut row = vec![matches!(f, Always(_) | Release(..)); letters.len()];
    for i in (0..letters.len()).rev().chain((0..letters.len()).rev()) {
        let next = (i + 1) % letters.len();
        row[i] = truth(f, letters[i], (at(a, i), at(b, i)), row[next], at(a, next));
    }
    out.push(row);
    out.len() - 1
}

/// The states from which a word that repeats for ever is accepted.
fn accepting(automaton: &Automaton, letters: &[u64]) -> Vec<bool> {
    let (n, len) = (automaton.len(), letters.len());
    let all = (1u64 << automaton.sets()) - 1;
    let mut steps = Vec::new();
    for (at, &letter) in letters.iter().enumerate() {
        for q in 0..n {
            let edges = automaton.edges(q as u32).iter().filter(|e| e.accepts(letter));
            let to = |e: &Edge| (at * n + q, (at + 1) % len * n + e.target as usize, e.marks);
            steps.extend(edges.map(to));
        }
    }
    let nodes = n * len;
    let mut reach = vec![vec![false; nodes]; nodes];
    steps.iter().for_each(|&(a, b, _)| reach[a][b] = true);
    for via in 0..nodes {
        let through = reach[via].clone();
        for row in reach.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&through).for_each(|(to, &also)| *to |= also);
        }
    }
    let mut good = vec![false; nodes];
    for s in (0..nodes).filter(|&s| reach[s][s]) {
        let inside = steps.iter().filter(|&&(a, b, _)| (a == s || reach[s][a]) && (b == s || reach[b][s]));
        good[s] = inside.fold(0, |m, step| m | step.2) == all;
    }
    (0..n).map(|q| good[q] || (0..nodes).any(|s| good[s] && reach[q][s])).collect()
}

/// Compares on a word and on all that have up to `more` letters before it.
fn compare(f: &Formula, automaton: &Automaton, truth: &[bool], accepts: &[bool], more: usize) -> usize {
    assert_eq!(accepts[0], *truth.last().unwrap(), "{f:?}");
    if more == 0 {
        return 1;
    }
    let mut words = 1;
    for letter in 0..LETTERS {
        let mut truth_before = Vec::new();
        truths(f, letter, truth, &mut truth_before);
        let from = |q: usize| {
            let mut edges = automaton.edges(q as u32).iter();
            edges.any(|e| e.accepts(letter) && accepts[e.target as usize])
        };
        let before: Vec<bool> = (0..automaton.len()).map(from).collect();
        words += compare(f, automaton, &truth_before, &before, more - 1);
    }
    words
}

fn words_of(len: u32) -> impl Iterator<Item = Vec<u64>> {
    (0..LETTERS.pow(len)).map(move |n| (0..len).map(|i| n / LETTERS.pow(i) % LETTERS).collect())
}

#[test]
fn automata_accept_the_words_that_satisfy_the_formula() {
    let mut random = Random::new(3);
    let (mut words, mut positive) = (0, 0);
    for _ in 0..400 {
        let size = 1 + random.below(7);
        let formula = random_formula(&mut random, size);
        let automaton = translate(&formula, true).unwrap();
        for letters in (1..=3).flat_map(words_of) {
            let mut rows = Vec::new();
            truths_of_loop(&formula, &letters, &mut rows);
            let truth: Vec<bool> = rows.iter().map(|row| row[0]).collect();
            positive += usize::from(*truth.last().unwrap());
            let accepts = accepting(&automaton, &letters);
            words += compare(&formula, &automaton, &truth, &accepts, 3);
        }
    }
    assert_eq!(words, 400 * 84 * 85);
    assert!((400 * 84 / 4..400 * 84 * 3 / 4).contains(&positive), "{positive} loops satisfy their formula");
}

fn atom(n: u32) -> Box<Formula> {
    Box::new(Atom(n))
}

#[test]
fn the_usual_formulas_have_small_automata() {
    let response = Always(Box::new(Implies(atom(0), Box::new(Eventually(atom(1))))));
    let again_and_again = Always(Box::new(Eventually(atom(0))));
    let sizes = |f: &Formula, positive| {
        let automaton = translate(f, positive).unwrap();
        let edges = (0..automaton.len()).map(|q| automaton.edges(q as u32).len()).sum::<usize>();
        (automaton.len(), edges, automaton.sets())
    };
    assert_eq!(sizes(&Always(atom(0)), false), (2, 3, 1));
    assert_eq!(sizes(&again_and_again, false), (2, 3, 1));
    assert_eq!(sizes(&response, false), (2, 3, 1));
    assert_eq!(sizes(&again_and_again, true).2, 1);
}

#[test]
fn a_formula_that_is_too_large_is_refused() {
    let each = |n: u32| Eventually(Box::new(Always(atom(n))));
    let many = (0..40).map(each).reduce(|a, b| And(Box::new(a), Box::new(b))).unwrap();
    assert_eq!(translate(&many, true).err(), Some(TooLarge::Untils));
    let many = (0..20).map(each).reduce(|a, b| And(Box::new(a), Box::new(b))).unwrap();
    assert_eq!(translate(&many, true).err(), Some(TooLarge::Automaton));
}
