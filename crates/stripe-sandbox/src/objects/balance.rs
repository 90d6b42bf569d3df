//! The account's balance. Every change of the balance is a transaction.

use serde_json::Value;

use crate::call::errors::ApiError;
use crate::memory::ids;
use crate::memory::money::{Dispute, Payout, Transaction};
use crate::memory::records::{Charge, Intent, Refund};
use crate::memory::state::State;
use crate::memory::world::Tx;
use crate::shapes;

const DAY: i64 = 24 * 60 * 60;
/// Time from a charge until its money is available, in seconds.
const AVAILABLE_AFTER: i64 = 2 * DAY;
/// Fee that Stripe charges for a dispute, in cents, whether the dispute is won or lost.
const DISPUTE_FEE: i64 = 1500;

/// Returns Stripe's fee for a charge of `amount` cents: 2.9% plus 30 cents.
fn charge_fee(amount: i64) -> i64 {
    (amount * 29 + 500) / 1000 + 30
}

/// Returns a new balance transaction without a fee, of Stripe's type `kind`. The amount is in cents,
/// and is available immediately.
fn new_transaction(tx: &mut Tx<'_>, kind: &str, currency: &str, amount: i64) -> Transaction {
    let now = ids::now();
    Transaction {
        id: ids::new("txn_"),
        seq: tx.state().next_seq(),
        created: now,
        available_on: now,
        kind: kind.to_owned(),
        category: kind.to_owned(),
        amount,
        fee: 0,
        fee_for: None,
        currency: currency.to_owned(),
        source: None,
        description: None,
        payout: None,
    }
}

/// Stores a balance transaction and returns its id.
fn store_transaction(tx: &mut Tx<'_>, transaction: Transaction) -> String {
    let id = transaction.id.clone();
    tx.state().transactions.insert(id.clone(), transaction);
    id
}

/// Adds a charge to the balance, and returns its balance transaction's id. The money is available
/// immediately if `is_available_at_once` is true, or else after [`AVAILABLE_AFTER`].
pub(crate) fn record_charge(
    tx: &mut Tx<'_>,
    charge: &Charge,
    intent: &Intent,
    is_available_at_once: bool,
) -> String {
    let plain = new_transaction(tx, "charge", &intent.currency, charge.amount);
    let transaction = Transaction {
        available_on: plain.created + if is_available_at_once { 0 } else { AVAILABLE_AFTER },
        fee: charge_fee(charge.amount),
        fee_for: Some("Stripe processing fees".to_owned()),
        source: Some(charge.id.clone()),
        description: intent.description.clone(),
        ..plain
    };
    store_transaction(tx, transaction)
}

/// Records that a refund takes its amount from the balance. Returns the balance transaction's id.
pub(crate) fn record_refund(tx: &mut Tx<'_>, refund: &Refund) -> String {
    let plain = new_transaction(tx, "refund", &refund.currency, -refund.amount);
    let transaction = Transaction {
        source: Some(refund.id.clone()),
        description: Some("REFUND FOR CHARGE".to_owned()),
        ..plain
    };
    store_transaction(tx, transaction)
}

/// Records that a failed refund's amount returns to the balance. Returns the balance transaction's id.
pub(crate) fn record_refund_failure(tx: &mut Tx<'_>, refund: &Refund) -> String {
    let plain = new_transaction(tx, "refund_failure", &refund.currency, refund.amount);
    let transaction = Transaction {
        source: Some(refund.id.clone()),
        description: Some("REFUND FAILURE".to_owned()),
        ..plain
    };
    store_transaction(tx, transaction)
}

/// Records that a dispute takes its amount and its fee from the balance. Returns the balance transaction's id.
pub(crate) fn record_withdrawal(tx: &mut Tx<'_>, dispute: &Dispute) -> String {
    let plain = new_transaction(tx, "adjustment", &dispute.currency, -dispute.amount);
    let transaction = Transaction {
        category: "dispute".to_owned(),
        fee: DISPUTE_FEE,
        fee_for: Some("Dispute fee".to_owned()),
        source: Some(dispute.id.clone()),
        description: Some(format!("Chargeback withdrawal for {}", dispute.charge)),
        ..plain
    };
    store_transaction(tx, transaction)
}

/// Records that a won dispute's amount returns to the balance, without the fee. Returns the balance transaction's id.
pub(crate) fn record_reinstatement(tx: &mut Tx<'_>, dispute: &Dispute) -> String {
    let plain = new_transaction(tx, "adjustment", &dispute.currency, dispute.amount);
    let transaction = Transaction {
        category: "dispute_reversal".to_owned(),
        source: Some(dispute.id.clone()),
        description: Some(format!("Chargeback reversal for {}", dispute.charge)),
        ..plain
    };
    store_transaction(tx, transaction)
}

/// Records that the payout with the id `id` takes its amount, in cents, from the balance. Returns
/// the balance transaction's id.
pub(crate) fn record_payout(tx: &mut Tx<'_>, id: &str, currency: &str, amount: i64) -> String {
    let plain = new_transaction(tx, "payout", currency, -amount);
    let transaction =
        Transaction { source: Some(id.to_owned()), description: Some("STRIPE PAYOUT".to_owned()), ..plain };
    store_transaction(tx, transaction)
}

/// Records that a failed or canceled payout's amount returns to the balance. `kind` is the type of the
/// balance transaction, whose id this function returns.
pub(crate) fn record_payout_return(tx: &mut Tx<'_>, payout: &Payout, kind: &str) -> String {
    let plain = new_transaction(tx, kind, &payout.currency, payout.amount);
    let transaction = Transaction {
        source: Some(payout.id.clone()),
        description: Some("STRIPE PAYOUT RETURNED".to_owned()),
        ..plain
    };
    store_transaction(tx, transaction)
}

/// Takes from the balance a fee that Stripe charges separately from payments. `amount` is in cents. Returns the
/// balance transaction as JSON.
pub(crate) fn record_fee(tx: &mut Tx<'_>, amount: i64, description: &str) -> Value {
    let plain = new_transaction(tx, "stripe_fee", "usd", -amount);
    let transaction =
        Transaction { category: "fee".to_owned(), description: Some(description.to_owned()), ..plain };
    let value = shapes::balance::transaction_json(&transaction, ids::now());
    store_transaction(tx, transaction);
    value
}

/// Returns the amount available for payouts in each currency, in cents.
pub(crate) fn available_amounts(state: &State) -> Vec<(String, i64)> {
    let now = ids::now();
    let mut sums = state.carried.clone();
    for transaction in state.transactions.values().filter(|transaction| transaction.available_on <= now) {
        *sums.entry(transaction.currency.clone()).or_default() += transaction.net();
    }
    sums.into_iter().collect()
}

/// `GET /v1/balance_transactions/{id}`: reads one transaction.
pub(crate) fn retrieve_transaction(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    tx.transaction(id).map(|transaction| shapes::balance::transaction_json(&transaction, ids::now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_charge_fee_is_a_percentage_plus_a_fixed_amount() {
        let cases = [(50, 31), (100, 33), (1000, 59), (15_000, 465), (99_999_999, 2_900_030)];
        for (amount, fee) in cases {
            assert_eq!(charge_fee(amount), fee, "{amount}");
        }
    }
}
