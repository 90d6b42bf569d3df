//! Inquiries and their chat.

mod inquiries;
mod templates;
