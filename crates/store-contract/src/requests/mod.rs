pub mod hardship;
pub mod reports;
pub mod text_requests;
