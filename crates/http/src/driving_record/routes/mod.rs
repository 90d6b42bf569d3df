//! Requests for tickets, parking tickets, tolls, their options, court appearances and calendar files.

pub mod appearances;
pub mod calendar;
pub mod items;
pub mod options;
