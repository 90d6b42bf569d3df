//! Items and the profile.

mod calendar;
mod new_item;
mod profile;
mod profile_lists;
mod ticket_order;
