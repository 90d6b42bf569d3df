use domain::payments::card::CardFacts;
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, TransactionStatus};
use domain::shared::ids::{PaymentId, TicketId, TransactionId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::lists::TransactionQuery;
use ports::payments::records::{NewPayment, NewTransaction, OpenPaymentFilter};
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Database, Store};

use crate::support::{ALL, at, items, new_payment, payables, payment, payment_in, ticket, transaction, user};

/// Returns whether the item or lawyer already has a live payment.
fn is_live_duplicate<T>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Duplicate(UniqueKey::LivePayment)))
}

pub fn a_payment_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        for (number, payable) in payables(store, user).into_iter().enumerate() {
            let key = number.to_string();
            let mut stored = payment(store, user, payable, &key);
            let expected = Payment {
                id: stored.id,
                user_id: user,
                payable,
                amount: Money::from_cents(15_050),
                status: PaymentStatus::Creating,
                idempotency_key: format!("key-{key}"),
                confirmation_number: format!("CONF-{key}"),
                provider_intent_id: None,
                client_secret: None,
                amount_received: None,
                refunded: Money::ZERO,
                created_at: at(0),
                updated_at: at(0),
                charged_at: None,
                settled_at: None,
                card: None,
            };
            assert_eq!(stored, expected);
            assert_eq!(store.lock_live_payment(payable).unwrap(), Some(expected));

            stored.status = PaymentStatus::Settled;
            stored.provider_intent_id = Some(format!("pi_{key}"));
            stored.client_secret = Some("secret".to_owned());
            stored.amount_received = Some(Money::from_cents(15_000));
            stored.refunded = Money::from_cents(2_000);
            stored.updated_at = at(5);
            stored.charged_at = Some(at(3));
            stored.settled_at = Some(at(4));
            stored.card = CardFacts::parse("visa", "4242");
            store.lock_payment(stored.id).unwrap();
            store.update_payment(&stored).unwrap();
            assert_eq!(store.payment(stored.id).unwrap(), Some(stored.clone()));
            assert_eq!(store.lock_payment(stored.id).unwrap(), Some(stored.clone()));
            assert_eq!(store.payment_by_intent(&format!("pi_{key}")).unwrap(), Some(stored));
        }
        assert_eq!(store.payment(PaymentId(99)).unwrap(), None);
        assert_eq!(store.lock_payment(PaymentId(99)).unwrap(), None);
        assert_eq!(store.payment_by_intent("pi_none").unwrap(), None);
    });
}

pub fn an_item_can_have_only_one_live_payment(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        for payable in payables(store, user) {
            let kind = payable.kind();
            for status in PaymentStatus::ALL {
                let key = format!("{kind}-{status}");
                let mut first = payment_in(store, user, payable, &key, *status);
                let second = store.insert_payment(&new_payment(user, payable, &format!("{key}-2")));
                let is_live = status.is_live();
                assert_eq!(is_live_duplicate(&second), is_live, "{key}: {second:?}");
                let live = store.lock_live_payment(payable).unwrap().unwrap();
                assert_eq!(live.id, second.map_or(first.id, |second| second.id));
                first.status = PaymentStatus::Cancelled;
                for payment in [first, Payment { status: PaymentStatus::Cancelled, ..live }] {
                    store.lock_payment(payment.id).unwrap();
                    store.update_payment(&payment).unwrap();
                }
                assert_eq!(store.lock_live_payment(payable).unwrap(), None);
            }
        }
    });
}

pub fn idempotency_keys_and_confirmation_numbers_of_payments_are_unique(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, toll, lawyer] = payables(store, user);
        payment(store, user, ticket, "a");
        let mut same_key = new_payment(user, parking, "b");
        same_key.idempotency_key = "key-a".to_owned();
        let mut same_number = new_payment(user, toll, "c");
        same_number.confirmation_number = "CONF-a".to_owned();
        for new in [same_key, same_number] {
            let outcome = store.insert_payment(&new);
            assert!(matches!(outcome, Err(StoreError::Duplicate(UniqueKey::Other))), "{outcome:?}");
        }
        payment(store, user, lawyer, "d");
    });
}

pub fn a_settled_payment_settles_only_its_own_item(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, _, lawyer] = payables(store, user);
        payment_in(store, user, ticket, "a", PaymentStatus::Settled);
        payment_in(store, user, parking, "b", PaymentStatus::Refunded);
        assert!(store.is_settled_by_payment(ticket).unwrap());
        assert!(!store.is_settled_by_payment(lawyer).unwrap(), "the lawyer is another payable");
        assert!(!store.is_settled_by_payment(parking).unwrap());
    });
}

