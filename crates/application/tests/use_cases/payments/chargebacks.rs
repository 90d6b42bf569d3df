//! Chargebacks. The result is the same if their events arrive late, twice, in a different order or not at all.

mod evidence;
mod late_answers;
mod partly_lost;

use application::back_office::queues;
use application::legal_help::cancel_hire::cancel_hire;
use application::payments::chargebacks::evidence::{draft_evidence, update_evidence};
use application::payments::chargebacks::follow::show_chargeback;
use application::payments::refunds::by_staff::{self, RefundOrder};
use chrono::TimeDelta;
use domain::driving_record::standing::{HasStanding, Standing};
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus::{
    self, Inquiry, InquiryClosed, InquiryUnderReview, Lost, NeedsResponse, UnderReview, Won,
};
use domain::payments::payment::PaymentStatus::{ChargedBack, RefundDue, Refunded, Settled};
use domain::payments::payment::TransactionStatus;
use domain::payments::refund::RefundStatus;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ChargebackId, HireId, PaymentId};
use ports::payments::gateway::ProviderChargeback;
use proptest::prelude::*;
use proptest::sample::select;
use rstest::rstest;

use crate::support::store::payments::chargebacks::disputed;
use crate::support::*;
use evidence::evidence_update;

fn transaction_status(world: &World) -> TransactionStatus {
    world.database.tables().transactions[0].status
}

fn ticket_standing(world: &World) -> Standing {
    world
        .transact(|store| {
            let facts = store.standing_facts(TICKET)?;
            Ok(world.database_ticket(store).standing(&facts).standing)
        })
        .unwrap()
}

impl World {
    fn database_ticket(&self, store: &mut dyn ports::store::Store) -> domain::driving_record::ticket::Ticket {
        store.ticket(domain::shared::ids::TicketId(1)).unwrap().unwrap()
    }
}

/// Builds an order to refund this many dollars, which are all that can still be refunded.
fn order(amount: i64) -> RefundOrder {
    let note = "We charged too much.".to_owned();
    RefundOrder { amount: dollars(amount), left: dollars(amount), note, removes_item: false }
}

fn refunds(world: &World) -> Vec<RefundStatus> {
    world.database.tables().refunds.iter().map(|refund| refund.status).collect()
}

#[test]
fn a_lost_chargeback_makes_the_item_due_again() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(
        (transaction_status(&world), ticket_standing(&world)),
        (TransactionStatus::Chargeback, Standing::ChargebackOpen)
    );
    assert_eq!(world.statuses(), [Settled]);
    world.deliver_chargeback(UnderReview);
    assert_eq!(transaction_status(&world), TransactionStatus::Chargeback);
    world.deliver_chargeback(Lost);
    assert_eq!(
        (world.statuses(), transaction_status(&world)),
        (vec![ChargedBack], TransactionStatus::ChargedBack)
    );
    assert_eq!(ticket_standing(&world), Standing::Due);
    let lines = [
        AuditAction::PaymentSettled,
        AuditAction::ChargebackOpened,
        AuditAction::ChargebackChanged,
        AuditAction::ChargebackChanged,
    ];
    assert_eq!(world.audited(), lines);
    // The ticket can then be paid again.
    assert!(world.pay(&world.started(TICKET).intent_id));
}

#[test]
fn a_won_chargeback_leaves_the_item_paid() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(Won);
    assert_eq!((world.statuses(), transaction_status(&world)), (vec![Settled], TransactionStatus::Won));
    assert_eq!(ticket_standing(&world), Standing::Paid);
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150)).unwrap();
    assert_eq!((world.statuses(), transaction_status(&world)), (vec![Refunded], TransactionStatus::Refunded));
}

#[test]
fn a_bank_inquiry_withdraws_no_money_and_its_payment_can_be_refunded() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(Inquiry);
    assert_eq!(
        (transaction_status(&world), ticket_standing(&world)),
        (TransactionStatus::Completed, Standing::Paid)
    );
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150)).unwrap();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![RefundStatus::Succeeded]));
    world.deliver_chargeback(InquiryClosed);
    assert_eq!(transaction_status(&world), TransactionStatus::Refunded);
}

#[rstest]
#[case(NeedsResponse)]
#[case(UnderReview)]
#[case(Lost)]
fn no_refund_is_sent_while_the_bank_holds_the_money(#[case] status: ChargebackStatus) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(status);
    let refused = by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order(150));
    assert_eq!(outcome(&refused), "TakenByBank");
    world.reconcile();
    assert_eq!((refunds(&world), world.provider.count(Call::Refund)), (vec![], 0));
}

