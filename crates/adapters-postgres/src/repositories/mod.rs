//! The queries, one file for each port.

mod hires;
mod items;
mod payments;
mod search;
mod sessions;
mod trail;
mod users;