pub fn live_payments_and_payments_with_a_due_refund_are_unfinished(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        for status in PaymentStatus::ALL {
            let ticket = ticket(store, ann);
            payment_in(store, ann, Payable::Ticket(ticket), status.as_str(), *status);
        }
        let found: Vec<_> = store.unfinished_payments_of(ann).unwrap().iter().map(|one| one.status).collect();
        let expected =
            [PaymentStatus::Creating, PaymentStatus::TimedOut, PaymentStatus::Open, PaymentStatus::RefundDue];
        assert_eq!(found, expected);
        assert!(store.unfinished_payments_of(bob).unwrap().is_empty());
    });
}

/// Adds a payment with this status for a new ticket. `started_at` and `changed_at` are the seconds
/// at which the payment was started and last changed.
fn add_payment(store: &mut dyn Store, status: PaymentStatus, started_at: i64, changed_at: i64) -> PaymentId {
    let user = user(store, &format!("{status}{started_at}-{changed_at}@example.com"));
    let payable = Payable::Ticket(ticket(store, user));
    let mut new = new_payment(user, payable, &format!("{status}{started_at}-{changed_at}"));
    new.created_at = at(started_at);
    store.lock_payable_item(payable).unwrap();
    let mut payment = store.insert_payment(&new).unwrap();
    payment.status = status;
    payment.provider_intent_id =
        (status != PaymentStatus::TimedOut).then(|| format!("pi_{started_at}-{changed_at}"));
    payment.updated_at = at(changed_at);
    store.lock_payment(payment.id).unwrap();
    store.update_payment(&payment).unwrap();
    payment.id
}

pub fn open_payments_are_selected_for_reconciliation_by_their_age_and_last_change(database: &dyn Database) {
    transaction(database, |store| {
        let open = PaymentStatus::Open;
        let [old, new, recent] = [(100, 800), (900, 900), (900, 960)]
            .map(|(started_at, changed_at)| add_payment(store, open, started_at, changed_at));
        let late = add_payment(store, PaymentStatus::TimedOut, 850, 850);
        let found = |store: &mut dyn Store, which| {
            let found = store.payments_to_reconcile(which, 50).unwrap();
            found.iter().map(|payment| payment.id).collect::<Vec<_>>()
        };
        assert_eq!(found(store, OpenPaymentFilter::ChangedBefore(at(960))), [old, late, new]);
        assert_eq!(
            store.payments_to_reconcile(OpenPaymentFilter::ChangedBefore(at(999)), 2).unwrap().len(),
            2
        );
        assert_eq!(found(store, OpenPaymentFilter::WithoutIntent(at(851))), [late]);
        assert_eq!(found(store, OpenPaymentFilter::WithoutIntent(at(850))), []);
        let young = |now| OpenPaymentFilter::Recent {
            now: at(now),
            changed_before: at(now),
            started_after: at(600),
            slowing: 4,
        };
        assert_eq!(found(store, young(1200)), [new], "the other was checked a minute after its start");
        assert_eq!(found(store, young(1201)), [new, recent]);
        let aged = |started_at, changed_at| OpenPaymentFilter::Started {
            started_before: at(started_at),
            changed_before: at(changed_at),
        };
        assert_eq!(found(store, aged(900, 1000)), [old]);
        assert_eq!(found(store, aged(901, 1000)), [old, new, recent]);
        assert_eq!(found(store, aged(901, 900)), [old]);
        assert_eq!(found(store, OpenPaymentFilter::Processing(at(1000))), []);
        for id in [recent, old] {
            store.set_payment_processing(id, true).unwrap();
        }
        assert_eq!(found(store, OpenPaymentFilter::Processing(at(1000))), [old, recent]);
        assert_eq!(found(store, OpenPaymentFilter::Processing(at(960))), [old]);
        store.set_payment_processing(old, false).unwrap();
        assert_eq!(found(store, OpenPaymentFilter::Processing(at(1000))), [recent]);
    });
}

pub fn an_item_is_processing_while_its_live_payment_is_processing(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, toll] = items(store, user);
        let lawyer = Payable::Lawyer(TicketId(ticket.item_id()));
        let of_lawyer = payment_in(store, user, lawyer, "a", PaymentStatus::Open);
        let mut of_toll = payment_in(store, user, toll, "b", PaymentStatus::Open);
        for id in [of_lawyer.id, of_toll.id, of_toll.id] {
            store.set_payment_processing(id, true).unwrap();
        }
        let flags = |store: &mut dyn Store, item| {
            let facts = store.standing_facts(item).unwrap();
            (facts.is_processing, facts.is_hire_processing)
        };
        assert_eq!(flags(store, ticket), (false, true));
        assert_eq!(flags(store, parking), (false, false));
        assert_eq!(flags(store, toll), (true, false));
        assert_eq!(store.tolls_of(user).unwrap()[0].1, store.standing_facts(toll).unwrap());
        of_toll.status = PaymentStatus::Cancelled;
        store.lock_payment(of_toll.id).unwrap();
        store.update_payment(&of_toll).unwrap();
        assert_eq!(flags(store, toll), (false, false), "the payment is no longer live");
    });
}

