//! Authorities, obligations to authorities and lawyers, and remittances.

mod authorities;
mod billed_again;
mod held_money;
mod lawyers;
mod merging;
mod obligations;
mod proofs;
mod rows;
mod sent;
