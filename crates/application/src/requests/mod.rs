//! What drivers ask staff for: missing tickets and texts.

pub mod case_updates;
pub mod reports;
pub mod text_requests;
