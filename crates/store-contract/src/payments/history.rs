use domain::driving_record::kinds::ItemKind;
use domain::payments::card::CardFacts;
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::{Payment, PaymentStatus, TransactionStatus};
use domain::payments::receipt::ReceiptStatus;
use domain::payments::refund::{Refund, RefundReason, RefundStatus};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use ports::driving_record::filing::Removal;
use ports::legal_help::hires::NewHire;
use ports::payments::history::{HistoryFilter, PaidItem, PaidRecord};
use ports::payments::refunds::NewRefund;
use ports::shared::paging::Page;
use ports::store::{Database, Store};

use super::records::new_transaction;
use super::samples::owed;
use super::{chargebacks, refunds};
use crate::support::{ALL, TICKET_FIELDS, at, details, item, items, payables, payment_in, transaction, user};

/// Adds a refund of a payment. A refused refund needs a decision by staff, because it was never
/// requested from the provider.
fn refund(
    store: &mut dyn Store,
    payment: &Payment,
    (reason, note): (RefundReason, Option<&str>),
    cents: i64,
    status: RefundStatus,
) -> Refund {
    let key = format!("{}-{reason}-{cents}", payment.id);
    let new = NewRefund {
        amount: Money::from_cents(cents),
        reason,
        note: note.map(str::to_owned),
        ..refunds::new_refund(payment, &key)
    };
    let mut refund = store.insert_refund(&new).unwrap();
    refund.status = status;
    refund.provider_refund_id = (status != RefundStatus::Refused).then(|| format!("re-{key}"));
    refund.completed_at = status.has_reached_driver().then(|| at(7));
    store.update_refund(&refund).unwrap();
    refund
}

/// Adds a payment of $100 plus one cent for each second. For the status `RefundDue` or `Refunded`,
/// also adds its refund. Returns the payment and its record in the history.
fn add(
    store: &mut dyn Store,
    user: UserId,
    payable: Payable,
    second: i64,
    status: PaymentStatus,
) -> (Payment, PaidRecord) {
    let amount = Money::from_cents(10_000 + second);
    let key = format!("{second}-{}", payable.kind());
    let payment = payment_in(store, user, payable, &key, status);
    let payment = Payment { amount, amount_received: Some(amount), ..payment };
    store.update_payment(&payment).unwrap();
    let canceled = (RefundReason::HireCancelled, None);
    match status {
        PaymentStatus::RefundDue => {
            refund(store, &payment, canceled, amount.cents(), RefundStatus::Due);
        }
        PaymentStatus::Refunded => {
            refund(store, &payment, canceled, amount.cents(), RefundStatus::Succeeded);
        }
        _ => {}
    }
    if let Payable::Lawyer(ticket_id) = payable {
        let hire = NewHire {
            user_id: user,
            ticket_id,
            payment_id: payment.id,
            violation_type: Some("Speeding".to_owned()),
            amount,
            confirmation_number: payment.confirmation_number.clone(),
            created_at: at(second),
            recorded_at: at(second),
        };
        let id = store.insert_hire(&hire).unwrap().id;
        return (payment, PaidRecord::Hire(id));
    }
    let mut new = new_transaction(&payment);
    (new.amount, new.created_at) = (amount, at(second));
    new.violation_type = Some("100% _Róad_".to_owned());
    let id = store.insert_transaction(&new).unwrap().id;
    (payment, PaidRecord::Transaction(id))
}

/// Returns all entries of a user's payment history.
fn list(store: &mut dyn Store, user: UserId) -> Vec<PaidItem> {
    store.paid_items(user, &HistoryFilter::default(), ALL).unwrap().items
}

/// Returns what a user's cards were charged, minus refunds and chargebacks, in cents.
fn total(store: &mut dyn Store, user: UserId) -> i64 {
    store.amount_charged(user, at(-9), at(99)).unwrap().cents()
}

