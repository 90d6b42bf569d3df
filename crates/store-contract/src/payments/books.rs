use chrono::TimeDelta;
use domain::payments::ledger::Account::{
    Bank, InQuestion, Lawyers, Provider, ProviderFees, ToReturn, TrafficFines,
};
use domain::payments::ledger::{EntryKind, Posting};
use domain::payments::matching::{DifferenceKind, MovementKind, ObjectBalances};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundStatus};
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::{MatchingProgress, MonthSum, Movement, MovementSync, NewEntry, PostedSums};
use ports::payments::records::NewTransaction;
use ports::store::{Database, Store};

use super::refunds;
use super::samples::{entry, line};
use crate::support::{at, date, payment_in, ticket, transaction, user};

/// Adds a settled payment of a new driver for a ticket, and locks it.
fn settled(store: &mut dyn Store, key: &str) -> Payment {
    let user = user(store, &format!("{key}@example.com"));
    let ticket = ticket(store, user);
    payment_in(store, user, Payable::Ticket(ticket), key, PaymentStatus::Settled)
}

/// Builds the entry of a payment's charge.
fn charge(payment: &Payment) -> NewEntry {
    let intent = payment.provider_intent_id.clone().unwrap();
    let lines = [(Provider, 15_050), (TrafficFines, -15_050)];
    NewEntry {
        payment_id: Some(payment.id),
        subject: Some(intent.clone()),
        ..entry(EntryKind::Charge, &format!("charge:{intent}"), &lines)
    }
}

/// Returns the sums of a payment or of an object at the provider, sorted by entry kind and account.
fn sorted(position: PostedSums) -> Vec<(EntryKind, Posting)> {
    let mut sums = position.sums;
    sums.sort_by_key(|(kind, line)| (kind.as_str(), line.account));
    sums
}

pub fn postings_are_summed_by_payment_object_and_account(database: &dyn Database) {
    transaction(database, |store| {
        let payment = settled(store, "a");
        let charge = charge(&payment);
        assert!(store.post_entry(&charge).unwrap());
        assert!(!store.post_entry(&charge).unwrap(), "the entry is already posted");
        for (source, cents) in [("refund:1", 20), ("refund:2", 30)] {
            let lines = [(Provider, -cents), (TrafficFines, cents)];
            let refund = entry(EntryKind::Refund, source, &lines);
            let refund =
                NewEntry { payment_id: Some(payment.id), subject: Some("re_1".to_owned()), ..refund };
            assert!(store.post_entry(&refund).unwrap());
        }
        let fee = entry(EntryKind::ProviderFee, "provider_fee:1", &[(Provider, -466), (ProviderFees, 466)]);
        assert!(store.post_entry(&NewEntry { subject: charge.subject.clone(), ..fee }).unwrap());

        let of_payment = store.posted_sums_of_payment(payment.id).unwrap();
        assert_eq!(of_payment.entries, 3);
        let charged = [(Provider, 15_050), (TrafficFines, -15_050)]
            .map(|(account, cents)| (EntryKind::Charge, line(account, cents)));
        let refunded = [(Provider, -50), (TrafficFines, 50)]
            .map(|(account, cents)| (EntryKind::Refund, line(account, cents)));
        assert_eq!(sorted(of_payment), [charged, refunded].concat());
        let of_refund = store.posted_sums_of_object("re_1").unwrap();
        assert_eq!((of_refund.entries, sorted(of_refund)), (2, refunded.to_vec()));
        assert_eq!(store.posted_sums_of_object("pi_a").unwrap().entries, 2);
        for unknown in ["pi_none", "pi_\0"] {
            assert_eq!(store.posted_sums_of_object(unknown).unwrap(), PostedSums::default());
        }
        assert_eq!(store.posted_sums_of_payment(PaymentId(99)).unwrap(), PostedSums::default());
        let balance = [line(Provider, 14_534), line(TrafficFines, -15_000), line(ProviderFees, 466)];
        assert_eq!(store.trial_balance().unwrap(), balance, "accounts without postings are left out");
        assert_eq!(store.unbalanced_entries().unwrap(), 0);
    });
}

