//! Computes the expected state from the provider's records and the product's rules, and compares it
//! with our tables, screens and receipts.

pub mod compare;
mod fees;
mod items;
mod ledger;
mod money;
mod our_records;
pub mod papers;
mod provider_records;
pub mod story;

pub use self::our_records::rows;
use super::world::Kind;

/// A violated expectation, and the item whose history can explain it.
#[derive(Clone, Debug)]
pub struct Difference {
    pub item: Option<(Kind, i32)>,
    pub says: String,
}
