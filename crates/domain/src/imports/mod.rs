//! Import of citations from files.

pub mod columns;
pub mod import;
pub mod likeness;
pub mod line;
