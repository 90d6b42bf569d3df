//! Tests of the rules of payments.

mod card_testing;
mod chargebacks;
mod item_payments;
mod lawyers_shares;
mod ledger;
mod matching;
mod moves;
mod ownership;
mod refunds;
mod remittances;
mod settlement;
