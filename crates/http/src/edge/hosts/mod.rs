//! The host names for which this server accepts requests (docs/product/security.md#host-names).

pub mod guard;
pub mod known;
