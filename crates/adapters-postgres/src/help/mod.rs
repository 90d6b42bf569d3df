//! Help inquiries, their chats, and reply templates.

mod inquiries;
mod lists;
pub(crate) mod rows;
mod templates;
