use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::UserId;
use ports::accounts::users::NewUser;
use ports::security::trail::{AuditEntry, SecurityEvent};
use ports::security::watch::{AuditFilter, EventFilter, RecordedEntry};
use ports::shared::paging::{Page, Paged};
use ports::store::{Database, Store};

use super::guard::{HERE, THERE};
use crate::support::{ALL, at, new_user, transaction, user};

fn event(kind: SecurityEventKind, second: i64, times: i32) -> SecurityEvent {
    let (address, path) = (HERE.to_owned(), "/api/authenticate".to_owned());
    SecurityEvent { kind, address, path, user_id: None, times, at: at(second) }
}

/// Returns the kinds of the security events that match a filter, newest first, and checks their total.
fn kinds(store: &mut dyn Store, filter: &EventFilter) -> Vec<String> {
    let paged = store.security_events(filter, ALL).unwrap();
    assert_eq!(paged.total, i64::try_from(paged.items.len()).unwrap());
    paged.items.into_iter().map(|event| event.kind).collect()
}

pub fn security_events_are_filtered_and_counted_with_repeats(database: &dyn Database) {
    transaction(database, |store| {
        store.record_security_event(&event(SecurityEventKind::LoginFailed, 1, 1)).unwrap();
        store.record_security_event(&event(SecurityEventKind::BlockedRequest, 2, 40)).unwrap();
        store.record_security_event(&event(SecurityEventKind::AccountLocked, 3, 1)).unwrap();
        let all = EventFilter::default;
        assert_eq!(kinds(store, &all()), ["account_locked", "blocked_request", "login_failed"]);
        let critical = EventFilter { severity: Some(Severity::Critical), ..all() };
        assert_eq!(kinds(store, &critical), ["account_locked"]);
        let failed = EventFilter { kind: Some(SecurityEventKind::LoginFailed), ..all() };
        assert_eq!(kinds(store, &failed), ["login_failed"]);
        let period = EventFilter { from: Some(at(2)), to: Some(at(3)), ..all() };
        assert_eq!(kinds(store, &period), ["blocked_request"]);
        let elsewhere = EventFilter { address: Some(THERE.to_owned()), ..all() };
        assert!(kinds(store, &elsewhere).is_empty());
        let mut counts = store.security_event_counts(at(1)).unwrap();
        counts.sort_by_key(|count| count.times);
        let counts: Vec<_> = counts.into_iter().map(|count| (count.severity, count.times)).collect();
        assert_eq!(counts, [("critical".to_owned(), 1), ("medium".to_owned(), 41)]);
    });
}

pub fn a_long_path_of_a_security_event_is_cut(database: &dyn Database) {
    transaction(database, |store| {
        let path = format!("/a\0{}", "é".repeat(600));
        store
            .record_security_event(&SecurityEvent { path, ..event(SecurityEventKind::LoginFailed, 1, 1) })
            .unwrap();
        let stored = &store.security_events(&EventFilter::default(), ALL).unwrap().items[0];
        assert_eq!(stored.path.chars().count(), 500);
        assert!(stored.path.starts_with("/a\u{fffd}é"));
    });
}

/// If two processes write entries at the same time, the later entry can have the smaller id.
pub fn audit_entries_and_security_events_are_listed_by_time_and_not_by_id(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        for second in [5, 9, 7, 9, 3] {
            store.record_security_event(&event(SecurityEventKind::LoginFailed, second, 1)).unwrap();
            store.audit(&AuditEntry::about_user(ann, AuditAction::LoggedIn, at(second)).by(ann)).unwrap();
        }
        let page = Page { limit: 2, offset: 0 };
        let (mut events, mut entries) = (vec![], vec![]);
        for _ in 0..3 {
            let before = events.last().map(|(id, _)| *id);
            let filter = EventFilter { before, ..EventFilter::default() };
            let slice = store.security_events(&filter, page).unwrap();
            events.extend(slice.items.into_iter().map(|event| (event.id, event.at)));
            let before = entries.last().map(|(id, _)| *id);
            let filter = AuditFilter { before, ..AuditFilter::default() };
            let slice = store.audit_entries(&filter, page).unwrap();
            entries.extend(slice.items.into_iter().map(|entry| (entry.id, entry.at)));
        }
        let expected = [9, 9, 7, 5, 3].map(at);
        assert_eq!(events.iter().map(|(_, at)| *at).collect::<Vec<_>>(), expected);
        assert_eq!(entries.iter().map(|(_, at)| *at).collect::<Vec<_>>(), expected);
    });
}

