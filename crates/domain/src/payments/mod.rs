//! Payments by card, their refunds, chargebacks and receipts, and limits against card testing. Also the ledger,
//! its matching with the provider, and remittances.

pub mod attention;
pub mod books;
pub mod card;
pub mod card_testing;
pub mod chargeback;
pub mod evidence;
pub mod fees;
pub mod item_payment;
pub mod ledger;
pub mod matching;
pub mod ownership;
pub mod payment;
pub mod receipt;
pub mod refund;
pub mod remittances;
pub mod settlement;