pub fn the_history_lists_all_kinds_of_payments_newest_first(database: &dyn Database) {
    transaction(database, |store| {
        let (user, other) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let [ticket, parking, toll, lawyer] = payables(store, user);
        let records = [
            add(store, user, toll, 1, PaymentStatus::Settled).1,
            add(store, user, lawyer, 2, PaymentStatus::RefundDue).1,
            add(store, user, ticket, 3, PaymentStatus::Refunded).1,
        ];
        // A card payment is listed once, as its transaction. The item isn't listed again.
        for (item, second) in [(parking, 4), (toll, 5)] {
            store.lock_item(item).unwrap();
            store.mark_item_paid(item, at(second)).unwrap();
        }
        let removed = item(store, user, ItemKind::Toll);
        store.mark_item_paid(removed, at(6)).unwrap();
        store.remove_item(removed, &Removal { by: user, result: "A mistake".to_owned(), at: at(7) }).unwrap();
        let found = list(store, user);
        let rows: Vec<_> =
            found.iter().map(|item| (item.record, item.kind, item.status, item.amount.cents())).collect();
        let expected = [
            (PaidRecord::ByHand, PayableKind::Parking, ReceiptStatus::Recorded, 6_500),
            (records[2], PayableKind::Ticket, ReceiptStatus::Refunded, 10_003),
            (records[1], PayableKind::Lawyer, ReceiptStatus::RefundPending, 10_002),
            (records[0], PayableKind::Toll, ReceiptStatus::Completed, 10_001),
        ];
        assert_eq!(rows, expected);
        let by_hand = &found[0];
        assert_eq!((by_hand.confirmation_number.as_deref(), by_hand.paid_at), (None, at(4)));
        assert_eq!(
            (by_hand.item_id, by_hand.label.as_deref()),
            (Some(parking.item_id()), Some("Expired meter"))
        );
        assert_eq!(found[3].confirmation_number.as_deref(), Some("CONF-1-toll"));
        assert_eq!((found[2].item_id, found[1].refunded.cents()), (Some(ticket.item_id()), 10_003));
        assert!(list(store, other).is_empty());
    });
}

pub fn the_history_is_filtered_searched_and_paged(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let fields = [TICKET_FIELDS, &[("citation_number", "ab 12-3")]].concat();
        let ticket =
            store.insert_item(user, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap().payable();
        let Payable::Ticket(id) = ticket else { unreachable!("{ticket:?}") };
        let [_, parking, toll] = items(store, user);
        for (second, payable) in (0..).zip([ticket, parking, toll, Payable::Lawyer(id)]) {
            add(store, user, payable, second, PaymentStatus::Settled);
        }
        let mut found = |filter: &HistoryFilter| -> Vec<PayableKind> {
            let found = store.paid_items(user, filter, ALL).unwrap();
            assert_eq!(found.total, i64::try_from(found.items.len()).unwrap());
            found.items.iter().map(|item| item.kind).collect()
        };
        for kind in PayableKind::ALL {
            assert_eq!(found(&HistoryFilter { kind: Some(*kind), ..HistoryFilter::default() }), [*kind]);
        }
        let of_ticket = HistoryFilter { item: Some(id.0), kind: None, query: None };
        assert!(found(&of_ticket).contains(&PayableKind::Ticket));
        assert_eq!(found(&HistoryFilter { item: Some(99), ..of_ticket }), []);
        for (query, expected) in [
            ("SPEED", &[PayableKind::Lawyer][..]),
            ("0% _ROAD", &[PayableKind::Toll, PayableKind::Parking, PayableKind::Ticket]),
            ("conf-2", &[PayableKind::Toll]),
            ("conf_2", &[]),
            ("B1-2", &[PayableKind::Lawyer, PayableKind::Ticket]),
            ("\0", &[]),
        ] {
            let filter = HistoryFilter { query: Some(query.to_owned()), ..HistoryFilter::default() };
            assert_eq!(found(&filter), expected, "{query}");
        }
        let mut page = |limit, offset| {
            let found = store.paid_items(user, &HistoryFilter::default(), Page { limit, offset }).unwrap();
            (found.items.iter().map(|item| item.kind).collect::<Vec<_>>(), found.total)
        };
        use PayableKind::{Lawyer, Parking, Ticket, Toll};
        assert_eq!([page(3, 0), page(3, 3)], [(vec![Lawyer, Toll, Parking], 4), (vec![Ticket], 4)]);
    });
}

