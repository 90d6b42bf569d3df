//! What drivers ask staff for.

pub mod reports;
pub mod text_requests;
