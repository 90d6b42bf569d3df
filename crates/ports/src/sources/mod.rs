//! Citations that cities publish.

pub mod query;
pub mod runs;
