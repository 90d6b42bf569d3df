//! The item calls.

pub mod calendar;
pub mod items;
