//! The calls about items.

pub mod calendar;
pub mod items;
