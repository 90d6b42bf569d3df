//! API requests about our balance at Stripe. Only a few fields are parsed, because a balance transaction may be
//! about a kind of object that the library doesn't know.

use chrono::{DateTime, Utc};
use domain::payments::matching::MovementKind;
use domain::shared::money::Money;
use miniserde::Deserialize;
use miniserde::json::{Object, Value};
use ports::payments::books::{Movement, MovementPage};
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};
use stripe_types::RangeQueryTs;

use crate::mapping::time;

/// `GET /v1/balance_transactions`: one page of balance transactions, each with the object that caused it.
#[derive(Serialize)]
pub(crate) struct ListMovements {
    created: RangeQueryTs,
    limit: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    starting_after: Option<String>,
    expand: [&'static str; 1],
}

impl ListMovements {
    /// Requests the first page of balance transactions since `since`, or the page after the transaction
    /// with the id `after`. `limit` is the maximum number of transactions.
    pub(crate) fn new(since: DateTime<Utc>, after: Option<&str>, limit: i64) -> Self {
        Self {
            created: RangeQueryTs::gte(since.timestamp()),
            limit,
            starting_after: after.map(str::to_owned),
            expand: ["data.source"],
        }
    }
}

impl StripeRequest for ListMovements {
    type Output = BalancePage;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/balance_transactions").query(self)
    }
}

#[derive(Deserialize)]
pub(crate) struct BalancePage {
    data: Vec<BalanceTransaction>,
    has_more: bool,
}

impl BalancePage {
    /// Converts the page's balance transactions to the types of the ports.
    pub(crate) fn movements(&self) -> MovementPage {
        MovementPage {
            movements: self.data.iter().map(convert_transaction).collect(),
            has_more: self.has_more,
        }
    }
}

#[derive(Deserialize)]
struct BalanceTransaction {
    id: String,
    amount: i64,
    fee: i64,
    currency: String,
    created: i64,
    reporting_category: String,
    #[serde(rename = "type")]
    kind: String,
    source: Option<Value>,
}

/// Converts a balance transaction. Its subject is the intent for a charge, or else the object that caused it.
fn convert_transaction(transaction: &BalanceTransaction) -> Movement {
    let source = match &transaction.source {
        Some(Value::Object(source)) => Some(source),
        _ => None,
    };
    let kind = movement_kind(&transaction.reporting_category, &transaction.kind);
    let intent_id = source.and_then(|source| find_id(source, "payment_intent"));
    let about = match &transaction.source {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Object(source)) => find_id(source, "id"),
        _ => None,
    };
    let subject = match kind {
        MovementKind::Charge => intent_id.clone().or(about),
        MovementKind::Fee => None,
        _ => about,
    };
    Movement {
        id: transaction.id.clone(),
        kind,
        amount: Money::from_cents(transaction.amount),
        fee: Money::from_cents(transaction.fee),
        currency: transaction.currency.clone(),
        subject: subject.unwrap_or_else(|| transaction.id.clone()),
        intent_id,
        happened_at: time(transaction.created),
    }
}

/// Returns the id of the object in the field `name`. Stripe sends only the id, or the whole object.
fn find_id(object: &Object, name: &str) -> Option<String> {
    match object.get(name) {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Object(named)) => match named.get("id") {
            Some(Value::String(id)) => Some(id.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Converts Stripe's reporting category. `stripe_type` is Stripe's type of the
/// transaction, by which a payout without a known category, such as a canceled one, is recognized.
fn movement_kind(category: &str, stripe_type: &str) -> MovementKind {
    match (category, stripe_type) {
        ("charge", _) => MovementKind::Charge,
        ("refund", _) => MovementKind::Refund,
        ("refund_failure", _) => MovementKind::RefundFailure,
        ("dispute", _) => MovementKind::Chargeback,
        ("dispute_reversal", _) => MovementKind::ChargebackReversal,
        ("fee" | "network_cost" | "tax", _) => MovementKind::Fee,
        ("payout" | "payout_reversal" | "topup" | "topup_reversal", _)
        | (_, "payout" | "payout_failure" | "payout_cancel") => MovementKind::Payout,
        _ => MovementKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reporting_category_maps_to_its_kind_and_an_unknown_category_to_other() {
        let cases = [
            ("charge", "charge", MovementKind::Charge),
            ("charge", "payment", MovementKind::Charge),
            ("refund", "refund", MovementKind::Refund),
            ("refund_failure", "refund_failure", MovementKind::RefundFailure),
            ("dispute", "adjustment", MovementKind::Chargeback),
            ("dispute_reversal", "adjustment", MovementKind::ChargebackReversal),
            ("fee", "stripe_fee", MovementKind::Fee),
            ("payout", "payout", MovementKind::Payout),
            ("payout_reversal", "payout_failure", MovementKind::Payout),
            ("payout_cancel", "payout_cancel", MovementKind::Payout),
            ("risk_reserved_funds", "reserve_hold", MovementKind::Other),
        ];
        for (category, theirs, ours) in cases {
            assert_eq!(movement_kind(category, theirs), ours, "{category} {theirs}");
        }
    }
}
