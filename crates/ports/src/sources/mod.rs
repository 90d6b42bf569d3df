//! Citations as cities publish them.

pub mod asking;
pub mod runs;
