//! The engine that turns a list's declaration into pages and counts. Each list is declared in the folder of
//! its subject; the engine knows none of them.

mod answer;
pub(crate) mod listed;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod slice;
pub(crate) mod statement;
pub(crate) mod totals;
