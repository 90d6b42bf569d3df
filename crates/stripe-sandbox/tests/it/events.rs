//! Tests of the list of events: stored objects, filters, pages and delayed events.

use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};

use crate::support::{Client, start};

/// Lists events with this query string, and returns their types, newest first.
async fn event_types(client: &Client, query: &str) -> Vec<String> {
    let list = client.get(&format!("/v1/events?limit=100&{query}")).await;
    let data = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.body)).clone();
    data.iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn events_are_listed_newest_first_and_filtered_by_type() {
    let (_sandbox, client) = start();
    let paid = client.pay("pm_card_visa").await;
    client.post("/v1/refunds", &format!("payment_intent={}", paid.text("/id"))).await;
    let all = [
        "charge.refunded",
        "refund.created",
        "payment_intent.succeeded",
        "charge.succeeded",
        "payment_intent.created",
    ];
    assert_eq!(event_types(&client, "").await, all);
    assert_eq!(event_types(&client, "type=charge.*").await, ["charge.refunded", "charge.succeeded"]);
    assert_eq!(event_types(&client, "type=refund.created").await, ["refund.created"]);
    let two = "types[]=refund.created&types[]=charge.succeeded";
    assert_eq!(event_types(&client, two).await, ["refund.created", "charge.succeeded"]);
    assert!(event_types(&client, "created[gte]=9999999999").await.is_empty());
    let many: String = (0..21).map(|at| format!("&types[{at}]=charge.succeeded")).collect();
    for query in ["type=charge.*&types[]=refund.created", &many, "limit=0", "limit=101"] {
        assert_eq!(client.get(&format!("/v1/events?{query}")).await.status, 400, "{query:.40}");
    }
}

#[tokio::test]
async fn events_are_paginated_in_both_directions() {
    let (_sandbox, client) = start();
    client.pay("pm_card_createDispute").await;
    let mut newest_first = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = client.get(&format!("/v1/events?limit=2{cursor}")).await;
        let data = page.body["data"].as_array().unwrap().clone();
        newest_first.extend(data.iter().map(|event| event["id"].as_str().unwrap().to_owned()));
        if page.body["has_more"] == json!(false) {
            break;
        }
        cursor = format!("&starting_after={}", newest_first.last().unwrap());
    }
    assert_eq!(newest_first.len(), 5);
    let oldest = newest_first.last().unwrap();
    let page = client.get(&format!("/v1/events?limit=2&ending_before={oldest}")).await;
    assert_eq!((page.text("/data/0/id"), page.text("/data/1/id")), (&*newest_first[2], &*newest_first[3]));
    assert_eq!(page.body["has_more"], true);
}

#[tokio::test]
async fn an_event_keeps_its_object_as_it_was_when_the_event_was_created() {
    let (_sandbox, client) = start();
    let paid = client.pay("pm_card_visa").await;
    let created = client.get("/v1/events?type=payment_intent.created").await;
    assert_eq!(created.text("/data/0/data/object/status"), "requires_payment_method");
    let event = client.get(&format!("/v1/events/{}", created.text("/data/0/id"))).await;
    assert_eq!(event.body, created.body["data"][0]);
    assert_eq!(event.text("/data/object/id"), paid.text("/id"));
    assert!(event.text("/request/id").starts_with("req_"));
    assert_eq!(client.get("/v1/events/evt_nonesuch").await.status, 404);
}

#[tokio::test]
async fn a_delayed_event_is_not_listed_before_its_delay_has_passed() {
    let (sandbox, client) = start();
    sandbox.inject(Fault::once(FaultKind::EventsLate { ms: 3_600_000 }));
    sandbox.inject(Fault::once(FaultKind::EventsLate { ms: 0 }));
    let paid = client.pay("pm_card_visa").await;
    assert_eq!(paid.text("/status"), "succeeded");
    assert_eq!(
        event_types(&client, "").await,
        ["payment_intent.succeeded", "charge.succeeded"],
        "the first event is delayed"
    );
}
