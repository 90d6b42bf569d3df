//! Sending of emails and texts, planning of messages, court dates and calendars, phone numbers that get
//! texts, and drivers' replies.

pub mod calendar;
pub mod mail;
pub mod messages;
pub mod numbers;
pub mod planning;
pub mod replies;
pub mod texts;
pub mod unconfirmed;
