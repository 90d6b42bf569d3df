//! Tests of payments that are missing in a restored backup.

use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::ownership::Mismatch;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::attention::MoneyProblems;
use ports::payments::books::Matching;
use ports::payments::lost::{LostPayment, LostPayments};
use ports::payments::records::{OrphanIntent, Payments};

use crate::support::{World, at};

/// Builds a lost payment of $150.50, whose intent has this `id`.
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

/// Stores a lost payment and its intent. Returns whether the lost payment was new.
fn record(world: &mut World, lost: &LostPayment) -> bool {
    let orphan = OrphanIntent {
        intent_id: lost.intent_id.clone(),
        amount: lost.amount,
        currency: "usd".to_owned(),
        reason: Mismatch::Payment,
        seen_at: lost.seen_at,
    };
    let mut store = world.store();
    store.store_orphan_if_new(&orphan).unwrap();
    store.store_lost_payment_if_new(lost).unwrap()
}

/// Records that a staff member decided about the lost payment of an intent.
fn close(world: &mut World, closed_by: UserId, intent_id: &str) {
    let subject = MoneyProblem { kind: MoneyProblemKind::Orphan, provider_id: intent_id.to_owned() };
    let how = ResolutionNote::parse("Refunded").unwrap();
    assert!(world.store().resolve_problem(&subject, &how, closed_by, at(90)).unwrap().is_some());
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

/// Staff don't have to correct a difference that money of another environment causes. Until staff decide about
/// a lost payment, its money is a difference that they must correct.
#[test]
fn a_lost_payment_counts_as_money_of_another_environment_only_after_staff_decide_about_it() {
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
