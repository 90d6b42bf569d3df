//! The provider's objects: what can be done with each.

pub(crate) mod cards;
pub(crate) mod confirm;
pub(crate) mod intents;
pub(crate) mod methods;
pub(crate) mod refunds;