pub fn payments_of_the_same_second_are_listed_latest_first(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, toll, lawyer] = payables(store, user);
        let by_hand = item(store, user, ItemKind::Toll);
        store.mark_item_paid(by_hand, at(1)).unwrap();
        let records = [ticket, parking, lawyer, toll]
            .map(|payable| add(store, user, payable, 1, PaymentStatus::Settled).1);
        let found: Vec<_> = list(store, user).iter().map(|item| item.record).collect();
        let [first, second, third, last] = records;
        assert_eq!(found, [last, third, second, first, PaidRecord::ByHand]);
    });
}

pub fn the_amount_charged_in_a_period_excludes_refunds(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let total = |store: &mut dyn Store, from, until| {
            store.amount_charged(user, at(from), at(until)).unwrap().cents()
        };
        assert_eq!(total(store, 0, 9), 0);
        let [ticket, parking, toll, lawyer] = payables(store, user);
        add(store, user, ticket, 1, PaymentStatus::Settled);
        add(store, user, parking, 2, PaymentStatus::Refunded);
        add(store, user, toll, 5, PaymentStatus::Settled);
        add(store, user, lawyer, 3, PaymentStatus::RefundDue);
        let by_hand = item(store, user, ItemKind::Toll);
        store.mark_item_paid(by_hand, at(4)).unwrap();
        let totals = [(0, 9), (1, 5), (2, 5), (5, 6)].map(|(from, until)| total(store, from, until));
        assert_eq!(totals, [20_006, 10_001, 0, 10_005]);
    });
}

/// The refunds of the first three payments failed.
pub fn a_payment_due_for_refund_is_listed_as_a_pending_refund_and_left_out_of_the_total(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, parking, toll, lawyer] = payables(store, user);
        for (second, payable) in [(1, ticket), (2, lawyer), (3, toll)] {
            let (payment, record) = add(store, user, payable, second, PaymentStatus::RefundDue);
            for refund in store.refunds_of(payment.id).unwrap() {
                store.update_refund(&Refund { status: RefundStatus::Failed, ..refund }).unwrap();
            }
            if let PaidRecord::Transaction(id) = record {
                store.set_transaction_refunded(id, Money::ZERO, TransactionStatus::RefundPending).unwrap();
            }
        }
        add(store, user, parking, 4, PaymentStatus::Settled);
        store.lock_item(toll).unwrap();
        store.mark_item_paid(toll, at(0)).unwrap();
        let statuses: Vec<_> = list(store, user).iter().map(|item| (item.kind, item.status)).collect();
        use PayableKind::{Lawyer, Parking, Ticket, Toll};
        use ReceiptStatus::{Completed, Recorded, RefundPending};
        let expected = [
            (Parking, Completed),
            (Toll, RefundPending),
            (Lawyer, RefundPending),
            (Ticket, RefundPending),
            (Toll, Recorded),
        ];
        assert_eq!(statuses, expected);
        assert_eq!(total(store, user), 10_004);
    });
}

pub fn a_payment_without_a_record_is_dated_by_its_charge_and_shows_the_refund_reason(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, ..] = items(store, user);
        let payment = payment_in(store, user, ticket, "a", PaymentStatus::RefundDue);
        let received = Payment { amount_received: Some(Money::from_cents(14_000)), ..payment };
        assert_eq!(list(store, user)[0].amount, received.amount);
        store.update_payment(&received).unwrap();
        let found = &list(store, user)[0];
        assert_eq!((found.amount.cents(), found.paid_at), (14_000, at(0)), "the charge wasn't stored");
        refund(store, &received, (RefundReason::PaidTooLittle, None), 14_000, RefundStatus::Due);
        store.update_payment(&Payment { charged_at: Some(at(50)), ..received.clone() }).unwrap();
        let found = &list(store, user)[0];
        assert_eq!(
            (found.record, found.status),
            (PaidRecord::Returned(received.id), ReceiptStatus::RefundPending)
        );
        assert_eq!((found.label.as_deref(), found.paid_at), (Some("Speeding"), at(50)));
        assert_eq!(found.refund_reason.as_deref(), Some(RefundReason::PaidTooLittle.sentence()));
        assert_eq!(total(store, user), 0);
    });
}

