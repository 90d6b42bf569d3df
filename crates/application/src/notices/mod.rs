//! What is sent: mails.

pub mod mails;
mod receipts;
