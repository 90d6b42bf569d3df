use std::ops::RangeInclusive;

use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::notices::reply::ReplyMeaning;
use domain::payments::attention::MoneyProblemKind;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundStatus};
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::back_office::desk::{SearchResult, WaitingRecord};
use ports::driving_record::filing::Removal;
use ports::notices::replies::NewReply;
use ports::payments::chargebacks::NewChargeback;
use ports::payments::events::EventSubject;
use ports::payments::records::OrphanIntent;
use ports::payments::refunds::NewRefund;
use ports::payments::remittances::NewObligation;
use ports::store::{Database, Store};

use crate::help::inquiries::chat;
use crate::imports::waiting;
use crate::legal_help::samples::hire;
use crate::payments::attention::{close, orphan};
use crate::payments::events::event;
use crate::payments::proving::settled as settled_bill;
use crate::payments::records::add_transaction;
use crate::payments::{chargebacks, refunds};
use crate::requests::hardship;
use crate::requests::reports::new_report;
use crate::support::{
    TICKET_FIELDS, admin, at, bare_user, details, item, items, payment_in, ticket, transaction, user,
};

/// Adds a driver without a plate, so that no vehicle update waits for staff.
fn driver(store: &mut dyn Store, email: &str) -> UserId {
    store.insert_user(&bare_user(email)).unwrap().id
}

/// Returns the kind and the id of each search result.
fn kinds_and_ids(found: &[SearchResult]) -> Vec<(SearchResultKind, i32)> {
    found.iter().map(|record| (record.kind, record.id)).collect()
}

pub fn records_of_each_kind_are_found_by_ranges_of_ids(database: &dyn Database) {
    use SearchResultKind::{Hire, Inquiry, Parking, Payment, Report, Ticket, Toll};
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let mut places_of = vec![];
        for _ in 0..3 {
            let [ticket, parking, toll] = items(store, ann);
            places_of.extend([
                (Ticket, ticket.item_id()),
                (Parking, parking.item_id()),
                (Toll, toll.item_id()),
            ]);
        }
        let [first, _, last] = [0, 3, 6].map(|place| places_of[place].1);
        let mut found = |ids: &[RangeInclusive<i32>], limit| {
            let mut found = kinds_and_ids(&store.records_by_id(ids, limit).unwrap());
            found.retain(|(kind, _)| *kind == Ticket);
            found.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
        };
        assert_eq!(found(&[first..=first, last..=99], 9), [first, last]);
        assert_eq!(found(&[first..=99], 2), [first, first + 1]);
        assert_eq!(found(&[], 9), [0; 0]);

        let toll = item(store, ann, ItemKind::Toll);
        let paid = add_transaction(store, toll, ann, "b");
        let hire = hire(store, ann, "a");
        let inquiry = store.insert_inquiry(&chat(ann)).unwrap().id;
        let report = store.insert_report(&new_report(ann)).unwrap().id;
        let found = store.records_by_id(&[1..=99], 99).unwrap();
        let of = |kind| found.iter().find(|record| record.kind == kind).unwrap();
        for (kind, id, label, confirmation) in [
            (Hire, hire.0, "Speeding", Some("CONF-a")),
            (Payment, paid.id.0, "Speeding", Some("CONF-b")),
            (Inquiry, inquiry.0, "Hello", None),
            (Report, report.0, "Red light ticket in New York", None),
        ] {
            let record = of(kind);
            assert_eq!((record.id, record.user_id, record.citation_number.as_deref()), (id, ann, None));
            let text = (record.label.as_str(), record.confirmation_number.as_deref());
            assert_eq!(text, (label, confirmation), "{kind}");
        }
        assert_eq!(of(Toll).label, "I-95 Express");
    });
}

