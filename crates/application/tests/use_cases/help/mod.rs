//! Inquiries and their chat.

mod desk;
mod inquiries;
