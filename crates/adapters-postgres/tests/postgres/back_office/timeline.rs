//! The timeline of one driver.

use domain::back_office::timeline::TimelineKind;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use ports::back_office::timeline::Timelines;
use ports::security::trail::{AuditEntry, AuditTrail};

use crate::support::{World, at};

fn line(actor: Option<UserId>, subject_kind: AuditSubject, subject_id: i32, second: i64) -> AuditEntry {
    AuditEntry::about((subject_kind, subject_id), AuditAction::ItemChanged, at(second))
        .by(actor)
        .changed("amount", &"$1", &"$2")
}

/// Creates two drivers with a record of each kind. Each record is one second newer than the previous one.
/// Returns the first driver's id.
fn add_timeline_entries(world: &mut World) -> UserId {
    let staff = world.user("staff@example.com");
    let [other, user] = ["other@example.com", "ann@example.com"].map(|email| world.user(email));
    for user in [other, user] {
        let ticket = world.ticket(user);
        let (parking, toll) = (world.parking(user), world.toll(user));
        let when = |second: i64| at(second).to_rfc3339();
        world.db.execute(&format!(
            "UPDATE tickets SET created_at = '{}' WHERE id = {ticket};
             UPDATE parking SET created_at = '{}' WHERE id = {parking};
             UPDATE tolls SET created_at = '{}' WHERE id = {toll};
             INSERT INTO payment_transactions (user_id, payment_type, ticket_id, amount_cents, processing_fee_cents,
                our_fee_cents, confirmation_number, created_at)
             VALUES ({user}, 'traffic_ticket', {ticket}, 15050, 299, 299, 'CONF-P{user}', '{}');
             INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, created_at)
             VALUES ({user}, {ticket}, 7525, 'CONF-H{user}', '{}');
             INSERT INTO help_inquiries (user_id, type, message, created_at) VALUES ({user}, 'chat', 'Hello', '{}');
             INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at)
             VALUES ({user}, 'Texas', 'Parking ticket', '{}');
             INSERT INTO text_notification_requests (user_id, phone_number, requested_at)
             VALUES ({user}, '5551234567', '{}');",
            when(1), when(2), when(3), when(4), when(5), when(6), when(7), when(8)
        ));
        let mut store = world.store();
        store.audit(&line(Some(staff), AuditSubject::User, user.0, 9)).unwrap();
        store.audit(&line(None, AuditSubject::Ticket, ticket.0, 10)).unwrap();
        store.audit(&line(None, AuditSubject::Toll, toll.0, 10)).unwrap();
    }
    user
}

#[test]
fn the_timeline_has_all_entries_of_one_driver_in_order_and_none_of_others() {
    let mut world = World::new();
    let user = add_timeline_entries(&mut world);
    let all = world.store().timeline(user, TimelineKind::ALL, None, 50).unwrap();
    let kinds: Vec<_> = all.iter().map(|entry| entry.cursor.kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "audit", "audit", "audit", "text", "report", "inquiry", "hire", "payment", "toll", "parking",
            "ticket"
        ]
    );
    let change = all.iter().find(|entry| entry.by.is_some()).unwrap();
    assert_eq!(change.by.as_deref(), Some("Ann Example"));
    assert_eq!(change.detail.as_deref(), Some("amount"), "field names without values");
    assert_eq!(change.subject, Some(format!("user {user}")));
    let payment = all.iter().find(|entry| entry.cursor.kind == TimelineKind::Payment).unwrap();
    assert_eq!(payment.amount.unwrap().cents(), 15_050);
    assert_eq!(payment.detail, Some(format!("CONF-P{user}")));
}

/// The timeline is read in pages of several sizes. Some of its entries have the same time.
#[test]
fn reading_the_timeline_in_pages_returns_every_entry_once() {
    let mut world = World::new();
    let user = add_timeline_entries(&mut world);
    let all = world.store().timeline(user, TimelineKind::ALL, None, 50).unwrap();
    for size in 1..=4 {
        let (mut read, mut before) = (vec![], None);
        loop {
            let slice = world.store().timeline(user, TimelineKind::ALL, before, size).unwrap();
            let Some(last) = slice.last() else { break };
            before = Some(last.cursor);
            read.extend(slice);
        }
        assert_eq!(read, all, "slices of {size}");
    }
    let some = world.store().timeline(user, &[TimelineKind::Hire, TimelineKind::Toll], None, 50).unwrap();
    assert_eq!(some.len(), 2);
}
