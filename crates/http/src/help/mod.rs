//! Help inquiries, their chat, and saved replies.

pub mod chat;
pub mod dto;
pub mod lists;
pub mod routes;
pub mod staff_routes;
