//! Payments that are lost because an older backup is restored. A lost payment is listed for staff, who can
//! rebuild it, and its item can't be paid again.

use application::jobs::{MONEY_WORKERS, run_due_jobs};
use application::payments::attention::{
    LostPaymentDetails, OpenMoneyProblems, list_open_money_problems, resolve_problem,
};
use application::payments::books::matching::match_now;
use application::payments::reconciliation::rebuild::{CandidateItem, rebuild_payment};
use chrono::TimeDelta;
use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::chargeback::ChargebackStatus::Lost;
use domain::payments::payment::PaymentStatus::{self, Cancelled, Open, Settled};
use domain::payments::payment::TransactionStatus;
use domain::payments::refund::RefundReason;
use domain::security::audit::AuditAction;
use domain::shared::ids::{PaymentId, TicketId};
use domain::shared::payable::Payable;
use ports::payments::gateway::{IntentStatus, ProviderChargeback, ProviderRefund, RefundStatus};
use rstest::rstest;

use crate::support::store::payments::chargebacks::disputed;
use crate::support::*;

/// Deletes all payments, as restoring an older backup does. New payments then get the same ids.
fn restore_backup(world: &World) {
    let mut tables = world.database.tables();
    tables.payments.clear();
    tables.transactions.clear();
    tables.hires.clear();
    tables.despite_lawyer.clear();
}

/// Makes a payment, restores a backup without it, and detects the lost payment. Returns the intent's id.
fn lose_payment(world: &World, payable: Payable) -> String {
    let started = world.pay_without_event(payable);
    restore_backup(world);
    world.deliver_event("evt_lost", &started.intent_id).unwrap();
    started.intent_id
}

/// Loses a payment like `lose_payment`, but its intent was created by an earlier release and
/// doesn't name its item.
fn lose_payment_without_item(world: &World) -> String {
    let started = world.pay_without_event(TICKET);
    restore_backup(world);
    let intent = world.intent(&started.intent_id);
    let labels = domain::payments::ownership::Labels { item: None, ..intent.labels.clone() };
    world.deliver_foreign_event("evt_lost", ports::payments::gateway::Intent { labels, ..intent }).unwrap();
    started.intent_id
}

/// Returns the problems with money that staff see.
fn open_problems(world: &World) -> OpenMoneyProblems {
    world.transact(|store| list_open_money_problems(store, &admin())).unwrap()
}

/// Returns the only lost payment, which must be the only problem.
fn only_lost_payment(world: &World) -> LostPaymentDetails {
    let problems = open_problems(world);
    assert_eq!((problems.lost.len(), problems.orphans.len()), (1, 0));
    problems.lost.into_iter().next().unwrap()
}

fn dismiss(world: &World, intent_id: &str) {
    let subject = MoneyProblem { kind: MoneyProblemKind::Orphan, provider_id: intent_id.to_owned() };
    let how = ResolutionNote::parse("Refunded at the provider").unwrap();
    resolve_problem(&world.deps, &admin(), &subject, &how).unwrap();
}

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
#[case(PARKING)]
#[case(TOLL)]
fn a_lost_payment_is_listed_and_its_item_cannot_be_paid(#[case] payable: Payable) {
    let world = World::new();
    let intent_id = lose_payment(&world, payable);
    let shown = only_lost_payment(&world);
    assert_eq!((shown.payment.intent_id.as_str(), shown.payment.user_id), (intent_id.as_str(), DRIVER));
    assert_eq!((shown.payment.item, shown.payment.amount), (Some(payable), build::due(payable)));
    assert!(shown.label.is_some() && shown.fitting.is_empty());
    assert_eq!(open_problems(&world).names.len(), 1, "the driver is named");
    assert_eq!(outcome(&world.start(payable)), "PaymentBeingChecked");
    assert_eq!(world.provider.count(Call::Create), 1, "the provider is not asked");
}

#[rstest]
#[case::a_tickets_payment_blocks_its_lawyer(TICKET, LAWYER, "PaymentBeingChecked")]
#[case::a_lawyers_payment_blocks_its_ticket(LAWYER, TICKET, "PaymentBeingChecked")]
#[case::no_other_item_is_blocked(TICKET, PARKING, "Ok")]
fn a_lost_payment_blocks_payments_for_its_ticket_and_lawyer_but_not_for_another_item(
    #[case] paid: Payable,
    #[case] other: Payable,
    #[case] expected: &str,
) {
    let world = World::new();
    lose_payment(&world, paid);
    assert_eq!(outcome(&world.start(other)), expected);
}

/// Ids are used again after a restore, so the intent names the id of another payment.
#[test]
fn a_lost_payment_is_matched_by_confirmation_number_when_its_id_was_reused() {
    let world = World::new();
    let first = world.pay_without_event(TICKET);
    restore_backup(&world);
    world.started(PARKING);
    assert_eq!(world.intent(&first.intent_id).labels.payment_id, Some(PaymentId(1)));
    world.deliver_event("evt_lost", &first.intent_id).unwrap();
    assert_eq!(only_lost_payment(&world).payment.item, Some(TICKET));
    rebuild_payment(&world.deps, &admin(), &first.intent_id, None).unwrap();
    assert_eq!(world.statuses(), [Open, Settled]);
    assert!(world.is_paid(TICKET) && !world.is_paid(PARKING));
    world.deliver_event("evt_again", &first.intent_id).unwrap();
    assert_eq!(world.statuses(), [Open, Settled]);
}

