use chrono::TimeDelta;
use ports::payments::events::{EventCursor, EventSubject, ProviderEvent};
use ports::shared::store_error::StoreError;
use ports::store::Database;

use crate::support::{at, refused, transaction};

/// Returns an event with this id.
pub(crate) fn event(id: &str, about: EventSubject) -> ProviderEvent {
    let kind = "payment_intent.succeeded".to_owned();
    ProviderEvent { id: id.to_owned(), kind, body: "{}".to_owned(), made_at: at(0), about, made_by: None }
}

pub fn a_provider_event_is_recorded_once(database: &dyn Database) {
    let first = event("evt_1", EventSubject::Nothing);
    let undone = refused(database, |store| {
        assert!(store.record_provider_event(&first, at(0))?);
        Err::<(), _>(StoreError::Failed("undo".into()))
    });
    assert!(undone.is_some());
    transaction(database, |store| {
        assert!(store.record_provider_event(&first, at(0)).unwrap(), "the first time was rolled back");
        assert!(!store.record_provider_event(&first, at(1)).unwrap());
        assert!(store.record_provider_event(&event("evt_2", EventSubject::Unrecognized), at(2)).unwrap());
        assert_eq!(store.known_event_ids(&["evt_1", "evt_0"]).unwrap(), ["evt_1"]);
        assert!(store.known_event_ids(&[]).unwrap().is_empty());
    });
}

pub fn the_event_cursor_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.event_cursor().unwrap(), None);
        let first =
            EventCursor { read_to: at(1), behind: Some((at(2), at(3))), read_at: at(4), reread_at: at(5) };
        let second = EventCursor { read_to: at(6), behind: None, ..first };
        for cursor in [first, second] {
            store.set_event_cursor(&cursor).unwrap();
            assert_eq!(store.event_cursor().unwrap(), Some(cursor));
        }
    });
}

pub fn a_lease_has_one_holder_until_it_is_released_or_expires(database: &dyn Database) {
    transaction(database, |store| {
        let long = TimeDelta::minutes(1);
        assert!(store.take_lease("work", "one", long).unwrap());
        assert!(!store.take_lease("work", "two", long).unwrap());
        assert!(store.take_lease("other work", "two", long).unwrap());
        assert!(store.take_lease("work", "one", long).unwrap(), "the holder can renew the lease");
        store.end_lease("work", "two").unwrap();
        assert!(!store.take_lease("work", "two", long).unwrap(), "only the holder can release the lease");
        store.end_lease("work", "one").unwrap();
        assert!(store.take_lease("work", "two", -TimeDelta::seconds(1)).unwrap());
        assert!(store.take_lease("work", "three", long).unwrap(), "the lease had expired");
        assert!(!store.take_lease("work", "two", long).unwrap());
    });
}
