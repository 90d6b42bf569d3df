//! The balance and its transactions as Stripe's JSON objects.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::memory::money::Transaction;
use crate::memory::state::State;

/// Returns a balance transaction as JSON. Its status depends on `now`, in seconds since 1970.
pub(crate) fn transaction_json(transaction: &Transaction, now: i64) -> Value {
    let fee_details: Vec<Value> = transaction
        .fee_for
        .iter()
        .map(|what| {
            json!({ "amount": transaction.fee, "application": null, "currency": transaction.currency,
                    "description": what, "type": "stripe_fee" })
        })
        .collect();
    json!({
        "id": transaction.id,
        "object": "balance_transaction",
        "amount": transaction.amount,
        "available_on": transaction.available_on,
        "balance_type": "payments",
        "created": transaction.created,
        "currency": transaction.currency,
        "description": transaction.description,
        "exchange_rate": null,
        "fee": transaction.fee,
        "fee_details": fee_details,
        "net": transaction.net(),
        "reporting_category": transaction.category,
        "source": transaction.source,
        "status": if transaction.available_on <= now { "available" } else { "pending" },
        "type": transaction.kind,
    })
}

/// Returns the available and the pending balance of each currency as JSON. `now` is in seconds since 1970.
pub(crate) fn balance_json(state: &State, now: i64) -> Value {
    let mut sums: BTreeMap<&str, (i64, i64)> = BTreeMap::from([("usd", (0, 0))]);
    for (currency, carried) in &state.carried {
        sums.entry(currency).or_default().0 += carried;
    }
    for transaction in state.transactions.values() {
        let (available, pending) = sums.entry(&transaction.currency).or_default();
        *(if transaction.available_on <= now { available } else { pending }) += transaction.net();
    }
    let amounts = |pick: fn(&(i64, i64)) -> i64| -> Vec<Value> {
        let amount = |(currency, sum)| {
            let amount = pick(sum);
            json!({ "amount": amount, "currency": currency, "source_types": { "card": amount } })
        };
        sums.iter().map(amount).collect()
    };
    json!({
        "object": "balance",
        "available": amounts(|sum| sum.0),
        "livemode": false,
        "pending": amounts(|sum| sum.1),
    })
}
