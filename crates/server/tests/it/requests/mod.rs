//! Requests of drivers to staff, over HTTP.

mod hardship;
mod reports_and_texts;
