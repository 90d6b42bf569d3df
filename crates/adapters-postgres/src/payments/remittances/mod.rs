//! Authorities, what is owed to them, and what was sent.

mod authorities;
mod billed_again;
mod obligations;
mod proofs;
mod rows;
mod sent;
