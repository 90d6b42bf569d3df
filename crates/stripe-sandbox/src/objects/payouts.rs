//! Payouts of the balance to the merchant's bank account: automatic daily ones, and manual ones that a request makes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::delivery::events;
use crate::memory::ids;
use crate::memory::money::{Payout, PayoutStatus};
use crate::memory::world::Tx;
use crate::objects::balance;
use crate::objects::checks;
use crate::shapes;

const DAY: i64 = 24 * 60 * 60;

/// `POST /v1/payouts`: pays out available money.
pub(crate) fn create_payout(tx: &mut Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&[
        "amount",
        "currency",
        "description",
        "metadata",
        "method",
        "statement_descriptor",
        "expand",
    ])?;
    let amount = params.integer(&["amount"])?.ok_or_else(|| ApiError::missing_parameter("amount"))?;
    let currency = params.text(&["currency"]).ok_or_else(|| ApiError::missing_parameter("currency"))?;
    let currency = currency.to_ascii_lowercase();
    if amount < 1 {
        return Err(ApiError::parameter("parameter_invalid_integer", "amount", "Invalid positive integer"));
    }
    let available = balance::available_amounts(&tx.world.state);
    let balance = available.iter().find(|(of, _)| *of == currency).map_or(0, |(_, sum)| *sum);
    if amount > balance {
        return Err(ApiError::unexpected_state(
            "balance_insufficient",
            "You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. \
             You can use the the /v1/balance endpoint to view your Stripe balance (for more details, see \
             stripe.com/docs/api#balance).",
        ));
    }
    let metadata = checks::merge_metadata(params, BTreeMap::new())?;
    let settles_at = tx.settles_at();
    let mut payout = withdraw_for_payout(tx, &currency, amount, PayoutStatus::Pending);
    payout.metadata = metadata;
    payout.description = params.text(&["description"]).map(str::to_owned);
    payout.statement_descriptor = params.text(&["statement_descriptor"]).map(str::to_owned);
    payout.settles_at = settles_at;
    let value = store_payout(tx, &payout);
    events::record_event(tx, "payout.created", &value);
    Ok(value)
}

/// Takes an amount from the balance, and returns a manual payout of it. Doesn't store the payout.
fn withdraw_for_payout(tx: &mut Tx<'_>, currency: &str, amount: i64, status: PayoutStatus) -> Payout {
    let now = ids::now();
    let id = ids::new("po_");
    Payout {
        transaction: balance::record_payout(tx, &id, currency, amount),
        id,
        seq: tx.state().next_seq(),
        created: now,
        arrival: (now / DAY + 1) * DAY,
        amount,
        currency: currency.to_owned(),
        automatic: false,
        status,
        description: None,
        statement_descriptor: None,
        metadata: BTreeMap::new(),
        failure_transaction: None,
        settles_at: None,
    }
}

/// Stores a payout and returns it as JSON.
fn store_payout(tx: &mut Tx<'_>, payout: &Payout) -> Value {
    tx.put_payout(payout);
    shapes::payouts::payout_json(payout)
}

/// Makes a day's automatic payouts, one for each currency with available money. If
/// `with_pending` is true, first makes pending money available. The payouts get the status
/// `end`. Returns the payouts as JSON.
pub(crate) fn make_daily_payouts(
    tx: &mut Tx<'_>,
    with_pending: bool,
    end: PayoutStatus,
) -> Result<Value, ApiError> {
    let now = ids::now();
    if with_pending {
        for transaction in tx.state().transactions.values_mut() {
            transaction.available_on = transaction.available_on.min(now);
        }
    }
    let mut payouts = Vec::new();
    for (currency, amount) in balance::available_amounts(&tx.world.state) {
        if amount < 1 {
            continue;
        }
        let mut payout = withdraw_for_payout(tx, &currency, amount, PayoutStatus::InTransit);
        payout.automatic = true;
        payout.description = Some("STRIPE PAYOUT".to_owned());
        for transaction in tx.state().transactions.values_mut() {
            let goes = transaction.payout.is_none()
                && transaction.available_on <= now
                && transaction.currency == currency;
            if goes {
                transaction.payout = Some(payout.id.clone());
            }
        }
        let value = store_payout(tx, &payout);
        events::record_event(tx, "payout.created", &value);
        payouts.push(if end == PayoutStatus::InTransit {
            value
        } else {
            settle_payout(tx, &payout.id, end)?
        });
    }
    Ok(json!({ "payouts": payouts }))
}

/// Changes a payout's status to `new_status`: paid, failed or canceled. Adjusts the balance and records events.
pub(crate) fn settle_payout(tx: &mut Tx<'_>, id: &str, new_status: PayoutStatus) -> Result<Value, ApiError> {
    let mut payout = tx.payout(id)?;
    if !matches!(payout.status, PayoutStatus::Pending | PayoutStatus::InTransit) {
        return Err(already_ended_error(&payout));
    }
    payout.status = new_status;
    payout.settles_at = None;
    match new_status {
        PayoutStatus::Failed => {
            payout.failure_transaction = Some(balance::record_payout_return(tx, &payout, "payout_failure"));
        }
        PayoutStatus::Canceled => {
            payout.failure_transaction = Some(balance::record_payout_return(tx, &payout, "payout_cancel"));
        }
        _ => {}
    }
    let value = store_payout(tx, &payout);
    match new_status {
        PayoutStatus::Failed => events::record_event(tx, "payout.failed", &value),
        PayoutStatus::Canceled => events::record_event(tx, "payout.canceled", &value),
        _ => {
            events::record_event(tx, "payout.paid", &value);
            if payout.automatic {
                events::record_event(tx, "payout.reconciliation_completed", &value);
            }
        }
    }
    Ok(value)
}

/// Returns the error for a request that the payout's status doesn't allow.
fn already_ended_error(payout: &Payout) -> ApiError {
    let mut error = ApiError::invalid(format!("This payout has a status of {}.", payout.status.as_str()));
    error.executed = true;
    error
}

/// `GET /v1/payouts/{id}`: reads one payout.
pub(crate) fn retrieve_payout(tx: &Tx<'_>, id: &str) -> Result<Value, ApiError> {
    tx.payout(id).map(|payout| shapes::payouts::payout_json(&payout))
}

/// `POST /v1/payouts/{id}`: updates a payout's metadata.
pub(crate) fn update_payout(tx: &mut Tx<'_>, id: &str, params: &Params) -> Result<Value, ApiError> {
    params.refuse_unknown(&["metadata", "expand"])?;
    let mut payout = tx.payout(id)?;
    let before = payout.metadata.clone();
    payout.metadata = checks::merge_metadata(params, payout.metadata)?;
    let value = store_payout(tx, &payout);
    events::record_change_event(tx, "payout.updated", &value, json!({ "metadata": before }));
    Ok(value)
}

/// `POST /v1/payouts/{id}/cancel`: cancels a manual payout while it is pending.
pub(crate) fn cancel_payout(tx: &mut Tx<'_>, id: &str) -> Result<Value, ApiError> {
    let payout = tx.payout(id)?;
    if payout.automatic || payout.status != PayoutStatus::Pending {
        return Err(already_ended_error(&payout));
    }
    settle_payout(tx, id, PayoutStatus::Canceled)
}