/// Staff marked the ticket as paid while the driver was paying, so the payment must be refunded. Before the
/// refund is requested, a chargeback takes the payment's money.
#[rstest]
#[case::lost(Lost, ChargedBack, RefundStatus::CalledOff, 0)]
#[case::won(Won, Refunded, RefundStatus::Succeeded, 1)]
fn a_due_refund_is_not_sent_before_the_bank_decides_about_the_chargeback(
    #[case] end: ChargebackStatus,
    #[case] payment: domain::payments::payment::PaymentStatus,
    #[case] refund: RefundStatus,
    #[case] calls: usize,
) {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    world.deliver_chargeback(NeedsResponse);
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![RefundDue], vec![RefundStatus::Due]));
    world.deliver_chargeback(end);
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![payment], vec![refund]));
    assert_eq!(world.provider.count(Call::Refund), calls);
    assert!(world.is_paid(TICKET), "staff had marked the ticket paid");
}

#[test]
fn a_lost_chargeback_cancels_the_hire_without_a_refund() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(world.database.tables().hires[0].status, HireStatus::Pending);
    world.deliver_chargeback(Lost);
    assert_eq!(world.database.tables().hires[0].status, HireStatus::Cancelled);
    cancel_hire(&world.deps, &admin(), HireId(1)).unwrap();
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![ChargedBack], vec![]));
}

#[test]
fn a_hire_canceled_during_a_chargeback_is_refunded_after_the_chargeback_is_won() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    world.deliver_chargeback(NeedsResponse);
    cancel_hire(&world.deps, &admin(), HireId(1)).unwrap();
    assert_eq!((refunds(&world), world.provider.count(Call::Refund)), (vec![RefundStatus::Due], 0));
    world.deliver_chargeback(Won);
    world.reconcile();
    assert_eq!((world.statuses(), refunds(&world)), (vec![Refunded], vec![RefundStatus::Succeeded]));
}

/// The bank changes its decision months later.
#[test]
fn a_chargeback_that_is_won_after_a_loss_makes_the_item_paid_again() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(Lost);
    assert_eq!(ticket_standing(&world), Standing::Due);
    let late = world.set_chargeback_status(Won);
    world.deliver_chargeback_event("evt_late", &late.id);
    assert_eq!((world.chargeback().status, world.statuses()), (Won, vec![Settled]));
    assert_eq!(
        (transaction_status(&world), ticket_standing(&world)),
        (TransactionStatus::Won, Standing::Paid)
    );
}

#[test]
fn money_won_back_after_the_item_was_paid_again_is_refunded() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(Lost);
    let again = world.pay_without_event(TICKET);
    world.deliver_event("evt_again", &again.intent_id).unwrap();
    world.set_chargeback_status(Won);
    world.advance(TimeDelta::days(2));
    world.reconcile();
    world.reconcile();
    assert_eq!(world.statuses(), [Refunded, Settled]);
    assert_eq!(ticket_standing(&world), Standing::Paid);
}

#[rstest]
#[case(Inquiry)]
#[case(NeedsResponse)]
#[case(Lost)]
#[case(Won)]
fn a_chargeback_whose_webhook_was_lost_is_found_by_reconciliation(#[case] status: ChargebackStatus) {
    for is_silent in [false, true] {
        let world = World::new();
        world.pay_and_settle(TICKET);
        world.set_chargeback_status(status);
        if is_silent {
            world.provider.stop_events();
        }
        world.reconcile();
        assert_eq!(world.chargeback().status, status);
        let calls = world.provider.count(Call::Chargebacks);
        world.reconcile();
        assert_eq!(world.provider.count(Call::Chargebacks), calls, "the list is read every six hours");
    }
}

#[test]
fn a_banks_decision_whose_webhook_was_lost_is_found_by_reconciliation() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    world.reconcile();
    world.set_chargeback_status(Lost);
    world.advance(TimeDelta::minutes(10));
    world.reconcile();
    assert_eq!(transaction_status(&world), TransactionStatus::ChargedBack);
}

#[test]
fn reading_chargebacks_is_retried_when_the_provider_fails() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    world.set_chargeback_status(Lost);
    world.provider.fail_next(Call::Chargebacks, Fault::Down);
    world.provider.fail_next(Call::Chargeback, Fault::Lost);
    assert_eq!(world.reconcile().failed, 2);
    world.advance(TimeDelta::minutes(11));
    assert_eq!(world.reconcile().failed, 0);
    assert_eq!(world.chargeback().status, Lost);
}

/// The database doesn't show yet that the payment succeeded, so Lanewise fetches the intent first.
#[test]
fn a_chargeback_that_arrives_before_its_payment_settles_the_payment_first() {
    let world = World::new();
    world.pay_without_event(TICKET);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(
        (world.statuses(), transaction_status(&world)),
        (vec![Settled], TransactionStatus::Chargeback)
    );
}

#[test]
fn a_chargeback_of_an_unknown_intent_or_with_an_unknown_id_or_no_status_changes_nothing() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.set_chargeback(ProviderChargeback { intent_id: Some("pi_foreign".to_owned()), ..disputed(Lost) });
    world.deliver_chargeback_event("evt_foreign", "du_1");
    world.set_chargeback(ProviderChargeback { status: None, ..disputed(Lost) });
    world.deliver_chargeback_event("evt_strange", "du_1");
    world.provider.books().chargebacks.clear();
    world.deliver_chargeback_event("evt_unknown", "du_1");
    assert!(world.database.tables().chargebacks.is_empty());
    assert_eq!(world.statuses(), [Settled]);
}