/// Returns the newest two audit entries that match a filter.
fn entries(store: &mut dyn Store, filter: &AuditFilter) -> Paged<RecordedEntry> {
    store.audit_entries(filter, Page { limit: 2, offset: 0 }).unwrap()
}

/// Builds an audit entry about ticket 7, whose status this user changed.
fn changed(by: UserId, action: AuditAction, second: i64) -> AuditEntry {
    AuditEntry::about((AuditSubject::Ticket, 7), action, at(second)).by(by).with_address(HERE).changed(
        "paid_status",
        &"Fine",
        &"Warn\0ing",
    )
}

pub fn changes_by_staff_are_security_events_grouped_by_minute(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        for second in [0, 10, 59, 70] {
            store.audit(&changed(ann, AuditAction::ItemChanged, second)).unwrap();
        }
        store.audit(&changed(ann, AuditAction::LoggedIn, 80)).unwrap();
        let events = store.security_events(&EventFilter::default(), ALL).unwrap().items;
        let counts: Vec<_> = events.iter().map(|event| (event.kind.as_str(), event.times)).collect();
        assert_eq!(counts, [("admin_change", 1), ("admin_change", 3)]);
        assert_eq!(events[0].path, "/admin/audit?action=item_changed");
        assert_eq!((events[0].user_id, events[0].address.as_str()), (Some(ann), HERE));
    });
}

pub fn audit_entries_are_filtered_and_paged(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        for second in [0, 10, 59, 70] {
            store.audit(&changed(ann, AuditAction::ItemChanged, second)).unwrap();
        }
        store.audit(&changed(ann, AuditAction::LoggedIn, 80)).unwrap();
        let all = AuditFilter::default;
        let newest = entries(store, &all());
        assert_eq!((newest.total, newest.items.len(), newest.items[0].action.as_str()), (5, 2, "logged_in"));
        let entry = &newest.items[1];
        assert_eq!((entry.actor, entry.actor_email.as_deref()), (Some(ann), Some("ann@example.com")));
        assert_eq!(entry.before, [("paidStatus".to_owned(), "Fine".to_owned())]);
        assert_eq!(entry.after, [("paidStatus".to_owned(), "Warn\u{fffd}ing".to_owned())]);
        let older = entries(store, &AuditFilter { before: Some(entry.id), ..all() });
        assert!(older.total == 5 && older.items[0].id < entry.id);
        let ticket = Some(AuditSubject::Ticket);
        for (filter, total) in [
            (AuditFilter { action: Some(AuditAction::ItemChanged), ..all() }, 4),
            (AuditFilter { id: Some(entry.id), ..all() }, 1),
            (AuditFilter { actor: Some(UserId(999)), ..all() }, 0),
            (AuditFilter { subject_kind: ticket, subject_id: Some(7), ..all() }, 5),
            (AuditFilter { subject_kind: ticket, subject_id: Some(8), ..all() }, 0),
            (AuditFilter { from: Some(at(60)), to: Some(at(80)), ..all() }, 1),
        ] {
            assert_eq!(entries(store, &filter).total, total, "{filter:?}");
        }
        store.close_user(ann, at(90)).unwrap();
        assert_eq!(entries(store, &all()).items[0].actor_email, None);
    });
}

pub fn password_hashes_are_found_by_email(database: &dyn Database) {
    transaction(database, |store| {
        for (email, hash) in [("Demo@Example.com", "$argon2id$1"), ("ann@example.com", "$argon2id$2")] {
            let new = NewUser { password_hash: hash.to_owned(), ..new_user(email) };
            store.insert_user(&new).unwrap();
        }
        let emails = ["demo@example.com", "none@example.com"];
        assert_eq!(store.password_hashes_of(&emails).unwrap(), ["$argon2id$1"]);
        let demo = store.credentials("demo@example.com").unwrap().unwrap().user_id;
        store.close_user(demo, at(1)).unwrap();
        assert!(store.password_hashes_of(&emails).unwrap().is_empty());
    });
}

pub fn the_connection_has_the_servers_role_and_the_current_schema(database: &dyn Database) {
    transaction(database, |store| {
        let state = store.connection_state().unwrap();
        assert!(state.is_schema_current && !state.is_standby);
        assert_eq!(state.role, "lanewise_server");
    });
}
