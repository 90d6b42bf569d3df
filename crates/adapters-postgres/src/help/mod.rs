//! Help inquiries and their chat.

mod inquiries;
pub(crate) mod rows;
