//! Tests of inquiries and their chats.

mod inquiries;
