//! Parses events from webhooks and from Stripe's list of events. Only two parts of an event's object are used: its
//! id, and the installation in its metadata. The object itself is requested separately, so that it has the API
//! version that this program was built for.

use chrono::{DateTime, Utc};
use miniserde::json::{Number, Value};
use ports::payments::events::{EVENTS, EventPages, EventSpan, EventSubject, ProviderEvent, ProviderObject};
use ports::payments::gateway::GatewayResult;
use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};

use crate::mapping::{INSTALLATION, time};

/// Stripe's maximum page size.
const PAGE: i64 = 100;

/// `GET /v1/events`: one page of events.
#[derive(Serialize)]
pub(crate) struct ListEvents {
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<Created>,
    limit: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    starting_after: Option<String>,
    types: &'static [&'static str],
}

/// The time span in which events were created, in seconds since 1970. `lte` is `None` if the span has no end.
#[derive(Clone, Copy, Serialize)]
struct Created {
    gte: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lte: Option<i64>,
}

impl ListEvents {
    /// Requests the newest event only.
    pub(crate) fn newest() -> Self {
        Self { created: None, limit: 1, starting_after: None, types: EVENTS }
    }
}

impl StripeRequest for ListEvents {
    type Output = Page;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/events").query(self)
    }
}

/// A page of events as raw JSON, so that one unreadable event doesn't prevent parsing the others.
#[derive(miniserde::Deserialize)]
pub(crate) struct Page {
    data: Vec<Value>,
    has_more: bool,
}

/// Returns the events of the newest pages in a time span, oldest event first. `call` requests one page.
/// Reads more pages than requested while all events so far are from the same second. Otherwise the next
/// request, which starts at that second, would return the same events again.
pub(crate) fn list_events(
    span: &EventSpan,
    call: impl Fn(&ListEvents) -> GatewayResult<Page>,
) -> GatewayResult<EventPages> {
    let created = Created { gte: span.since.timestamp(), lte: span.until.map(|until| until.timestamp()) };
    let mut events: Vec<ProviderEvent> = Vec::new();
    let mut after = None;
    for pages in 1_usize.. {
        let page = call(&ListEvents {
            created: Some(created),
            limit: PAGE,
            starting_after: after.take(),
            types: EVENTS,
        })?;
        after = page.data.last().and_then(|last| find_text(last, "id"));
        events.extend(page.data.iter().map(|event| parse_event(event, span.since, String::new)));
        let is_whole = !page.has_more || after.is_none();
        let is_one_second =
            events.first().map(|newest| newest.made_at) == events.last().map(|oldest| oldest.made_at);
        if is_whole || (pages >= span.pages && !is_one_second) {
            events.reverse();
            return Ok(EventPages { events, is_whole });
        }
    }
    Ok(EventPages { events, is_whole: false })
}

/// Parses an event, even an incomplete one. `unknown_time` and `unknown_id` are used if the time or the id is missing.
pub(crate) fn parse_event(
    event: &Value,
    unknown_time: DateTime<Utc>,
    unknown_id: impl FnOnce() -> String,
) -> ProviderEvent {
    let kind = find_text(event, "type").unwrap_or_default();
    let object = find_field(event, "data").and_then(|data| find_field(data, "object"));
    let id = find_text(event, "id");
    let about = match (&id, object.and_then(|object| find_text(object, "id"))) {
        (Some(_), _) if !kind.is_empty() && !EVENTS.contains(&kind.as_str()) && object.is_some() => {
            EventSubject::Nothing
        }
        (Some(_), Some(object)) if !kind.is_empty() => {
            EventSubject::Object(object_of_event_type(&kind, object))
        }
        _ => EventSubject::Unrecognized,
    };
    ProviderEvent {
        id: id.unwrap_or_else(unknown_id),
        kind,
        body: String::new(),
        made_at: find_field(event, "created").and_then(parse_seconds).map_or(unknown_time, time),
        about,
        made_by: object
            .and_then(|object| find_field(object, "metadata"))
            .and_then(|metadata| find_text(metadata, INSTALLATION)),
    }
}

/// Returns the object that an event of this type is about. `id` is the object's id.
fn object_of_event_type(event_type: &str, id: String) -> ProviderObject {
    if event_type.starts_with("refund.") {
        ProviderObject::Refund(id)
    } else if event_type.starts_with("charge.dispute.") {
        ProviderObject::Chargeback(id)
    } else {
        ProviderObject::Intent(id)
    }
}

/// Returns the field `name` of a JSON object, or `None` if there is none.
fn find_field<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    match object {
        Value::Object(fields) => fields.get(name),
        _ => None,
    }
}

/// Returns the string in the field `name` of a JSON object, or `None` if it is empty or there is none.
fn find_text(object: &Value, name: &str) -> Option<String> {
    match find_field(object, name)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    }
}

/// Returns a number of seconds, or `None` if the JSON value isn't an integer.
fn parse_seconds(value: &Value) -> Option<i64> {
    match value {
        Value::Number(Number::I64(seconds)) => Some(*seconds),
        Value::Number(Number::U64(seconds)) => i64::try_from(*seconds).ok(),
        _ => None,
    }
}
