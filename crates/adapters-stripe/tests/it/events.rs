//! Tests of listing events. Only handled types are listed, page by page, and each event names its object.

use chrono::{DateTime, TimeDelta, Utc};
use ports::payments::events::{EventSpan, EventSubject, INTENT_CREATED, INTENT_SUCCEEDED, ProviderObject};
use ports::payments::gateway::{GatewayError, PaymentGateway};
use serde_json::{Value, json};
use stripe_sandbox::{Fault, Stage};

use crate::support::{INSTALLATION, gateway_with, options, pay, request, start, start_server_with_responses};

/// Returns the span from `since` until now. `pages` is the maximum number of pages to read.
fn event_span(since: DateTime<Utc>, pages: usize) -> EventSpan {
    EventSpan { since, until: None, pages }
}

fn long_ago() -> DateTime<Utc> {
    DateTime::from_timestamp(1, 0).unwrap()
}

#[test]
fn handled_events_are_listed_oldest_first() {
    let (sandbox, gateway) = start();
    assert_eq!(gateway.events(&event_span(long_ago(), 1)).unwrap().events, []);
    let id = gateway.create_intent(&request("listed")).unwrap().id;
    assert_eq!(pay(&sandbox, &id, "pm_card_visa"), 200);
    let listed = gateway.events(&event_span(long_ago(), 1)).unwrap();
    assert!(listed.is_whole);
    let kinds: Vec<&str> = listed.events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, [INTENT_CREATED, INTENT_SUCCEEDED], "a charge's own event is not handled");
    for event in &listed.events {
        assert_eq!(event.about, EventSubject::Object(ProviderObject::Intent(id.clone())));
        assert_eq!((event.made_by.as_deref(), event.body.as_str()), (Some(INSTALLATION), ""));
    }
    let made_at = listed.events[0].made_at;
    assert_eq!(
        gateway.events(&event_span(made_at, 1)).unwrap().events.len(),
        2,
        "the start of the span is inclusive"
    );
    let later = made_at + TimeDelta::days(1);
    assert_eq!(gateway.events(&event_span(later, 1)).unwrap().events, []);
    let before = EventSpan { since: long_ago(), until: Some(made_at - TimeDelta::seconds(1)), pages: 1 };
    assert_eq!(gateway.events(&before).unwrap().events, []);
}

#[test]
fn all_pages_of_events_are_read() {
    let (sandbox, gateway) = start();
    for number in 0..230 {
        let params = [("amount", "500"), ("currency", "usd")];
        assert_eq!(sandbox.call("POST", "/v1/payment_intents", &params).0, 200, "{number}");
    }
    let all = gateway.events(&event_span(long_ago(), 3)).unwrap();
    assert_eq!((all.events.len(), all.is_whole), (230, true));
    assert!(all.events.is_sorted_by_key(|event| event.made_at));
    let mut ids: Vec<&str> = all.events.iter().map(|event| event.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 230);
}

/// Starts a server that responds with these pages of events, one page per request, and returns its URL. The numbers
/// in `pages` are the events' creation times, in Unix seconds.
fn pages(pages: &[&[i64]]) -> String {
    let answers = pages.iter().enumerate().map(|(number, seconds)| {
        let events = seconds.iter().map(|second| {
            json!({
                "id": format!("evt_{number}_{second}"), "type": INTENT_CREATED, "created": second,
                "data": { "object": { "id": "pi_1" } },
            })
        });
        let data: Vec<Value> = events.collect();
        list(&json!(data), number + 1 < pages.len())
    });
    start_server_with_responses(answers.collect())
}

/// Returns an HTTP response with one page of events.
fn list(data: &Value, has_more: bool) -> String {
    let body =
        json!({ "object": "list", "url": "/v1/events", "has_more": has_more, "data": data }).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// While all events so far are from the same second, the gateway reads another page. Otherwise the next request,
/// which starts at that second, would return the same events again.
#[test]
fn reading_events_stops_only_between_events_of_different_seconds() {
    let cases: [(&[&[i64]], usize, bool); 3] = [
        (&[&[9, 8], &[7]], 2, false),
        (&[&[9, 9], &[9], &[9, 8], &[7]], 5, false),
        (&[&[9, 9], &[9]], 3, true),
    ];
    for (seconds, count, is_whole) in cases {
        let gateway = gateway_with("sk_test_1", options(&pages(seconds)));
        let read = gateway.events(&event_span(long_ago(), 1)).unwrap();
        assert_eq!((read.events.len(), read.is_whole), (count, is_whole), "{seconds:?}");
    }
}

#[test]
fn an_unparsable_event_does_not_fail_its_page() {
    let data = json!([
        {"id": "evt_2", "type": INTENT_SUCCEEDED, "created": 9, "data": {"object": 7}},
        {"id": "evt_1", "type": "refund.updated", "created": 9, "data": {"object": {"id": "re_1", "shape": []}}},
    ]);
    let gateway = gateway_with("sk_test_1", options(&start_server_with_responses(vec![list(&data, false)])));
    let read = gateway.events(&event_span(long_ago(), 1)).unwrap();
    let about: Vec<&EventSubject> = read.events.iter().map(|event| &event.about).collect();
    assert_eq!(
        about,
        [&EventSubject::Object(ProviderObject::Refund("re_1".to_owned())), &EventSubject::Unrecognized]
    );
}

#[test]
fn listing_events_fails_while_the_provider_is_down() {
    let (sandbox, gateway) = start();
    sandbox.inject(Fault::error(503, Stage::Before).at("GET", "/v1/events").times(9));
    let answer = gateway.events(&event_span(long_ago(), 1));
    assert!(matches!(answer, Err(GatewayError::Unavailable(_))), "{answer:?}");
}
