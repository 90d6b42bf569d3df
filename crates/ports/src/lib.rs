//! What the use cases need from the outside, as traits. Adapters implement them; nothing here knows how.
//!
//! Every call is synchronous: a use case runs on a thread that may block, with one database connection.

pub mod accounts;
pub mod feed;
pub mod filing;
pub mod gateway;
pub mod guard;
pub mod help;
pub mod hires;
pub mod history;
pub mod imports;
pub mod items;
pub mod jobs;
pub mod lists;
pub mod mail;
#[cfg(feature = "mocks")]
pub mod mocks;
pub mod overview;
pub mod payments;
pub mod queues;
pub mod receipts;
pub mod requests;
pub mod second_factor;
pub mod secrets;
pub mod sessions;
pub mod staff;
pub mod store;
pub mod system;
pub mod texts;
pub mod timeline;
pub mod trail;
pub mod users;
pub mod watch;
