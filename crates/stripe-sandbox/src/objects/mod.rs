//! Stripe's objects and the operations on them.

pub(crate) mod balance;
pub(crate) mod cards;
pub(crate) mod checks;
pub(crate) mod confirm;
pub(crate) mod disputes;
pub(crate) mod intents;
pub(crate) mod methods;
pub(crate) mod past;
pub(crate) mod payouts;
pub(crate) mod refunds;
pub(crate) mod settling;
