//! Prints the full history of an item, from which a person can find the cause of a difference.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::bank::list_all;
use super::super::world::{Kind, World};
use super::Difference;
use super::our_records::{Payment, rows};

/// Maximum number of histories to print.
const STORIES: usize = 4;

pub fn print_differences(world: &World, differences: &[Difference]) {
    println!("soak: {} differences with SOAK_SEED={}:", differences.len(), world.plan.seed);
    for difference in differences.iter().take(60) {
        println!("  {:?}: {}", difference.item, difference.says);
    }
    let items: BTreeSet<(Kind, i32)> = differences.iter().filter_map(|one| one.item).take(STORIES).collect();
    for (kind, id) in items {
        print_story(world, kind, id);
    }
}

fn print_story(world: &World, kind: Kind, id: i32) {
    println!("soak: the story of {} {id}", kind.word());
    let column = format!("{}_id", kind.word());
    let payments: Vec<Payment> =
        rows(world, &format!("SELECT * FROM payments WHERE {column} = {id} ORDER BY id"));
    let ids = payments.iter().map(|payment| payment.id.to_string()).collect::<Vec<_>>().join(", ");
    let ids = if ids.is_empty() { "0".to_owned() } else { ids };
    print_rows(world, "item", &format!("SELECT * FROM {} WHERE id = {id}", kind.list()));
    print_rows(world, "payment", &format!("SELECT * FROM payments WHERE id IN ({ids}) ORDER BY id"));
    for table in ["refunds", "chargebacks", "payment_transactions", "lawyer_hires"] {
        print_rows(world, table, &format!("SELECT * FROM {table} WHERE payment_id IN ({ids}) ORDER BY id"));
    }
    for (table, order) in [("cases", "hire_id"), ("case_events", "id"), ("case_offers", "id")] {
        let hires = format!("SELECT id FROM lawyer_hires WHERE payment_id IN ({ids})");
        print_rows(
            world,
            table,
            &format!("SELECT * FROM {table} WHERE hire_id IN ({hires}) ORDER BY {order}"),
        );
    }
    print_rows(
        world,
        "lawyer_obligations",
        &format!(
            "SELECT * FROM lawyer_obligations WHERE payment_id IN ({ids}) ORDER BY payment_id, lawyer_id"
        ),
    );
    print_rows(
        world,
        "ledger",
        &format!(
            "SELECT e.id, e.kind, e.source, p.account, p.amount_cents FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id \
             WHERE e.payment_id IN ({ids}) ORDER BY e.id"
        ),
    );
    print_rows(
        world,
        "audit",
        &format!(
            "SELECT created_at, actor_id, subject_kind, subject_id, action, before, after FROM audit_log \
             WHERE (subject_kind = '{}' AND subject_id = {id}) OR (subject_kind = 'payment' AND subject_id IN ({ids})) \
             ORDER BY id",
            kind.word()
        ),
    );
    for intent in payments.iter().filter_map(|payment| payment.provider_intent_id.as_deref()) {
        print_provider_records(world, intent);
    }
}

fn print_rows(world: &World, name: &str, query: &str) {
    for row in rows::<Value>(world, query) {
        println!("  {name}: {row}");
    }
}

/// Prints the provider's intent with its refunds, disputes and events.
fn print_provider_records(world: &World, intent: &str) {
    let (_, found) = world.app.sandbox.call("GET", &format!("/v1/payment_intents/{intent}"), &[]);
    println!(
        "  provider's intent {intent}: {} of {}, received {}",
        found["status"], found["amount"], found["amount_received"]
    );
    for path in ["/v1/refunds", "/v1/disputes"] {
        for one in list_all(world, path).iter().filter(|one| one["payment_intent"] == intent) {
            println!(
                "  provider's {}: {} {} {}, labels {}",
                one["object"], one["id"], one["amount"], one["status"], one["metadata"]
            );
        }
    }
    for event in list_all(world, "/v1/events").iter().rev() {
        let object = &event["data"]["object"];
        if object["id"] == intent || object["payment_intent"] == intent {
            let id = event["id"].as_str().unwrap_or_default();
            let came = world
                .app
                .database
                .value(&format!("SELECT received_at FROM payment_events WHERE provider_event_id = '{id}'"));
            println!(
                "  event {id} {} of {}: {}, came {came:?}",
                event["type"], event["created"], object["status"]
            );
        }
    }
}
