//! Tickets, parking tickets and tolls, with their files, letters and courts.

mod added;
mod citations;
mod contest_letters;
pub(crate) mod courts;
mod files;
mod filing;
pub(crate) mod item_rows;
mod items;
mod standings;
