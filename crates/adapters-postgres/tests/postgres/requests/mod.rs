//! Missing-ticket reports, requests for texts, and requests of drivers who can't pay.

mod hardship;
mod reports_and_texts;
