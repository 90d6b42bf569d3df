//! Succeeded intents that match no payment. Staff decide about their money.

use application::payments::attention::list_open_money_problems;
use domain::payments::ownership::{Labels, Mismatch};
use domain::payments::payment::PaymentStatus::{Creating, Open, Settled, TimedOut};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::gateway::{Intent, IntentStatus};
use rstest::rstest;

use crate::support::build::INSTALLATION;
use crate::support::*;

fn mismatches(world: &World) -> Vec<Mismatch> {
    world.database.tables().orphans.iter().map(|orphan| orphan.reason).collect()
}

/// Starts a payment, and lets the call that creates its intent get no response. Returns an intent
/// that matches the payment.
fn intent_without_response(world: &World) -> Intent {
    world.provider.fail_next(Call::Create, Fault::Unreached);
    assert_eq!(outcome(&world.start(TICKET)), "GatewayDown");
    assert_eq!(world.statuses(), [TimedOut]);
    Intent { id: "pi_foreign".to_owned(), ..intent(&world.payment(1), IntentStatus::Succeeded) }
}

/// Another environment's intent has the id of our payment in its metadata. Nothing else matches the payment.
#[test]
fn another_installations_intent_does_not_settle_a_ticket() {
    let world = World::new();
    let ours = intent_without_response(&world);
    let theirs = Intent {
        amount: Money::from_cents(100),
        amount_received: Money::from_cents(100),
        labels: Labels { payment_id: ours.labels.payment_id, ..Labels::default() },
        ..ours
    };
    world.deliver_foreign_event("evt_1", theirs).unwrap();
    assert!(!world.is_paid(TICKET));
    assert_eq!((world.statuses(), mismatches(&world)), (vec![TimedOut], vec![Mismatch::Installation]));
}

#[rstest]
#[case(|intent: &mut Intent| intent.labels.installation = Some("another".to_owned()), Mismatch::Installation)]
#[case(|intent: &mut Intent| intent.labels.confirmation_number = Some("CONF-X".to_owned()), Mismatch::ConfirmationNumber)]
#[case(|intent: &mut Intent| intent.labels.user_id = Some(UserId(99)), Mismatch::User)]
#[case(|intent: &mut Intent| intent.labels.payment_id = None, Mismatch::Payment)]
#[case(|intent: &mut Intent| intent.currency = "jpy".to_owned(), Mismatch::Currency)]
#[case(|intent: &mut Intent| intent.amount = Money::from_cents(100), Mismatch::Amount)]
fn an_intent_that_does_not_match_its_payment_is_reported_once_with_the_reason(
    #[case] change: fn(&mut Intent),
    #[case] expected: Mismatch,
) {
    let world = World::new();
    let mut theirs = intent_without_response(&world);
    change(&mut theirs);
    for event in ["evt_1", "evt_2"] {
        world.deliver_foreign_event(event, theirs.clone()).unwrap();
    }
    assert!(!world.is_paid(TICKET));
    assert_eq!(mismatches(&world), [expected], "reported once, however many events name it");
}

#[test]
fn an_intent_with_matching_metadata_settles_its_payment_even_if_its_id_was_never_stored() {
    let world = World::new();
    let ours = intent_without_response(&world);
    world.deliver_foreign_event("evt_1", ours).unwrap();
    assert!(world.is_paid(TICKET));
    assert_eq!((world.statuses(), mismatches(&world)), (vec![Settled], vec![]));
}

#[test]
fn reconciliation_does_not_assign_another_installations_intent_to_a_payment() {
    let world = World::new();
    let mut theirs = intent_without_response(&world);
    theirs.labels.installation = Some("another".to_owned());
    theirs.created_at = world.payment(1).created_at;
    world.provider.books().intents.push(theirs);
    world.reconcile();
    assert!(!world.is_paid(TICKET) && matches!(world.statuses()[..], [Creating | TimedOut]));
}

#[test]
fn an_intent_in_another_currency_pays_for_nothing_even_if_a_payment_has_its_id() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let theirs = Intent { currency: "mxn".to_owned(), ..world.intent(&started.intent_id) };
    world.deliver_foreign_event("evt_1", theirs).unwrap();
    assert!(!world.is_paid(TICKET));
    assert_eq!((world.statuses(), mismatches(&world)), (vec![Open], vec![Mismatch::Currency]));
}

#[test]
fn only_staff_see_a_charged_intent_that_belongs_to_no_payment() {
    let world = World::new();
    let mut theirs = intent_without_response(&world);
    theirs.labels = Labels { installation: Some(INSTALLATION.to_owned()), ..Labels::default() };
    theirs.status = IntentStatus::Open;
    world.deliver_foreign_event("evt_1", theirs.clone()).unwrap();
    assert_eq!(mismatches(&world), [], "no money has moved");
    theirs.status = IntentStatus::Succeeded;
    world.deliver_foreign_event("evt_2", theirs).unwrap();
    let problems = world.transact(|store| list_open_money_problems(store, &admin())).unwrap();
    assert_eq!(problems.orphans.len(), 1);
    assert_eq!(outcome(&world.transact(|store| list_open_money_problems(store, &driver()))), "Forbidden");
}
