//! Notices: emails, texts and reminders, drivers' notification settings and replies, and
//! the private calendar URL.

mod added;
mod admitting;
pub mod appearance;
mod cases;
pub mod compose;
pub mod desk;
pub mod feed;
mod hardship;
pub mod mails;
pub mod numbers;
pub mod planning;
mod receipts;
pub mod replies;
pub mod sending;
