//! Help inquiries and their chat.

pub mod inquiries;
pub mod lists;
pub mod templates;