#[test]
fn an_open_payment_for_the_item_of_a_lost_payment_is_canceled() {
    let world = World::new();
    let first = world.pay_without_event(TICKET);
    restore_backup(&world);
    let second = world.started(TICKET);
    world.deliver_event("evt_lost", &first.intent_id).unwrap();
    run_due_jobs(&world.deps, MONEY_WORKERS).unwrap();
    assert_eq!(world.intent(&second.intent_id).status, IntentStatus::Cancelled);
    assert_eq!(world.statuses(), [Cancelled]);
}

#[rstest]
#[case(TICKET)]
#[case(LAWYER)]
#[case(PARKING)]
#[case(TOLL)]
fn a_lost_payment_that_staff_rebuild_is_settled_like_any_other_payment(#[case] payable: Payable) {
    let world = World::new();
    let intent_id = lose_payment(&world, payable);
    let number = only_lost_payment(&world).payment.confirmation_number;
    let payment = rebuild_payment(&world.deps, &admin(), &intent_id, None).unwrap();
    assert_eq!((payment.status, payment.payable), (Settled, payable));
    assert_eq!((payment.user_id, payment.amount), (DRIVER, build::due(payable)));
    assert_eq!(payment.provider_intent_id.as_deref(), Some(intent_id.as_str()));
    assert_eq!(payment.confirmation_number, number);
    assert!(world.is_paid(payable));
    let tables = world.database.tables();
    let record = tables.transactions.first().map(|one| one.confirmation_number.clone());
    let record = record.or(tables.hires.first().map(|hire| hire.confirmation_number.clone()));
    assert_eq!(record, Some(number));
    drop(tables);
    assert_eq!(world.audited(), [AuditAction::PaymentRebuilt, AuditAction::PaymentSettled]);
    let after = open_problems(&world);
    assert_eq!((after.lost.len(), after.orphans.len(), after.closed.len()), (0, 0, 1));
    assert_eq!(outcome(&rebuild_payment(&world.deps, &admin(), &intent_id, None)), "ChangedMeanwhile");
    assert_eq!(outcome(&world.start(payable)), "AlreadyPaid");
}

#[test]
fn drivers_cannot_rebuild_a_payment_and_an_unknown_intent_is_not_found() {
    let world = World::new();
    let intent_id = lose_payment(&world, TICKET);
    assert_eq!(outcome(&rebuild_payment(&world.deps, &driver(), &intent_id, None)), "Forbidden");
    assert_eq!(outcome(&rebuild_payment(&world.deps, &admin(), "pi_none", None)), "NotFound");
    assert!(world.statuses().is_empty());
}

#[test]
fn a_rebuilt_payment_is_refunded_immediately_if_its_item_was_paid_in_the_meantime() {
    let world = World::new();
    let intent_id = lose_payment(&world, TICKET);
    application::payments::mark_paid::mark_paid(&world.deps, &admin(), TICKET).unwrap();
    let payment = rebuild_payment(&world.deps, &admin(), &intent_id, None).unwrap();
    assert_eq!(payment.status, PaymentStatus::Refunded);
    assert_eq!(world.database.tables().refunds[0].reason, RefundReason::PaidTwice);
}

/// Events about refunds have no effect while the payment is lost.
#[test]
fn rebuilding_a_payment_reads_the_refunds_made_while_it_was_lost() {
    let world = World::new();
    let intent_id = lose_payment(&world, TICKET);
    let refund = ProviderRefund {
        id: "re_1".to_owned(),
        intent_id: Some(intent_id.clone()),
        status: RefundStatus::Succeeded,
        amount: dollars(150),
        label: None,
        failure: None,
    };
    world.deliver_refund_event("evt_refund", refund).unwrap();
    let payment = rebuild_payment(&world.deps, &admin(), &intent_id, None).unwrap();
    assert_eq!((payment.status, payment.refunded), (PaymentStatus::Refunded, dollars(150)));
    assert!(!world.is_paid(TICKET));
    assert_eq!(world.database.tables().transactions[0].status, TransactionStatus::Refunded);
}

/// The provider stops responding after it returned the intent.
#[rstest]
#[case(Call::Refunds)]
#[case(Call::Chargebacks)]
fn a_payment_is_not_rebuilt_while_its_refunds_and_chargebacks_cannot_be_read(#[case] failing: Call) {
    let world = World::new();
    let intent_id = lose_payment(&world, TICKET);
    world.set_chargeback(ProviderChargeback { intent_id: Some(intent_id.clone()), ..disputed(Lost) });
    world.deliver_chargeback_event("evt_chargeback", "du_1");
    world.provider.fail_next(failing, Fault::Down);
    assert_eq!(outcome(&rebuild_payment(&world.deps, &admin(), &intent_id, None)), "GatewayDown");
    assert_eq!(only_lost_payment(&world).payment.intent_id, intent_id);
    let payment = rebuild_payment(&world.deps, &admin(), &intent_id, None).unwrap();
    assert_eq!((payment.status, world.is_paid(TICKET)), (PaymentStatus::ChargedBack, false));
}

