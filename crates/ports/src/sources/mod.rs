//! Citations that cities publish, and the runs that query them.

pub mod query;
pub mod runs;
