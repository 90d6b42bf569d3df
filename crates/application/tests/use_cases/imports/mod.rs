//! Files of citations.

mod files;
mod tables;
mod waiting;
