//! Randomly generated scenarios. Drivers, staff, the provider and the network act in any order, even during
//! each other's calls. After reconciliation has run often enough, all money must be accounted for.

mod ends;

use application::access::Actor;
use application::payments::confirm_payment;
use application::payments::mark_paid::mark_paid;
use application::payments::reconciliation::reconcile::reconcile;
use application::payments::start_payment::start_payment;
use chrono::TimeDelta;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::events::ProviderObject;
use ports::payments::gateway::{IntentStatus, RefundStatus};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::*;
use ends::{check_after_two_runs, check_end_state, end_scenario};

/// An action in a scenario. An index counts the intents, the refunds or the tabs from the newest one.
#[derive(Clone, Debug)]
enum Step {
    /// A browser tab requests an intent for the current amount due. A tab that gets an intent stores the client secret.
    Start(Payable),
    /// The driver pays in a browser tab that has a client secret.
    Charge(usize),
    /// Same as `Charge`, but the bank needs time to process the payment.
    Process(usize),
    /// The bank accepts or refuses a payment that it was processing.
    ProcessEnds { intent: usize, succeeds: bool },
    /// A webhook about the intent's current state arrives. `event` determines the event's id.
    DeliverEvent { intent: usize, event: u8 },
    /// A webhook about the refund arrives. `event` determines the event's id.
    DeliverRefundEvent { refund: usize, event: u8 },
    /// The driver opens the confirmation page.
    Confirm(usize),
    /// The driver sends `PATCH {isPaid}`.
    Claim(Payable),
    /// Staff mark an item as paid.
    MarkByHand(Payable),
    /// Staff change the ticket's amount to this many hundreds of dollars.
    SetAmount(u8),
    /// Staff remove the ticket.
    Remove,
    /// The reconciliation job runs.
    Reconcile { at_start: bool },
    /// This number of seconds passes.
    Wait(i64),
    /// The next call of this kind to the provider fails.
    Fail(Call, Fault),
    /// The next refund starts with this status.
    RefundBegins(RefundStatus),
    /// A pending refund gets this status.
    RefundEnds { refund: usize, status: RefundStatus },
    /// The process is killed at its next commit.
    Crash,
    /// A step happens while the next call of this kind to the provider is running.
    DuringCall(Call, When, Box<Step>),
}

fn payables() -> impl Strategy<Value = Payable> {
    select(vec![TICKET, TICKET, TICKET, LAWYER, TOLL])
}

fn calls() -> impl Strategy<Value = Call> {
    select(vec![
        Call::Create,
        Call::Intent,
        Call::Cancel,
        Call::List,
        Call::Refund,
        Call::RefundStatus,
        Call::Events,
    ])
}

fn simple_step() -> impl Strategy<Value = Step> {
    let faults = select(vec![
        Fault::Lost,
        Fault::Lost,
        Fault::Unreached,
        Fault::Down,
        Fault::Gibberish,
        Fault::SavedError,
        Fault::Refused,
    ]);
    let refunds = select(vec![RefundStatus::Pending, RefundStatus::Failed, RefundStatus::Succeeded]);
    prop_oneof![
        6 => payables().prop_map(Step::Start),
        5 => (0..6_usize).prop_map(Step::Charge),
        1 => (0..6_usize).prop_map(Step::Process),
        1 => (0..6_usize, any::<bool>()).prop_map(|(intent, succeeds)| Step::ProcessEnds { intent, succeeds }),
        3 => (0..6_usize, 0..12_u8).prop_map(|(intent, event)| Step::DeliverEvent { intent, event }),
        1 => (0..3_usize, 12..16_u8).prop_map(|(refund, event)| Step::DeliverRefundEvent { refund, event }),
        2 => (0..6_usize).prop_map(Step::Confirm),
        1 => payables().prop_map(Step::Claim),
        2 => select(vec![TICKET, TICKET, TOLL]).prop_map(Step::MarkByHand),
        1 => (1..4_u8).prop_map(Step::SetAmount),
        1 => Just(Step::Remove),
        3 => any::<bool>().prop_map(|at_start| Step::Reconcile { at_start }),
        3 => select(vec![1, 50, 400, 700, 90_000]).prop_map(Step::Wait),
        4 => (calls(), faults).prop_map(|(call, fault)| Step::Fail(call, fault)),
        2 => refunds.clone().prop_map(Step::RefundBegins),
        1 => (0..3_usize, refunds).prop_map(|(refund, status)| Step::RefundEnds { refund, status }),
        1 => Just(Step::Crash),
    ]
}

