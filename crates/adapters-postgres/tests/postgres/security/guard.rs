use chrono::TimeDelta;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::UserId;
use domain::shared::retention::RetainedData;
use ports::security::guard::{Block, Guard, LoginFailures};
use ports::security::trail::{AuditEntry, AuditTrail, SecurityEvent};
use ports::security::watch::{AuditFilter, ConnectionSecurity, EventFilter, Watch};
use ports::shared::paging::Page;
use ports::shared::retention::ExpiredRecords;
use ports::shared::secrets::TokenHash;

use crate::support::{ALL, World, at};

const HERE: &str = "203.0.113.9";
const THERE: &str = "2001:db8::/64";

#[test]
fn login_failures_are_counted_and_cleared_by_address_and_by_account() {
    let mut world = World::new();
    let mut store = world.store();
    let (ann, bob) = (TokenHash([1; 32]), TokenHash([2; 32]));
    for (address, account, second) in
        [(HERE, Some(&ann), 1), (HERE, Some(&bob), 2), (HERE, None, 3), (THERE, Some(&ann), 4)]
    {
        store.insert_failed_login(address, account.cloned(), at(second)).unwrap();
    }
    let here = LoginFailures { count: 3, last: Some(at(3)) };
    assert_eq!(store.failed_logins_from(HERE, at(0)).unwrap(), here);
    assert_eq!(store.failed_logins_from(HERE, at(2)).unwrap().count, 1);
    assert_eq!(store.failed_logins_from("192.0.2.1", at(0)).unwrap(), LoginFailures::default());
    assert_eq!(store.nth_failed_login_on(&ann, 1, at(0)).unwrap(), Some(at(4)));
    assert_eq!(store.nth_failed_login_on(&ann, 2, at(0)).unwrap(), Some(at(1)));
    assert_eq!(store.nth_failed_login_on(&ann, 2, at(1)).unwrap(), None);
    store.clear_login_failures(HERE, &ann).unwrap();
    assert_eq!(store.failed_logins_from(HERE, at(0)).unwrap().count, 2);
    assert_eq!(store.nth_failed_login_on(&ann, 1, at(0)).unwrap(), Some(at(4)));
    store.clear_account_failures(&ann).unwrap();
    assert_eq!(store.nth_failed_login_on(&ann, 1, at(0)).unwrap(), None);
    assert_eq!(store.delete_expired(RetainedData::LoginFailures, at(3), 9).unwrap(), 1);
    store.clear_address_failures(HERE).unwrap();
    assert_eq!(store.failed_logins_from(HERE, at(0)).unwrap().count, 0);
}

#[test]
fn recognized_networks_are_stored_for_a_limited_time() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    store.remember_address(ann, HERE, at(1)).unwrap();
    store.remember_address(ann, HERE, at(5)).unwrap();
    assert!(store.is_known_address(ann, HERE).unwrap());
    assert!(
        !store.is_known_address(ann, THERE).unwrap() && !store.is_known_address(UserId(0), HERE).unwrap()
    );
    assert_eq!(
        (
            store.delete_expired(RetainedData::LoginAddresses, at(4), 9).unwrap(),
            store.delete_expired(RetainedData::LoginAddresses, at(6), 9).unwrap()
        ),
        (0, 1)
    );
}

#[test]
fn a_block_expires_and_a_newer_one_for_the_address_replaces_it() {
    let mut world = World::new();
    let block = |reason: &str, hours| Block {
        address: HERE.to_owned(),
        reason: reason.to_owned(),
        blocked_at: at(0),
        expires_at: at(0) + TimeDelta::hours(hours),
    };
    let mut store = world.store();
    let id = store.block_address(&block("first", 1)).unwrap();
    assert_eq!(store.block_address(&block("second\0", 2)).unwrap(), id);
    assert_eq!(store.blocks(at(1), 10).unwrap(), [block("second\u{fffd}", 2)]);
    assert_eq!(store.blocks(at(7200), 10).unwrap(), []);
    assert_eq!(store.unblock_address(HERE, at(7200)).unwrap(), None, "the block has already expired");
    assert_eq!(store.unblock_address(HERE, at(1)).unwrap(), Some((id, block("second\u{fffd}", 2))));
    assert_eq!(store.unblock_address(HERE, at(1)).unwrap(), None);
    store.block_address(&block("third", 1)).unwrap();
    assert_eq!(store.delete_expired(RetainedData::Blocks, at(3600), 9).unwrap(), 1);
}

fn event(kind: SecurityEventKind, second: i64, times: i32) -> SecurityEvent {
    let (address, path) = (HERE.to_owned(), "/api/authenticate".to_owned());
    SecurityEvent { kind, address, path, user_id: None, times, at: at(second) }
}

