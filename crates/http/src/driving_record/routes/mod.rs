//! Requests about tickets, parking tickets and tolls: lists, items that drivers add, options, photos and documents,
//! letters that contest an item, court appearances and calendar files.

pub mod added;
pub mod appearances;
pub mod calendar;
pub mod contest_letters;
pub mod files;
pub mod items;
pub mod options;
