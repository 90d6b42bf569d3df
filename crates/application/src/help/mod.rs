//! Help inquiries, their chat, and support's saved replies.

pub mod inquiries;
pub mod templates;
