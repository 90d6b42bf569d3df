use domain::payments::payment::PaymentStatus;
use domain::payments::receipt::ReceiptStatus;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use ports::legal_help::hires::{Hires, NewHire};
use ports::payments::history::{History, HistoryFilter, PaidItem, PaidRecord};
use ports::payments::records::{NewTransaction, Payments};
use ports::shared::paging::Page;

use crate::support::{ALL, World, at};

/// Creates a payment that was charged at this second. Returns its record in the history.
fn add_payment(
    world: &mut World,
    user: UserId,
    payable: Payable,
    key: &str,
    second: i64,
    status: PaymentStatus,
) -> PaidRecord {
    let amount = Money::from_cents(10_000 + second);
    let mut payment = world.payment_in(user, payable, key, status);
    let is_back = status == PaymentStatus::Refunded;
    payment.amount_received = Some(amount);
    payment.refunded = if is_back { amount } else { Money::ZERO };
    world.store().update_payment(&payment).unwrap();
    if matches!(status, PaymentStatus::RefundDue | PaymentStatus::Refunded) {
        let (status, at) = if is_back { ("succeeded", "now()") } else { ("due", "NULL") };
        world.db.execute(&format!(
            "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, provider_refund_id, back_at, created_at, updated_at)
             VALUES ({}, {}, 'hire_cancelled', '{status}', 'refund-{key}', 're_{key}', {at}, now(), now())",
            payment.id, amount.cents()
        ));
    }
    let confirmation_number = payment.confirmation_number;
    if let Payable::Lawyer(ticket_id) = payable {
        let hire = NewHire {
            user_id: user,
            ticket_id,
            payment_id: payment.id,
            violation_type: Some("Speeding".to_owned()),
            amount,
            confirmation_number,
            created_at: at(second),
            recorded_at: at(second),
        };
        return PaidRecord::Hire(world.store().insert_hire(&hire).unwrap().id);
    }
    let transaction = NewTransaction {
        user_id: user,
        payment_id: payment.id,
        payable,
        violation_type: Some("100% _road_".to_owned()),
        amount,
        processing_fee: Money::ZERO,
        our_fee: Money::ZERO,
        confirmation_number,
        created_at: at(second),
        recorded_at: at(second),
    };
    PaidRecord::Transaction(world.store().insert_transaction(&transaction).unwrap().id)
}

fn list(world: &mut World, user: UserId, filter: &HistoryFilter) -> Vec<PaidItem> {
    world.store().paid_items(user, filter, ALL).unwrap().items
}

#[test]
fn the_history_lists_all_kinds_of_payments_newest_first() {
    let mut world = World::new();
    let (user, other) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let [ticket, parking, toll, lawyer] = world.payables(user);
    let records = [
        add_payment(&mut world, user, toll, "a", 1, PaymentStatus::Settled),
        add_payment(&mut world, user, lawyer, "b", 2, PaymentStatus::RefundDue),
        add_payment(&mut world, user, ticket, "c", 3, PaymentStatus::Refunded),
    ];
    world.db.execute(&format!(
        "UPDATE parking SET is_paid = true, status = 'Paid', paid_at = to_timestamp({}) WHERE id = {}",
        at(4).timestamp(),
        parking.item_id()
    ));
    // A card payment is listed once, as its transaction. The payment isn't listed again as a paid item.
    world.db.execute(&format!(
        "UPDATE tolls SET is_paid = true, status = 'Paid', paid_at = now() WHERE id = {}",
        toll.item_id()
    ));
    let found = list(&mut world, user, &HistoryFilter::default());
    let rows: Vec<_> =
        found.iter().map(|item| (item.record, item.kind, item.status, item.amount.cents())).collect();
    assert_eq!(
        rows,
        [
            // "see notice" isn't a number. The base amount for another violation is used instead.
            (PaidRecord::ByHand, PayableKind::Parking, ReceiptStatus::Recorded, 7_500),
            (records[2], PayableKind::Ticket, ReceiptStatus::Refunded, 10_003),
            (records[1], PayableKind::Lawyer, ReceiptStatus::RefundPending, 10_002),
            (records[0], PayableKind::Toll, ReceiptStatus::Completed, 10_001),
        ]
    );
    assert_eq!(found[0].confirmation_number, None);
    assert_eq!(found[3].confirmation_number.as_deref(), Some("CONF-a"));
    assert_eq!(found[2].item_id, Some(ticket.item_id()));
    assert!(list(&mut world, other, &HistoryFilter::default()).is_empty());
}

