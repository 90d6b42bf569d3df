//! Tests of the problems that staff must resolve: money without a payment, and events that couldn't be parsed.

use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::ownership::Mismatch;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::attention::MoneyProblems;
use ports::payments::records::{OrphanIntent, Payments};

use crate::support::{World, at};

const ORPHANS: [(&str, i64); 2] = [("pi_late", 20), ("pi_early", 10)];

fn world() -> World {
    let mut world = World::new();
    for (id, seconds) in ORPHANS {
        let orphan = OrphanIntent {
            intent_id: id.to_owned(),
            amount: Money::from_cents(15_050),
            currency: "usd".to_owned(),
            reason: Mismatch::Payment,
            seen_at: at(seconds),
        };
        world.store().record_orphan(&orphan).unwrap();
    }
    for (id, understood) in [("evt_1", false), ("evt_2", true), ("evt_3", false)] {
        world.db.execute(&format!(
            "INSERT INTO payment_events (provider_event_id, kind, body, understood, received_at)
             VALUES ('{id}', 'some.kind', '{{}}', {understood}, now())"
        ));
    }
    world
}

fn list_open_problems(world: &mut World) -> (Vec<String>, Vec<String>) {
    let mut store = world.store();
    let orphans = store.orphan_intents(9).unwrap().into_iter().map(|orphan| orphan.intent_id);
    let orphans = orphans.collect();
    let events = store.unread_events(9).unwrap().into_iter().map(|event| event.provider_event_id);
    (orphans, events.collect())
}

fn subject(kind: MoneyProblemKind, id: &str) -> MoneyProblem {
    MoneyProblem { kind, provider_id: id.to_owned() }
}

fn close(world: &mut World, closed_by: UserId, subject: &MoneyProblem) -> bool {
    let how = ResolutionNote::parse("Given back").unwrap();
    world.store().resolve_problem(subject, &how, closed_by, at(30)).unwrap().is_some()
}

#[test]
fn payment_problems_are_listed_longest_waiting_first_without_closed_ones() {
    let mut world = world();
    let staff = world.user("ann@example.com");
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(list_open_problems(&mut world), (names(&["pi_early", "pi_late"]), names(&["evt_1", "evt_3"])));
    let event = subject(MoneyProblemKind::UnreadEvent, "evt_1");
    assert!(close(&mut world, staff, &subject(MoneyProblemKind::Orphan, "pi_early")));
    assert!(close(&mut world, staff, &event));
    assert!(!close(&mut world, staff, &event), "an entry is closed once");
    assert_eq!(list_open_problems(&mut world), (names(&["pi_late"]), names(&["evt_3"])));
    let closed = world.store().resolved_problems(1).unwrap();
    assert_eq!((&closed[0].subject, closed[0].closed_by, closed[0].closed_at), (&event, staff, at(30)));
}

#[test]
fn a_payment_problem_is_found_only_by_its_own_kind_and_id() {
    let mut world = world();
    let mut has = |kind, id: &str| world.store().has_problem(&subject(kind, id)).unwrap();
    assert!(has(MoneyProblemKind::Orphan, "pi_late"));
    assert!(has(MoneyProblemKind::UnreadEvent, "evt_1"));
    assert!(!has(MoneyProblemKind::UnreadEvent, "evt_2"), "the event was read");
    assert!(!has(MoneyProblemKind::UnreadEvent, "pi_late"));
    assert!(!has(MoneyProblemKind::Orphan, "pi\0none"));
}
