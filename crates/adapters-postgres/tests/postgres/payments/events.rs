//! Tests of the provider's events. An event is recorded once. Only one process at a time reads the events, and
//! it starts at the stored cursor.

use std::sync::Barrier;

use chrono::TimeDelta;
use ports::payments::events::{EventReading, EventSubject, ProviderEvent};
use ports::payments::records::Payments;
use ports::store::{in_transaction, with_store};

use crate::support::{World, at};

/// Returns an event with this id and body.
fn event(id: &str, body: &str, about: EventSubject) -> ProviderEvent {
    let kind = "payment_intent.succeeded".to_owned();
    ProviderEvent { id: id.to_owned(), kind, body: body.to_owned(), made_at: at(0), about, made_by: None }
}

#[test]
fn only_the_body_of_an_unrecognized_event_is_stored() {
    let mut world = World::new();
    let mut store = world.store();
    store.record_provider_event(&event("evt_1", "{}", EventSubject::Nothing), at(0)).unwrap();
    store.record_provider_event(&event("evt_2", "a\0b", EventSubject::Unrecognized), at(2)).unwrap();
    assert_eq!(store.known_event_ids(&["evt_1", "evt_0", "evt_\0"]).unwrap(), ["evt_1"]);
    assert_eq!(
        world.db.values(
            "SELECT concat_ws('|', provider_event_id, body, understood) FROM payment_events ORDER BY id"
        ),
        ["evt_1||t", "evt_2|a\u{fffd}b|f"].map(|row| Some(row.to_owned()))
    );
}

#[test]
fn a_provider_event_received_twenty_times_concurrently_is_recorded_once() {
    let world = World::new();
    let database = world.db.database();
    let barrier = Barrier::new(20);
    let first: usize = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..20)
            .map(|_| {
                scope.spawn(|| {
                    barrier.wait();
                    let event = event("evt_1", "b", EventSubject::Nothing);
                    in_transaction(&database, |store| store.record_provider_event(&event, at(0))).unwrap()
                })
            })
            .collect();
        tries.into_iter().map(|outcome| usize::from(outcome.join().unwrap())).sum()
    });
    assert_eq!(first, 1);
}

#[test]
fn only_one_of_ten_processes_that_request_a_lease_concurrently_gets_the_lease() {
    let world = World::new();
    let database = world.db.database();
    let barrier = Barrier::new(10);
    let got: usize = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..10)
            .map(|number| {
                let (database, barrier) = (&database, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    let holder = format!("process {number}");
                    with_store(database, |store| store.take_lease("work", &holder, TimeDelta::minutes(1)))
                        .unwrap()
                })
            })
            .collect();
        tries.into_iter().map(|outcome| usize::from(outcome.join().unwrap())).sum()
    });
    assert_eq!(got, 1);
}