#[test]
fn the_history_is_filtered_searched_and_paged() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    for (second, (key, payable)) in
        [("a", ticket), ("b", parking), ("c", toll), ("d", lawyer)].into_iter().enumerate()
    {
        add_payment(&mut world, user, payable, key, i64::try_from(second).unwrap(), PaymentStatus::Settled);
    }
    for kind in PayableKind::ALL {
        let found = list(&mut world, user, &HistoryFilter { kind: Some(*kind), ..HistoryFilter::default() });
        assert_eq!(found.iter().map(|item| item.kind).collect::<Vec<_>>(), [*kind]);
    }
    let mut count = |query: &str| {
        list(&mut world, user, &HistoryFilter { query: Some(query.to_owned()), ..HistoryFilter::default() })
            .len()
    };
    assert_eq!(
        [count("SPEED"), count("0% _ROAD"), count("conf-c"), count("conf_c"), count("\0")],
        [1, 3, 1, 0, 0]
    );
    let mut slice = |limit, offset| {
        world.store().paid_items(user, &HistoryFilter::default(), Page { limit, offset }).unwrap()
    };
    let (first, second) = (slice(3, 0), slice(3, 3));
    assert_eq!((first.items.len(), first.total, second.items.len(), second.total), (3, 4, 1, 4));
    assert_eq!(second.items[0].kind, PayableKind::Ticket);
}

#[test]
fn payments_charged_in_the_same_second_are_listed_latest_first() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    let records = [("a", ticket), ("b", parking), ("c", lawyer), ("d", toll)]
        .map(|(key, payable)| add_payment(&mut world, user, payable, key, 1, PaymentStatus::Settled));
    let found = list(&mut world, user, &HistoryFilter::default());
    let latest_first: Vec<_> = records.into_iter().rev().collect();
    assert_eq!(found.iter().map(|item| item.record).collect::<Vec<_>>(), latest_first);
}

#[test]
fn the_yearly_total_excludes_refunds() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    add_payment(&mut world, user, ticket, "a", 1, PaymentStatus::Settled);
    add_payment(&mut world, user, parking, "b", 2, PaymentStatus::Refunded);
    add_payment(&mut world, user, toll, "c", 5, PaymentStatus::Settled);
    add_payment(&mut world, user, lawyer, "d", 3, PaymentStatus::RefundDue);
    let by_hand = world.ticket(user);
    world.db.execute(&format!("UPDATE tickets SET is_paid = true, paid_at = now() WHERE id = {by_hand}"));
    let mut total = |from, until| world.store().amount_charged(user, at(from), at(until)).unwrap().cents();
    assert_eq!([total(0, 9), total(1, 5), total(2, 5), total(5, 6)], [20_006, 10_001, 0, 10_005]);
}

/// The refunds of these payments failed. After that, the items were removed or paid in another way.
#[test]
fn a_payment_that_did_not_pay_its_item_is_a_pending_refund_and_not_in_the_total() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(user);
    for (key, second, payable) in [("a", 1, ticket), ("b", 2, lawyer), ("c", 3, toll)] {
        add_payment(&mut world, user, payable, key, second, PaymentStatus::RefundDue);
    }
    add_payment(&mut world, user, parking, "d", 4, PaymentStatus::Settled);
    world.db.execute("UPDATE refunds SET status = 'failed'");
    world.db.execute("UPDATE payment_transactions SET status = 'Refund Pending' WHERE toll_id IS NOT NULL");
    // Staff marked the toll as paid, so the toll wasn't paid by this transaction.
    world.db.execute("UPDATE tolls SET is_paid = true, status = 'Paid', paid_at = 'epoch'");
    let found = list(&mut world, user, &HistoryFilter::default());
    let statuses: Vec<_> = found.iter().map(|item| (item.kind, item.status)).collect();
    use PayableKind::{Lawyer, Parking, Ticket, Toll};
    use ReceiptStatus::{Completed, Recorded, RefundPending};
    assert_eq!(
        statuses,
        [
            (Parking, Completed),
            (Toll, RefundPending),
            (Lawyer, RefundPending),
            (Ticket, RefundPending),
            (Toll, Recorded),
        ]
    );
    assert_eq!(world.store().amount_charged(user, at(0), at(9)).unwrap().cents(), 10_004);
}

