//! What the calls about payments send and answer.

pub mod attention;
pub mod books;
pub mod card;
pub mod chargeback;
pub mod history;
pub mod payment;
pub mod refund;
