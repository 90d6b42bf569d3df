//! Tests of starting a payment when the provider's response is lost, when the amount changes, or when another
//! request arrives during a call to the provider.

use application::payments::mark_paid::mark_paid;
use application::payments::start_payment::{StartedPayment, abandon_payment, start_payment};
use domain::payments::payment::PaymentStatus::{Cancelled, Creating, Open, Refunded, Settled, TimedOut};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::security::audit::AuditAction;
use domain::shared::money::Money;
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::*;

fn start_with_amount(world: &World, cents: i64) -> application::error::Result<StartedPayment> {
    start_payment(&world.deps, &driver(), TICKET, Money::from_cents(cents))
}

/// Each case states the expected status of the payment and the expected number of intents after the first attempt.
#[rstest]
#[case::lost(Fault::Lost, "GatewayDown", TimedOut, 1)]
#[case::unreached(Fault::Unreached, "GatewayDown", TimedOut, 0)]
#[case::down(Fault::Down, "GatewayDown", Cancelled, 0)]
#[case::saved_error(Fault::SavedError, "GatewayDown", Cancelled, 1)]
#[case::an_unreadable_response(Fault::Gibberish, "Defect", Creating, 1)]
#[case::refused(Fault::Refused, "PaymentRefused", Cancelled, 0)]
fn a_failed_create_request_is_reported_and_sets_the_payments_status(
    #[case] fault: Fault,
    #[case] expected: &str,
    #[case] status: PaymentStatus,
    #[case] intents: usize,
) {
    let world = World::new();
    world.provider.fail_next(Call::Create, fault);
    assert_eq!(outcome(&world.start(TICKET)), expected);
    assert_eq!(world.statuses(), [status]);
    assert_eq!(world.provider.books().intents.len(), intents);
}

#[rstest]
#[case(Fault::Lost)]
#[case(Fault::Unreached)]
#[case(Fault::Gibberish)]
fn a_retry_uses_the_same_idempotency_key_and_creates_one_intent(#[case] fault: Fault) {
    let world = World::new();
    world.provider.fail_next(Call::Create, fault);
    world.provider.fail_next(Call::Create, fault);
    world.start(TICKET).unwrap_err();
    world.start(TICKET).unwrap_err();
    let started = world.started(TICKET);
    assert_eq!(started.client_secret, "pi_1_secret");
    assert_eq!(world.statuses(), [Open]);
    let key = world.payment(1).idempotency_key;
    assert_eq!(world.provider.books().calls, vec![(Call::Create, key); 3]);
    assert_eq!(world.provider.books().intents.len(), 1);
}

/// The provider repeats its error for 24 hours if the same key is used. If the next attempt used that key,
/// the driver couldn't pay the item for 24 hours.
#[rstest]
#[case::refused(Fault::Refused)]
#[case::down(Fault::Down)]
#[case::saved_error(Fault::SavedError)]
fn after_a_provider_error_the_next_attempt_is_a_new_payment(#[case] fault: Fault) {
    let world = World::new();
    world.start_with_timeout(TICKET, fault);
    world.started(TICKET);
    assert_eq!(world.statuses(), [Cancelled, Open]);
    assert_ne!(world.payment(1).idempotency_key, world.payment(2).idempotency_key);
    assert_ne!(world.payment(1).confirmation_number, world.payment(2).confirmation_number);
}

#[test]
fn after_a_crash_before_the_create_response_was_stored_a_retry_gets_the_same_intent() {
    let world = World::new();
    let database = world.database.clone();
    world.provider.run_during(Call::Create, When::After, move || database.crash_at_next_commit());
    assert_eq!(outcome(&world.start(TICKET)), "StoreDown");
    assert_eq!(world.statuses(), [Creating]);
    assert_eq!(world.started(TICKET).intent_id, "pi_1");
    assert_eq!(world.provider.books().intents.len(), 1);
}