#[test]
fn security_events_are_filtered_counted_with_repeats_and_deleted() {
    let mut world = World::new();
    let mut store = world.store();
    store.security_event(&event(SecurityEventKind::LoginFailed, 1, 1)).unwrap();
    store.security_event(&event(SecurityEventKind::BlockedRequest, 2, 40)).unwrap();
    store.security_event(&event(SecurityEventKind::AccountLocked, 3, 1)).unwrap();
    let mut found = |filter: EventFilter| {
        let paged = store.security_events(&filter, ALL).unwrap();
        assert_eq!(paged.total, i64::try_from(paged.items.len()).unwrap());
        paged.items.into_iter().map(|event| event.kind).collect::<Vec<_>>()
    };
    let all = EventFilter::default;
    assert_eq!(found(all()), ["account_locked", "blocked_request", "login_failed"]);
    assert_eq!(found(EventFilter { severity: Some(Severity::Critical), ..all() }), ["account_locked"]);
    assert_eq!(found(EventFilter { kind: Some(SecurityEventKind::LoginFailed), ..all() }), ["login_failed"]);
    assert_eq!(found(EventFilter { from: Some(at(2)), to: Some(at(3)), ..all() }), ["blocked_request"]);
    assert!(found(EventFilter { address: Some(THERE.to_owned()), ..all() }).is_empty());
    let mut counts = store.security_event_counts(at(1)).unwrap();
    counts.sort_by_key(|count| count.times);
    let counts: Vec<_> = counts.into_iter().map(|count| (count.severity, count.times)).collect();
    assert_eq!(counts, [("critical".to_owned(), 1), ("medium".to_owned(), 41)]);
    assert_eq!(store.delete_expired(RetainedData::SecurityEvents, at(3), 9).unwrap(), 2);
}

/// If two processes write entries at the same time, the later entry can have the smaller id.
#[test]
fn audit_entries_and_security_events_are_listed_by_time_and_not_by_id() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    let seconds = [5, 9, 7, 9, 3];
    for second in seconds {
        store.security_event(&event(SecurityEventKind::LoginFailed, second, 1)).unwrap();
        let entry = AuditEntry::about_user(ann, AuditAction::LoggedIn, at(second)).by(ann);
        store.audit(&entry).unwrap();
    }
    let page = Page { limit: 2, offset: 0 };
    let (mut events, mut entries) = (vec![], vec![]);
    for _ in 0..3 {
        let before = events.last().map(|(id, _)| *id);
        let slice = store.security_events(&EventFilter { before, ..EventFilter::default() }, page).unwrap();
        events.extend(slice.items.into_iter().map(|event| (event.id, event.at)));
        let before = entries.last().map(|(id, _)| *id);
        let slice = store.audit_entries(&AuditFilter { before, ..AuditFilter::default() }, page).unwrap();
        entries.extend(slice.items.into_iter().map(|entry| (entry.id, entry.at)));
    }
    let expected = [9, 9, 7, 5, 3].map(at);
    assert_eq!(events.iter().map(|(_, at)| *at).collect::<Vec<_>>(), expected);
    assert_eq!(entries.iter().map(|(_, at)| *at).collect::<Vec<_>>(), expected);
}

#[test]
fn changes_by_staff_appear_among_security_events_grouped_by_minute() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    let entry = |action, second| {
        AuditEntry::about((AuditSubject::Ticket, 7), action, at(second))
            .by(ann)
            .with_address(HERE)
            .changed("status", &"Fine", &"Warning")
    };
    for second in [0, 10, 59, 70] {
        store.audit(&entry(AuditAction::ItemChanged, second)).unwrap();
    }
    store.audit(&entry(AuditAction::LoggedIn, 80)).unwrap();
    let events = store.security_events(&EventFilter::default(), ALL).unwrap().items;
    let counts: Vec<_> = events.iter().map(|event| (event.kind.as_str(), event.times)).collect();
    assert_eq!(counts, [("admin_change", 1), ("admin_change", 3)]);
    assert_eq!(events[0].path, "/admin/audit?action=item_changed");

    let found = |store: &mut dyn Watch, filter: AuditFilter| {
        store.audit_entries(&filter, Page { limit: 2, offset: 0 }).unwrap()
    };
    let all = AuditFilter::default;
    let newest = found(&mut store, all());
    assert_eq!((newest.total, newest.items.len(), newest.items[0].action.as_str()), (5, 2, "logged_in"));
    let entry = &newest.items[1];
    assert_eq!((entry.actor, entry.actor_email.as_deref()), (Some(ann), Some("ann@example.com")));
    assert_eq!(entry.before, [("status".to_owned(), "Fine".to_owned())]);
    let older = found(&mut store, AuditFilter { before: Some(entry.id), ..all() });
    assert!(older.total == 5 && older.items[0].id < entry.id);
    for (filter, total) in [
        (AuditFilter { action: Some(AuditAction::ItemChanged), ..all() }, 4),
        (AuditFilter { actor: Some(UserId(999)), ..all() }, 0),
        (AuditFilter { subject_kind: Some(AuditSubject::Ticket), subject_id: Some(7), ..all() }, 5),
        (AuditFilter { from: Some(at(60)), to: Some(at(80)), ..all() }, 1),
    ] {
        assert_eq!(found(&mut store, filter.clone()).total, total, "{filter:?}");
    }
}

#[test]
fn the_connection_info_reports_role_encryption_and_schema_version() {
    let mut world = World::new();
    let here = world.store().connection_state().unwrap();
    assert_eq!(
        (here.way, &*here.role),
        (ConnectionSecurity::Local, "lanewise_server"),
        "a socket of this machine"
    );
    assert!(here.is_schema_current);
    world.db.migrate();
    assert_eq!(world.store().connection_state().unwrap().months_ahead, 12);
    let last = "SELECT max(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'audit_log'::regclass
        AND inhrelid::regclass::text ~ '[0-9]$'";
    world.db.execute(&format!("DROP TABLE {}", world.db.value(last).unwrap()));
    assert_eq!(world.store().connection_state().unwrap().months_ahead, 11);
    world.db.execute("DELETE FROM __diesel_schema_migrations WHERE version LIKE '%11'");
    assert!(!world.store().connection_state().unwrap().is_schema_current);
}
