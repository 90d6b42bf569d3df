//! Importing citations from files.

mod cells;
pub mod columns;
mod contents;
pub mod duplicates;
pub(crate) mod hearing;
pub mod import;
pub mod line;
pub mod matching;
pub mod presets;
