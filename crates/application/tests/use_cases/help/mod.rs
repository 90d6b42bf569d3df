//! Help inquiries, their chat, and saved replies.

mod desk;
mod inquiries;
