//! Tests of items and the driving profile.

mod added;
mod appearance;
mod calendar;
mod contesting;
mod court;
pub mod grouping;
mod item_file;
mod new_item;
mod options;
mod profile;
mod profile_lists;
mod standing;
mod ticket_order;
