//! Inquiries, their chat, and saved replies.

mod inquiries;
mod templates;
