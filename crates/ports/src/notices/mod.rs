//! Sending of emails and texts, planning of messages, and drivers' replies.

pub mod calendar;
pub mod mail;
pub mod messages;
pub mod numbers;
pub mod planning;
pub mod replies;
pub mod texts;
pub mod unconfirmed;
