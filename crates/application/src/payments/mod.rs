//! Payments: intents, settlement, reconciliation, declined cards, refunds, chargebacks, books, remittances,
//! problems with money, receipts, the PDF "My file" and history.

pub mod attention;
pub mod books;
pub(crate) mod cards;
pub mod chargebacks;
pub mod confirm_payment;
pub mod confirmation_facts;
pub mod declines;
pub mod history;
pub mod mark_paid;
pub mod moves;
pub mod my_file;
pub mod receipts;
pub mod receive_webhook;
pub mod reconciliation;
pub mod refunds;
pub mod remittances;
pub mod resettlement;
pub mod settlement;
pub mod start_payment;
