//! Sending mail and texts.

pub mod mail;
pub mod texts;
