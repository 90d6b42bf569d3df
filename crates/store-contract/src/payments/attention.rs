use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::ownership::Mismatch;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::attention::UnreadEvent;
use ports::payments::events::EventSubject;
use ports::payments::records::OrphanIntent;
use ports::store::{Database, Store};

use super::events::event;
use crate::support::{at, transaction, user};

/// Builds an intent without a payment, which was first detected at this second.
pub(crate) fn orphan(id: &str, second: i64) -> OrphanIntent {
    OrphanIntent {
        intent_id: id.to_owned(),
        amount: Money::from_cents(15_050),
        currency: "usd".to_owned(),
        reason: Mismatch::Payment,
        seen_at: at(second),
    }
}

/// Adds two intents without a payment, two unreadable events and a readable one.
fn add_problems(store: &mut dyn Store) {
    for (id, second) in [("pi_late", 20), ("pi_early", 10), ("pi_early", 30)] {
        store.store_orphan_if_new(&orphan(id, second)).unwrap();
    }
    for (id, about, second) in [
        ("evt_1", EventSubject::Unrecognized, 1),
        ("evt_2", EventSubject::Nothing, 2),
        ("evt_3", EventSubject::Unrecognized, 3),
    ] {
        store.record_provider_event(&event(id, about), at(second)).unwrap();
    }
}

fn subject(kind: MoneyProblemKind, id: &str) -> MoneyProblem {
    MoneyProblem { kind, provider_id: id.to_owned() }
}

/// Marks a problem as resolved. Returns `false` if it was already resolved.
pub fn close(store: &mut dyn Store, closed_by: UserId, kind: MoneyProblemKind, id: &str) -> bool {
    let note = ResolutionNote::parse("Given back").unwrap();
    store.resolve_problem(&subject(kind, id), &note, closed_by, at(30)).unwrap().is_some()
}

pub fn open_money_problems_are_listed_longest_waiting_first(database: &dyn Database) {
    transaction(database, |store| {
        add_problems(store);
        let staff = user(store, "ann@example.com");
        let orphans = [orphan("pi_early", 10), orphan("pi_late", 20)];
        assert_eq!(store.orphan_intents(9).unwrap(), orphans);
        assert_eq!(store.orphan_intents(1).unwrap(), orphans[..1]);
        let unread = |id: &str, second| UnreadEvent {
            provider_event_id: id.to_owned(),
            kind: "payment_intent.succeeded".to_owned(),
            received_at: at(second),
        };
        assert_eq!(store.unread_events(9).unwrap(), [unread("evt_1", 1), unread("evt_3", 3)]);
        assert_eq!(store.unread_events(1).unwrap(), [unread("evt_1", 1)]);
        assert!(close(store, staff, MoneyProblemKind::Orphan, "pi_early"));
        assert!(close(store, staff, MoneyProblemKind::UnreadEvent, "evt_1"));
        assert!(
            !close(store, staff, MoneyProblemKind::UnreadEvent, "evt_1"),
            "a problem is resolved only once"
        );
        assert_eq!(store.orphan_intents(9).unwrap(), orphans[1..]);
        assert_eq!(store.unread_events(9).unwrap(), [unread("evt_3", 3)]);
        let resolved = store.resolved_money_problems(1).unwrap();
        let event = subject(MoneyProblemKind::UnreadEvent, "evt_1");
        assert_eq!(
            (&resolved[0].subject, resolved[0].closed_by, resolved[0].closed_at),
            (&event, staff, at(30))
        );
        assert_eq!(
            (resolved[0].how.as_str(), store.resolved_money_problems(9).unwrap().len()),
            ("Given back", 2)
        );
    });
}

pub fn a_money_problem_exists_only_for_a_stored_orphan_intent_or_unread_event(database: &dyn Database) {
    transaction(database, |store| {
        add_problems(store);
        let mut has = |kind, id: &str| store.has_money_problem(&subject(kind, id)).unwrap();
        assert!(has(MoneyProblemKind::Orphan, "pi_late"));
        assert!(has(MoneyProblemKind::UnreadEvent, "evt_1"));
        assert!(!has(MoneyProblemKind::UnreadEvent, "evt_2"), "the event was read");
        assert!(!has(MoneyProblemKind::UnreadEvent, "pi_late"));
        assert!(!has(MoneyProblemKind::Orphan, "pi_none"));
    });
}
