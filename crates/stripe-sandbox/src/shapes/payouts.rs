//! Payouts as Stripe's JSON objects.

use serde_json::{Value, json};

use crate::memory::money::{Payout, PayoutStatus};

pub(crate) fn payout_json(payout: &Payout) -> Value {
    let failed = payout.status == PayoutStatus::Failed;
    let matched = match (payout.automatic, payout.status) {
        (false, _) => "not_applicable",
        (true, PayoutStatus::Paid) => "completed",
        (true, _) => "in_progress",
    };
    json!({
        "id": payout.id,
        "object": "payout",
        "amount": payout.amount,
        "application_fee": null,
        "application_fee_amount": null,
        "arrival_date": payout.arrival,
        "automatic": payout.automatic,
        "balance_transaction": payout.transaction,
        "created": payout.created,
        "currency": payout.currency,
        "description": payout.description,
        "destination": "ba_1StandInForStripe",
        "failure_balance_transaction": payout.failure_transaction,
        "failure_code": failed.then_some("account_closed"),
        "failure_message": failed.then_some("The bank account has been closed."),
        "livemode": false,
        "metadata": payout.metadata,
        "method": "standard",
        "original_payout": null,
        "payout_method": null,
        "reconciliation_status": matched,
        "reversed_by": null,
        "source_type": "card",
        "statement_descriptor": payout.statement_descriptor,
        "status": payout.status.as_str(),
        "trace_id": null,
        "type": "bank_account",
    })
}