/// The driver paid $100, and the bank took back $20. The remaining $80 count until they are refunded.
#[test]
fn the_yearly_total_includes_the_rest_after_a_partial_chargeback_until_it_is_refunded() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    add_payment(&mut world, user, ticket, "a", 0, PaymentStatus::ChargedBack);
    let payment =
        "SELECT id, user_id, 'CONF-a', 'du_1', 2000, 'fraudulent', 'lost', false, now() FROM payments";
    world.db.execute(&format!(
        "INSERT INTO chargebacks (payment_id, user_id, confirmation_number, provider_id, amount_cents, reason, status, is_withdrawn, opened_at) {payment}"
    ));
    let mut total = |refund: &str| {
        world.db.execute(refund);
        world.store().amount_charged(user, at(-9), at(9)).unwrap().cents()
    };
    let undecided = "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, created_at, updated_at)
        SELECT id, 8000, 'charged_back_in_part', 'refused', 'k', now(), now() FROM payments";
    assert_eq!(total(undecided), 8_000);
    assert_eq!(total("UPDATE refunds SET asked_at = now()"), 0);
    assert_eq!(total("UPDATE refunds SET status = 'paid_otherwise', back_at = now()"), 0);
    let found = list(&mut world, user, &HistoryFilter::default());
    assert_eq!(found[0].status, ReceiptStatus::ChargedBack);
}

#[test]
fn the_history_shows_the_refund_reason_of_a_payment_that_did_not_pay_its_item() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    let mut payment = world.payment_in(user, ticket, "a", PaymentStatus::RefundDue);
    payment.amount_received = Some(Money::from_dollars(150));
    world.store().update_payment(&payment).unwrap();
    world.db.execute(&format!(
        "INSERT INTO refunds (payment_id, amount_cents, reason, idempotency_key, created_at, updated_at)
         VALUES ({}, 15000, 'paid_too_little', 'k', now(), now())",
        payment.id
    ));
    let found = list(&mut world, user, &HistoryFilter::default());
    let rows: Vec<_> =
        found.iter().map(|item| (item.record, item.status, item.refund_reason.as_deref())).collect();
    let reason = domain::payments::refund::RefundReason::PaidTooLittle.sentence();
    assert_eq!(rows, [(PaidRecord::Returned(payment.id), ReceiptStatus::RefundPending, Some(reason))]);
    assert_eq!(world.store().amount_charged(user, at(-9), at(9)).unwrap(), Money::ZERO);
}

#[test]
fn a_partial_refund_is_shown_and_subtracted_from_the_total() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    add_payment(&mut world, user, ticket, "a", 0, PaymentStatus::Settled);
    world.db.execute(
        "INSERT INTO refunds (payment_id, amount_cents, reason, note, status, idempotency_key, provider_refund_id, back_at, created_at, updated_at)
         SELECT id, 2000, 'by_staff', 'We charged too much.', 'succeeded', 'k', 're', now(), now(), now() FROM payments",
    );
    let found = list(&mut world, user, &HistoryFilter::default());
    assert_eq!(
        (found[0].status, found[0].refunded),
        (ReceiptStatus::PartlyRefunded, Money::from_dollars(20))
    );
    assert_eq!(found[0].refund_reason.as_deref(), Some("We charged too much."));
    assert_eq!(world.store().amount_charged(user, at(-9), at(9)).unwrap(), Money::from_dollars(80));
}

#[test]
fn the_history_dates_a_payment_that_did_not_pay_its_item_by_its_charge() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let [ticket, ..] = world.payables(user);
    let mut payment = world.payment_in(user, ticket, "a", PaymentStatus::RefundDue);
    let paid_at = |world: &mut World| list(world, user, &HistoryFilter::default())[0].paid_at;
    assert_eq!(paid_at(&mut world), at(0), "an earlier release did not store the charge");
    payment.charged_at = Some(at(86_400));
    world.store().update_payment(&payment).unwrap();
    assert_eq!(paid_at(&mut world), at(86_400));
}
