//! What drivers are told and answer; and mails, as development shows them.

pub mod dto;
pub mod outside;
pub mod reminders;
pub mod routes;
pub mod shown_mail;
