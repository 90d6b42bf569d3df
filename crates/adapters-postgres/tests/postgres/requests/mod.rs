//! Missing-ticket reports, and requests for texts.

mod reports_and_texts;
