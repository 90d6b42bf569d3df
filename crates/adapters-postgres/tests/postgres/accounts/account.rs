//! Tests of accounts: their links and sessions, closing an account, and the export of personal data.

use std::collections::BTreeSet;

use diesel::connection::SimpleConnection;
use domain::accounts::account::{ClosingObstacle, may_close};
use domain::accounts::user::Role;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::accounts::account::Accounts;
use ports::accounts::users::{NewUser, Users};
use ports::legal_help::hires::Hires;
use ports::payments::records::Payments;
use ports::shared::list::Lists;
use ports::store::with_store;

use crate::support::{ALL, World, at, bare_user, users};

/// The driver has a payment in each status.
#[test]
fn unfinished_payments_prevent_closing_the_account() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    for (number, status) in PaymentStatus::ALL.iter().enumerate() {
        let ticket = world.ticket(ann);
        world.payment_in(ann, Payable::Ticket(ticket), &format!("p{number}"), *status);
    }
    let payments = world.store().unfinished_payments_of(ann).unwrap();
    let found: BTreeSet<&str> = payments.iter().map(|payment| payment.status.as_str()).collect();
    assert_eq!(found, BTreeSet::from(["creating", "open", "refund_due", "timed_out"]));
    let user = world.store().user(ann).unwrap().unwrap();
    let has_other_admins = world.store().lock_for_closing_and_check_other_admin(ann).unwrap();
    assert!(matches!(
        may_close(&user, has_other_admins, payments.iter().filter_map(Payment::obstacle_to_closing)),
        Err(ClosingObstacle::OpenPayment(_) | ClosingObstacle::PendingRefund(_))
    ));
    assert!(!has_other_admins && world.store().open_hires(ann).unwrap().is_empty());
    world.store().insert_user(&NewUser { role: Role::Admin, ..bare_user("staff@example.com") }).unwrap();
    assert!(world.store().lock_for_closing_and_check_other_admin(ann).unwrap());
}

#[test]
fn a_closed_user_is_not_found_and_their_email_can_be_used_again() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let ticket = world.ticket(ann);
    let paid = world.ticket(ann);
    world.payment_in(ann, Payable::Ticket(paid), "a", PaymentStatus::Settled);
    world.store().close_user(ann, at(5)).unwrap();
    let mut store = world.store();
    assert!(store.credentials("ann@example.com").unwrap().is_none());
    assert!(store.credentials(&format!("closed-{ann}@invalid")).unwrap().is_none());
    assert!(store.lock_credentials(ann).unwrap().is_none());
    assert!(store.open_user(ann).unwrap().is_none() && store.lock_user(ann).unwrap().is_none());
    assert!(store.set_email(ann, "x@example.com").unwrap().is_none());
    assert!(store.set_phone(ann, Some("5551234567")).unwrap().is_none());
    for query in [None, Some("ann"), Some("closed"), Some(ann.to_string().as_str())] {
        assert_eq!(store.list(&users(query, ALL)).unwrap().total, 0, "{query:?}");
    }
    assert_eq!(store.user(ann).unwrap().unwrap().full_name.as_deref(), Some("Closed account"));
    let stored = world.db.values("SELECT id::text FROM tickets");
    assert_eq!(stored, [Some(paid.to_string())], "{ticket} had no payment");
    world.user("ann@example.com");
}

#[test]
fn personal_data_is_read_from_one_snapshot() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut other = world.db.connection();
    other.batch_execute("BEGIN; LOCK TABLE login_places").unwrap();
    let database = world.db.database();
    let file = std::thread::scope(|scope| {
        let file = scope.spawn(|| with_store(&database, |store| store.personal_data(ann)).unwrap().unwrap());
        world.wait_for_blocked_statement();
        let insert_place = "INSERT INTO login_places (user_id, address, seen_at)";
        other.batch_execute(&format!("{insert_place} VALUES ({ann}, '203.0.113.9', now()); COMMIT")).unwrap();
        file.join().unwrap()
    });
    assert!(file.contains("\"loginPlaces\": []"), "{file}");
    let later = world.store().personal_data(ann).unwrap().unwrap();
    assert!(later.contains("203.0.113.9"), "{later}");
}

#[test]
fn personal_data_contains_no_secrets() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let file = world.store().personal_data(ann).unwrap().unwrap();
    for part in ["account", "tickets", "payments", "chatMessages", "secondFactor", "auditLog"] {
        assert!(file.contains(&format!("\"{part}\": [")), "{part} is missing");
    }
    for secret in ["argon2", "sealed", "Hash", "ecret", "idempotency", "searchText"] {
        assert!(!file.contains(secret), "{secret} in {file}");
    }
    assert_eq!(world.store().personal_data(UserId(99)).unwrap(), None);
}
