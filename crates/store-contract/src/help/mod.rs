pub mod inquiries;
pub mod templates;
