//! Help inquiries and their chat.

pub mod inquiries;
