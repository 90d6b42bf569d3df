//! What brings ours and the provider's records together without waiting for anybody.

pub mod call_off;
pub mod reconcile;
