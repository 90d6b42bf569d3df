//! The queries, one file for each port.

mod accounts;
mod filing;
mod guard;
mod help;
mod hires;
mod history;
mod imports;
mod items;
mod jobs;
mod links;
mod overview;
mod payments;
mod personal_data;
mod queues;
mod requests;
pub(crate) mod search;
mod second_factor;
mod sessions;
mod staff;
mod timeline;
mod trail;
mod users;
mod watch;
