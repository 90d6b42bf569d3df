//! Missing-ticket reports, and requests for texts.

mod lists;
mod reports;
pub(crate) mod rows;
mod text_requests;
