//! Lists of objects: newest first, paginated and filtered as in Stripe's API.

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::memory::ids;
use crate::memory::money::{Dispute, Payout, Transaction};
use crate::memory::records::{Charge, Event, Intent, Refund};
use crate::memory::world::Tx;
use crate::shapes;

/// Maximum number of event types in the filter `types`.
const MAX_TYPES: usize = 20;

/// The properties by which a list sorts, filters and paginates its objects.
trait Listed {
    fn id(&self) -> &str;
    /// Returns the object's sequence number. Newer objects have higher numbers.
    fn seq(&self) -> u64;
    /// Returns when the object was created, in seconds since 1970.
    fn created(&self) -> i64;
}

macro_rules! listed {
    ($($thing:ty),+) => { $(
        impl Listed for $thing {
            fn id(&self) -> &str {
                &self.id
            }
            fn seq(&self) -> u64 {
                self.seq
            }
            fn created(&self) -> i64 {
                self.created
            }
        }
    )+ };
}
listed!(Intent, Charge, Refund, Dispute, Transaction, Payout, Event);

/// `GET /v1/payment_intents`: returns one page of intents.
pub(crate) fn list_intents(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["customer"])?;
    let all = tx.world.state.intents.values();
    page("/v1/payment_intents", all, params, |intent| shapes::intents::intent_json(tx, intent))
}

/// `GET /v1/refunds`: returns one page of refunds.
pub(crate) fn list_refunds(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["charge", "payment_intent"])?;
    let all = tx.world.state.refunds.values().filter(|refund| {
        filter_matches(params, "charge", &refund.charge)
            && filter_matches(params, "payment_intent", &refund.intent)
    });
    page("/v1/refunds", all, params, shapes::refunds::refund_json)
}

/// `GET /v1/charges`: returns one page of charges.
pub(crate) fn list_charges(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["payment_intent", "customer"])?;
    let state = &tx.world.state;
    let all =
        state.charges.values().filter(|charge| filter_matches(params, "payment_intent", &charge.intent));
    page("/v1/charges", all, params, |charge| shapes::charges::charge_json(state, charge))
}

/// `GET /v1/disputes`: returns one page of disputes.
pub(crate) fn list_disputes(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["charge", "payment_intent"])?;
    let state = &tx.world.state;
    let all = state.disputes.values().filter(|dispute| {
        filter_matches(params, "charge", &dispute.charge)
            && filter_matches(params, "payment_intent", &dispute.intent)
    });
    page("/v1/disputes", all, params, |dispute| shapes::disputes::dispute_json(state, dispute))
}

/// `GET /v1/balance_transactions`: returns one page of balance transactions.
pub(crate) fn list_transactions(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["currency", "payout", "source", "type"])?;
    let now = ids::now();
    let all = tx.world.state.transactions.values().filter(|transaction| {
        filter_matches(params, "currency", &transaction.currency)
            && filter_matches(params, "payout", transaction.payout.as_deref().unwrap_or_default())
            && filter_matches(params, "source", transaction.source.as_deref().unwrap_or_default())
            && filter_matches(params, "type", &transaction.kind)
    });
    page("/v1/balance_transactions", all, params, |transaction| {
        shapes::balance::transaction_json(transaction, now)
    })
}

/// `GET /v1/payouts`: returns one page of payouts.
pub(crate) fn list_payouts(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["status"])?;
    let all = tx
        .world
        .state
        .payouts
        .values()
        .filter(|payout| filter_matches(params, "status", payout.status.as_str()));
    page("/v1/payouts", all, params, shapes::payouts::payout_json)
}

/// `GET /v1/events`: returns one page of events, except events that a fault still delays.
pub(crate) fn list_events(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    check_parameters(params, &["type", "types"])?;
    let types = params.list("types");
    if types.is_some() && params.has("type") {
        let message = "You may only specify one of these parameters: type, types.";
        return Err(ApiError::parameter("parameter_invalid", "types", message));
    }
    if types.as_ref().is_some_and(|types| types.len() > MAX_TYPES) {
        let message = format!("Array must have at most {MAX_TYPES} elements.");
        return Err(ApiError::parameter("parameter_invalid", "types", message));
    }
    let state = &tx.world.state;
    let now = ids::now_ms();
    let all = state
        .events
        .values()
        .filter(|event| event.listed_from.is_none_or(|from| from <= now))
        .filter(|event| params.text(&["type"]).is_none_or(|only| kind_matches(only, &event.kind)))
        .filter(|event| types.as_ref().is_none_or(|types| types.contains(&event.kind.as_str())));
    page("/v1/events", all, params, |event| shapes::events::event_json(state, event))
}

