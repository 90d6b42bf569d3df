//! Notices: emails, texts, reminders, and drivers' replies.

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
