use domain::back_office::queue::Queue;
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use ports::accounts::account::Accounts;
use ports::accounts::users::Users;
use ports::back_office::queues::Queues;

use crate::support::{World, at, bare_user};

/// Creates a driver with one record in each queue. Returns the driver's id, and each queue with the
/// id of its record.
fn records(world: &mut World) -> (UserId, [(Queue, i32); 6]) {
    let ann = world.user("ann@example.com");
    let ticket = world.ticket(ann);
    let id = |insert: &str| world.db.value(&format!("{insert} RETURNING id")).unwrap().parse().unwrap();
    let records = [
        (
            Queue::TextNotification,
            id(&format!(
                "INSERT INTO text_notification_requests (user_id, phone_number, requested_at)
                 VALUES ({ann}, '5551234567', now())"
            )),
        ),
        (
            Queue::LawyerHire,
            id(&format!(
                "INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, created_at)
                 VALUES ({ann}, {ticket}, 7500, 'CONF-Q', now())"
            )),
        ),
        (
            Queue::MissingTicket,
            id(&format!(
                "INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at)
                 VALUES ({ann}, 'Texas', 'Traffic ticket', now())"
            )),
        ),
        (
            Queue::HelpInquiry,
            id(&format!(
                "INSERT INTO help_inquiries (user_id, type, created_at) VALUES ({ann}, 'chat', now())"
            )),
        ),
        (Queue::VehicleUpdate, ann.0),
        (Queue::StatusRequest, ann.0),
    ];
    let mut store = world.store();
    store.set_vehicle(ann, "ABC 1", UsState::Texas.into(), at(0)).unwrap();
    store.set_status_request(ann, &[7; 40], at(0)).unwrap();
    (ann, records)
}

#[test]
fn each_queue_has_its_own_solved_flag() {
    let mut world = World::new();
    let (_, records) = records(&mut world);
    let mut store = world.store();
    for (queue, id) in records {
        store.set_solved(queue, id, true).unwrap();
        for (other, other_id) in records {
            let expected = other == queue;
            assert_eq!(
                store.lock_queue_record(other, other_id).unwrap(),
                Some(expected),
                "{queue} and {other}"
            );
        }
        store.set_solved(queue, id, false).unwrap();
        assert_eq!(store.lock_queue_record(queue, id).unwrap(), Some(false));
        assert_eq!(store.lock_queue_record(queue, 9_999).unwrap(), None);
    }
}

#[test]
fn solving_a_status_request_erases_the_ssn_digits() {
    let mut world = World::new();
    let (ann, _) = records(&mut world);
    let bob = world.user("bob@example.com");
    let mut store = world.store();
    assert_eq!(store.sealed_digits(ann).unwrap(), Some(vec![7; 40]));
    assert_eq!(store.sealed_digits(bob).unwrap(), None);
    store.set_solved(Queue::VehicleUpdate, ann.0, true).unwrap();
    assert!(store.sealed_digits(ann).unwrap().is_some());
    store.set_solved(Queue::StatusRequest, ann.0, true).unwrap();
    assert_eq!(store.sealed_digits(ann).unwrap(), None);
    store.set_solved(Queue::StatusRequest, ann.0, false).unwrap();
    assert_eq!(store.sealed_digits(ann).unwrap(), None);
    store.set_status_request(ann, &[8; 40], at(9)).unwrap();
    assert_eq!(store.lock_queue_record(Queue::StatusRequest, ann.0).unwrap(), Some(false));
}

#[test]
fn users_are_in_a_queue_only_with_a_request_and_an_open_account() {
    let mut world = World::new();
    let (ann, _) = records(&mut world);
    let mut store = world.store();
    let bob = store.insert_user(&bare_user("bob@example.com")).unwrap().id;
    for queue in [Queue::VehicleUpdate, Queue::StatusRequest] {
        assert_eq!(store.lock_queue_record(queue, bob.0).unwrap(), None, "{queue}");
    }
    store.close_user(ann, at(0)).unwrap();
    for queue in [Queue::VehicleUpdate, Queue::StatusRequest] {
        assert_eq!(store.lock_queue_record(queue, ann.0).unwrap(), None, "{queue}");
    }
    assert_eq!(store.sealed_digits(ann).unwrap(), None);
}
