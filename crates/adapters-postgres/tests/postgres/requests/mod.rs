//! Tests of missing-ticket reports, text requests, and requests of drivers who can't pay.

mod hardship;
mod reports_and_texts;
