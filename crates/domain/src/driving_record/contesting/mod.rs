//! How drivers contest items themselves: the deadline, the letter and its grounds, and the
//! issuer's own form (docs/product/contesting.md).

pub mod deadline;
pub mod ground;
pub mod letter;
pub mod sent;
pub mod start;
