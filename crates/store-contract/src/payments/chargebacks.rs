use chrono::{DateTime, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{ChargebackId, PaymentId, UserId};
use domain::shared::money::Money;
use ports::payments::chargebacks::{ChargebackCheckTimes, NewChargeback};
use ports::payments::lists::ChargebackQuery;
use ports::store::{Database, Store};

use crate::support::{ALL, at, items, payment_in, transaction, user};

/// Builds a chargeback of a payment. Its provider id is `du_` followed by `id`.
pub fn new_chargeback(payment: &Payment, id: &str) -> NewChargeback {
    NewChargeback {
        payment_id: payment.id,
        user_id: payment.user_id,
        confirmation_number: payment.confirmation_number.clone(),
        provider_id: format!("du_{id}"),
        amount: Money::from_cents(15_050),
        reason: "fraudulent".to_owned(),
        evidence_due_by: Some(at(100)),
        status: ChargebackStatus::NeedsResponse,
        is_withdrawn: true,
        opened_at: at(1),
    }
}

/// Adds a chargeback that has this status and was last checked at this time.
pub(crate) fn add(
    store: &mut dyn Store,
    payment: &Payment,
    id: &str,
    status: ChargebackStatus,
    checked_at: Option<DateTime<Utc>>,
) -> Chargeback {
    let mut chargeback = store.insert_chargeback(&new_chargeback(payment, id)).unwrap();
    chargeback.status = status;
    chargeback.closed_at = status.is_over().then(|| at(9));
    chargeback.checked_at = checked_at;
    store.update_chargeback(&chargeback).unwrap();
    chargeback
}

/// Adds a settled payment and locks it.
fn settled(store: &mut dyn Store) -> (UserId, Payment) {
    let user = user(store, "ann@example.com");
    let [ticket, ..] = items(store, user);
    let payment = payment_in(store, user, ticket, "a", PaymentStatus::Settled);
    (user, payment)
}

pub fn a_chargeback_round_trips_in_every_status(database: &dyn Database) {
    transaction(database, |store| {
        let (user, payment) = settled(store);
        for status in ChargebackStatus::ALL {
            let mut chargeback = add(store, &payment, status.as_str(), *status, None);
            chargeback.amount = Money::from_cents(1);
            chargeback.reason = "general".to_owned();
            chargeback.evidence_due_by = None;
            chargeback.is_withdrawn = false;
            chargeback.submitted_at = Some(at(3));
            chargeback.evidence_by = Some(user);
            chargeback.version = 4;
            chargeback.checked_at = Some(at(5));
            store.update_chargeback(&chargeback).unwrap();
            let known = store.chargeback_by_provider_id(&format!("du_{status}")).unwrap();
            let found = [store.chargeback(chargeback.id).unwrap(), known].map(Option::unwrap);
            assert_eq!(found, [chargeback.clone(), chargeback]);
        }
        let of_payment = store.chargebacks_of_payment(payment.id).unwrap();
        let statuses: Vec<_> = of_payment.iter().map(|one| one.status).collect();
        assert_eq!(statuses, ChargebackStatus::ALL, "oldest first");
        let listed = store.list(&ChargebackQuery::all(ALL)).unwrap();
        assert_eq!((listed.total, &listed.items[0]), (8, of_payment.last().unwrap()));
        assert_eq!(store.chargeback(ChargebackId(99)).unwrap(), None);
        assert_eq!(store.chargeback_by_provider_id("du_none").unwrap(), None);
        assert_eq!(store.chargebacks_of_payment(PaymentId(99)).unwrap(), []);
    });
}

pub fn chargebacks_are_due_for_a_check_by_status_and_age(database: &dyn Database) {
    transaction(database, |store| {
        let (_, payment) = settled(store);
        for (id, status, checked_at) in [
            ("open", ChargebackStatus::UnderReview, Some(at(49))),
            ("asked", ChargebackStatus::UnderReview, Some(at(50))),
            ("new", ChargebackStatus::Inquiry, None),
            ("over", ChargebackStatus::Won, Some(at(19))),
            ("over_asked", ChargebackStatus::Lost, Some(at(20))),
        ] {
            add(store, &payment, id, status, checked_at);
        }
        let ids = |store: &mut dyn Store, forgotten, limit| -> Vec<String> {
            let before = ChargebackCheckTimes { open: at(50), closed: at(20), oldest_closed: at(forgotten) };
            let due = store.chargebacks_to_check(before, limit).unwrap();
            due.into_iter().map(|one| one.provider_id).collect()
        };
        assert_eq!(ids(store, 9, 9), ["du_new", "du_over", "du_open"]);
        assert_eq!(ids(store, 9, 1), ["du_new"]);
        assert_eq!(ids(store, 10, 9), ["du_new", "du_open"]);
        assert_eq!(store.chargebacks_read_at().unwrap(), None);
        for time in [at(1), at(2)] {
            store.set_chargebacks_read_at(time).unwrap();
            assert_eq!(store.chargebacks_read_at().unwrap(), Some(time));
        }
    });
}

pub fn undecided_chargebacks_are_found_by_driver(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, payment) = settled(store);
        for status in ChargebackStatus::ALL {
            add(store, &payment, status.as_str(), *status, None);
        }
        let open: Vec<_> = store.open_chargebacks_of(ann).unwrap().iter().map(|one| one.status).collect();
        let expected: Vec<_> =
            ChargebackStatus::ALL.iter().copied().filter(|status| !status.is_over()).collect();
        assert_eq!((open.len(), open), (4, expected));
        let other = user(store, "bob@example.com");
        assert!(store.open_chargebacks_of(other).unwrap().is_empty());
    });
}
