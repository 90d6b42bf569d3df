//! The database's tables, for Diesel. They are in a separate crate because they take long to compile and don't depend
//! on `domain`, which changes often.

mod joined_tables;
mod tables;

pub use tables::*;
