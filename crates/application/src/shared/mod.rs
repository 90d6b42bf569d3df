//! What several use cases share.

pub mod changes;
