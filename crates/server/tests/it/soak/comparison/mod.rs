//! What must be, worked out from the provider's records and the product's rules, against what our tables, pages and papers say.

pub mod compare;
mod items;
mod ledger;
mod money;
mod ours;
pub mod papers;
pub mod story;
mod theirs;

use super::world::Kind;

/// Something that is not as it must be, and the item that its story is told of.
#[derive(Clone, Debug)]
pub struct Difference {
    pub item: Option<(Kind, i32)>,
    pub says: String,
}
