//! Rules of payments.

mod card_testing;
mod chargebacks;
mod lawyers_shares;
mod ledger;
mod matching;
mod moves;
mod ownership;
mod refunds;
mod remittances;
mod settlement;
