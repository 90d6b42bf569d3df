//! Options of an item, such as paying or contesting the item, with sourced texts about each option
//! (docs/product/options.md).

pub mod catalog;
pub mod list;
pub mod places;
pub mod rule;
pub mod situation;
pub mod sourced_text;
pub mod violation;
