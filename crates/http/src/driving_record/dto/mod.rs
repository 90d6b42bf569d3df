//! Request and response bodies for tickets, parking tickets and tolls.

pub mod added;
pub mod appearance;
pub mod calendar;
pub mod contest_letter;
pub mod files;
pub mod filing;
pub mod item;
pub mod options;
