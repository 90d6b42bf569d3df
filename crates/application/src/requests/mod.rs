//! What drivers ask staff for: missing tickets and texts.

pub mod reports;
pub mod text_requests;