#[test]
fn staff_get_one_email_when_a_chargeback_opens() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    world.deliver_chargeback(UnderReview);
    world.advance(TimeDelta::seconds(1));
    application::jobs::run_due_jobs(&world.deps, application::jobs::WORKERS).unwrap();
    let is_ours = |(_, subject): &(String, String)| subject == "A chargeback was opened";
    let sent = world.mailbox.sent();
    let recipients: Vec<&str> = sent.iter().filter(|sent| is_ours(sent)).map(|(to, _)| to.as_str()).collect();
    assert_eq!(recipients, ["user1@example.com"]);
    let text = world.mailbox.texts().remove(sent.iter().position(is_ours).unwrap());
    for part in
        ["CONF-", "$150.00", "fraudulent", "March 12, 2026", "https://lanewise.example/admin/chargebacks"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn only_staff_can_see_and_answer_chargebacks() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let id = ChargebackId(1);
    assert_eq!(outcome(&draft_evidence(&world.deps, &driver(), id)), "Forbidden");
    assert_eq!(
        outcome(&update_evidence(&world.deps, &driver(), id, &evidence_update(false, 1))),
        "Forbidden"
    );
    assert_eq!(outcome(&world.transact(|store| show_chargeback(store, &driver(), id))), "Forbidden");
    let unknown = ChargebackId(9);
    assert_eq!(outcome(&draft_evidence(&world.deps, &admin(), unknown)), "NotFound");
    assert_eq!(
        outcome(&update_evidence(&world.deps, &admin(), unknown, &evidence_update(false, 1))),
        "NotFound"
    );
    assert_eq!(outcome(&world.transact(|store| queues::unsolved_counts(store, &driver()))), "Forbidden");
}

/// A step of a randomly generated scenario.
#[derive(Clone, Copy, Debug)]
enum ScenarioStep {
    /// The bank changes the chargeback's status.
    ChangeStatus,
    DeliverEvent,
    Reconcile,
    /// From this step on, the provider adds no more events.
    StopEvents,
}

/// Generates the possible sequences of a chargeback's statuses.
fn status_sequences() -> impl Strategy<Value = Vec<ChargebackStatus>> {
    select(vec![
        vec![Inquiry, InquiryUnderReview, InquiryClosed],
        vec![Inquiry, InquiryClosed],
        vec![Inquiry, NeedsResponse, UnderReview, Lost],
        vec![NeedsResponse, UnderReview, Won],
        vec![NeedsResponse, UnderReview, Lost],
        vec![NeedsResponse, Lost],
        vec![NeedsResponse, Won, Lost],
        vec![NeedsResponse, Lost, Won],
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 128 } else { 512 }))]

    /// Only the last status at the bank matters for the result. Events may arrive late, twice, in a different
    /// order or not at all, and reconciliation may run at any time.
    #[test]
    fn the_last_chargeback_status_applies_in_any_order_of_events(
        sequence in status_sequences(),
        steps in proptest::collection::vec(select(vec![ScenarioStep::ChangeStatus, ScenarioStep::ChangeStatus, ScenarioStep::DeliverEvent, ScenarioStep::Reconcile, ScenarioStep::StopEvents]), 0..10),
        payable in select(vec![TICKET, LAWYER]),
    ) {
        let world = World::new();
        world.pay_and_settle(payable);
        let last = *sequence.last().unwrap();
        let mut coming = sequence.into_iter();
        let change_status = |status| world.set_chargeback(ProviderChargeback { amount: due(payable), ..disputed(status) });
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                ScenarioStep::ChangeStatus => {
                    coming.next().map(&change_status);
                }
                ScenarioStep::DeliverEvent => world.deliver_chargeback_event(&format!("evt_{number}"), "du_1"),
                ScenarioStep::Reconcile => {
                    world.reconcile();
                }
                ScenarioStep::StopEvents => world.provider.stop_events(),
            }
        }
        coming.for_each(|status| drop(change_status(status)));
        for _ in 0..3 {
            world.advance(TimeDelta::days(8));
            world.reconcile();
        }
        prop_assert_eq!(world.chargeback().status, last);
        let is_back = payable == LAWYER && world.database.tables().hires[0].status == HireStatus::Cancelled;
        let expected = match last {
            Lost => ChargedBack,
            Won if is_back => Refunded,
            _ => Settled,
        };
        prop_assert_eq!(world.statuses(), vec![expected]);
        if payable == TICKET {
            prop_assert_eq!(world.is_paid(TICKET), last != Lost);
        }
        prop_assert!(last == Lost || last == Won || world.database.tables().refunds.is_empty());
    }
}
