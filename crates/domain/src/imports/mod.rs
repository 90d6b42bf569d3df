//! Importing citations from files.

mod cells;
pub mod columns;
mod contents;
pub(crate) mod hearing;
pub mod import;
pub mod likeness;
pub mod line;
pub mod matching;
pub mod presets;