pub fn items_are_found_by_the_start_of_their_citation_number_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let mut numbered = |number: &str| {
            let fields = [TICKET_FIELDS, &[("citation_number", number)]].concat();
            store.insert_item(ann, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap().payable()
        };
        let [first, second, removed, _] = ["ab 12-3", "AB124", "AB125", "XAB12"].map(&mut numbered);
        ticket(store, ann);
        store.lock_item(removed).unwrap();
        store.remove_item(removed, &Removal { by: ann, result: "A mistake".to_owned(), at: at(1) }).unwrap();
        let found = store.records_by_citation("AB12", 9).unwrap();
        let numbers: Vec<_> = found.iter().map(|one| (one.id, one.citation_number.as_deref())).collect();
        assert_eq!(numbers, [(second.item_id(), Some("AB124")), (first.item_id(), Some("ab 12-3"))]);
        assert_eq!((found[0].label.as_str(), &found[0].confirmation_number), ("Speeding", &None));
        assert_eq!(kinds_and_ids(&store.records_by_citation("AB12", 1).unwrap()), kinds_and_ids(&found[..1]));
        assert_eq!(store.records_by_citation("A_12", 9).unwrap(), []);
    });
}

pub fn hires_and_payments_are_found_by_the_start_of_their_confirmation_number(database: &dyn Database) {
    use SearchResultKind::{Hire, Payment};
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let hires = ["b2", "b1", "c"].map(|key| hire(store, ann, key).0);
        let toll = item(store, ann, ItemKind::Toll);
        let paid = add_transaction(store, toll, ann, "b3").id.0;
        let found = |store: &mut dyn Store, beginning: &str, limit| {
            kinds_and_ids(&store.records_by_confirmation(beginning, limit).unwrap())
        };
        assert_eq!(found(store, "CONF-b", 9), [(Hire, hires[1]), (Hire, hires[0]), (Payment, paid)]);
        assert_eq!(found(store, "CONF-b", 1), [(Hire, hires[1]), (Payment, paid)]);
        assert_eq!(found(store, "CONF_b", 9), []);
    });
}

/// Returns the waiting records at second 1,000. Due refunds are included if they were created before second 500.
fn waiting_records(store: &mut dyn Store) -> Vec<WaitingRecord> {
    store.longest_waiting(at(1_000), at(500), 50).unwrap()
}

/// Returns the queue and the label of each waiting record.
fn labels(store: &mut dyn Store) -> Vec<(WaitingQueue, String)> {
    waiting_records(store).into_iter().map(|record| (record.queue, record.facts.label())).collect()
}

pub fn requests_of_all_queues_are_listed_longest_waiting_first(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        store.set_status_request(ann, &[7; 40], at(12)).unwrap();
        let [ticket, parking, _] = items(store, ann);
        let hire = hire(store, ann, "a");
        store.insert_text_request(ann, "5551234567", at(5)).unwrap();
        store.insert_report(&new_report(ann)).unwrap();
        let inquiry = store.insert_inquiry(&chat(ann)).unwrap();
        store.insert_added_item(ann, ticket, at(8)).unwrap();
        store.insert_hardship_request(&hardship::new_request(ann, ItemId::from(parking), 9)).unwrap();
        let reply = NewReply {
            provider_id: "SM1".to_owned(),
            phone: "5551234567".to_owned(),
            user_id: Some(ann),
            notice_id: None,
            body: Some("I'm ill".to_owned()),
            meaning: ReplyMeaning::CannotCome,
            received_at: at(2),
        };
        store.insert_reply(&reply).unwrap();
        let found = waiting_records(store);
        let lines: Vec<_> = found.iter().map(|one| (one.queue, one.since, one.facts.label())).collect();
        use WaitingQueue::{
            AddedItem, Hardship, HelpInquiry, LawyerHire, MissingTicket, StatusRequest, TextNotification,
            TextReply, VehicleUpdate,
        };
        let expected = [
            (MissingTicket, 0, "Red light ticket in New York"),
            (VehicleUpdate, 0, "ABC 123"),
            (HelpInquiry, 1, "Hello"),
            (TextReply, 2, "Can’t come: I'm ill"),
            (LawyerHire, 3, "Speeding"),
            (TextNotification, 5, "5551234567"),
            (AddedItem, 8, "Speeding"),
            (Hardship, 9, "Expired meter"),
            (StatusRequest, 12, "Texas"),
        ];
        let expected =
            expected.map(|(queue, second, label): (_, i64, &str)| (queue, at(second), label.to_owned()));
        assert_eq!(lines, expected);
        assert!(found.iter().all(|one| one.user_id == Some(ann) && one.due_by.is_none()));
        assert_eq!((found[1].id, found[2].id, found[4].id), (ann.0, inquiry.id.0, hire.0));
        assert_eq!(store.longest_waiting(at(1_000), at(500), 2).unwrap(), found[..2]);
        store.close_user(ann, at(20)).unwrap();
        let left = waiting_records(store);
        assert!(!left.iter().any(|one| matches!(one.queue, VehicleUpdate | StatusRequest | Hardship)));
    });
}

