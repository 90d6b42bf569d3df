//! The engine of the lists: from one declaration of a list to its slices and its counts. Each list's declaration stands with its
//! subject; the engine knows none of them.

mod answer;
pub(crate) mod listed;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod slice;
pub(crate) mod statement;
pub(crate) mod totals;
