//! Missing-ticket reports and requests for texts.

mod reports;
pub(crate) mod rows;
mod text_requests;
