use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::{Refund, RefundPayer, RefundReason, RefundStatus};
use domain::shared::ids::{RefundId, UserId};
use domain::shared::money::Money;
use ports::payments::refunds::{NewRefund, RefundCheckTimes};
use ports::store::{Database, Store};

use crate::support::{at, items, payment_in, transaction, user};

pub(crate) fn new_refund(payment: &Payment, key: &str) -> NewRefund {
    NewRefund {
        payment_id: payment.id,
        amount: Money::from_cents(2_000),
        reason: RefundReason::ByStaff,
        note: Some("We charged too much.".to_owned()),
        requested_by: Some(payment.user_id),
        idempotency_key: key.to_owned(),
        created_at: at(1),
        guarantee_payer: Some(RefundPayer::Lawyer),
    }
}

/// Adds a settled payment and locks it.
fn settled(store: &mut dyn Store) -> (UserId, Payment) {
    let user = user(store, "ann@example.com");
    let [ticket, ..] = items(store, user);
    let payment = payment_in(store, user, ticket, "a", PaymentStatus::Settled);
    (user, payment)
}

/// Adds a refund that has this status.
pub(crate) fn add(store: &mut dyn Store, payment: &Payment, status: RefundStatus) -> Refund {
    let mut refund = store.insert_refund(&new_refund(payment, status.as_str())).unwrap();
    assert_eq!((refund.status, refund.created_at, refund.updated_at), (RefundStatus::Due, at(1), at(1)));
    refund.status = status;
    refund.requested_at = Some(at(2));
    refund.provider_refund_id = Some(format!("re_{status}"));
    refund.completed_at = status.has_reached_driver().then(|| at(7));
    refund.updated_at = at(50);
    store.update_refund(&refund).unwrap();
    refund
}

pub fn a_refund_round_trips_in_every_status(database: &dyn Database) {
    transaction(database, |store| {
        let (_, payment) = settled(store);
        for status in RefundStatus::ALL {
            let mut refund = add(store, &payment, *status);
            refund.idempotency_key = format!("new-{status}");
            refund.requested_at = Some(at(3));
            refund.provider_words = Some("The bank\0 says no.".to_owned());
            store.update_refund(&refund).unwrap();
            refund.provider_words = Some("The bank\u{fffd} says no.".to_owned());
            let known = store.refund_by_provider_id(&format!("re_{status}")).unwrap();
            let found = [store.refund(refund.id).unwrap(), store.lock_refund(refund.id).unwrap(), known];
            assert_eq!(found.map(Option::unwrap), [refund.clone(), refund.clone(), refund]);
        }
        let all: Vec<_> = store.refunds_of(payment.id).unwrap().iter().map(|refund| refund.status).collect();
        assert_eq!(all, RefundStatus::ALL);
        assert_eq!(store.refund(RefundId(99)).unwrap(), None);
        assert_eq!(store.lock_refund(RefundId(99)).unwrap(), None);
        assert_eq!(store.refund_by_provider_id("re_none").unwrap(), None);
    });
}

pub fn a_refunds_status_and_age_determine_when_it_is_next_checked(database: &dyn Database) {
    use RefundStatus::{Due, Pending, Refused, Succeeded};
    transaction(database, |store| {
        let (_, payment) = settled(store);
        for status in RefundStatus::ALL {
            add(store, &payment, *status);
        }
        let all = RefundCheckTimes {
            now: at(10_000),
            open: at(51),
            refused: at(51),
            oldest_refused: at(0),
            arrived: at(51),
            oldest_arrived: at(0),
        };
        let mut found = |before, limit| -> Vec<RefundStatus> {
            let found = store.refunds_to_check(before, limit).unwrap();
            found.into_iter().map(|id| store.refund(id).unwrap().unwrap().status).collect()
        };
        assert_eq!(found(all, 50), [Due, Pending, Succeeded, Refused]);
        assert_eq!(found(all, 2), [Due, Pending]);
        let at_once = RefundCheckTimes { refused: at(50), arrived: at(50), ..all };
        assert_eq!(found(at_once, 50), [Due, Pending], "changed before, not at");
        let long_ago = RefundCheckTimes { open: at(50), oldest_arrived: at(2), ..all };
        assert_eq!(found(long_ago, 50), [Refused], "a refund that arrived long ago is no longer checked");
        let staff = RefundCheckTimes { open: at(50), oldest_refused: at(2), ..all };
        assert_eq!(found(staff, 50), [Succeeded], "a refund refused long ago is left to staff");
        // Each refund last changed at second 50, 49 seconds after it was made. The next check is due after a
        // quarter, a half or all of these 49 seconds. Which part applies depends on the refund's status.
        for (now, expected) in [
            (62, vec![]),
            (63, vec![Due, Pending]),
            (75, vec![Due, Pending, Refused]),
            (100, vec![Due, Pending, Succeeded, Refused]),
        ] {
            assert_eq!(found(RefundCheckTimes { now: at(now), ..all }, 50), expected, "{now}");
        }
    });
}

pub fn a_refund_that_staff_must_decide_is_listed_and_not_sent(database: &dyn Database) {
    transaction(database, |store| {
        let (_, payment) = settled(store);
        let rest = NewRefund { reason: RefundReason::ChargedBackInPart, ..new_refund(&payment, "rest") };
        let mut refund = store.insert_refund(&rest).unwrap();
        refund.status = RefundStatus::Refused;
        store.update_refund(&refund).unwrap();
        assert!(store.refund(refund.id).unwrap().unwrap().needs_decision());
        assert_eq!(store.refunds_under_way(None, 9).unwrap().len(), 1);
        let any = at(1_000_000);
        let before = RefundCheckTimes {
            now: any,
            open: any,
            refused: any,
            oldest_refused: at(0),
            arrived: any,
            oldest_arrived: at(0),
        };
        assert_eq!(store.refunds_to_check(before, 9).unwrap(), []);
    });
}

pub fn refunds_under_way_are_listed_with_their_payment(database: &dyn Database) {
    use RefundStatus::{Due, Failed, Pending, Refused};
    transaction(database, |store| {
        let (ann, payment) = settled(store);
        let bob = user(store, "bob@example.com");
        for status in RefundStatus::ALL {
            add(store, &payment, *status);
        }
        let found = store.refunds_under_way(Some(ann), 9).unwrap();
        let statuses: Vec<_> = found.iter().map(|(refund, _)| refund.status).collect();
        assert_eq!(statuses, [Due, Pending, Refused, Failed]);
        assert!(found.iter().all(|(_, of)| of.id == payment.id));
        assert_eq!(store.refunds_under_way(None, 2).unwrap().len(), 2);
        assert!(store.refunds_under_way(Some(bob), 9).unwrap().is_empty());
    });
}
