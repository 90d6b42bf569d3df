//! Tickets, parking tickets and tolls: their fields, fines, files, courts, standing, order and options, and
//! the letters that contest them. Also court appearances, calendar entries, and the driving profile.

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
