//! What a driver can do about an item, and the sourced texts about it.

pub mod build;
mod list;
mod places;
mod sourced_texts;
