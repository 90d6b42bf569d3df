//! Help inquiries and their chat.

pub mod inquiry;
pub mod template;