/// Lists the webhook endpoints: none, or the one that receives all events.
pub(crate) fn list_endpoints(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    params.integer(&["limit"])?;
    let all = tx.world.webhook_url.iter().map(|url| {
        json!({
            "id": "we_sandbox", "object": "webhook_endpoint", "api_version": null, "application": null, "created": 0,
            "description": null, "enabled_events": ["*"], "livemode": false, "metadata": {}, "status": "enabled", "url": url,
        })
    });
    let all: Vec<Value> = all.collect();
    Ok(json!({ "object": "list", "url": "/v1/webhook_endpoints", "has_more": false, "data": all }))
}

/// Returns whether the request's filter parameter `name` is absent or equals an object's `value`.
fn filter_matches(params: &Params, name: &str, value: &str) -> bool {
    params.text(&[name]).is_none_or(|only| only == value)
}

/// Returns whether the event type `kind` matches a pattern, which is a type or a prefix followed by `*`.
fn kind_matches(pattern: &str, kind: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => kind.starts_with(prefix),
        None => pattern == kind,
    }
}

/// Refuses unknown parameters. `more` has the parameters that this list accepts in addition to those of every list.
fn check_parameters(params: &Params, more: &[&str]) -> Result<(), ApiError> {
    params
        .refuse_unknown(&[&["created", "limit", "starting_after", "ending_before", "expand"], more].concat())
}

/// Returns one page of the list at `url`: the objects in `all` that match the request's dates and
/// cursors. `shape` converts an object to JSON.
fn page<'a, T: Listed + 'a>(
    url: &str,
    all: impl Iterator<Item = &'a T>,
    params: &Params,
    shape: impl Fn(&T) -> Value,
) -> Result<Value, ApiError> {
    let limit = params.integer(&["limit"])?.unwrap_or(10);
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=100).contains(limit)).ok_or_else(|| {
        ApiError::parameter("parameter_invalid_integer", "limit", "Invalid limit: 1 to 100.")
    })?;
    let mut items: Vec<&T> = all.collect();
    items.sort_unstable_by_key(|item| std::cmp::Reverse(item.seq()));
    let position = |name: &str| -> Result<Option<u64>, ApiError> {
        let Some(id) = params.text(&[name]) else { return Ok(None) };
        let found = items.iter().find(|item| item.id() == id);
        found.map(|item| Some(item.seq())).ok_or_else(|| ApiError::not_found("object", id, name))
    };
    let (after, before) = (position("starting_after")?, position("ending_before")?);
    let bound = |name: &str| params.integer(&["created", name]);
    let (gt, gte, lt, lte) = (bound("gt")?, bound("gte")?, bound("lt")?, bound("lte")?);
    let exact = params.integer(&["created"])?;
    items.retain(|item| {
        let created = item.created();
        after.is_none_or(|seq| item.seq() < seq)
            && before.is_none_or(|seq| item.seq() > seq)
            && gt.is_none_or(|at| created > at)
            && gte.is_none_or(|at| created >= at)
            && lt.is_none_or(|at| created < at)
            && lte.is_none_or(|at| created <= at)
            && exact.is_none_or(|at| created == at)
    });
    let has_more = items.len() > limit;
    if before.is_some() {
        // With `ending_before`, the page contains the objects directly before the given object.
        items.drain(..items.len().saturating_sub(limit));
    }
    let data: Vec<Value> = items.into_iter().take(limit).map(shape).collect();
    Ok(json!({ "object": "list", "data": data, "has_more": has_more, "url": url }))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Thing {
        id: String,
        seq: u64,
        created: i64,
    }
    listed!(Thing);

    /// Returns the ids on the page that the encoded parameters request from five objects, and whether more follow.
    fn ids(encoded: &str) -> (Vec<String>, bool) {
        let things: Vec<Thing> = (1_u64..=5)
            .map(|seq| Thing { id: format!("x{seq}"), seq, created: 100 + i64::try_from(seq).unwrap() })
            .collect();
        let params = Params::parse(encoded).unwrap();
        let page = page("/v1/x", things.iter(), &params, |thing| json!(thing.id)).unwrap();
        let data = page.get("data").and_then(Value::as_array).unwrap();
        let names = data.iter().map(|value| value.as_str().unwrap().to_owned()).collect();
        (names, page.get("has_more") == Some(&json!(true)))
    }

    #[test]
    fn lists_are_newest_first_filtered_by_time_and_paginated_by_cursors() {
        let cases: [(&str, &[&str], bool); 7] = [
            ("", &["x5", "x4", "x3", "x2", "x1"], false),
            ("limit=2", &["x5", "x4"], true),
            ("limit=2&starting_after=x4", &["x3", "x2"], true),
            ("limit=2&starting_after=x3", &["x2", "x1"], false),
            ("limit=2&ending_before=x2", &["x4", "x3"], true),
            ("created[gte]=104", &["x5", "x4"], false),
            ("created[gt]=101&created[lt]=103", &["x2"], false),
        ];
        for (encoded, expected, more) in cases {
            let expected: Vec<String> = expected.iter().map(|&id| id.to_owned()).collect();
            assert_eq!(ids(encoded), (expected, more), "{encoded}");
        }
    }
}