/// Generates a step that happens during a call to the provider.
fn inside_step() -> impl Strategy<Value = Step> {
    (calls(), select(vec![When::Before, When::After]), simple_step())
        .prop_map(|(call, when, step)| Step::DuringCall(call, when, Box::new(step)))
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![3 => simple_step(), 1 => inside_step()]
}

/// Generates a payment whose first attempt fails. A step happens during a later call. Then the driver pays.
fn failed_start_steps() -> impl Strategy<Value = Vec<Step>> {
    let faults = select(vec![Fault::Lost, Fault::Unreached, Fault::Down]);
    (payables(), faults, select(vec![1, 50, 700]), inside_step(), simple_step()).prop_map(
        |(payable, fault, wait, inside, next)| {
            let begin = vec![Step::Fail(Call::Create, fault), Step::Start(payable), Step::Wait(wait)];
            [begin, vec![inside, next, Step::Start(payable), Step::Charge(0)]].concat()
        },
    )
}

/// Generates a payment for an item that staff mark as paid, so the payment must be refunded. The
/// refund starts with a random status.
fn due_refund_steps() -> impl Strategy<Value = Vec<Step>> {
    let refunds = select(vec![RefundStatus::Pending, RefundStatus::Failed, RefundStatus::Succeeded]);
    (select(vec![TICKET, LAWYER]), refunds, step(), step()).prop_map(|(payable, refund, one, other)| {
        let begin = vec![Step::Start(payable), Step::Charge(0), Step::RefundBegins(refund), one];
        [begin, vec![Step::MarkByHand(TICKET), other, Step::Reconcile { at_start: true }]].concat()
    })
}

fn scenario_steps() -> impl Strategy<Value = Vec<Step>> {
    let group = prop_oneof![8 => step().prop_map(|step| vec![step]), 1 => failed_start_steps(), 1 => due_refund_steps()];
    proptest::collection::vec(group, 1..20).prop_map(|gusts| gusts.concat())
}

/// Returns whether the provider may fail a call in this way. The provider refuses only calls that create an intent,
/// because other refusals of valid calls aren't simulated.
fn is_possible(call: Call, fault: Fault) -> bool {
    fault != Fault::Refused || call == Call::Create
}

fn apply_step(world: &World, step: Step) {
    let driver: Actor = driver();
    match step {
        Step::Start(payable) => {
            if let Some(due) = amount_due(world, payable)
                && let Ok(started) = start_payment(&world.deps, &driver, payable, due)
            {
                world.secrets.lock().unwrap().push(started.intent_id);
            }
        }
        Step::Charge(index) => {
            if let Some(id) = intent_with_secret(world, index) {
                world.pay(&id);
            }
        }
        Step::Process(index) => {
            if let Some(id) = intent_with_secret(world, index)
                && world.intent(&id).status == IntentStatus::Open
            {
                world.provider.set_status(&id, IntentStatus::Processing);
            }
        }
        Step::ProcessEnds { intent, succeeds } => {
            if let Some(id) = intent_with_secret(world, intent)
                && world.intent(&id).status == IntentStatus::Processing
            {
                let end = if succeeds { IntentStatus::Succeeded } else { IntentStatus::Open };
                world.provider.set_status(&id, end);
            }
        }
        Step::DeliverEvent { intent, event } => {
            let found = pick(&world.provider.books().intents, intent);
            if let Some(found) = found {
                let _ = world.deliver_event(&format!("evt_{event}"), &found.id);
            }
        }
        Step::DeliverRefundEvent { refund, event } => {
            let found = pick(&world.provider.books().refunds, refund);
            if let Some(found) = found {
                let object = ProviderObject::Refund(found.id);
                let _ = world.push(&format!("evt_{event}"), "refund.updated", object, None);
            }
        }
        Step::Confirm(index) => {
            if let Some(id) = intent_with_secret(world, index) {
                let _ = confirm_payment::confirm_item_payment(&world.deps, &driver, Some(&id));
                let _ = confirm_payment::confirm_hire_payment(&world.deps, &driver, Some(&id));
            }
        }
        Step::Claim(payable) => {
            if payable != LAWYER {
                let _ = mark_paid(&world.deps, &driver, payable);
            }
        }
        Step::MarkByHand(payable) => {
            let _ = mark_paid(&world.deps, &admin(), payable);
        }
        Step::SetAmount(hundreds) => {
            if let Some(ticket) = world.database.tables().tickets.first_mut() {
                ticket.filed.amount = format!("{hundreds}00");
            }
        }
        Step::Remove => world.remove_ticket(),
        Step::Reconcile { at_start } => {
            let _ = reconcile(&world.deps, at_start);
        }
        Step::Wait(seconds) => world.advance(TimeDelta::seconds(seconds)),
        Step::Fail(call, fault) => {
            if is_possible(call, fault) {
                world.provider.fail_next(call, fault);
            }
        }
        Step::RefundBegins(status) => world.provider.books().refunds_begin.push_back(status),
        Step::RefundEnds { refund, status } => {
            let found = pick(&world.provider.books().refunds, refund);
            if let Some(found) = found.filter(|found| found.status == RefundStatus::Pending) {
                world.provider.set_refund(&found.id, status);
            }
        }
        Step::Crash => world.database.crash_at_next_commit(),
        Step::DuringCall(call, when, step) => {
            let inside = world.clone();
            world.provider.run_during(call, when, move || apply_step(&inside, *step));
        }
    }
}

