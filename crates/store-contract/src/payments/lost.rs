use domain::payments::attention::MoneyProblemKind;
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::lost::{LostPayment, RebuiltPayment};
use ports::payments::records::{NewPayment, OrphanIntent};
use ports::store::{Database, Store};

use super::attention::{close, orphan};
use crate::support::{at, payables, refused, transaction, user};

/// Builds a lost payment whose intent has this id.
pub fn lost(id: &str, user_id: UserId, item: Option<Payable>, seen_at_second: i64) -> LostPayment {
    LostPayment {
        intent_id: id.to_owned(),
        amount: Money::from_cents(15_050),
        confirmation_number: format!("CONF-{id}"),
        user_id,
        item,
        started_at: at(1),
        seen_at: at(seen_at_second),
    }
}

/// Stores a lost payment and its intent. Returns `false` if the payment was already stored.
pub fn record(store: &mut dyn Store, lost: &LostPayment) -> bool {
    let orphan = OrphanIntent { seen_at: lost.seen_at, ..orphan(&lost.intent_id, 0) };
    store.store_orphan_if_new(&orphan).unwrap();
    store.store_lost_payment_if_new(lost).unwrap()
}

pub fn lost_payments_are_listed_separately_from_orphans_until_staff_decide(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [ticket, ..] = payables(store, ann);
        let all = [
            lost("pi_late", ann, Some(ticket), 30),
            lost("pi_old", ann, None, 20),
            lost("pi_bob", bob, None, 40),
        ];
        for one in &all {
            assert!(record(store, one));
            assert!(!record(store, one), "a lost payment is recorded once");
        }
        let [late, old, bobs] = all;
        assert_eq!(store.lost_payments(None, 9).unwrap(), [old.clone(), late.clone(), bobs]);
        assert_eq!(store.lost_payments(Some(ann), 9).unwrap(), [old.clone(), late.clone()]);
        assert_eq!(store.lost_payments(None, 1).unwrap(), [old]);
        assert!(store.orphan_intents(9).unwrap().is_empty());
        assert_eq!(store.lost_payment("pi_late").unwrap(), Some(late));
        assert_eq!(store.lost_payment("pi_none").unwrap(), None);
        assert!(close(store, bob, MoneyProblemKind::Orphan, "pi_late"));
        assert_eq!(store.lost_payments(Some(ann), 9).unwrap().len(), 1);
        assert!(store.lost_payment("pi_late").unwrap().is_some());
    });
}

/// A lost payment for a lawyer is also found by the lawyer's ticket, and a lost payment for a
/// ticket by the ticket's lawyer.
pub fn a_lost_payment_is_found_by_its_item_until_staff_decide(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let all = payables(store, ann);
        let [ticket, parking, toll, lawyer] = all;
        let cases = [
            (ticket, [true, false, false, true]),
            (parking, [false, true, false, false]),
            (toll, [false, false, true, false]),
            (lawyer, [true, false, false, true]),
        ];
        for (number, (paid, expected)) in (0..).zip(cases) {
            let id = format!("pi_{number}");
            record(store, &lost(&id, ann, Some(paid), number));
            let found = all.map(|item| store.has_lost_payment(item).unwrap());
            assert_eq!(found, expected, "{paid:?}");
            assert!(close(store, ann, MoneyProblemKind::Orphan, &id));
            assert!(!store.has_lost_payment(paid).unwrap());
        }
    });
}

pub fn a_rebuilt_payment_starts_canceled_and_is_found_by_its_intent(database: &dyn Database) {
    let rebuilt = transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let [ticket, ..] = payables(store, ann);
        assert!(!store.has_payment_numbered("CONF-1").unwrap());
        let rebuilt = RebuiltPayment {
            payment: NewPayment {
                user_id: ann,
                payable: ticket,
                amount: Money::from_cents(15_050),
                idempotency_key: "key".to_owned(),
                confirmation_number: "CONF-1".to_owned(),
                is_despite_lawyer: None,
                created_at: at(1),
            },
            intent_id: "pi_1".to_owned(),
            rebuilt_at: at(9),
        };
        store.lock_payable_item(ticket).unwrap();
        let payment = store.insert_rebuilt_payment(&rebuilt).unwrap();
        assert_eq!(
            (payment.status, payment.payable, payment.created_at),
            (PaymentStatus::Cancelled, ticket, at(1))
        );
        assert_eq!(store.payment_by_intent("pi_1").unwrap(), Some(payment));
        assert!(store.has_payment_numbered("CONF-1").unwrap());
        rebuilt
    });
    let again = refused(database, |store| {
        store.lock_payable_item(rebuilt.payment.payable)?;
        store.insert_rebuilt_payment(&rebuilt)
    });
    assert!(again.is_some(), "its number is unique");
}
