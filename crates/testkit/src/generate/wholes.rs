//! Programs about classes that a locking discipline sees as a whole: `by_method` and `by_class`.

use super::random::Random;
use super::tree::{Model, block, leaf, plain};

/// The program of a seed.
pub fn wholes(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut locked = || *random.pick(&["synchronized ", "synchronized ", ""]);
    let (put, get) = (locked(), locked());
    let whole = *random.pick(&["by_method", "by_class", "by_class self_locking"]);
    let (inner, bump) = if whole.starts_with("by_class") {
        ("kept: Kept = new Kept();", "kept.n = kept.n + 1;")
    } else {
        ("n: mod 3;", "n = n + 1;")
    };
    let account = format!(
        "class Account {whole} {{ v: mod 3; {inner} {put}fn put(a: mod 3) {{ v = a; {bump} }} \
         {get}fn get() -> mod 3 {{ return v; }} }}"
    );
    let mut items = vec![
        plain("class Kept { n: mod 3; }"),
        plain(account),
        plain("var m: lock;"),
        plain("var a: Account = new Account();"),
        plain("var b: Account = new Account();"),
        plain("var x: mod 3;"),
    ];
    for t in 0..random.between(2, 3) {
        let mut body = Vec::new();
        for at in 0..random.between(1, 2) {
            let which = *random.pick(&["a", "a", "b"]);
            let what = match random.below(4) {
                0 | 1 => plain(format!("{which}.put({});", t + 1)),
                2 => plain(format!("let g{at} = {which}.get();")),
                _ => plain("x += 1;"),
            };
            let in_lock = random.chance(50);
            body.push(if in_lock { block(leaf("with (m)"), vec![what]) } else { what });
        }
        items.push(block(leaf(format!("thread t{t}")), body));
    }
    Model { items }
}
