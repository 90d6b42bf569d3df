//! Requests for tickets, parking tickets, tolls, their options, photos and documents, court appearances and calendar files.

pub mod appearances;
pub mod calendar;
pub mod files;
pub mod items;
pub mod options;
