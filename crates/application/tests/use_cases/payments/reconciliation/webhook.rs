//! Provider events that arrive by webhook: repeated, late, lost, forged and unreadable ones.

use application::payments::receive_webhook;
use domain::payments::payment::PaymentStatus;
use domain::payments::payment::PaymentStatus::{Cancelled, Creating, Open, RefundDue, Settled, TimedOut};
use domain::security::audit::AuditAction;
use domain::shared::payable::Payable;
use ports::payments::events::{EventSubject, INTENT_CREATED, ProviderObject};
use ports::payments::gateway::IntentStatus;
use rstest::rstest;

use crate::support::build::INSTALLATION;
use crate::support::*;

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
#[case(PARKING)]
#[case(TOLL)]
fn a_webhook_settles_the_payment_if_the_driver_never_returns_to_the_page(#[case] payable: Payable) {
    let world = World::new();
    let started = world.pay_without_event(payable);
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert!(world.is_paid(payable));
    assert_eq!(
        world.provider.count(Call::Intent),
        1,
        "an event is a hint: its intent is read from the provider"
    );
}

#[rstest]
#[case("bad")]
#[case("")]
#[case("old")]
fn a_webhook_with_an_invalid_signature_changes_nothing(#[case] signature: &str) {
    let world = World::new();
    assert_eq!(outcome(&receive_webhook::verify_webhook(&world.deps, b"{}", signature)), "BadSignature");
    assert!(world.database.tables().events.is_empty());
}

#[test]
fn an_event_received_twenty_times_settles_the_payment_once() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    for _ in 0..20 {
        world.deliver_event("evt_1", &started.intent_id).unwrap();
    }
    let tables = world.database.tables();
    assert_eq!((tables.events.len(), tables.transactions.len(), tables.audit.len()), (1, 1, 1));
}

#[test]
fn twenty_events_about_one_success_settle_the_payment_once() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    for number in 0..20 {
        world.deliver_event(&format!("evt_{number}"), &started.intent_id).unwrap();
    }
    let tables = world.database.tables();
    assert_eq!((tables.events.len(), tables.transactions.len(), tables.audit.len()), (20, 1, 1));
}

#[test]
fn a_repeated_event_has_no_effect() {
    let world = World::new();
    let started = world.started(TICKET);
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    world.pay(&started.intent_id);
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Open]);
}

#[test]
fn an_event_is_not_stored_if_the_commit_of_its_effect_fails() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.database.crash_at_next_commit();
    assert_eq!(outcome(&world.deliver_event("evt_1", &started.intent_id)), "StoreDown");
    assert!(world.database.tables().events.is_empty());
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Settled]);
}

/// The response of the call that creates the intent was lost. Only the intent's metadata names the payment.
#[rstest]
#[case::no_answer(Fault::Lost, TimedOut)]
#[case::no_answer_understood(Fault::Gibberish, Creating)]
fn an_event_about_an_intent_whose_create_response_was_lost_settles_the_payment(
    #[case] fault: Fault,
    #[case] before: PaymentStatus,
) {
    let world = World::new();
    world.start_with_timeout(TICKET, fault);
    assert_eq!(world.statuses(), [before]);
    world.pay("pi_1");
    world.deliver_event("evt_1", "pi_1").unwrap();
    assert_eq!(world.statuses(), [Settled]);
    assert_eq!(world.payment(1).provider_intent_id.as_deref(), Some("pi_1"));
    assert!(world.is_paid(TICKET));
}

#[test]
fn a_success_event_settles_a_payment_that_lanewise_had_canceled() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.database.tables().payments[0].status = Cancelled;
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Settled]);
}

/// Each case has the status of the intent that an event is about, and the payment's status afterwards.
#[rstest]
#[case(IntentStatus::Open, Open)]
#[case(IntentStatus::Processing, Open)]
#[case(IntentStatus::Cancelled, Cancelled)]
#[case(IntentStatus::Succeeded, Settled)]
fn an_event_sets_an_open_payments_status_to_that_of_its_intent(
    #[case] status: IntentStatus,
    #[case] expected: PaymentStatus,
) {
    let world = World::new();
    let started = world.started(TICKET);
    world.provider.set_status(&started.intent_id, status);
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [expected]);
}

/// Each case has the status of the intent that an event is about, and the payment's status afterwards. The call
/// that creates the intent got no response.
#[rstest]
#[case(IntentStatus::Open, Open)]
#[case(IntentStatus::Processing, Open)]
#[case(IntentStatus::Cancelled, Cancelled)]
#[case(IntentStatus::Succeeded, Settled)]
fn an_event_sets_the_status_of_a_payment_whose_create_response_was_lost(
    #[case] status: IntentStatus,
    #[case] expected: PaymentStatus,
) {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Lost);
    world.provider.set_status("pi_1", status);
    world.deliver_event("evt_1", "pi_1").unwrap();
    assert_eq!(world.statuses(), [expected]);
}

#[rstest]
#[case(IntentStatus::Open)]
#[case(IntentStatus::Processing)]
#[case(IntentStatus::Cancelled)]
fn a_provider_event_received_after_settlement_changes_nothing(#[case] status: IntentStatus) {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let calls_before = world.provider.count(Call::Intent);
    world.push("evt_late", kind_of(status), ProviderObject::Intent(started.intent_id), None).unwrap();
    assert_eq!(
        world.provider.count(Call::Intent),
        calls_before,
        "a settled payment's intent is not read again"
    );
    assert_eq!(world.statuses(), [Settled]);
    assert_eq!(world.payment(1).amount_received, Some(dollars(150)));
    assert!(world.is_paid(TICKET));
}

