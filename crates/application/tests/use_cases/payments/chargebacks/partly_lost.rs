//! Chargebacks in which a bank takes and keeps only a part of a payment.

use application::jobs::{WORKERS, run_due_jobs};
use application::payments::remittances::{owed, recovering, register, sending};
use domain::payments::ledger::Account::{self, *};
use domain::payments::payment::PaymentStatus::{self, ChargedBack, RefundDue, Refunded, Settled};
use domain::payments::refund::RefundReason;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::payments::remittances::remittance::TransferRecord;
use domain::shared::ids::RefundId;
use domain::shared::money::Money;
use ports::payments::gateway::{self, ChargebackMovement, ProviderRefund};

use super::*;

/// Opens or updates the chargeback `id`, in which a bank takes `taken` dollars of the first payment.
fn bank_takes(world: &World, id: &str, taken: i64, status: ChargebackStatus) {
    let moved = |name: &str, cents| ChargebackMovement {
        id: format!("{id}_{name}"),
        amount: Money::from_cents(cents),
        fee: Money::ZERO,
        happened_at: noon(),
    };
    let mut movements = vec![moved("taken", -taken * 100)];
    if status == Won {
        movements.push(moved("given", taken * 100));
    }
    let id = id.to_owned();
    let amount = dollars(taken);
    world.set_chargeback(ProviderChargeback { id: id.clone(), amount, movements, ..disputed(status) });
    world.deliver_chargeback_event(&format!("evt_{id}_{status}"), &id);
}

/// Returns the reason, the status and the dollars of each refund.
fn list_refunds(world: &World) -> Vec<(RefundReason, RefundStatus, i64)> {
    let tables = world.database.tables();
    tables.refunds.iter().map(|one| (one.reason, one.status, one.amount.cents() / 100)).collect()
}

const REST: RefundReason = RefundReason::ChargedBackInPart;

fn balances(world: &World) -> Vec<(Account, i64)> {
    let tables = world.database.tables();
    let all = Account::ALL.iter().map(|account| (*account, tables.books.balance(*account)));
    all.filter(|(_, cents)| *cents != 0).collect()
}

/// Counts the emails about refunds that were enqueued.
fn count_refund_emails(world: &World) -> usize {
    world
        .database
        .tables()
        .jobs
        .iter()
        .filter(|job| job.job.payload.get("letter").is_some_and(|letter| letter == "refund_told"))
        .count()
}

/// Pays the ticket, and sends the money to the court.
fn pay_and_remit(world: &World) {
    world.database.tables().tickets[0].filed.issuing_officer_agency = Some("Houston".to_owned());
    world.pay_and_settle(TICKET);
    let details = AuthorityDetails::parse("Houston", AuthorityKind::Court, &[], None).unwrap();
    let court = register::add_authority(&world.deps, &admin(), &details).unwrap();
    let prepared = sending::prepare_remittance(&world.deps, &admin(), court.id.into()).unwrap();
    let sending = TransferRecord { on: noon().date_naive(), reference: "ACH 4711".to_owned() };
    sending::record_sent(&world.deps, &admin(), prepared.id, &sending, &sending::InclusionChoices::new())
        .unwrap();
}

#[test]
fn staff_can_refund_the_rest_after_a_partly_lost_chargeback() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    assert_eq!((world.statuses(), ticket_standing(&world)), (vec![ChargedBack], Standing::Due));
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::Refused, 130)]);
    for _ in 0..3 {
        world.advance(TimeDelta::days(8));
        world.reconcile();
    }
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::Refused, 130)], "the rest is listed once");
    assert_eq!((world.provider.count(Call::Refund), count_refund_emails(&world)), (0, 0));
    let attention = world
        .transact(|store| application::payments::attention::list_open_money_problems(store, &admin()))
        .unwrap();
    assert_eq!(attention.refunds.len(), 1);
    assert!(attention.refunds[0].0.needs_decision());
    by_staff::retry_refund(&world.deps, &admin(), RefundId(1)).unwrap();
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::Succeeded, 130)]);
    assert_eq!(world.payment(1).refunded, dollars(130));
    assert_eq!(count_refund_emails(&world), 1, "the driver is notified once staff have decided");
    assert_eq!(balances(&world), []);
}

/// The event about the refund in the dashboard arrives only after the bank has decided.
#[test]
fn after_a_partly_lost_chargeback_a_dashboard_refund_reduces_the_amount_left_to_refund() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    let made = ProviderRefund {
        id: "re_1".to_owned(),
        intent_id: Some(started.intent_id),
        status: gateway::RefundStatus::Succeeded,
        amount: dollars(40),
        label: None,
        failure: None,
    };
    world.deliver_refund_event("evt_1", made).unwrap();
    assert_eq!(
        list_refunds(&world),
        [
            (REST, RefundStatus::CalledOff, 130),
            (RefundReason::AtProvider, RefundStatus::Succeeded, 40),
            (REST, RefundStatus::Refused, 90),
        ]
    );
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(3), "Check 1001").unwrap();
    assert_eq!(world.payment(1).refunded, dollars(130));
}

/// The money from the dashboard's refund is on its way when the bank decides, so nothing else can be refunded.
#[test]
fn staff_decide_about_the_rest_if_a_dashboard_refund_fails_after_a_partly_lost_chargeback() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let report = |event: &str, status| {
        let made = ProviderRefund {
            id: "re_1".to_owned(),
            intent_id: Some(started.intent_id.clone()),
            status,
            amount: dollars(150),
            label: None,
            failure: None,
        };
        world.deliver_refund_event(event, made).unwrap();
    };
    report("evt_1", gateway::RefundStatus::Pending);
    bank_takes(&world, "du_1", 20, Lost);
    assert_eq!(list_refunds(&world), [(RefundReason::AtProvider, RefundStatus::Pending, 150)]);
    report("evt_2", gateway::RefundStatus::Failed);
    assert_eq!(
        list_refunds(&world),
        [(RefundReason::AtProvider, RefundStatus::CalledOff, 150), (REST, RefundStatus::Refused, 130)]
    );
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(2), "Check 1001").unwrap();
    assert_eq!(world.payment(1).refunded, dollars(130));
}

