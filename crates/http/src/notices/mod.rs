//! Mails, as development shows them.

pub mod routes;
pub mod shown_mail;
