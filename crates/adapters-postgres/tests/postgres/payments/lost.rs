//! Tests of payments that are missing in a restored backup.

use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::ownership::Mismatch;
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::attention::MoneyProblems;
use ports::payments::books::Matching;
use ports::payments::lost::{LostPayment, LostPayments, RebuiltPayment};
use ports::payments::records::NewPayment;
use ports::payments::records::{OrphanIntent, Payments};

use crate::support::{World, at};

fn lost(id: &str, user_id: UserId, item: Option<Payable>, seen_at_second: i64) -> LostPayment {
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

fn record(world: &mut World, lost: &LostPayment) -> bool {
    let orphan = OrphanIntent {
        intent_id: lost.intent_id.clone(),
        amount: lost.amount,
        currency: "usd".to_owned(),
        reason: Mismatch::Payment,
        seen_at: lost.seen_at,
    };
    let mut store = world.store();
    store.record_orphan(&orphan).unwrap();
    store.record_lost_payment(lost).unwrap()
}

fn close(world: &mut World, closed_by: UserId, intent_id: &str) {
    let subject = MoneyProblem { kind: MoneyProblemKind::Orphan, provider_id: intent_id.to_owned() };
    let how = ResolutionNote::parse("Refunded").unwrap();
    assert!(world.store().resolve_problem(&subject, &how, closed_by, at(90)).unwrap().is_some());
}

#[test]
fn lost_payments_are_listed_separately_from_orphans_until_staff_decide() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let [ticket, ..] = world.payables(ann);
    let all = [
        lost("pi_late", ann, Some(ticket), 30),
        lost("pi_old", ann, None, 20),
        lost("pi_bob", bob, None, 40),
    ];
    for one in &all {
        assert!(record(&mut world, one));
        assert!(!record(&mut world, one), "a lost payment is recorded once");
    }
    let [late, old, bobs] = all;
    assert_eq!(world.store().lost_payments(None, 9).unwrap(), [old.clone(), late.clone(), bobs]);
    assert_eq!(world.store().lost_payments(Some(ann), 9).unwrap(), [old, late.clone()]);
    assert!(world.store().orphan_intents(9).unwrap().is_empty());
    assert_eq!(world.store().lost_payment("pi_late").unwrap(), Some(late));
    assert_eq!(world.store().lost_payment("pi_none").unwrap(), None);
    close(&mut world, bob, "pi_late");
    assert_eq!(world.store().lost_payments(Some(ann), 9).unwrap().len(), 1);
    assert!(world.store().lost_payment("pi_late").unwrap().is_some());
}

/// A lost payment for a lawyer is also found by its ticket, and a ticket's lost payment by the lawyer.
#[test]
fn a_lost_payment_is_found_by_its_item_until_staff_decide() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, parking, toll, lawyer] = world.payables(ann);
    let cases = [
        (ticket, [true, false, false, true]),
        (parking, [false, true, false, false]),
        (toll, [false, false, true, false]),
        (lawyer, [true, false, false, true]),
    ];
    for (number, (paid, expected)) in (0..).zip(cases) {
        let id = format!("pi_{number}");
        record(&mut world, &lost(&id, ann, Some(paid), number));
        let found = [ticket, parking, toll, lawyer].map(|item| world.store().has_lost_payment(item).unwrap());
        assert_eq!(found, expected, "{paid:?}");
        close(&mut world, ann, &id);
        assert!(!world.store().has_lost_payment(paid).unwrap());
    }
}

#[test]
fn deleting_an_item_keeps_its_lost_payment_and_clears_the_reference() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    record(&mut world, &lost("pi_1", ann, Some(ticket), 1));
    world.db.execute("DELETE FROM tickets");
    assert_eq!(world.store().lost_payment("pi_1").unwrap().unwrap().item, None);
}

#[test]
fn a_rebuilt_payment_starts_canceled_and_is_found_by_its_intent() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    assert!(!world.store().has_payment_numbered("CONF-1").unwrap());
    let rebuilt = RebuiltPayment {
        payment: NewPayment {
            user_id: ann,
            payable: ticket,
            amount: Money::from_cents(15_050),
            idempotency_key: "key".to_owned(),
            confirmation_number: "CONF-1".to_owned(),
            created_at: at(1),
        },
        intent_id: "pi_1".to_owned(),
        rebuilt_at: at(9),
    };
    let payment = world.store().insert_rebuilt_payment(&rebuilt).unwrap();
    assert_eq!(
        (payment.status, payment.payable, payment.created_at),
        (PaymentStatus::Cancelled, ticket, at(1))
    );
    assert_eq!(world.store().payment_by_intent("pi_1").unwrap(), Some(payment));
    assert!(world.store().has_payment_numbered("CONF-1").unwrap());
    assert!(world.store().insert_rebuilt_payment(&rebuilt).is_err(), "its number is unique");
}

/// Staff don't have to correct a difference that money of another environment causes. Until staff decide about
/// a lost payment, its money is a difference that they must correct.
#[test]
fn a_lost_payment_becomes_foreign_money_only_after_staff_dismiss_it() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    record(&mut world, &lost("pi_lost", ann, None, 1));
    world.db.execute(
        "INSERT INTO provider_movements (id, kind, amount_cents, fee_cents, currency, subject, provider_intent_id, happened_at)
         SELECT 'txn_' || intent, 'charge', 15050, 0, 'usd', intent, intent, now() FROM unnest(ARRAY['pi_lost', 'pi_foreign']) AS intent",
    );
    let foreign = |world: &mut World| -> Vec<(String, bool)> {
        let sides = world.store().differing_balances().unwrap();
        sides.into_iter().map(|one| (one.subject, one.is_foreign)).collect()
    };
    let expected = |lost| [("pi_foreign".to_owned(), true), ("pi_lost".to_owned(), lost)];
    assert_eq!(foreign(&mut world), expected(false));
    close(&mut world, ann, "pi_lost");
    assert_eq!(foreign(&mut world), expected(true));
}
