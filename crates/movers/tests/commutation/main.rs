//! What an oracle or a table says of how steps commute, checked by running both orders in the reachable states of all
//! examples and regressions, up to a limit.

mod annotations;
mod answers;
mod definition2;
mod depend;
mod lemmas_b;
mod static_escape;
mod walk;
