//! Tests of inquiries, their chats, and saved replies.

mod inquiries;
mod templates;