#[test]
fn after_staff_dismiss_a_lost_payment_its_item_can_be_paid_again() {
    let world = World::new();
    let intent_id = lose_payment(&world, TICKET);
    dismiss(&world, &intent_id);
    assert!(open_problems(&world).lost.is_empty());
    assert!(world.start(TICKET).is_ok());
    assert_eq!(outcome(&rebuild_payment(&world.deps, &admin(), &intent_id, None)), "ChangedMeanwhile");
    world.deliver_event("evt_again", &intent_id).unwrap();
    assert!(open_problems(&world).lost.is_empty(), "it stays dismissed");
}

#[test]
fn staff_choose_the_item_for_a_lost_payment_whose_intent_names_no_item() {
    let world = World::new();
    let mut cheaper = build::ticket(2);
    cheaper.filed.amount = "20".to_owned();
    let mut anothers = build::ticket(3);
    anothers.user_id = OTHER;
    world.database.tables().tickets.extend([cheaper, anothers]);
    let intent_id = lose_payment_without_item(&world);
    let shown = only_lost_payment(&world);
    assert_eq!((shown.payment.user_id, shown.payment.item), (DRIVER, None));
    let offered: Vec<Payable> = shown.fitting.iter().map(|item: &CandidateItem| item.payable).collect();
    assert_eq!(offered, [TICKET], "only the driver's items of this amount");
    assert!(world.start(TICKET).is_ok(), "nothing is blocked");
    for wrong in [None, Some(PARKING), Some(LAWYER), Some(Payable::Ticket(TicketId(3)))] {
        assert_eq!(
            outcome(&rebuild_payment(&world.deps, &admin(), &intent_id, wrong)),
            "Fields",
            "{wrong:?}"
        );
    }
    let payment = rebuild_payment(&world.deps, &admin(), &intent_id, Some(TICKET)).unwrap();
    assert_eq!((payment.status, payment.payable), (Settled, TICKET));
    assert!(world.is_paid(TICKET));
}

#[test]
fn staff_can_choose_only_the_lawyer_for_a_lost_payment_of_half_the_fine() {
    let world = World::new();
    let fitting = world.transact(|store| {
        application::payments::reconciliation::rebuild::items_with_amount(store, DRIVER, dollars(75))
    });
    let offered: Vec<Payable> = fitting.unwrap().into_iter().map(|item| item.payable).collect();
    assert_eq!(offered, [LAWYER]);
}

#[test]
fn a_lost_payment_is_stored_without_its_item_if_the_item_now_belongs_to_another_driver() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    restore_backup(&world);
    world.database.tables().tickets[0].user_id = OTHER;
    world.deliver_event("evt_lost", &started.intent_id).unwrap();
    assert_eq!(only_lost_payment(&world).payment.item, None);
}

/// The id in the intent now belongs to a driver who signed up later. No lost payment is stored,
/// because the driver who paid no longer exists.
#[test]
fn money_without_a_payment_is_not_assigned_to_a_driver_who_signed_up_after_it_was_paid() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    restore_backup(&world);
    let user = world.database.tables().users.iter().position(|user| user.id == DRIVER).unwrap();
    world.database.tables().users[user].created_at = noon() + TimeDelta::days(1);
    world.deliver_event("evt_lost", &started.intent_id).unwrap();
    let problems = open_problems(&world);
    assert_eq!((problems.lost.len(), problems.orphans.len()), (0, 1));
    assert!(world.start(TICKET).is_ok());
}

#[test]
fn a_lost_payment_is_listed_as_a_difference_in_the_books_until_staff_decide() {
    for decide in
        [|world: &World, id: &str| drop(rebuild_payment(&world.deps, &admin(), id, None).unwrap()), dismiss]
    {
        let world = World::new();
        let intent_id = lose_payment(&world, TICKET);
        world.advance(TimeDelta::hours(2));
        assert_eq!(match_now(&world.deps).unwrap().faults, 1);
        decide(&world, &intent_id);
        world.advance(TimeDelta::hours(2));
        assert_eq!(match_now(&world.deps).unwrap().faults, 0);
    }
}

#[test]
fn a_lost_payment_is_listed_for_its_driver_until_staff_rebuild_it() {
    let world = World::new();
    let intent_id = lose_payment(&world, TICKET);
    let obstacles =
        |world: &World| world.transact(|store| Ok(store.lost_payments(Some(DRIVER), 9)?.len())).unwrap();
    assert_eq!(obstacles(&world), 1);
    rebuild_payment(&world.deps, &admin(), &intent_id, None).unwrap();
    assert_eq!(obstacles(&world), 0);
}
