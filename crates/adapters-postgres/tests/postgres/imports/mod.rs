//! Tests of imports of citations from files, and of citations that wait for a decision.

mod files;
mod waiting;
