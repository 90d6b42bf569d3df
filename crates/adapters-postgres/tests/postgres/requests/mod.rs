//! Tests of missing-ticket reports, text requests, and hardship requests.

mod hardship;
mod reports_and_texts;
