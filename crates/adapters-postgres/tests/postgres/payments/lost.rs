//! Tests of payments that are missing in a restored backup.

use domain::payments::attention::MoneyProblemKind;
use ports::payments::books::Matching;
use ports::payments::lost::LostPayments;
use store_contract::samples::{close, lost, record};

use crate::support::World;

#[test]
fn deleting_an_item_keeps_its_lost_payment_without_a_reference_to_the_item() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let [ticket, ..] = world.payables(ann);
    record(&mut world.store(), &lost("pi_1", ann, Some(ticket), 1));
    world.db.execute("DELETE FROM tickets");
    assert_eq!(world.store().lost_payment("pi_1").unwrap().unwrap().item, None);
}

/// Money of another environment causes a difference that staff needn't correct. The money of a lost payment is a
/// difference that staff must correct until they decide about the payment.
#[test]
fn a_lost_payment_counts_as_money_of_another_environment_only_after_staff_decide_about_it() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    record(&mut world.store(), &lost("pi_lost", ann, None, 1));
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
    assert!(close(&mut world.store(), ann, MoneyProblemKind::Orphan, "pi_lost"));
    assert_eq!(foreign(&mut world), expected(true));
}
