//! Tickets, parking tickets and tolls: filing by staff, items that drivers add, lists, standings, options,
//! letters, files, courts, appearances and calendar entries.

pub mod added;
pub mod appearances;
pub mod calendar;
pub mod citations;
pub mod contesting;
pub(crate) mod courts;
pub mod files;
pub mod filing;
pub mod items;
pub mod options;
pub mod register_cache;
pub mod standing;
