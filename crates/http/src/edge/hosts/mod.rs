//! Which host names this server answers to (docs/product/security.md#host-names).

pub mod guard;
pub mod known;
