//! Citations that cities publish.

pub mod asking;
pub mod runs;