/// In New York, the first entry happened on the last day of October, so it counts for October.
pub fn monthly_sums_are_listed_newest_month_first(database: &dyn Database) {
    transaction(database, |store| {
        let lines = [(Provider, -2), (ProviderFees, 2)];
        for (number, happened_at) in
            ["2026-11-01T03:59:59Z", "2026-11-01T04:00:00Z", "2026-11-30T12:00:00Z"].iter().enumerate()
        {
            let fee = entry(EntryKind::ProviderFee, &format!("provider_fee:{number}"), &lines);
            let fee = NewEntry { happened_at: happened_at.parse().unwrap(), ..fee };
            assert!(store.post_entry(&fee).unwrap());
        }
        let payout = entry(EntryKind::Payout, "payout:1", &[(Provider, -7), (ProviderFees, 7)]);
        assert!(
            store
                .post_entry(&NewEntry { happened_at: "2026-11-30T13:00:00Z".parse().unwrap(), ..payout })
                .unwrap()
        );
        let sum = |month, kind, account, cents| MonthSum {
            month: date(month),
            kind,
            posting: line(account, cents),
            is_old_revenue: false,
        };
        let expected = [
            sum("2026-11-01", EntryKind::Payout, Provider, -7),
            sum("2026-11-01", EntryKind::Payout, ProviderFees, 7),
            sum("2026-11-01", EntryKind::ProviderFee, Provider, -4),
            sum("2026-11-01", EntryKind::ProviderFee, ProviderFees, 4),
            sum("2026-10-01", EntryKind::ProviderFee, Provider, -2),
            sum("2026-10-01", EntryKind::ProviderFee, ProviderFees, 2),
        ];
        assert_eq!(store.sums_by_month().unwrap(), expected);
    });
}

pub fn the_price_of_a_hire_is_old_revenue_if_settled_before_prices_were_owed_to_lawyers(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let since = store.lawyers_owed_since().unwrap();
        for (key, settled_at) in [("old", since - TimeDelta::seconds(1)), ("new", since)] {
            let payment = Payment { settled_at: Some(settled_at), ..settled(store, key) };
            store.update_payment(&payment).unwrap();
            let lines = [(Provider, 7_500), (Lawyers, -7_500)];
            let charge = entry(EntryKind::Charge, key, &lines);
            store.post_entry(&NewEntry { payment_id: Some(payment.id), ..charge }).unwrap();
        }
        let sums = store.sums_by_month().unwrap();
        let found: Vec<_> = sums
            .iter()
            .map(|sum| (sum.posting.account, sum.posting.amount.cents(), sum.is_old_revenue))
            .collect();
        assert_eq!(found, [(Lawyers, -7_500, false), (Lawyers, -7_500, true), (Provider, 15_000, false)]);
        assert_eq!(store.fee_totals().unwrap().held, Money::from_cents(7_500));
    });
}

pub fn payments_with_unposted_charges_or_refunds_are_found_oldest_first(database: &dyn Database) {
    transaction(database, |store| {
        let mut add = |key: &str, status: PaymentStatus, cents: i64| {
            let payment =
                Payment { status, amount_received: Some(Money::from_cents(cents)), ..settled(store, key) };
            store.update_payment(&payment).unwrap();
            payment
        };
        let not_charged = add("a", PaymentStatus::Settled, 50);
        add("b", PaymentStatus::Settled, 0);
        add("c", PaymentStatus::Open, 50);
        let [posted, not_refunded, not_marked, not_sent] =
            ["d", "e", "f", "g"].map(|key| add(key, PaymentStatus::RefundDue, 50));
        for payment in [&posted, &not_refunded, &not_marked, &not_sent] {
            assert!(store.post_entry(&charge(payment)).unwrap());
        }
        refunds::add(store, &not_refunded, RefundStatus::Succeeded);
        refunds::add(store, &posted, RefundStatus::CalledOff);
        let by_check = refunds::add(store, &not_sent, RefundStatus::PaidOtherwise);
        store.update_refund(&Refund { provider_refund_id: None, ..by_check.clone() }).unwrap();
        let new = NewTransaction {
            user_id: not_marked.user_id,
            payment_id: not_marked.id,
            payable: not_marked.payable,
            violation_type: None,
            amount: not_marked.amount,
            processing_fee: Money::ZERO,
            our_fee: Money::ZERO,
            confirmation_number: not_marked.confirmation_number.clone(),
            created_at: at(1),
            recorded_at: at(1),
        };
        store.insert_transaction(&new).unwrap();
        let expected = [not_charged.id, not_refunded.id, not_marked.id, not_sent.id];
        assert_eq!(store.unposted_payments(9).unwrap(), expected);
        assert_eq!(store.unposted_payments(2).unwrap(), expected[..2]);
        let source = format!("paid_otherwise:{}", by_check.id);
        let lines = [(Bank, -2_000), (ToReturn, 2_000)];
        assert!(store.post_entry(&entry(EntryKind::PaidOtherwise, &source, &lines)).unwrap());
        assert_eq!(store.unposted_payments(9).unwrap(), expected[..3]);
    });
}