pub fn new_transaction(payment: &Payment) -> NewTransaction {
    NewTransaction {
        user_id: payment.user_id,
        payment_id: payment.id,
        payable: payment.payable,
        violation_type: Some("Speeding".to_owned()),
        amount: payment.amount,
        processing_fee: Money::from_cents(299),
        our_fee: Money::from_cents(298),
        confirmation_number: payment.confirmation_number.clone(),
        created_at: at(6),
        recorded_at: at(7),
    }
}

/// Adds a payment and its transaction, and locks the payment.
pub(crate) fn add_transaction(
    store: &mut dyn Store,
    payable: Payable,
    user: domain::shared::ids::UserId,
    key: &str,
) -> PaymentTransaction {
    let payment = payment(store, user, payable, key);
    store.lock_payment(payment.id).unwrap();
    store.insert_transaction(&new_transaction(&payment)).unwrap()
}

pub fn a_transaction_round_trips_and_can_be_refunded(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        for (payable, key) in items(store, user).into_iter().zip(["a", "b", "c"]) {
            let stored = add_transaction(store, payable, user, key);
            let expected = PaymentTransaction {
                id: stored.id,
                user_id: user,
                payment_id: stored.payment_id,
                payable,
                violation_type: Some("Speeding".to_owned()),
                amount: Money::from_cents(15_050),
                refunded: Money::ZERO,
                processing_fee: Money::from_cents(299),
                our_fee: Money::from_cents(298),
                confirmation_number: format!("CONF-{key}"),
                status: TransactionStatus::Completed,
                created_at: at(6),
                recorded_at: at(7),
            };
            assert_eq!(stored, expected);
            let payment = stored.payment_id.unwrap();
            assert_eq!(store.transaction_of_payment(payment).unwrap(), Some(expected.clone()));
            assert_eq!(store.transaction(stored.id).unwrap(), Some(expected));
            for (cents, status) in [(20, TransactionStatus::Completed), (100, TransactionStatus::Refunded)] {
                let refunded = Money::from_cents(cents);
                store.set_transaction_refunded(stored.id, refunded, status).unwrap();
                let stored = store.transaction_of_payment(payment).unwrap().unwrap();
                assert_eq!((stored.status, stored.refunded), (status, refunded));
            }
        }
        assert_eq!(store.transaction_of_payment(PaymentId(99)).unwrap(), None);
        assert_eq!(store.transaction(TransactionId(99)).unwrap(), None);
    });
}

pub fn transactions_are_listed_newest_first_for_one_driver_or_all(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let ids = [(ann, "0"), (bob, "1"), (ann, "2"), (ann, "3")].map(|(user, key)| {
            let payable = Payable::Ticket(ticket(store, user));
            add_transaction(store, payable, user, key).id
        });
        let list = |store: &mut dyn Store, user, page| {
            let found = store.list(&TransactionQuery::all(page).of(user)).unwrap();
            (found.items.iter().map(|transaction| transaction.id).collect::<Vec<_>>(), found.total)
        };
        assert_eq!(list(store, None, ALL), (vec![ids[3], ids[2], ids[1], ids[0]], 4));
        assert_eq!(list(store, Some(ann), ALL), (vec![ids[3], ids[2], ids[0]], 3));
        assert_eq!(list(store, Some(ann), Page { limit: 1, offset: 1 }), (vec![ids[2]], 3));
        assert_eq!(list(store, Some(bob), ALL), (vec![ids[1]], 1));
    });
}

pub fn a_confirmation_to_pay_despite_the_lawyer_is_stored(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, _] = items(store, user);
        let payment = payment(store, user, ticket, "a");
        assert_eq!(store.was_paid_despite_lawyer(payment.id).unwrap(), None, "an older payment");
        for is_confirmed in [false, true] {
            store.set_despite_lawyer_confirmed(payment.id, is_confirmed).unwrap();
            assert_eq!(store.was_paid_despite_lawyer(payment.id).unwrap(), Some(is_confirmed));
        }
        store.lock_payable_item(parking).unwrap();
        let new = NewPayment { is_despite_lawyer: Some(true), ..new_payment(user, parking, "b") };
        let confirmed = store.insert_payment(&new).unwrap();
        assert_eq!(store.was_paid_despite_lawyer(confirmed.id).unwrap(), Some(true));
    });
}

pub fn the_id_of_an_installation_never_changes(database: &dyn Database) {
    transaction(database, |store| {
        let id = store.installation_id().unwrap();
        assert_eq!(id.len(), 32);
        assert_eq!(store.installation_id().unwrap(), id);
    });
}
