//! Letters in which drivers contest items themselves (docs/product/contesting.md).

pub mod deadline;
pub mod ground;
pub mod letter;
pub mod sent;
pub mod start;