/// Returns the id of an intent whose client secret a browser tab has; `None` if no tab has one.
fn intent_with_secret(world: &World, index: usize) -> Option<String> {
    pick(&world.secrets.lock().unwrap(), index)
}

/// Returns the element at this index, counted from the newest one and modulo the list's length. `None` if
/// the list is empty.
fn pick<T: Clone>(all: &[T], index: usize) -> Option<T> {
    all.iter().rev().nth(index % all.len().max(1)).cloned()
}

/// Returns the current amount due; `None` if the item was removed.
fn amount_due(world: &World, payable: Payable) -> Option<Money> {
    let tables = world.database.tables();
    let fine = match payable {
        Payable::Ticket(_) | Payable::Lawyer(_) => tables.tickets.first()?.fine(),
        Payable::Parking(_) => tables.parking.first()?.fine(),
        Payable::Toll(_) => tables.tolls.first()?.fine(),
    };
    Some(payable.due(fine))
}

/// Returns a configuration with half of the usual number of cases, so that the test takes less than a second.
/// `PROPTEST_CASES` can set more.
fn half_as_many() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases / 2, failure_persistence: None, ..usual }
}

/// The events that reach Lanewise, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReceivedEvents {
    /// All events arrive by webhook and are in the provider's list.
    All,
    /// All webhooks are lost, but the provider's list has all events.
    Listed,
    /// All webhooks are lost, and the provider's list is empty.
    Nothing,
}

proptest! {
    #![proptest_config(half_as_many())]

    #[test]
    fn after_random_failures_every_cent_is_settled_refunded_or_listed_for_staff(
        steps in scenario_steps(),
        events_received in select(vec![ReceivedEvents::All, ReceivedEvents::All, ReceivedEvents::Listed, ReceivedEvents::Nothing]),
    ) {
        let world = World::new();
        if events_received == ReceivedEvents::Nothing {
            world.provider.stop_events();
        }
        // The job runs once before the steps, so that the cursor exists.
        world.reconcile();
        let is_push = |step: &Step| matches!(step, Step::DeliverEvent { .. } | Step::DeliverRefundEvent { .. });
        for step in steps {
            if events_received == ReceivedEvents::All || !is_push(&step) {
                apply_step(&world, step);
            }
        }
        if events_received == ReceivedEvents::Listed {
            check_after_two_runs(&world);
        }
        end_scenario(&world);
        check_end_state(&world);
        let open = world.provider.books().intents.iter().any(|intent| intent.status == IntentStatus::Open);
        prop_assert!(events_received == ReceivedEvents::Nothing || !open, "an intent that belongs to no open payment is open");
    }
}
