//! Missing-ticket reports, requests for texts, and requests of drivers who can't pay.

mod hardship;
mod lists;
mod reports;
pub(crate) mod rows;
mod text_requests;
