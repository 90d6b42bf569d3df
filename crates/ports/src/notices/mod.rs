//! Sending mail and texts, and what is to be told.

pub mod calendar;
pub mod mail;
pub mod messages;
pub mod numbers;
pub mod planning;
pub mod replies;
pub mod texts;
pub mod unconfirmed;
