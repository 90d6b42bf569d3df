//! What a driver can do about an item, and the sourced texts about it.

mod build;
mod list;
mod places;
mod sourced_texts;
