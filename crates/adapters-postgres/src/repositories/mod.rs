//! The queries, one file for each port.

mod help;
mod hires;
mod items;
mod jobs;
mod payments;
mod search;
mod sessions;
mod trail;
mod users;
