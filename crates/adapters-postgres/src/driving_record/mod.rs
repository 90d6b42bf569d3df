//! Tickets, parking tickets, tolls and the driving profile.

pub(crate) mod filed_columns;
mod filing;
pub(crate) mod item_rows;
mod items;
