use domain::driving_record::kinds::ItemKind;
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::refund::RefundStatus;
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::payee::Payee;
use domain::payments::remittances::remittance::{ExcludedPayments, Remittance, RemittanceStatus};
use domain::shared::ids::{AuthorityId, PaymentId, RemittanceId, UserId};
use domain::shared::money::Money;
use ports::payments::books::NewEntry;
use ports::store::{Database, Store};

use crate::payments::refunds;
use crate::payments::samples::{FIFTY, city, entry, line, owed, post, sending};
use crate::support::{at, authority, date, item, transaction, user};

/// Adds a city, and a paid parking ticket for each time in `charged`, in the seconds that [`at`] takes. Returns the
/// city, the driver and the payments.
fn city_owed<const N: usize>(
    store: &mut dyn Store,
    charged: [i64; N],
) -> (AuthorityId, UserId, [PaymentId; N]) {
    let houston = authority(store, &city("City of Houston", &[])).id;
    let ann = user(store, "ann@example.com");
    let payments = charged.map(|charged| {
        let parking = item(store, ann, ItemKind::Parking);
        owed(store, ann, parking, Some("City of Houston"), charged)
    });
    (houston, ann, payments)
}

/// Locks the payment and adds a refund that is due.
fn start_refund(store: &mut dyn Store, payment: PaymentId) {
    let payment = store.lock_payment(payment).unwrap().unwrap();
    refunds::add(store, &payment, RefundStatus::Due);
}

/// Returns the payments in a remittance, oldest first.
fn payments_in(store: &mut dyn Store, id: RemittanceId) -> Vec<PaymentId> {
    store.obligations_in(id, at(40), 9).unwrap().iter().map(|one| one.payment_id).collect()
}

pub fn a_remittance_contains_the_oldest_obligations_that_can_be_sent(database: &dyn Database) {
    transaction(database, |store| {
        let (houston, ann, [third, held_back, first, second]) = city_owed(store, [30, 5, 10, 20]);
        start_refund(store, held_back);
        let prepare = |store: &mut dyn Store, limit| {
            store.prepare_remittance(houston.into(), ann, at(40), limit).unwrap()
        };
        let made = prepare(store, 2).unwrap();
        let expected = Remittance {
            id: made.id,
            payee: Payee { id: houston.into(), name: "City of Houston".to_owned() },
            trust_account: None,
            status: RemittanceStatus::Prepared,
            payments: 2,
            amount: Money::from_cents(10_000),
            left_out: ExcludedPayments::default(),
            downloaded_at: None,
            prepared_by: Some(ann),
            prepared_at: at(40),
            sent: None,
            sent_at: None,
            accepted_on: None,
        };
        assert_eq!(made, expected);
        assert_eq!(payments_in(store, made.id), [first, second]);
        assert_eq!(store.obligations_in(made.id, at(40), 1).unwrap()[0].payment_id, first);
        let rest = prepare(store, 9).unwrap();
        assert_eq!((payments_in(store, rest.id), prepare(store, 9)), (vec![third], None));
        store.undo_remittance(rest.id).unwrap();
        assert_eq!((store.remittance(rest.id).unwrap(), payments_in(store, rest.id)), (None, vec![]));
        let again = prepare(store, 9).unwrap();
        assert!(again.id > rest.id, "an id isn't used again");
        assert_eq!(payments_in(store, again.id), [third]);
    });
}

pub fn remittances_are_listed_newest_first_page_by_page(database: &dyn Database) {
    transaction(database, |store| {
        let (houston, ann, _) = city_owed(store, [10, 20, 30]);
        let ids =
            [(); 3].map(|()| store.prepare_remittance(houston.into(), ann, at(40), 1).unwrap().unwrap().id);
        let mut list = |before, limit| -> Vec<RemittanceId> {
            store.remittances(before, limit).unwrap().iter().map(|one| one.id).collect()
        };
        assert_eq!(list(None, 9), [ids[2], ids[1], ids[0]]);
        assert_eq!(list(None, 2), [ids[2], ids[1]]);
        assert_eq!(list(Some(ids[1]), 9), [ids[0]]);
        assert_eq!(list(Some(ids[0]), 9), []);
        for found in [store.remittance(RemittanceId(99)), store.lock_remittance(RemittanceId(99))] {
            assert_eq!(found.unwrap(), None);
        }
        let renamed = city("Houston", &["City of Houston"]);
        store.update_authority(houston, 1, &renamed).unwrap();
        assert_eq!(store.lock_remittance(ids[0]).unwrap().unwrap().payee.name, "Houston");
    });
}