/// Each case states the status of the first tab's intent at the moment when the second tab starts a payment.
#[rstest]
#[case::charged(IntentStatus::Succeeded, "AlreadyPaid", &[Settled])]
#[case::at_the_bank(IntentStatus::Processing, "PaymentProcessing", &[Open])]
#[case::canceled(IntentStatus::Cancelled, "Ok", &[Cancelled, Open])]
#[case::open(IntentStatus::Open, "Ok", &[Open])]
fn an_existing_open_payment_is_checked_before_a_new_payment_starts(
    #[case] status: IntentStatus,
    #[case] expected: &str,
    #[case] statuses: &[PaymentStatus],
) {
    let world = World::new();
    let first = world.started(TICKET);
    world.provider.set_status(&first.intent_id, status);
    assert_eq!(outcome(&world.start(TICKET)), expected);
    assert_eq!(world.statuses(), statuses);
    assert_eq!(world.is_paid(TICKET), status == IntentStatus::Succeeded);
}

#[rstest]
#[case(Fault::Lost)]
#[case(Fault::Down)]
fn an_open_payment_that_cannot_be_checked_is_left_unchanged(#[case] fault: Fault) {
    let world = World::new();
    let first = world.started(TICKET);
    world.provider.fail_next(Call::Intent, fault);
    assert_eq!(outcome(&world.start(TICKET)), "GatewayDown");
    assert_eq!(world.started(TICKET), first);
}

/// In these cases, the amount changed after the first tab had started its payment.
#[rstest]
#[case::open(IntentStatus::Open, "Ok", &[Cancelled, Open])]
#[case::canceled(IntentStatus::Cancelled, "Ok", &[Cancelled, Open])]
#[case::charged(IntentStatus::Succeeded, "MoneyGoesBack", &[Refunded])]
#[case::at_the_bank(IntentStatus::Processing, "PaymentProcessing", &[Open])]
fn an_intent_at_an_old_amount_is_replaced_unless_it_was_charged_or_is_processing(
    #[case] status: IntentStatus,
    #[case] expected: &str,
    #[case] statuses: &[PaymentStatus],
) {
    let world = World::new();
    let first = world.started(TICKET);
    world.provider.set_status(&first.intent_id, status);
    world.set_ticket_amount("180");
    let result = start_with_amount(&world, 18_000);
    assert_eq!(outcome(&result), expected);
    assert_eq!(world.statuses(), statuses);
    if let Ok(second) = result {
        assert_eq!(second.amount, dollars(180));
        assert_eq!(world.intent(&second.intent_id).amount, dollars(180));
        assert_eq!(world.intent(&first.intent_id).status, IntentStatus::Cancelled);
    }
}

#[test]
fn an_intent_at_an_old_amount_charged_just_before_its_cancellation_is_refunded() {
    let world = World::new();
    let first = world.started(TICKET);
    world.set_ticket_amount("180");
    let racing = world.clone();
    world.provider.run_during(Call::Cancel, When::Before, move || assert!(racing.pay(&first.intent_id)));
    assert_eq!(outcome(&start_with_amount(&world, 18_000)), "MoneyGoesBack");
    assert_eq!(world.statuses(), [Refunded]);
    assert_eq!(world.audited(), [AuditAction::AmountDiffers, AuditAction::PaymentRefunded]);
    world.reconcile();
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (vec![Refunded], false));
}

#[rstest]
#[case::the_call_is_lost(Fault::Lost)]
#[case::it_never_arrives(Fault::Unreached)]
fn canceling_an_intent_at_an_old_amount_is_retried(#[case] fault: Fault) {
    let world = World::new();
    world.started(TICKET);
    world.set_ticket_amount("180");
    world.provider.fail_next(Call::Cancel, fault);
    assert_eq!(outcome(&start_with_amount(&world, 18_000)), "GatewayDown");
    assert_eq!(start_with_amount(&world, 18_000).unwrap().amount, dollars(180));
    assert_eq!(world.statuses(), [Cancelled, Open]);
}

#[test]
fn an_intent_whose_response_was_lost_is_canceled_and_replaced_if_the_amount_has_changed() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Lost);
    world.set_ticket_amount("180");
    assert_eq!(start_with_amount(&world, 18_000).unwrap().intent_id, "pi_2");
    assert_eq!(world.intent("pi_1").status, IntentStatus::Cancelled);
    assert_eq!(world.statuses(), [Cancelled, Open]);
}

#[test]
fn a_settled_payment_is_not_canceled() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let payment = world.payment(1);
    world.transact(|store| abandon_payment(&world.deps, store, &payment)).unwrap();
    assert_eq!(world.statuses(), [Settled]);
}

