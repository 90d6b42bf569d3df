pub mod attention;
pub mod books;
pub mod chargebacks;
pub mod declines;
pub mod events;
pub mod history;
pub mod lost;
pub mod records;
pub mod refunds;
mod remittances;
pub(crate) mod samples;

pub use remittances::{authorities, merging, obligations, proving, sending};
