//! What drivers ask staff for.

pub mod lists;
pub mod reports;
pub mod text_requests;
