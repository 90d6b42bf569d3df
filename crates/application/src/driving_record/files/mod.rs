//! Photos and documents of items (docs/product/evidence.md).

pub mod access;
pub mod delete;
pub mod list;
pub mod original;
pub mod read;
pub mod upload;
