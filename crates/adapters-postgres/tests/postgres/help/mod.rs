//! Inquiries and their chat.

mod inquiries;
