pub mod attention;
pub mod cards;
pub mod chargebacks;
pub mod declines;
pub mod events;
pub mod lost;
pub mod records;
pub mod refunds;
