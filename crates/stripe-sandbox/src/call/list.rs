//! Lists: newest first, in pages, filtered as the provider does.

use serde_json::{Value, json};

use crate::call::errors::ApiError;
use crate::call::form::Params;
use crate::call::render;
use crate::delivery::events;
use crate::memory::world::Tx;

/// One thing of a list.
struct Item {
    id: String,
    seq: u64,
    created: i64,
    value: Value,
}

pub(crate) fn intents(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    allow(params, &["customer"])?;
    let items = tx.world.state.intents.values().map(|intent| Item {
        id: intent.id.clone(),
        seq: intent.seq,
        created: intent.created,
        value: render::intent(tx, intent),
    });
    page("/v1/payment_intents", items.collect(), params)
}

pub(crate) fn refunds(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    allow(params, &["charge", "payment_intent"])?;
    let matches = |name: &str, value: &str| params.text(&[name]).is_none_or(|only| only == value);
    let items = tx
        .world
        .state
        .refunds
        .values()
        .filter(|refund| matches("charge", &refund.charge) && matches("payment_intent", &refund.intent))
        .map(|refund| Item {
            id: refund.id.clone(),
            seq: refund.seq,
            created: refund.created,
            value: render::refund(refund),
        });
    page("/v1/refunds", items.collect(), params)
}

pub(crate) fn charges(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    allow(params, &["payment_intent", "customer"])?;
    let state = &tx.world.state;
    let items = state
        .charges
        .values()
        .filter(|charge| params.text(&["payment_intent"]).is_none_or(|only| only == charge.intent))
        .map(|charge| Item {
            id: charge.id.clone(),
            seq: charge.seq,
            created: charge.created,
            value: render::charge(state, charge),
        });
    page("/v1/charges", items.collect(), params)
}

pub(crate) fn events(tx: &Tx<'_>, params: &Params) -> Result<Value, ApiError> {
    allow(params, &["type", "types"])?;
    let types = params.list("types");
    let state = &tx.world.state;
    let items = state
        .events
        .values()
        .filter(|event| params.text(&["type"]).is_none_or(|only| kind_matches(only, &event.kind)))
        .filter(|event| types.as_ref().is_none_or(|types| types.contains(&event.kind.as_str())))
        .map(|event| Item {
            id: event.id.clone(),
            seq: event.seq,
            created: event.created,
            value: events::render(state, event),
        });
    page("/v1/events", items.collect(), params)
}

fn kind_matches(pattern: &str, kind: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => kind.starts_with(prefix),
        None => pattern == kind,
    }
}

fn allow(params: &Params, more: &[&str]) -> Result<(), ApiError> {
    params.only(&[&["created", "limit", "starting_after", "ending_before", "expand"], more].concat())
}

fn page(url: &str, mut items: Vec<Item>, params: &Params) -> Result<Value, ApiError> {
    let limit = params.integer(&["limit"])?.unwrap_or(10);
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=100).contains(limit)).ok_or_else(|| {
        ApiError::parameter("parameter_invalid_integer", "limit", "Invalid limit: 1 to 100.")
    })?;
    items.sort_unstable_by_key(|item| std::cmp::Reverse(item.seq));
    let position = |name: &str| -> Result<Option<u64>, ApiError> {
        let Some(id) = params.text(&[name]) else { return Ok(None) };
        let found = items.iter().find(|item| item.id == id);
        found.map(|item| Some(item.seq)).ok_or_else(|| ApiError::not_found("object", id, name))
    };
    let (after, before) = (position("starting_after")?, position("ending_before")?);
    let bound = |name: &str| params.integer(&["created", name]);
    let (gt, gte, lt, lte) = (bound("gt")?, bound("gte")?, bound("lt")?, bound("lte")?);
    let exact = params.integer(&["created"])?;
    items.retain(|item| {
        after.is_none_or(|seq| item.seq < seq)
            && before.is_none_or(|seq| item.seq > seq)
            && gt.is_none_or(|at| item.created > at)
            && gte.is_none_or(|at| item.created >= at)
            && lt.is_none_or(|at| item.created < at)
            && lte.is_none_or(|at| item.created <= at)
            && exact.is_none_or(|at| item.created == at)
    });
    let has_more = items.len() > limit;
    if before.is_some() {
        // The page just before a thing, not the first one of all.
        items.drain(..items.len().saturating_sub(limit));
    }
    let data: Vec<Value> = items.into_iter().take(limit).map(|item| item.value).collect();
    Ok(json!({ "object": "list", "data": data, "has_more": has_more, "url": url }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(encoded: &str) -> (Vec<String>, bool) {
        let items = (1_u64..=5)
            .map(|seq| Item {
                id: format!("x{seq}"),
                seq,
                created: 100 + i64::try_from(seq).unwrap(),
                value: json!(format!("x{seq}")),
            })
            .collect();
        let page = page("/v1/x", items, &Params::parse(encoded).unwrap()).unwrap();
        let data = page.get("data").and_then(Value::as_array).unwrap();
        let names = data.iter().map(|value| value.as_str().unwrap().to_owned()).collect();
        (names, page.get("has_more") == Some(&json!(true)))
    }

    #[test]
    fn pages_are_newest_first_and_follow_each_other() {
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
