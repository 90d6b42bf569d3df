//! Turns the description of a list into SQL for pages and counts. Each list is described in the module of its
//! feature, and nothing here is about a particular list.

mod answer;
pub(crate) mod listed;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod slice;
pub(crate) mod statement;
pub(crate) mod totals;