pub fn a_partial_refund_is_shown_and_subtracted_from_the_total(database: &dyn Database) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, ..] = items(store, user);
        let (payment, _) = add(store, user, ticket, 0, PaymentStatus::Settled);
        refund(store, &payment, (RefundReason::ByStaff, Some("Old")), 7, RefundStatus::Succeeded);
        let words = (RefundReason::ByStaff, Some("We charged too much."));
        refund(store, &payment, words, 2_000, RefundStatus::Succeeded);
        refund(store, &payment, (RefundReason::ByStaff, Some("Failed")), 3_000, RefundStatus::Failed);
        refund(store, &payment, (RefundReason::ByStaff, Some("Withdrawn")), 4_000, RefundStatus::CalledOff);
        let found = &list(store, user)[0];
        assert_eq!((found.status, found.refunded.cents()), (ReceiptStatus::PartlyRefunded, 2_007));
        assert_eq!(found.refund_reason.as_deref(), Some("We charged too much."));
        assert_eq!(total(store, user), 7_993);
        let rest = (RefundReason::ByStaff, None);
        refund(store, &payment, rest, 7_993, RefundStatus::Pending);
        let found = &list(store, user)[0];
        assert_eq!((found.status, found.refunded.cents()), (ReceiptStatus::RefundPending, 2_007));
        assert_eq!(total(store, user), 0);
    });
}

pub fn after_a_partial_chargeback_the_total_includes_the_rest_until_the_rest_is_refunded(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let [ticket, ..] = items(store, user);
        let (payment, _) = add(store, user, ticket, 0, PaymentStatus::Settled);
        let status = |store: &mut dyn Store| list(store, user)[0].status;
        let chargeback = chargebacks::add(store, &payment, "a", ChargebackStatus::UnderReview, None);
        let mut chargeback = Chargeback { amount: Money::from_cents(2_000), ..chargeback };
        for (next, expected, cents) in [
            (ChargebackStatus::UnderReview, ReceiptStatus::Chargeback, 8_000),
            (ChargebackStatus::Won, ReceiptStatus::Completed, 10_000),
            (ChargebackStatus::Lost, ReceiptStatus::ChargedBack, 8_000),
        ] {
            chargeback.status = next;
            chargeback.closed_at = next.is_over().then(|| at(9));
            store.update_chargeback(&chargeback).unwrap();
            assert_eq!((status(store), total(store, user)), (expected, cents));
        }
        let rest = (RefundReason::ChargedBackInPart, None);
        let mut undecided = refund(store, &payment, rest, 8_000, RefundStatus::Refused);
        assert_eq!((total(store, user), list(store, user)[0].refund_reason.as_deref()), (8_000, None));
        undecided.requested_at = Some(at(8));
        store.update_refund(&undecided).unwrap();
        assert_eq!(total(store, user), 0);
        (undecided.status, undecided.completed_at) = (RefundStatus::PaidOtherwise, Some(at(9)));
        store.update_refund(&undecided).unwrap();
        assert_eq!((total(store, user), status(store)), (0, ReceiptStatus::ChargedBack));
    });
}

pub fn the_history_shows_a_payments_citation_its_card_its_money_trail_and_its_second_bill(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let user = user(store, "ann@example.com");
        let fields = [TICKET_FIELDS, &[("issuer", "Austin PD")]].concat();
        let ticket =
            store.insert_item(user, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap().payable();
        let payment = owed(store, user, ticket, Some("Austin PD"), 10);
        let card = CardFacts::parse("visa", "4242").unwrap();
        let payment = Payment { card: Some(card.clone()), ..store.lock_payment(payment).unwrap().unwrap() };
        store.update_payment(&payment).unwrap();
        let transaction = store.insert_transaction(&new_transaction(&payment)).unwrap();
        let bill = store.open_second_bill(payment.id, transaction.id, user, at(20)).unwrap().unwrap();
        store.lock_item(ticket).unwrap();
        store.remove_item(ticket, &Removal { by: user, result: "A mistake".to_owned(), at: at(7) }).unwrap();
        let found = &list(store, user)[0];
        assert_eq!((found.issuer.as_deref(), found.citation_number.as_deref()), (Some("Austin PD"), None));
        assert_eq!((&found.card, &found.billed_again), (&Some(card), &Some(bill)));
        assert_eq!(found.trail.as_ref().unwrap().send_by, at(110));
    });
}
