//! Help inquiries and their chat.

pub mod inquiries;
pub mod templates;