pub fn the_time_of_the_first_payment_is_returned(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.first_payment_at().unwrap(), None);
        settled(store, "a");
        assert_eq!(store.first_payment_at().unwrap(), Some(at(0)));
    });
}

pub fn the_progress_of_matching_the_books_is_stored(database: &dyn Database) {
    transaction(database, |store| {
        store.lock_matching().unwrap();
        assert_eq!(store.matching_progress().unwrap(), MatchingProgress::default());
        let reading = MovementSync {
            started_at: at(3),
            since: at(1),
            after: Some("txn_7".to_owned()),
            newest: Some(at(2)),
            read: 7,
        };
        let unfinished =
            MatchingProgress { matched_at: Some(at(4)), read_until: Some(at(3)), reading: Some(reading) };
        for progress in [unfinished.clone(), MatchingProgress { reading: None, ..unfinished }] {
            store.set_matching_progress(&progress).unwrap();
            assert_eq!(store.matching_progress().unwrap(), progress);
        }
    });
}

/// Builds a change to the balance, with its amount and its fee in cents.
fn movement(id: &str, kind: MovementKind, (cents, fee): (i64, i64), subject: &str, second: i64) -> Movement {
    Movement {
        id: id.to_owned(),
        kind,
        amount: Money::from_cents(cents),
        fee: Money::from_cents(fee),
        currency: "usd".to_owned(),
        subject: subject.to_owned(),
        intent_id: kind.is_of_a_payment().then(|| subject.to_owned()),
        happened_at: at(second),
    }
}

pub fn balance_changes_are_open_until_they_are_posted(database: &dyn Database) {
    transaction(database, |store| {
        let payment = settled(store, "a");
        let open = Payment { status: PaymentStatus::Open, settled_at: None, ..settled(store, "b") };
        store.update_payment(&open).unwrap();
        let late = movement("txn_1", MovementKind::Charge, (15_050, 1), "pi_a", 300);
        let all = [
            late.clone(),
            movement("txn_3", MovementKind::Charge, (30, 0), "pi_b", 200),
            movement("txn_2", MovementKind::Payout, (-7, 0), "po_1", 200),
        ];
        store.store_movements(&all).unwrap();
        store.store_movements(&[Movement { amount: Money::ZERO, ..late.clone() }]).unwrap();
        let open = store.open_movements().unwrap();
        let found: Vec<_> = open.iter().map(|one| (one.movement.id.as_str(), one.payment_id)).collect();
        assert_eq!(found, [("txn_2", None), ("txn_3", None), ("txn_1", Some(payment.id))]);
        assert_eq!(open[2].movement, late, "a stored change stays unchanged");
        store.mark_movement_posted("txn_3").unwrap();
        assert_eq!(store.open_movements().unwrap().len(), 2);
    });
}

