use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::security::trail::{AuditEntry, AuditTrail, SecurityEvent};

use crate::support::{World, at};

fn entry() -> AuditEntry {
    AuditEntry::about_user(UserId(7), AuditAction::UserChanged, at(1))
        .by(UserId(1))
        .with_address("203.0.113.7")
        .changed("state", &"Texas", &"Ohio")
        .with_after("note", &"a\0b")
}

#[test]
fn audit_entries_are_stored_with_actor_subject_changes_and_address() {
    let mut world = World::new();
    world.store().audit(&entry()).unwrap();
    let by_itself = AuditEntry::about_user(UserId(7), AuditAction::UserChanged, at(1));
    world.store().audit(&by_itself).unwrap();
    let rows = world.db.values(
        "SELECT concat_ws('|', actor_id, action, subject_kind, subject_id, before, after, address) FROM audit_log ORDER BY id",
    );
    let expected = [
        "1|user_changed|user|7|{\"state\": \"Texas\"}|{\"note\": \"a\u{fffd}b\", \"state\": \"Ohio\"}|203.0.113.7",
        "user_changed|user|7|{}|{}",
    ];
    assert_eq!(rows, expected.map(|row| Some(row.to_owned())));
}

#[test]
fn the_audit_trail_cannot_be_changed_by_any_role() {
    let mut world = World::new();
    world.store().audit(&entry()).unwrap();
    let superuser = world.db.superuser_url();
    world.db.migrate();
    let month = "SELECT max(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'audit_log'::regclass AND inhrelid::regclass::text ~ '[0-9]$'";
    let month = world.db.value(month).unwrap();
    for statement in [
        "UPDATE audit_log SET action = 'x'",
        "UPDATE audit_log SET action = 'x' WHERE false",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
        "WITH gone AS (DELETE FROM audit_log RETURNING 1) SELECT * FROM gone",
        "DELETE FROM audit_log_past",
        "UPDATE audit_log_past SET action = 'x'",
        "TRUNCATE audit_log_past",
        &format!("DELETE FROM {month}"),
        &format!("UPDATE {month} SET action = 'x'"),
        &format!("TRUNCATE {month}"),
    ] {
        let table = statement.split(' ').find(|word| word.starts_with("audit_log")).unwrap();
        let refusal_for = |url: &str| {
            let mut connection = PgConnection::establish(url).unwrap();
            connection.batch_execute(statement).unwrap_err().to_string()
        };
        for url in [world.db.url(), world.db.owner_url()] {
            assert_eq!(refusal_for(url), format!("permission denied for table {table}"), "{statement}");
        }
        assert_eq!(refusal_for(&superuser), format!("{table} is append-only"), "{statement}");
    }
    assert_eq!(world.db.value("SELECT count(*) FROM audit_log"), Some("1".to_owned()));
}

#[test]
fn security_events_are_stored_with_their_severity() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let event = SecurityEvent {
        kind: SecurityEventKind::ForbiddenAccess,
        address: "2001:db8::1".to_owned(),
        path: "/api/tickets/1".to_owned(),
        user_id: Some(user),
        times: 1,
        at: at(2),
    };
    world.store().record_security_event(&event).unwrap();
    let stored = "SELECT concat_ws('|', kind, severity, address, path, user_id) FROM security_events";
    let expected = format!("forbidden_access|medium|2001:db8::1|/api/tickets/1|{user}");
    assert_eq!(world.db.value(stored), Some(expected));
}
