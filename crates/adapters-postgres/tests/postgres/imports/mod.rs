//! Imports of citations from files.

mod files;
