//! The sandbox's stored objects and its active faults.

pub(crate) mod bounds;
pub(crate) mod faults;
pub(crate) mod ids;
pub(crate) mod money;
pub(crate) mod records;
pub(crate) mod state;
pub(crate) mod store;
pub(crate) mod text;
pub(crate) mod world;
