//! Requests for tickets, parking tickets, tolls, court appearances and calendar files.

pub mod appearances;
pub mod calendar;
pub mod items;
