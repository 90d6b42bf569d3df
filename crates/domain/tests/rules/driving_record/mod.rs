//! Items and the profile.

mod calendar;
mod new_item;
mod profile;
mod profile_lists;
mod standing;
mod ticket_order;
