use domain::security::audit::AuditAction;
use domain::security::seal::{Month, Seal, SealedEntry};
use ports::security::seals::SealKey;
use ports::security::trail::AuditEntry;
use ports::store::Database;

use crate::support::{at, transaction, user};

pub fn seal_keys_are_stored_once_per_number(database: &dyn Database) {
    transaction(database, |store| {
        assert!(store.try_lock_seals().unwrap());
        assert_eq!((store.seal_keys().unwrap(), store.next_seal_key_id().unwrap()), (vec![], 1));
        let key = |id, byte| SealKey { id, sealed: vec![byte] };
        store.insert_seal_key(&key(1, 1)).unwrap();
        store.insert_seal_key(&key(1, 9)).unwrap();
        store.insert_seal_key(&key(2, 2)).unwrap();
        assert_eq!(store.seal_keys().unwrap(), [key(1, 1), key(2, 2)]);
        assert_eq!(store.next_seal_key_id().unwrap(), 3);
    });
}

pub fn seals_are_read_in_the_order_of_their_numbers(database: &dyn Database) {
    let seal = |number: i32| Seal {
        number,
        key: 1,
        month: Month(202_611),
        first: number * 10,
        last: number * 10 + 9,
        leaves: vec![SealedEntry { entry: number * 10, proof: [3; 16] }],
        at: at(1),
        previous: [4; 32],
        mac: [5; 32],
    };
    transaction(database, |store| {
        store.insert_seal_key(&SealKey { id: 1, sealed: vec![1] }).unwrap();
        assert_eq!(store.last_seal().unwrap(), None);
        store.insert_seals(&[seal(1), seal(2)]).unwrap();
        store.insert_seals(&[seal(3)]).unwrap();
        assert_eq!(store.last_seal().unwrap(), Some(seal(3)));
        assert_eq!(store.seals_after(0, 2).unwrap(), [seal(1), seal(2)]);
        assert_eq!(store.seals_after(2, 9).unwrap(), [seal(3)]);
    });
}

pub fn audit_entries_are_read_by_their_ids(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        assert_eq!(store.newest_audit_entry_id().unwrap(), 0);
        assert_eq!(store.last_dropped_month().unwrap(), None);
        for second in 1..=3 {
            let entry = AuditEntry::about_user(ann, AuditAction::UserChanged, at(second))
                .by(ann)
                .with_address("203.0.113.9")
                .changed("vehicle_state", &"Texas", &"Ohio");
            store.audit(&entry).unwrap();
        }
        let newest = store.newest_audit_entry_id().unwrap();
        let entries = store.trail_entries_between(1, newest, 2).unwrap();
        assert_eq!(entries.iter().map(|entry| entry.at).collect::<Vec<_>>(), [at(1), at(2)]);
        let entry = &store.trail_entries_between(newest, newest, 9).unwrap()[0];
        assert_eq!((entry.id, entry.actor, entry.subject_id), (newest, Some(ann.0), ann.0));
        assert_eq!((entry.action.as_str(), entry.subject_kind.as_str()), ("user_changed", "user"));
        assert_eq!(entry.before, r#"{"vehicleState": "Texas"}"#);
        assert_eq!(entry.after, r#"{"vehicleState": "Ohio"}"#);
        assert_eq!(entry.address.as_deref(), Some("203.0.113.9"));
    });
}