/// Adds a settled payment of a driver, and locks it.
fn settled(store: &mut dyn Store, user: UserId, key: &str) -> Payment {
    let ticket = ticket(store, user);
    payment_in(store, user, Payable::Ticket(ticket), key, PaymentStatus::Settled)
}

/// Adds a refund that was created at this second and has this status.
fn add_refund(store: &mut dyn Store, payment: &Payment, second: i64, status: RefundStatus) -> Refund {
    let new = NewRefund { created_at: at(second), ..refunds::new_refund(payment, &second.to_string()) };
    let mut refund = store.insert_refund(&new).unwrap();
    (refund.status, refund.requested_at) = (status, Some(at(second)));
    refund.provider_refund_id = Some(format!("re_{second}"));
    refund.completed_at = status.has_reached_driver().then(|| at(second));
    store.update_refund(&refund).unwrap();
    refund
}

/// While the bank holds a payment's money, Lanewise doesn't retry the payment's due refunds, so
/// the desk doesn't list them. Refused and failed refunds stay listed, because staff can pay
/// them in another way.
pub fn refunds_that_need_staff_are_listed(database: &dyn Database) {
    use RefundStatus::{CalledOff, Due, Failed, Pending, Refused, Succeeded};
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let payment = settled(store, ann, "a");
        for (second, status) in (1..).zip([Pending, Succeeded, Due, Failed, CalledOff]) {
            add_refund(store, &payment, second, status);
        }
        let mut refused = add_refund(store, &payment, 9, Refused);
        add_refund(store, &payment, 500, Due);
        let stuck = |label: &str| (WaitingQueue::Refund, format!("$20, {label}"));
        let [due, failed] = ["not completed yet", "returned by the bank"].map(stuck);
        assert_eq!(labels(store), [due, failed.clone(), stuck("declined")]);
        // A chargeback of another payment doesn't hide this payment's refunds.
        let other = settled(store, ann, "b");
        let under_review = ChargebackStatus::UnderReview;
        chargebacks::add(store, &other, "other", under_review, None);
        assert_eq!(labels(store).len(), 3);
        chargebacks::add(store, &payment, "this", under_review, None);
        refused.requested_at = None;
        store.update_refund(&refused).unwrap();
        assert_eq!(labels(store), [failed, stuck("needs a decision")]);
    });
}

pub fn chargebacks_are_listed_while_evidence_is_accepted(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let payment = settled(store, ann, "a");
        let ids = [
            ("answered", ChargebackStatus::UnderReview, Some(2_000)),
            ("over", ChargebackStatus::NeedsResponse, Some(1_000)),
            ("takes none", ChargebackStatus::Inquiry, None),
            ("waits", ChargebackStatus::NeedsResponse, Some(1_001)),
        ]
        .map(|(id, status, due)| {
            let new = chargebacks::new_chargeback(&payment, id);
            let new = NewChargeback { status, evidence_due_by: due.map(at), ..new };
            store.insert_chargeback(&new).unwrap().id
        });
        let found = waiting_records(store);
        let [record] = found.as_slice() else { unreachable!("{found:?}") };
        assert_eq!(
            (record.queue, record.id, record.user_id),
            (WaitingQueue::Chargeback, ids[3].0, Some(ann))
        );
        assert_eq!((record.facts.label().as_str(), record.due_by), ("$150.50, fraudulent", Some(at(1_001))));
        assert_eq!(record.since, at(1));
    });
}

