use domain::legal_help::case::handling::HireCase;
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::payments::refund::{RefundProgress, RefundReason};
use domain::shared::ids::{HireId, PaymentId};
use domain::shared::money::Money;
use ports::legal_help::hires::FeeTotals;
use ports::legal_help::lists::HireQuery;
use ports::payments::refunds::NewRefund;
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Database, Store};

use super::samples::{hire, new_hire};
use crate::payments::refunds::new_refund;
use crate::support::{ALL, at, ticket, transaction, user};

pub fn a_hire_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let new = new_hire(store, user, "a");
        assert_eq!(store.hire_of_payment(new.payment_id).unwrap(), None);
        let hire = store.insert_hire(&new).unwrap();
        let expected = LawyerHire {
            id: hire.id,
            user_id: user,
            ticket_id: Some(new.ticket_id),
            payment_id: Some(new.payment_id),
            violation_type: Some("Speeding".to_owned()),
            amount: Money::from_cents(15_050),
            contact_method: None,
            contact_value: None,
            confirmation_number: "CONF-a".to_owned(),
            status: HireStatus::Pending,
            case: HireCase::NEW,
            refund: None,
            refund_amount: Money::ZERO,
            is_ticket_paid: false,
            is_seen_by_admin: false,
            is_solved: false,
            created_at: at(3),
            recorded_at: at(4),
        };
        assert_eq!(hire, expected);
        assert_eq!(store.hire(hire.id).unwrap(), Some(expected.clone()));
        assert_eq!(store.lock_hire(hire.id).unwrap(), Some(expected.clone()));
        assert_eq!(store.lock_hire(HireId(99)).unwrap(), None);
        assert_eq!(store.hire_of_payment(new.payment_id).unwrap(), Some(expected));
        assert_eq!(store.hire(HireId(99)).unwrap(), None);
        assert_eq!(store.hire_of_payment(PaymentId(99)).unwrap(), None);
        assert!(matches!(store.insert_hire(&new), Err(StoreError::Duplicate(UniqueKey::Other))));
        assert_eq!(store.fee_totals().unwrap(), FeeTotals::default(), "the payment isn't settled");
    });
}

/// The fine was lowered while the driver was paying, so the driver paid too much.
pub fn the_refund_of_an_overpayment_is_not_a_refund_of_the_hire(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let new = new_hire(store, user, "a");
        let id = store.insert_hire(&new).unwrap().id;
        let payment = store.payment(new.payment_id).unwrap().unwrap();
        let mut refund_after = |reason, key| {
            store.insert_refund(&NewRefund { reason, ..new_refund(&payment, key) }).unwrap();
            let hire = store.hire(id).unwrap().unwrap();
            (hire.refund, hire.refund_amount.cents())
        };
        assert_eq!(refund_after(RefundReason::PaidTooMuch, "a"), (None, 0));
        assert_eq!(refund_after(RefundReason::HireCancelled, "b"), (Some(RefundProgress::Pending), 2_000));
    });
}

pub fn a_hire_is_open_until_it_is_completed_or_canceled(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let new = new_hire(store, user, "a");
        let other = ticket(store, user);
        assert!(!store.has_active_hire(new.ticket_id).unwrap());
        let id = store.insert_hire(&new).unwrap().id;
        for status in HireStatus::ALL {
            assert_eq!(store.set_hire_status(id, *status).unwrap().unwrap().status, *status);
            let is_active = *status != HireStatus::Cancelled;
            assert_eq!(store.has_active_hire(new.ticket_id).unwrap(), is_active, "{status}");
            assert_eq!(store.open_hires(user).unwrap().len(), usize::from(status.is_open()), "{status}");
            assert!(!store.has_active_hire(other).unwrap());
        }
        assert_eq!(store.set_hire_status(HireId(99), HireStatus::Pending).unwrap(), None);
    });
}

pub fn the_contact_and_the_solved_and_seen_flags_of_a_hire_are_stored(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let id = hire(store, user, "a");
        for (method, value) in [
            (ContactMethod::Phone, "5551234567"),
            (ContactMethod::Email, "a@b.co"),
            (ContactMethod::Both, "5551234567, a@b.co"),
        ] {
            let hire = store.set_hire_contact(id, method, value).unwrap().unwrap();
            assert_eq!(
                (hire.contact_method.as_deref(), hire.contact_value.as_deref()),
                (Some(method.as_str()), Some(value))
            );
        }
        assert!(store.set_hire_solved(id, true).unwrap().unwrap().is_solved);
        assert!(!store.set_hire_solved(id, false).unwrap().unwrap().is_solved);
        store.mark_hire_seen(id).unwrap();
        assert!(store.hire(id).unwrap().unwrap().is_seen_by_admin);
        assert_eq!(store.set_hire_contact(HireId(99), ContactMethod::Phone, "1").unwrap(), None);
        assert_eq!(store.set_hire_solved(HireId(99), true).unwrap(), None);
    });
}

pub fn hires_are_listed_newest_first_for_one_driver_or_all(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let ids = [(ann, "0"), (bob, "1"), (ann, "2")].map(|(user, key)| hire(store, user, key));
        let list = |store: &mut dyn Store, user, page| {
            let found = store.list(&HireQuery::all(page).of(user)).unwrap();
            (found.items.iter().map(|hire| hire.id).collect::<Vec<_>>(), found.total)
        };
        assert_eq!(list(store, None, ALL), (vec![ids[2], ids[1], ids[0]], 3));
        assert_eq!(list(store, Some(ann), ALL), (vec![ids[2], ids[0]], 2));
        assert_eq!(list(store, None, Page { limit: 1, offset: 2 }), (vec![ids[0]], 3));
    });
}
