//! What a driver can do about an item: its options, and what is known about each in the item's place
//! (docs/product/options.md).

pub mod catalog;
pub mod list;
pub mod places;
pub mod rule;
pub mod situation;
pub mod statement;
pub mod violation;
