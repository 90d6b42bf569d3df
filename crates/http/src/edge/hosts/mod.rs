//! Which host names this server answers to (docs/PRODUCT.md#host-names).

pub mod guard;
pub mod known;
