//! Missing-ticket reports, text requests, and hardship requests.

mod found;
mod hardship;
mod reports_and_texts;
