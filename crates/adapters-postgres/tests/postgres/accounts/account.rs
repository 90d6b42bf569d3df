//! Tests of closing an account and of the export of personal data.

use std::sync::mpsc;

use diesel::connection::SimpleConnection;
use domain::help::inquiry::{HelpRequest, MessageText, SenderType};
use domain::payments::payment::PaymentStatus;
use domain::requests::report::TicketReportType;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::accounts::account::Accounts;
use ports::help::inquiries::{Help, NewChatMessage, NewInquiry};
use ports::requests::reports::{NewReport, Reports};
use ports::shared::list::Lists;
use ports::shared::store_error::StoreResult;
use ports::store::{Store, in_transaction, with_store};

use crate::support::{ALL, World, at, users};

#[test]
fn a_closed_account_is_in_no_list_and_its_unpaid_items_are_deleted() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let unpaid = world.ticket(ann);
    let paid = world.ticket(ann);
    world.payment_in(ann, Payable::Ticket(paid), "a", PaymentStatus::Settled);
    world.store().close_user(ann, at(5)).unwrap();
    for query in [None, Some("ann"), Some("closed"), Some(ann.to_string().as_str())] {
        assert_eq!(world.store().list(&users(query, ALL)).unwrap().total, 0, "{query:?}");
    }
    let stored = world.db.values("SELECT id::text FROM tickets");
    assert_eq!(stored, [Some(paid.to_string())], "{unpaid} had no payment");
}

/// Runs `first` and `second` in two transactions. `first` gets a function that starts `second` and returns once
/// `second` waits for a lock.
fn run_interleaved<A, B: Send>(
    world: &World,
    first: impl FnOnce(&mut dyn Store, &dyn Fn()) -> StoreResult<A>,
    second: impl FnOnce(&mut dyn Store) -> StoreResult<B> + Send,
) -> (A, B) {
    let (database, other) = (world.db.database(), world.db.database());
    let (begin, started) = mpsc::channel();
    std::thread::scope(|scope| {
        let second = scope.spawn(move || {
            started.recv().unwrap();
            in_transaction(&other, second)
        });
        let start_second = || {
            begin.send(()).unwrap();
            world.wait_for_blocked_statement();
        };
        let first = in_transaction(&database, |store| first(store, &start_second));
        (first.unwrap(), second.join().unwrap().unwrap())
    })
}

#[test]
fn a_message_sent_while_its_driver_closes_the_account_causes_no_deadlock() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let message = MessageText::parse("Hello").unwrap();
    let request = HelpRequest::Chat { message, phone: None };
    let new = NewInquiry { user_id: ann, request, created_at: at(1) };
    let inquiry = world.store().insert_inquiry(&new).unwrap().id;
    let message = NewChatMessage {
        inquiry_id: inquiry,
        sender_id: ann,
        sender_type: SenderType::User,
        message: "Hi".to_owned(),
        created_at: at(2),
        client_message_id: None,
    };
    run_interleaved(
        &world,
        |store, start_closing| {
            store.lock_inquiry(inquiry)?;
            start_closing();
            store.insert_chat_message(&message)
        },
        |store| {
            store.lock_for_closing_and_check_other_admin(ann)?;
            store.close_user(ann, at(9))
        },
    );
    assert_eq!(world.db.values("SELECT id::text FROM chat_messages"), []);
}

#[test]
fn a_note_added_while_its_driver_closes_the_account_causes_no_deadlock() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let report = NewReport {
        user_id: ann,
        state: UsState::Texas,
        ticket_type: TicketReportType::Parking,
        reported_at: at(1),
    };
    let report = world.store().insert_report(&report).unwrap().id;
    let record = DeskRecord { kind: DeskKind::Report, id: report.0 };
    let ((), owner) = run_interleaved(
        &world,
        |store, start_note| {
            store.lock_for_closing_and_check_other_admin(ann)?;
            start_note();
            store.close_user(ann, at(9))
        },
        |store| store.lock_driver_for_note(record),
    );
    assert_eq!(owner, None, "the account is closed");
}

#[test]
fn a_personal_data_file_is_read_from_one_database_snapshot() {
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
fn a_personal_data_file_contains_no_secrets() {
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
