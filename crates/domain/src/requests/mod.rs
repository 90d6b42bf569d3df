//! What drivers ask staff for: missing tickets, a license status check, texts.

pub mod case_update;
pub mod identity;
pub mod report;
pub mod text_request;
