//! Reminders, texts, replies, court appearances, private calendars and unsubscribe links, and a page that shows
//! the emails of a development server.

pub mod dto;
pub mod outside;
pub mod reminders;
pub mod routes;
pub mod shown_mail;
