use chrono::TimeDelta;
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::HireStatus;
use domain::payments::ledger::{Account, EntryKind};
use domain::shared::money::Money;
use ports::back_office::overview::{DayMoney, OpenWork};
use ports::help::inquiries::NewInquiry;
use ports::payments::books::NewEntry;
use ports::store::{Database, Store};

use crate::help::inquiries::chat;
use crate::legal_help::samples::hire;
use crate::payments::samples::entry;
use crate::support::{at, date, payables, payment, transaction, user};

fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// Posts entries of a payment for a payable of a new user. `payable` is the position in the result
/// of [`payables`]. Each entry is given by its kind, its time, an account, and the cents posted to
/// that account. The opposite amount is posted to the account `Provider`.
fn post_all(store: &mut dyn Store, payable: usize, entries: &[(EntryKind, &str, Account, i64)]) {
    let user = user(store, &format!("user{payable}@example.com"));
    let payable = payables(store, user)[payable];
    let payment = payment(store, user, payable, &format!("{payable:?}")).id;
    store.lock_payment(payment).unwrap();
    for (number, (kind, happened_at, account, cents)) in entries.iter().enumerate() {
        let source = format!("{payment}-{number}");
        let entry = entry(*kind, &source, &[(Account::Provider, -cents), (*account, *cents)]);
        let happened_at = happened_at.parse().unwrap();
        assert!(store.post_entry(&NewEntry { payment_id: Some(payment), happened_at, ..entry }).unwrap());
    }
}

/// Posts entries of one payment on several days. In New York, these days start at 05:00 UTC.
fn post(store: &mut dyn Store) {
    let entries = [
        (EntryKind::Charge, "2026-01-10T04:59:59Z", Account::TrafficFines, -15_050),
        (EntryKind::Charge, "2026-01-10T05:00:00Z", Account::Tolls, -375),
        (EntryKind::Charge, "2026-01-10T12:00:00Z", Account::Lawyers, -7_525),
        (EntryKind::Refund, "2026-01-10T13:00:00Z", Account::Lawyers, 7_525),
        (EntryKind::Refund, "2026-01-10T13:00:00Z", Account::TrafficFines, 50),
        (EntryKind::Charge, "2026-01-10T13:00:00Z", Account::ToReturn, -999),
        (EntryKind::Charge, "2026-01-09T04:59:59Z", Account::Tolls, -375),
        // Money was remitted to an authority. The authority then returned a part of it, and another part was
        // written off.
        (EntryKind::Remitted, "2026-01-10T14:00:00Z", Account::TrafficFines, 10_000),
        (EntryKind::Refund, "2026-01-10T13:30:00Z", Account::ToRecover, 30),
        (EntryKind::Recovered, "2026-01-10T14:00:00Z", Account::ToRecover, -20),
        (EntryKind::WrittenOff, "2026-01-10T14:00:00Z", Account::ToRecover, -10),
    ];
    post_all(store, 0, &entries);
}

const SINCE: &str = "2026-01-09T05:00:00Z";

pub fn money_is_summed_by_business_day_with_refunds_separate(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.money_by_day(SINCE.parse().unwrap()).unwrap(), []);
        post(store);
        let day = |day: &str, fines, legal_help, refunded_or_charged_back| DayMoney {
            day: date(day),
            fines: cents(fines),
            legal_help: cents(legal_help),
            refunded_or_charged_back: cents(refunded_or_charged_back),
        };
        let expected = [day("2026-01-09", 15_050, 0, 0), day("2026-01-10", 375, 7_525, 7_605)];
        assert_eq!(store.money_by_day(SINCE.parse().unwrap()).unwrap(), expected);
    });
}

pub fn charges_are_counted_by_type_and_refunds_reduce_only_amounts(database: &dyn Database) {
    transaction(database, |store| {
        post(store);
        let hired = [
            (EntryKind::Charge, "2026-01-10T12:00:00Z", Account::Lawyers, -7_525),
            (EntryKind::Remitted, "2026-01-10T13:00:00Z", Account::Lawyers, 7_525),
            (EntryKind::Allocated, "2026-01-10T14:00:00Z", Account::ToRecover, 3_000),
        ];
        post_all(store, 3, &hired);
        let mut totals = store.payments_by_type(SINCE.parse().unwrap()).unwrap();
        totals.sort_by_key(|total| total.paid_for.as_str());
        let totals: Vec<_> = totals.iter().map(|total| (total.paid_for, total.count, total.amount)).collect();
        let expected = [
            (PaymentPurpose::Lawyer, 2, cents(4_525)),
            (PaymentPurpose::Toll, 1, cents(375)),
            (PaymentPurpose::TrafficTicket, 1, cents(14_970)),
        ];
        assert_eq!(totals, expected);
    });
}

pub fn open_work_is_counted_by_queue_and_age(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        store.set_status_request(ann, &[7; 40], at(0) - TimeDelta::days(1)).unwrap();
        for key in ["a", "b"] {
            hire(store, ann, key);
        }
        for days in [2, 7, 8] {
            let new = NewInquiry { created_at: at(0) - TimeDelta::days(days), ..chat(ann) };
            store.insert_inquiry(&new).unwrap();
        }
        let solved = store.insert_inquiry(&chat(ann)).unwrap();
        store.resolve_inquiry(solved.id, at(2)).unwrap();
        let mut found = store.open_work(at(0)).unwrap();
        found.retain(|work| work.total > 0);
        found.sort_by_key(|work| work.queue.as_str());
        let work = |queue, total, within_a_day, within_a_week| OpenWork {
            queue,
            total,
            within_a_day,
            within_a_week,
        };
        let expected = [
            work(Queue::HelpInquiry, 3, 0, 1),
            work(Queue::LawyerHire, 2, 2, 2),
            work(Queue::StatusRequest, 1, 0, 1),
            work(Queue::VehicleUpdate, 1, 1, 1),
        ];
        assert_eq!(found, expected);
        store.close_user(ann, at(0)).unwrap();
        let mut found = store.open_work(at(0)).unwrap();
        found.retain(|work| {
            work.total > 0 && matches!(work.queue, Queue::StatusRequest | Queue::VehicleUpdate)
        });
        assert_eq!(found, [], "the account is closed");
    });
}

pub fn hires_are_counted_by_status(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.hires_by_status().unwrap(), []);
        let ann = user(store, "ann@example.com");
        let [first, ..] = ["a", "b", "c"].map(|key| hire(store, ann, key));
        store.set_hire_status(first, HireStatus::Cancelled).unwrap();
        let mut hires = store.hires_by_status().unwrap();
        hires.sort_by_key(|(status, _)| status.as_str());
        assert_eq!(hires, [(HireStatus::Cancelled, 1), (HireStatus::Pending, 2)]);
    });
}