pub fn waiting_citations_are_listed_once_per_driver(database: &dyn Database) {
    transaction(database, |store| {
        let staff = admin(store, "staff@example.com");
        let [ann, bob] = ["ann@example.com", "bob@example.com"].map(|email| driver(store, email));
        let mut lines = vec![];
        for (number, candidate) in [(1, Some(bob)), (2, Some(bob)), (3, Some(ann)), (4, None)] {
            let key = u8::try_from(number).unwrap();
            let mut line = waiting::citation(number, candidate, key);
            line.citation = Some(format!("S{number}"));
            lines.push(line);
        }
        waiting::add(store, staff, &lines);
        let mut found = waiting_records(store);
        found.sort_by_key(|record| record.id);
        let lines: Vec<_> =
            found.iter().map(|one| (one.queue, one.id, one.user_id, one.facts.label(), one.since)).collect();
        let line =
            |user: UserId, label: &str| (WaitingQueue::Citation, user.0, Some(user), label.to_owned(), at(3));
        assert_eq!(lines, [line(ann, "S3"), line(bob, "2 to review")]);
    });
}

pub fn all_orphan_intents_are_one_desk_entry_and_all_unread_events_another_until_resolved(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let staff = driver(store, "staff@example.com");
        for (id, second) in [("pi_1", 11), ("pi_2", 12)] {
            store.store_orphan_if_new(&OrphanIntent { seen_at: at(second), ..orphan(id, 0) }).unwrap();
        }
        for (id, about, second) in
            [("evt_1", EventSubject::Unrecognized, 10), ("evt_2", EventSubject::Nothing, 9)]
        {
            store.record_provider_event(&event(id, about), at(second)).unwrap();
        }
        let found = waiting_records(store);
        let lines: Vec<_> =
            found.iter().map(|one| (one.queue, one.id, one.facts.label(), one.since)).collect();
        let unread = (WaitingQueue::UnreadEvent, 0, "1 to resolve".to_owned(), at(10));
        let orphans =
            |count: i32, second| (WaitingQueue::Orphan, 0, format!("{count} to resolve"), at(second));
        assert_eq!(lines, [unread, orphans(2, 11)]);
        assert!(close(store, staff, MoneyProblemKind::Orphan, "pi_1"));
        assert!(close(store, staff, MoneyProblemKind::UnreadEvent, "evt_1"));
        let found = waiting_records(store);
        let lines: Vec<_> =
            found.iter().map(|one| (one.queue, one.id, one.facts.label(), one.since)).collect();
        assert_eq!(lines, [orphans(1, 12)]);
        assert!(close(store, staff, MoneyProblemKind::Orphan, "pi_2"));
        assert_eq!(waiting_records(store), []);
    });
}

pub fn the_desk_entry_for_overdue_obligations_excludes_refunded_and_charged_back_payments(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let payments = [("a", 999), ("b", 998), ("c", 1_000), ("d", 997)].map(|(key, send_by)| {
            let payment = settled(store, ann, key);
            let new = NewObligation {
                payment_id: payment.id,
                issuer: None,
                charged_at: at(0),
                send_by: at(send_by),
                is_late_notified: false,
            };
            store.store_obligation_if_new(&new).unwrap();
            payment
        });
        let late = |label: &str| vec![(WaitingQueue::Remittance, format!("{label} late"))];
        assert_eq!((labels(store), waiting_records(store)[0].since), (late("3 payments"), at(997)));
        refunds::add(store, &payments[3], RefundStatus::Pending);
        assert_eq!((labels(store), waiting_records(store)[0].since), (late("2 payments"), at(998)));
        let refunded = Payment { status: PaymentStatus::Refunded, ..payments[1].clone() };
        store.update_payment(&refunded).unwrap();
        assert_eq!((labels(store), waiting_records(store)[0].since), (late("1 payment"), at(999)));
        chargebacks::add(store, &payments[0], "a", ChargebackStatus::UnderReview, None);
        assert_eq!(labels(store), []);
    });
}

pub fn a_second_bill_is_listed_until_it_is_resolved(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver(store, "ann@example.com");
        let toll = item(store, ann, ItemKind::Toll);
        let paid = add_transaction(store, toll, ann, "a");
        let bill = store.open_second_bill(paid.payment_id.unwrap(), paid.id, ann, at(10)).unwrap().unwrap();
        let found = waiting_records(store);
        let [record] = found.as_slice() else { unreachable!("{found:?}") };
        assert_eq!((record.queue, record.id, record.since), (WaitingQueue::BilledAgain, bill.id.0, at(10)));
        assert_eq!(record.facts.label(), "$150.50, CONF-a");
        store.resolve_second_bill(bill.id, &settled_bill(20)).unwrap();
        assert_eq!(waiting_records(store), []);
    });
}
