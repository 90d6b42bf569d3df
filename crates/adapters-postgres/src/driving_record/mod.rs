//! Tickets, parking tickets, tolls and the driving profile.

mod citations;
mod filing;
pub(crate) mod item_rows;
mod items;
mod standings;
