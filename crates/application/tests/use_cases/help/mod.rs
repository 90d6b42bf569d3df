//! Help inquiries and their chat.

mod desk;
mod inquiries;