pub fn the_books_and_the_provider_are_compared_by_object(database: &dyn Database) {
    transaction(database, |store| {
        let payment = settled(store, "a");
        store.post_entry(&charge(&payment)).unwrap();
        for (source, kind, subject, lines) in [
            ("question:pi_b", EntryKind::InQuestion, "pi_b", [(Provider, 30), (InQuestion, -30)]),
            ("refund:re_1", EntryKind::Refund, "re_1", [(Provider, -10), (TrafficFines, 10)]),
            ("payout:po_2", EntryKind::Payout, "po_2", [(Provider, -5), (ProviderFees, 5)]),
        ] {
            let entry = entry(kind, source, &lines);
            store.post_entry(&NewEntry { subject: Some(subject.to_owned()), ..entry }).unwrap();
        }
        let all = [
            movement("txn_1", MovementKind::Charge, (15_050, 1), "pi_a", 200),
            movement("txn_2", MovementKind::Charge, (30, 0), "pi_b", 200),
            movement("txn_3", MovementKind::Payout, (-7, 0), "po_1", 50),
            movement("txn_4", MovementKind::Payout, (-5, 0), "po_2", 50),
        ];
        store.store_movements(&all).unwrap();
        let sides =
            |subject: &str, cents: (i64, i64, i64), counts: (i64, i64), is_foreign, second| ObjectBalances {
                subject: subject.to_owned(),
                ours: Money::from_cents(cents.0),
                questioned: Money::from_cents(cents.1),
                questions: counts.0,
                theirs: Money::from_cents(cents.2),
                movements: counts.1,
                currency: "usd".to_owned(),
                is_foreign,
                moved_at: at(second),
            };
        let expected = [
            sides("pi_a", (15_050, 0, 15_049), (0, 1), false, 200),
            sides("pi_b", (0, 30, 30), (1, 1), true, 200),
            sides("po_1", (0, 0, -7), (0, 1), false, 50),
            sides("re_1", (-10, 0, 0), (0, 0), false, 100),
        ];
        assert_eq!(store.differing_balances().unwrap(), expected);
    });
}

pub fn differences_that_staff_must_correct_are_listed_first_and_each_group_newest_first(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let payment = settled(store, "a");
        let refund = entry(EntryKind::Refund, "refund:1", &[(Provider, -10), (TrafficFines, 10)]);
        let refund = NewEntry { payment_id: Some(payment.id), subject: Some("re_1".to_owned()), ..refund };
        store.post_entry(&refund).unwrap();
        store.store_movements(&[movement("txn_1", MovementKind::Charge, (15_050, 0), "pi_a", 200)]).unwrap();
        let difference = |kind, subject: &str, second| {
            let balances = ObjectBalances {
                subject: subject.to_owned(),
                ours: Money::from_cents(1),
                questioned: Money::ZERO,
                questions: 0,
                theirs: Money::from_cents(2),
                movements: 1,
                currency: "usd".to_owned(),
                is_foreign: false,
                moved_at: at(second),
            };
            (kind, balances)
        };
        let all = [
            difference(DifferenceKind::Foreign, "pi_b", 400),
            difference(DifferenceKind::Amount, "re_1", 300),
            difference(DifferenceKind::OnlyInBooks, "pi_c", 300),
            difference(DifferenceKind::OnlyAtProvider, "pi_a", 350),
        ];
        store.replace_differences(&all).unwrap();
        let found = store.differences(9).unwrap();
        let rows: Vec<_> = found
            .iter()
            .map(|one| (one.subject.as_str(), one.payment_id, one.confirmation_number.as_deref()))
            .collect();
        let known = (Some(payment.id), Some("CONF-a"));
        let expected = [
            ("pi_a", known.0, known.1),
            ("pi_c", None, None),
            ("re_1", known.0, known.1),
            ("pi_b", None, None),
        ];
        assert_eq!((rows, store.count_differences_to_correct().unwrap()), (expected.to_vec(), 3));
        assert_eq!((found[0].kind, found[0].theirs), (DifferenceKind::OnlyAtProvider, Money::from_cents(2)));
        assert_eq!(store.differences(2).unwrap(), found[..2]);
        store.replace_differences(&[]).unwrap();
        assert_eq!(
            (store.differences(9).unwrap(), store.count_differences_to_correct().unwrap()),
            (vec![], 0)
        );
    });
}