#[test]
fn after_a_partly_lost_chargeback_staff_can_return_the_rest_by_check() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Check 1001").unwrap();
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::PaidOtherwise, 130)]);
    assert_eq!(balances(&world), [(Provider, 13_000), (Bank, -13_000)]);
    let again = by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(130));
    assert_eq!(outcome(&again), "TakenByBank", "nothing is left to refund");
}

#[test]
fn a_second_lost_chargeback_reduces_the_amount_that_staff_can_still_refund() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    bank_takes(&world, "du_2", 30, Lost);
    assert_eq!(
        list_refunds(&world),
        [(REST, RefundStatus::CalledOff, 130), (REST, RefundStatus::Refused, 100)]
    );
}

#[test]
fn a_chargeback_lost_after_the_remittance_refunds_the_rest_and_recovers_the_full_amount() {
    let world = World::new();
    pay_and_remit(&world);
    bank_takes(&world, "du_1", 30, Lost);
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::Succeeded, 120)]);
    let to_recover = world
        .transact(|store| owed::show_money_owed(&world.deps, store, &admin()))
        .unwrap()
        .to_recover
        .iter()
        .map(|one| one.to_recover)
        .collect::<Vec<_>>();
    assert_eq!(to_recover, [dollars(150)]);
    assert_eq!(balances(&world), [(Bank, -15_000), (ToRecover, 15_000)]);
    recovering::record_returned(&world.deps, &admin(), PaymentId(1).into(), dollars(150), "A check").unwrap();
    assert_eq!(balances(&world), []);
}

/// The payment paid for nothing, so it had to be refunded even before the chargeback.
#[test]
fn after_a_partly_lost_chargeback_a_due_refund_returns_only_the_rest() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    bank_takes(&world, "du_1", 20, NeedsResponse);
    bank_takes(&world, "du_1", 20, Lost);
    assert_eq!(
        list_refunds(&world),
        [(RefundReason::PaidTwice, RefundStatus::CalledOff, 150), (REST, RefundStatus::Succeeded, 130),]
    );
}

#[rstest]
#[case::nothing_was_decided(|_: &World| (), vec![Settled], true)]
#[case::the_rest_was_refunded(refund_the_rest, vec![Refunded], false)]
fn a_chargeback_that_is_lost_and_later_won_settles_the_payment_unless_the_rest_was_refunded(
    #[case] staff: fn(&World),
    #[case] expected: Vec<PaymentStatus>,
    #[case] is_paid: bool,
) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    staff(&world);
    bank_takes(&world, "du_1", 20, Won);
    assert_eq!((world.statuses(), world.is_paid(TICKET)), (expected, is_paid));
    let open = [RefundStatus::Due, RefundStatus::Refused, RefundStatus::Failed];
    assert!(
        list_refunds(&world).iter().all(|(_, status, _)| !open.contains(status)),
        "{:?}",
        list_refunds(&world)
    );
    assert_eq!(
        balances(&world),
        if is_paid { vec![(Provider, 15_000), (TrafficFines, -15_000)] } else { vec![] }
    );
}

fn refund_the_rest(world: &World) {
    by_staff::retry_refund(&world.deps, &admin(), RefundId(1)).unwrap();
}

/// The provider refuses the refund with `charge_disputed`, because a bank holds the money. Lanewise doesn't
/// know about the chargeback yet.
#[test]
fn a_refund_refused_during_a_chargeback_is_retried_after_the_chargeback_is_won() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.set_chargeback_status(NeedsResponse);
    world.provider.stop_events();
    world.provider.fail_next(Call::Refund, Fault::Refused);
    world.reconcile();
    world.deliver_chargeback_event("evt_opened", "du_1");
    assert_eq!((world.statuses(), refunds(&world)), (vec![RefundDue], vec![RefundStatus::Refused]));
    world.deliver_chargeback(Won);
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![RefundStatus::Succeeded]));
}

/// Staff press *Refund* twice, and the provider can't be reached either time.
#[test]
fn a_refund_that_staff_decided_on_is_made_later_if_the_provider_is_down() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    for _ in 0..2 {
        world.provider.fail_next(Call::Refund, Fault::Unreached);
        world.provider.fail_next(Call::Refunds, Fault::Unreached);
        let pressed = by_staff::retry_refund(&world.deps, &admin(), RefundId(1));
        assert_eq!(outcome(&pressed), "GatewayDown");
    }
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::Due, 130)]);
    assert_eq!(count_refund_emails(&world), 1);
    world.advance(TimeDelta::minutes(30));
    world.reconcile();
    assert_eq!(list_refunds(&world), [(REST, RefundStatus::Succeeded, 130)]);
    assert_eq!(count_refund_emails(&world), 1);
}

#[test]
fn the_driver_is_emailed_that_staff_returned_the_rest_of_a_charged_back_payment_by_check() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    bank_takes(&world, "du_1", 20, Lost);
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "Check 1001").unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let mails = world.mailbox.mails();
    let mail = mails.iter().find(|mail| mail.subject == "Your refund").unwrap();
    for expected in ["We returned $130 to you another way, not to your card.", REST.sentence(), "CONF-"] {
        assert!(mail.text.contains(expected), "{}", mail.text);
    }
    assert!(!mail.text.contains("5-10 business days"), "{}", mail.text);
}
