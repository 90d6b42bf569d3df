//! Tickets, parking tickets and tolls: looking at them, filing them, their dates.

pub mod calendar;
pub mod filing;
pub mod items;
pub mod standing;
