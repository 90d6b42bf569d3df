//! What the sandbox remembers, and the faults that are switched on.

pub(crate) mod faults;
pub(crate) mod ids;
pub(crate) mod state;
pub(crate) mod store;
pub(crate) mod world;