/// Two tabs request an intent for the same item. One tab's request runs and finishes during the other tab's
/// call to the provider.
#[rstest]
#[case(When::Before)]
#[case(When::After)]
fn two_concurrent_tabs_get_the_same_intent(#[case] when: When) {
    let world = World::new();
    let (racing, expected) = (world.clone(), "pi_1_secret");
    world.provider.run_during(Call::Create, when, move || {
        assert_eq!(racing.started(TICKET).client_secret, expected);
    });
    assert_eq!(world.started(TICKET).client_secret, expected);
    assert_eq!(world.statuses(), [Open]);
    assert_eq!(world.provider.books().intents.len(), 1);
}

/// During the call that creates the intent, the driver pays that intent in another tab, and its webhook arrives.
#[test]
fn an_intent_charged_during_the_create_request_is_not_returned() {
    let world = World::new();
    let racing = world.clone();
    world.provider.run_during(Call::Create, When::After, move || {
        racing.pay("pi_1");
        racing.deliver_event("evt_1", "pi_1").unwrap();
    });
    assert_eq!(outcome(&world.start(TICKET)), "AlreadyPaid");
    assert_eq!(world.statuses(), [Settled]);
}

/// Reconciliation cancels the payment while the driver's next attempt waits for the provider's response.
#[test]
fn an_intent_is_not_returned_if_its_payment_was_canceled_during_the_create_request() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Unreached);
    world.advance(chrono::TimeDelta::minutes(11));
    let racing = world.clone();
    world.provider.run_during(Call::Create, When::Before, move || {
        racing.reconcile();
    });
    let started = world.started(TICKET);
    let live: Vec<Payment> =
        world.database.tables().payments.iter().filter(|payment| payment.status == Open).cloned().collect();
    assert_eq!(live.len(), 1);
    assert_eq!(live[0].provider_intent_id.as_deref(), Some(started.intent_id.as_str()));
}

#[test]
fn a_driver_who_pays_an_item_that_staff_just_marked_paid_is_refunded() {
    let world = World::new();
    let started = world.started(TICKET);
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    assert_eq!(outcome(&world.start(TICKET)), "AlreadyPaid");
    assert!(world.pay(&started.intent_id));
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Refunded]);
}

#[test]
fn without_a_database_the_provider_is_not_called() {
    let world = World::new();
    world.database.set_down(true);
    assert_eq!(outcome(&world.start(TICKET)), "StoreDown");
    assert!(world.provider.books().calls.is_empty());
}

/// In this test, each new payment is canceled before the provider responds.
#[test]
fn starting_a_payment_fails_after_four_new_payments_were_canceled_before_the_response() {
    let world = World::new();
    cancel_next_payment(&world);
    assert_eq!(outcome(&world.start(TICKET)), "GatewayDown");
    assert_eq!(world.statuses(), [Cancelled; 4]);
}

/// Makes the provider cancel the intent of the next payment before Lanewise gets the response. The
/// intents of the following payments are canceled in the same way.
fn cancel_next_payment(world: &World) {
    let racing = world.clone();
    world.provider.run_during(Call::Create, When::Before, move || {
        let place = racing.provider.books().intents.len() + 1;
        let again = racing.clone();
        racing.provider.run_during(Call::Create, When::After, move || {
            let id = format!("pi_{place}");
            again.provider.set_status(&id, IntentStatus::Cancelled);
            again.deliver_event(&format!("evt_{place}"), &id).unwrap();
            if place < 8 {
                cancel_next_payment(&again);
            }
        });
    });
}

/// The provider may no longer know an intent, for example after the API keys or the test account were changed.
#[rstest]
#[case::amount_as_it_was(15_000)]
#[case::amount_changed(17_500)]
fn an_intent_that_the_provider_does_not_know_is_replaced(#[case] due: i64) {
    let world = World::new();
    let lost = world.started(TICKET);
    world.provider.books().intents[0].id = "pi_of_other_keys".to_owned();
    world.set_ticket_amount(&format!("${}", Money::from_cents(due)));
    assert_eq!(outcome(&world.confirm(&driver(), &lost.intent_id)), "NotPaid");
    let started = start_with_amount(&world, due).unwrap();
    assert_eq!((started.amount, world.statuses()), (Money::from_cents(due), vec![Cancelled, Open]));
}
