//! Pages of `docs/` that are made from the code. `UPDATE_EXPECT=1 cargo test -p commute --test documents` writes them again.

mod strategies;

use commute::json::{Body, CheckBody, CompareBody, LtlBody, ReplayBody, schema};
use expect_test::{ExpectFile, expect_file};

#[test]
fn what_goes_with_what() {
    expect_file!["../../../../docs/strategies.md"].assert_eq(&strategies::page());
}

/// A schema file has to be the one that the types give: whoever reads our documents relies on it.
fn is_schema<B: Body>(file: ExpectFile) {
    file.assert_eq(&format!("{}\n", serde_json::to_string_pretty(&schema::<B>()).unwrap()));
}

#[test]
fn schema_of_check() {
    is_schema::<CheckBody>(expect_file!["../../../../docs/schema/commute-check-1.json"]);
}

#[test]
fn schema_of_ltl() {
    is_schema::<LtlBody>(expect_file!["../../../../docs/schema/commute-ltl-1.json"]);
}

#[test]
fn schema_of_compare() {
    is_schema::<CompareBody>(expect_file!["../../../../docs/schema/commute-compare-1.json"]);
}

#[test]
fn schema_of_replay() {
    is_schema::<ReplayBody>(expect_file!["../../../../docs/schema/commute-replay-1.json"]);
}
