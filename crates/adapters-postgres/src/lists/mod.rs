//! The engine that turns a list's declaration into SQL for pages and counts. Each list is declared
//! in its own room, and the engine contains nothing about a particular list.

mod answer;
pub(crate) mod listed;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod slice;
pub(crate) mod statement;
pub(crate) mod totals;
