//! The queries, one file for each port.

mod accounts;
mod filing;
mod guard;
mod help;
mod hires;
mod history;
mod items;
mod jobs;
mod links;
mod overview;
mod payments;
mod personal_data;
mod queues;
mod requests;
pub(crate) mod search;
mod sessions;
mod timeline;
mod trail;
mod users;
mod watch;
