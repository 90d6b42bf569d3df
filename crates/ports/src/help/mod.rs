//! Help inquiries, their chat, and reply templates.

pub mod inquiries;
pub mod lists;
pub mod templates;
