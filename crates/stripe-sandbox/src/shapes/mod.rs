//! Converts the stored objects to Stripe's JSON objects.

pub(crate) mod balance;
pub(crate) mod charges;
pub(crate) mod disputes;
pub(crate) mod events;
pub(crate) mod intents;
pub(crate) mod methods;
pub(crate) mod payouts;
pub(crate) mod refunds;
