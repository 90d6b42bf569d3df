//! Help inquiries, their chat, and reply templates.

pub mod inquiry;
pub mod template;
