//! `commute check --methods`: which methods are one transaction.

use crate::java::has_jdk;
use crate::run::Place;
use serde_json::Value;

/// FQ03 section 2's `read` and `count`, a function that commits twice, one whose callee commits twice, and a loop of calls.
const MODEL: &str = "\
var m: lock;
var n: lock;
var x: int = 0;
var y: int = 0;
fn count() { m.acquire(); x = 1 - x; m.release(); }
fn read() {
    m.acquire();
    let a = x;
    n.acquire();
    let b = y;
    n.release();
    m.release();
    return;
}
fn both() {
    count();
    n.acquire();
    y = 1 - y;
    n.release();
}
fn take() { m.acquire(); }
fn give() { m.release(); }
fn look() { take(); let a = x; give(); }
thread a[i in 0..2] {
    read();
    both();
    look();
}
thread b { loop { count(); } }
";

#[test]
fn functions_of_models() {
    let place = Place::new("methods").file("a.cm", MODEL);
    let ran = place.run(&["check", "a.cm", "--methods"]);
    ran.exits(0).says("Methods as transactions, by the calls that were explored\n");
    for row in [
        "    count  one transaction  commits at line 5 (",
        "    read   one transaction  commits at line 11 (",
        "    both   more than one    commits at line 16, and another one begins at line 17 (",
        "    take   no commit        only right movers (",
        "    give   one transaction  commits at line 22 (",
        "    look   one transaction  commits at line 23 (",
    ] {
        ran.says(row);
    }
    // The search itself is the same.
    let states = |text: &str| text.lines().find(|line| line.starts_with("  states")).map(str::to_owned);
    let without = place.run(&["check", "a.cm"]);
    assert_eq!(states(&without.stdout), states(&ran.stdout));
    assert!(!without.stdout.contains("Methods"));
}

#[test]
fn nothing_is_said_of_what_was_not_explored() {
    let place = Place::new("methods-unknown").file("a.cm", MODEL);
    place
        .run(&["check", "a.cm", "--methods", "--max-states", "3"])
        .exits(3)
        .says("  Methods: not known, since ");
}

/// What oracle is asked matters: without locks nothing moves.
#[test]
fn the_oracle_decides_what_moves() {
    let place = Place::new("methods-oracle").file("a.cm", MODEL);
    let ran = place.run(&["check", "a.cm", "--methods", "--strategy", "transactions", "--oracle", "escape"]);
    ran.exits(0).says("    count  more than one    commits at line 5, and another one begins at line 5 (");
}

#[test]
fn json() {
    let place = Place::new("methods-json").file("a.cm", MODEL);
    let document = |args: &[&str]| -> Value { serde_json::from_str(&place.run(args).stdout).unwrap() };
    assert!(document(&["check", "a.cm", "--json"])["methods"].is_null());
    let methods = document(&["check", "a.cm", "--json", "--methods"])["methods"].clone();
    let of = |name: &str| methods.as_array().unwrap().iter().find(|m| m["method"] == name).unwrap().clone();
    assert_eq!(of("read")["transaction"], "one transaction");
    assert_eq!(of("read")["commits"], serde_json::json!([11]));
    assert_eq!(of("both")["transaction"], "more than one");
    assert_eq!((&of("both")["commits"][0], &of("both")["begins_again"]), (&16.into(), &17.into()));
    assert!(of("count")["calls"].as_u64().unwrap() > 2);
}

const JAVA: &str = "\
class Account {
    private final Object lock = new Object();
    private int balance;
    void deposit(int amount) {
        synchronized (lock) {
            balance += amount;
        }
    }
    int balance() {
        synchronized (lock) {
            return balance;
        }
    }
}
public class Bank {
    static final Account a = new Account();
    static final Account b = new Account();
    static void move(int amount) {
        a.deposit(-amount);
        b.deposit(amount);
    }
    public static void main(String[] args) {
        new Thread(() -> move(1)).start();
        new Thread(() -> move(2)).start();
        a.balance();
    }
}
";

#[test]
fn methods_of_java_programs() {
    if !has_jdk() {
        return;
    }
    let ran = Place::new("methods-java").file("Bank.java", JAVA).run(&["check", "Bank.java", "--methods"]);
    let text = ran.exits(0).stdout.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    for row in [
        " Account.deposit one transaction commits at line 7 (",
        " Bank.move more than one commits at line 19, and another one begins at line 20 (",
        " Account.balance one transaction commits at line 11 (",
    ] {
        assert!(text.contains(row), "{row}\n{text}");
    }
    // The library's own methods are nobody's business.
    assert!(!text.contains(" java.lang.Thread.start "));
}
