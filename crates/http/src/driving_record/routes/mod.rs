//! The item calls.

pub mod appearances;
pub mod calendar;
pub mod items;
