use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::{HireId, UserId};
use ports::back_office::queues::UnsolvedCounts;
use ports::store::{Database, Store};

use crate::help::inquiries::chat;
use crate::legal_help::samples::hire;
use crate::payments::chargebacks;
use crate::requests::reports::new_report;
use crate::support::{at, bare_user, items, payment_in, transaction, user};

/// Adds a driver with one record in each queue. Returns the driver's id, and each queue with the id of its record.
fn records(store: &mut dyn Store) -> (UserId, [(Queue, i32); 6]) {
    let ann = user(store, "ann@example.com");
    store.set_status_request(ann, &[7; 40], at(0)).unwrap();
    let records = [
        (Queue::TextNotification, store.insert_text_request(ann, "5551234567", at(0)).unwrap().id.0),
        (Queue::LawyerHire, hire(store, ann, "a").0),
        (Queue::MissingTicket, store.insert_report(&new_report(ann)).unwrap().id.0),
        (Queue::HelpInquiry, store.insert_inquiry(&chat(ann)).unwrap().id.0),
        (Queue::VehicleUpdate, ann.0),
        (Queue::StatusRequest, ann.0),
    ];
    (ann, records)
}

pub fn each_queue_has_its_own_solved_flag(database: &dyn Database) {
    transaction(database, |store| {
        let (_, records) = records(store);
        for (queue, id) in records {
            store.set_solved(queue, id, true).unwrap();
            for (other, other_id) in records {
                let is_solved = store.lock_queue_record(other, other_id).unwrap();
                assert_eq!(is_solved, Some(other == queue), "{queue} and {other}");
            }
            store.set_solved(queue, id, false).unwrap();
            assert_eq!(store.lock_queue_record(queue, id).unwrap(), Some(false));
            assert_eq!(store.lock_queue_record(queue, 9_999).unwrap(), None);
        }
    });
}

pub fn solving_a_status_request_erases_the_ssn_digits(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, _) = records(store);
        let bob = user(store, "bob@example.com");
        let digits = |store: &mut dyn Store, user| store.sealed_digits(user).unwrap();
        assert_eq!((digits(store, ann), digits(store, bob)), (Some(vec![7; 40]), None));
        store.set_solved(Queue::VehicleUpdate, ann.0, true).unwrap();
        assert!(digits(store, ann).is_some());
        for is_solved in [true, false] {
            store.set_solved(Queue::StatusRequest, ann.0, is_solved).unwrap();
            assert_eq!(digits(store, ann), None);
        }
        store.set_solved(Queue::StatusRequest, ann.0, true).unwrap();
        store.set_status_request(ann, &[8; 40], at(9)).unwrap();
        assert_eq!(store.lock_queue_record(Queue::StatusRequest, ann.0).unwrap(), Some(false));
        assert_eq!(digits(store, ann), Some(vec![8; 40]));
    });
}

pub fn users_are_in_a_queue_only_with_a_request_and_an_open_account(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, _) = records(store);
        let bob = store.insert_user(&bare_user("bob@example.com")).unwrap().id;
        let locked = |store: &mut dyn Store, user: UserId| {
            [Queue::VehicleUpdate, Queue::StatusRequest]
                .map(|queue| store.lock_queue_record(queue, user.0).unwrap())
        };
        assert_eq!((locked(store, ann), locked(store, bob)), ([Some(false); 2], [None; 2]));
        store.close_user(ann, at(0)).unwrap();
        assert_eq!((locked(store, ann), store.sealed_digits(ann).unwrap()), ([None; 2], None));
    });
}

pub fn a_hire_that_is_marked_as_seen_stays_pending_and_unsolved(database: &dyn Database) {
    transaction(database, |store| {
        let (_, records) = records(store);
        let id = HireId(records[1].1);
        assert!(!store.hire(id).unwrap().unwrap().is_seen_by_admin);
        store.mark_hire_seen(id).unwrap();
        let seen = store.hire(id).unwrap().unwrap();
        assert_eq!((seen.is_seen_by_admin, seen.is_solved, seen.status), (true, false, HireStatus::Pending));
    });
}

pub fn unsolved_records_are_counted_by_queue(database: &dyn Database) {
    transaction(database, |store| {
        let none = store.unsolved_counts().unwrap();
        let (ann, records) = records(store);
        let [ticket, ..] = items(store, ann);
        let payment = payment_in(store, ann, ticket, "paid", PaymentStatus::Settled);
        for (id, status) in [
            ("a", ChargebackStatus::Inquiry),
            ("b", ChargebackStatus::NeedsResponse),
            ("c", ChargebackStatus::UnderReview),
        ] {
            chargebacks::add(store, &payment, id, status, None);
        }
        store.insert_added_item(ann, ticket, at(0)).unwrap();
        let all = UnsolvedCounts {
            lawyer_hires: 1,
            vehicle_updates: 1,
            missing_tickets: 1,
            help_inquiries: 1,
            status_requests: 1,
            text_notifications: 1,
            chargebacks: 2,
            citations: 0,
            text_replies: 0,
            added_items: 1,
            hardship_requests: 0,
        };
        assert_eq!(store.unsolved_counts().unwrap(), all);
        for (queue, id) in records {
            store.set_solved(queue, id, true).unwrap();
        }
        let solved = UnsolvedCounts { chargebacks: 2, added_items: 1, ..none };
        assert_eq!(store.unsolved_counts().unwrap(), solved);
    });
}
