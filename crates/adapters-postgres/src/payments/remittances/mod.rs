//! Authorities, obligations to them, and remittances.

mod authorities;
mod billed_again;
mod merging;
mod obligations;
mod proofs;
mod rows;
mod sent;
