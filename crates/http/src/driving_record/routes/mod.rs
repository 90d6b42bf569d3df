//! Requests for tickets, parking tickets, tolls, those that drivers add, options, photos and documents, court appearances and
//! calendar files.

pub mod added;
pub mod appearances;
pub mod calendar;
pub mod files;
pub mod items;
pub mod options;
