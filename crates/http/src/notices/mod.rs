//! Reminders, texts and replies, and the page that shows development's emails.

pub mod dto;
pub mod outside;
pub mod reminders;
pub mod routes;
pub mod shown_mail;
