//! Reminders, texts and replies, and a page that shows the emails of a development server.

pub mod dto;
pub mod outside;
pub mod reminders;
pub mod routes;
pub mod shown_mail;
