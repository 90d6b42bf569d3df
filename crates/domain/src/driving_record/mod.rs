//! Tickets, parking tickets and tolls: their fields, fines, standing and order; and the driving profile.

pub mod added;
pub mod amount;
pub mod appearance;
pub mod calendar;
pub mod citation;
pub mod contesting;
pub mod court;
pub mod court_zone;
pub mod fine;
pub mod item_file;
pub mod kinds;
pub mod new_item;
pub mod options;
pub mod profile;
pub mod standing;
pub mod ticket;
pub mod ticket_order;
pub mod visibility;
