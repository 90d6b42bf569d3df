//! Missing-ticket reports and text requests.

mod found;
mod reports_and_texts;
