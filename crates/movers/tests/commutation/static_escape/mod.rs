//! Static escape analysis: what it claims on small models, and that what it claims is true of all examples.

mod claims;
mod soundness;
