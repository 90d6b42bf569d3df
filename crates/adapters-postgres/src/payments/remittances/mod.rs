//! Authorities and their merging, obligations to authorities and lawyers, remittances with their
//! proofs, and second bills.

mod authorities;
mod billed_again;
pub(crate) mod held_money;
mod lawyers;
mod merging;
mod obligations;
mod proofs;
mod rows;
mod sent;