#[test]
fn a_payment_that_succeeds_after_a_decline_is_settled() {
    let world = World::new();
    let started = world.started(TICKET);
    world.deliver_event("evt_declined", &started.intent_id).unwrap();
    world.pay(&started.intent_id);
    world.deliver_event("evt_succeeded", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Settled]);
}

#[test]
fn a_payment_for_an_item_already_marked_paid_is_due_for_refund() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    assert_eq!(world.statuses(), [RefundDue]);
    assert_eq!(world.audited(), [AuditAction::MarkedPaidByHand]);
}

#[rstest]
#[case::not_understood(EventSubject::Unrecognized)]
#[case::irrelevant(EventSubject::Nothing)]
fn a_provider_event_that_needs_no_action_is_stored(#[case] about: EventSubject) {
    let world = World::new();
    world.started(TICKET);
    for about in [about, EventSubject::Nothing] {
        world.deliver(&world.event("evt_1", "some.change", about, None)).unwrap();
    }
    assert_eq!(world.database.tables().events.len(), 1);
    assert_eq!((world.statuses(), world.provider.count(Call::Intent)), (vec![Open], 0));
}

/// In the cases, the intent names no payment, an unknown payment, or a payment that has another intent.
#[rstest]
#[case::no_payment(None)]
#[case::unknown_payment(Some(99))]
#[case::a_payment_with_another_intent(Some(1))]
fn an_intent_that_is_not_ours_changes_nothing(#[case] payment_id: Option<i32>) {
    let world = World::new();
    world.started(TICKET);
    let mut foreign = intent(&payment(1, TICKET), IntentStatus::Succeeded);
    foreign.id = "pi_foreign".to_owned();
    foreign.labels.payment_id = payment_id.map(domain::shared::ids::PaymentId);
    world.deliver_foreign_event("evt_1", foreign).unwrap();
    assert_eq!(world.statuses(), [Open]);
    assert_eq!(world.database.tables().events.len(), 1);
}

/// The event isn't stored, so that it can still be applied when the provider resends it or when the
/// job reads the list.
#[rstest]
#[case(Fault::Down)]
#[case(Fault::Lost)]
fn an_event_whose_intent_cannot_be_read_is_not_stored_and_can_be_resent(#[case] fault: Fault) {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.provider.fail_next(Call::Intent, fault);
    assert_eq!(outcome(&world.deliver_event("evt_1", &started.intent_id)), "GatewayDown");
    assert!(world.database.tables().events.is_empty());
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.statuses(), [Settled]);
}

#[test]
fn an_intent_created_event_for_a_known_or_foreign_intent_makes_no_request() {
    let world = World::new();
    let started = world.started(TICKET);
    let object = ProviderObject::Intent(started.intent_id);
    world.push("evt_1", INTENT_CREATED, object, Some(INSTALLATION.to_owned())).unwrap();
    let theirs = ProviderObject::Intent("pi_foreign".to_owned());
    world.push("evt_2", INTENT_CREATED, theirs, Some("another".to_owned())).unwrap();
    assert_eq!(world.provider.count(Call::Intent), 0);
    assert_eq!(world.database.tables().events.len(), 2);
}

/// The provider returned a server error, so the payment was canceled. But the provider had created the intent.
#[test]
fn a_created_event_for_an_intent_of_a_canceled_payment_cancels_the_intent() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::SavedError);
    assert_eq!(world.statuses(), [Cancelled]);
    let object = ProviderObject::Intent("pi_1".to_owned());
    world.push("evt_1", INTENT_CREATED, object, Some(INSTALLATION.to_owned())).unwrap();
    assert_eq!((world.statuses(), world.intent("pi_1").status), (vec![Cancelled], IntentStatus::Cancelled));
    assert_eq!(world.provider.count(Call::Cancel), 1);
}

/// The call that creates the intent timed out. While the event's handler reads the intent, another
/// task cancels the payment.
#[test]
fn an_intent_is_canceled_if_its_payment_was_canceled_while_the_intent_was_read() {
    let world = World::new();
    world.start_with_timeout(TICKET, Fault::Lost);
    let racing = world.clone();
    world.provider.run_during(Call::Intent, When::After, move || {
        racing.database.tables().payments[0].status = Cancelled;
    });
    let object = ProviderObject::Intent("pi_1".to_owned());
    world.push("evt_1", INTENT_CREATED, object, Some(INSTALLATION.to_owned())).unwrap();
    assert_eq!((world.statuses(), world.intent("pi_1").status), (vec![Cancelled], IntentStatus::Cancelled));
}

/// The provider doesn't know the intent of an open payment, for example because the API keys were replaced.
#[test]
fn a_payment_whose_intent_the_provider_does_not_know_is_canceled() {
    let world = World::new();
    let started = world.started(TICKET);
    world.provider.books().intents.clear();
    let object = ProviderObject::Intent(started.intent_id);
    world.push("evt_1", "payment_intent.processing", object, None).unwrap();
    assert_eq!(world.statuses(), [Cancelled]);
}
