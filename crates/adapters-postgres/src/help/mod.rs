//! Help inquiries and their chat.

mod inquiries;
mod lists;
pub(crate) mod rows;
mod templates;