pub fn a_sent_remittance_is_accepted_once_all_its_obligations_are_accepted(database: &dyn Database) {
    transaction(database, |store| {
        let (houston, ann, [first, second, _]) = city_owed(store, [10, 20, 30]);
        let id = store.prepare_remittance(houston.into(), ann, at(40), 9).unwrap().unwrap().id;
        let day = date("2026-12-02");
        assert!(!store.mark_accepted_if_complete(id, day).unwrap());
        let part = Money::from_cents(4_000);
        store.record_sent(id, &sending(), at(50), &[(first, FIFTY), (second, part)]).unwrap();
        let sent = store.lock_remittance(id).unwrap().unwrap();
        assert_eq!(
            (sent.status, sent.sent, sent.sent_at),
            (RemittanceStatus::Sent, Some(sending()), Some(at(50)))
        );
        assert_eq!((sent.payments, sent.amount), (2, Money::from_cents(9_000)));
        let amount = store.obligation(second.into(), at(50)).unwrap().unwrap().amount;
        assert_eq!(amount, part, "the amount sent");
        for (payment, is_complete) in [(first, false), (second, true)] {
            store.accept_obligation(payment.into(), day).unwrap();
            assert_eq!(store.mark_accepted_if_complete(id, day).unwrap(), is_complete);
        }
        assert!(!store.mark_accepted_if_complete(id, date("2026-12-09")).unwrap(), "it is already accepted");
        let accepted = store.remittance(id).unwrap().unwrap();
        assert_eq!((accepted.status, accepted.accepted_on), (RemittanceStatus::Accepted, Some(day)));
        assert!(!store.mark_accepted_if_complete(RemittanceId(99), day).unwrap());
    });
}

pub fn a_prepared_remittance_excludes_refunds_and_stores_its_last_download(database: &dyn Database) {
    transaction(database, |store| {
        let (houston, ann, [whole, part, waits]) = city_owed(store, [10, 20, 30]);
        let id = store.prepare_remittance(houston.into(), ann, at(40), 9).unwrap().unwrap().id;
        let in_file = |store: &mut dyn Store| {
            let inside = store.obligations_in(id, at(40), 9).unwrap();
            inside.iter().map(|one| one.prepared.unwrap().in_file.map(Money::cents)).collect::<Vec<_>>()
        };
        assert_eq!(in_file(store), [None; 3]);
        let file = [(whole, FIFTY), (part, FIFTY), (PaymentId(99), FIFTY)];
        store.record_remittance_download(id, at(45), &file).unwrap();
        assert_eq!(in_file(store), [Some(5_000), Some(5_000), Some(0)]);

        for (payment, source, cents) in [(part, "part", 1_000), (whole, "whole", 5_000)] {
            let lines = [(Account::Provider, -cents), (Account::ParkingFines, cents)];
            post(store, payment, EntryKind::Refund, source, &lines);
        }
        start_refund(store, waits);
        let numbers = |store: &mut dyn Store| {
            let one = store.remittance(id).unwrap().unwrap();
            assert_eq!(store.remittances(None, 9).unwrap(), std::slice::from_ref(&one));
            let cents = (one.amount.cents(), one.left_out.amount.cents());
            (one.payments, one.left_out.payments, cents, one.downloaded_at)
        };
        assert_eq!(numbers(store), (1, 3, (4_000, 11_000), Some(at(45))));
        let found = store.obligations_in(id, at(40), 9).unwrap();
        let sendable: Vec<_> =
            found.iter().map(|one| (one.amount.cents(), one.prepared.unwrap().prepared)).collect();
        assert_eq!(sendable, [(0, FIFTY), (4_000, FIFTY), (0, FIFTY)]);

        store.record_sent(id, &sending(), at(50), &[(part, Money::from_cents(4_000))]).unwrap();
        assert_eq!(numbers(store), (1, 0, (4_000, 0), Some(at(45))));
        let left = store.obligation(waits.into(), at(50)).unwrap().unwrap();
        assert_eq!((left.status, left.remittance_id, left.prepared), (ObligationStatus::Owed, None, None));
    });
}

pub fn the_payments_of_a_remittance_are_locked_by_id_with_their_postings(database: &dyn Database) {
    transaction(database, |store| {
        let (houston, ann, [first, second]) = city_owed(store, [20, 10]);
        let id = store.prepare_remittance(houston.into(), ann, at(40), 9).unwrap().unwrap().id;
        let back = [(Account::Provider, -100), (Account::ParkingFines, 100)];
        for source in ["a", "b"] {
            post(store, second, EntryKind::Refund, source, &back);
        }
        let sums = |kind, cents: i64| -> Vec<(EntryKind, Posting)> {
            [(Account::ParkingFines, -cents), (Account::Provider, cents)]
                .map(|(account, cents)| (kind, line(account, cents)))
                .to_vec()
        };
        let charged = sums(EntryKind::Charge, 5_000);
        let expected =
            [(first, charged.clone()), (second, [charged, sums(EntryKind::Refund, -200)].concat())];
        assert_eq!(store.lock_payments_with_sums(id).unwrap(), expected);
        assert_eq!(store.lock_payments_with_sums(RemittanceId(99)).unwrap(), []);
        let sent = [first, second].map(|payment| NewEntry {
            payment_id: Some(payment),
            ..entry(
                EntryKind::Remitted,
                &format!("remitted:{payment}"),
                &[(Account::Bank, -4_800), (Account::ParkingFines, 4_800)],
            )
        });
        for _ in 0..2 {
            store.post_entries(&sent).unwrap();
        }
        assert_eq!(store.posted_sums_of_payment(second).unwrap().entries, 4, "an entry is posted once");
    });
}
