//! Letters in which drivers contest items themselves (docs/product/contesting.md).

pub mod contested_item;
pub mod print;
pub mod read;
pub mod refresh;
pub mod save;
pub mod sending;
