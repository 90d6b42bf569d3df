//! Storms: any interleaving of what drivers, staff, the provider and the network can do, also in the middle of each other's
//! calls. When it is over and reconciliation has run often enough, every cent is where it belongs.

use application::access::Actor;
use application::payments::books::matching::match_now;
use application::payments::confirm_payment;
use application::payments::mark_paid::mark_paid;
use application::payments::reconciliation::reconcile::reconcile;
use application::payments::start_payment::start_payment;
use chrono::TimeDelta;
use domain::legal_help::hire::HireStatus;
use domain::payments::ledger::{Account, Held};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::RefundStatus as Ours;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::events::ProviderObject;
use ports::payments::gateway::{Intent, IntentStatus, RefundStatus};
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::unit::is_live;
use crate::support::*;

/// What can happen.
#[derive(Clone, Debug)]
enum Step {
    /// A tab asks for an intent of what is due now and, getting one, keeps its secret.
    Start(Payable),
    /// A tab that has a secret charges the card.
    Charge(usize),
    /// The same, but the bank takes its time, and then refuses or not.
    Process(usize),
    ProcessEnds {
        intent: usize,
        succeeds: bool,
    },
    /// The webhook about an intent as it is now; the number is the event's.
    Hear {
        intent: usize,
        event: u8,
    },
    HearOfRefund {
        refund: usize,
        event: u8,
    },
    /// The confirmation page opens.
    Confirm(usize),
    /// The driver's `PATCH {isPaid}`.
    Claim(Payable),
    /// Staff mark it by hand, change the amount, remove the ticket.
    MarkByHand(Payable),
    SetAmount(u8),
    Remove,
    /// The job runs, at any moment.
    Reconcile {
        at_start: bool,
    },
    /// Time goes by.
    Wait(i64),
    /// The provider's next such call goes wrong.
    Fail(Call, Fault),
    /// The next refund stands so at first.
    RefundBegins(RefundStatus),
    RefundEnds {
        refund: usize,
        status: RefundStatus,
    },
    /// The process is killed at its next commit.
    Crash,
    /// This happens inside the provider's next such call.
    Inside(Call, When, Box<Step>),
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
        3 => (0..6_usize, 0..12_u8).prop_map(|(intent, event)| Step::Hear { intent, event }),
        1 => (0..3_usize, 12..16_u8).prop_map(|(refund, event)| Step::HearOfRefund { refund, event }),
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

fn inside_step() -> impl Strategy<Value = Step> {
    (calls(), select(vec![When::Before, When::After]), simple_step())
        .prop_map(|(call, when, step)| Step::Inside(call, when, Box::new(step)))
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![3 => simple_step(), 1 => inside_step()]
}

/// The first try gets no answer, and something happens inside a call soon after; then the driver pays.
fn rush() -> impl Strategy<Value = Vec<Step>> {
    let faults = select(vec![Fault::Lost, Fault::Unreached, Fault::Down]);
    (payables(), faults, select(vec![1, 50, 700]), inside_step(), simple_step()).prop_map(
        |(payable, fault, wait, inside, next)| {
            let begin = vec![Step::Fail(Call::Create, fault), Step::Start(payable), Step::Wait(wait)];
            [begin, vec![inside, next, Step::Start(payable), Step::Charge(0)]].concat()
        },
    )
}

/// The driver pays what staff mark by hand, and the refund has its troubles.
fn twice() -> impl Strategy<Value = Vec<Step>> {
    let refunds = select(vec![RefundStatus::Pending, RefundStatus::Failed, RefundStatus::Succeeded]);
    (select(vec![TICKET, LAWYER]), refunds, step(), step()).prop_map(|(payable, refund, one, other)| {
        let begin = vec![Step::Start(payable), Step::Charge(0), Step::RefundBegins(refund), one];
        [begin, vec![Step::MarkByHand(TICKET), other, Step::Reconcile { at_start: true }]].concat()
    })
}

fn storm() -> impl Strategy<Value = Vec<Step>> {
    let gust = prop_oneof![8 => step().prop_map(|step| vec![step]), 1 => rush(), 1 => twice()];
    proptest::collection::vec(gust, 1..20).prop_map(|gusts| gusts.concat())
}

/// A refund is refused only when it was made: a provider that refuses what it must do is not simulated.
fn is_possible(call: Call, fault: Fault) -> bool {
    fault != Fault::Refused || call == Call::Create
}

fn happen(world: &World, step: Step) {
    let driver: Actor = driver();
    match step {
        Step::Start(payable) => {
            if let Some(due) = due_now(world, payable)
                && let Ok(started) = start_payment(&world.deps, &driver, payable, due)
            {
                world.secrets.lock().unwrap().push(started.intent_id);
            }
        }
        Step::Charge(place) => {
            if let Some(id) = secret(world, place) {
                world.pay(&id);
            }
        }
        Step::Process(place) => {
            if let Some(id) = secret(world, place)
                && world.intent(&id).status == IntentStatus::Open
            {
                world.provider.set_status(&id, IntentStatus::Processing);
            }
        }
        Step::ProcessEnds { intent, succeeds } => {
            if let Some(id) = secret(world, intent)
                && world.intent(&id).status == IntentStatus::Processing
            {
                let end = if succeeds { IntentStatus::Succeeded } else { IntentStatus::Open };
                world.provider.set_status(&id, end);
            }
        }
        Step::Hear { intent, event } => {
            let found = pick(&world.provider.books().intents, intent);
            if let Some(found) = found {
                let _ = world.hear_of(&format!("evt_{event}"), &found.id);
            }
        }
        Step::HearOfRefund { refund, event } => {
            let found = pick(&world.provider.books().refunds, refund);
            if let Some(found) = found {
                let object = ProviderObject::Refund(found.id);
                let _ = world.push(&format!("evt_{event}"), "refund.updated", object, None);
            }
        }
        Step::Confirm(place) => {
            if let Some(id) = secret(world, place) {
                let _ = confirm_payment::transaction(&world.deps, &driver, Some(&id));
                let _ = confirm_payment::hire(&world.deps, &driver, Some(&id));
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
        Step::Inside(call, when, step) => {
            let inside = world.clone();
            world.provider.meanwhile(call, when, move || happen(&inside, *step));
        }
    }
}

fn secret(world: &World, place: usize) -> Option<String> {
    pick(&world.secrets.lock().unwrap(), place)
}

/// One of them, if there are any; the newest is at place 0.
fn pick<T: Clone>(all: &[T], place: usize) -> Option<T> {
    all.iter().rev().nth(place % all.len().max(1)).cloned()
}

fn due_now(world: &World, payable: Payable) -> Option<Money> {
    let tables = world.database.tables();
    let fine = match payable {
        Payable::Ticket(_) | Payable::Lawyer(_) => tables.tickets.first()?.fine(),
        Payable::Parking(_) => tables.parking.first()?.fine(),
        Payable::Toll(_) => tables.tolls.first()?.fine(),
    };
    Some(payable.due(fine))
}

/// The network is well again, and banks decide.
fn clear_up(world: &World) {
    world.provider.be_well();
    world.database.recover();
}

fn banks_decide(world: &World) {
    let (refunds, intents) = {
        let books = world.provider.books();
        (books.refunds.clone(), books.intents.clone())
    };
    for refund in refunds.iter().filter(|refund| refund.status == RefundStatus::Pending) {
        world.provider.set_refund(&refund.id, RefundStatus::Succeeded);
    }
    for intent in intents.iter().filter(|intent| intent.status == IntentStatus::Processing) {
        world.provider.set_status(&intent.id, IntentStatus::Succeeded);
    }
}

/// The storm is over: what was begun ends, but for the refunds that are still to fail, and the job runs often enough.
fn calm(world: &World) {
    clear_up(world);
    let troubles = world.provider.books().refunds_begin.len();
    for _ in 0..6 + 2 * troubles {
        banks_decide(world);
        world.advance(TimeDelta::hours(8));
        world.reconcile();
    }
}

/// What the provider took with an intent and has not given back.
fn kept(world: &World, intent: &Intent) -> Money {
    let books = world.provider.books();
    let back = books.refunds.iter().filter(|refund| {
        refund.intent_id.as_ref() == Some(&intent.id) && refund.status == RefundStatus::Succeeded
    });
    Money::from_cents(intent.amount_received.cents() - back.map(|refund| refund.amount.cents()).sum::<i64>())
}

/// A bank sent its refund back, and staff have to choose another way.
fn waits_for_staff(world: &World, payment: &Payment) -> bool {
    let tables = world.database.tables();
    tables.refunds.iter().any(|refund| refund.payment_id == payment.id && refund.status == Ours::Failed)
}

/// Every cent that the provider took is on its payment, and what it gave back is off it.
fn check_every_cent(world: &World) {
    let intents = world.provider.books().intents.clone();
    for intent in intents.iter().filter(|intent| intent.status == IntentStatus::Succeeded) {
        let tables = world.database.tables().clone();
        let payment =
            tables.payments.iter().find(|payment| Some(payment.id) == intent.labels.payment_id).unwrap();
        assert!(payment.has_come_in(), "{payment:?}");
        let received = payment.amount_received.unwrap();
        assert_eq!(received, intent.amount_received);
        let ours = Money::from_cents(received.cents() - payment.refunded.cents());
        assert_eq!(ours, kept(world, intent), "{payment:?}");
        let ends_well = match payment.status {
            PaymentStatus::Settled => ours > Money::ZERO,
            PaymentStatus::Refunded => ours == Money::ZERO,
            _ => waits_for_staff(world, payment),
        };
        assert!(ends_well, "{payment:?}");
        for transaction in tables.transactions.iter().filter(|booked| booked.payment_id == Some(payment.id)) {
            assert_eq!((transaction.amount, transaction.refunded), (received, payment.refunded));
        }
    }
}

/// The ledger agrees with the provider's money to the cent, and holds for each payment what is kept of it, where it belongs.
fn check_the_books(world: &World) {
    world.advance(TimeDelta::hours(2));
    let matched = match_now(&world.deps).unwrap();
    assert_eq!((matched.faults, matched.foreign), (0, 0), "{:?}", world.database.tables().books.differences);
    let theirs: i64 =
        world.provider.books().movements().iter().map(|one| one.amount.cents() - one.fee.cents()).sum();
    assert_eq!(world.database.tables().books.balance(Account::Provider), theirs);
    let payments = world.database.tables().payments.clone();
    for payment in payments.iter().filter(|payment| payment.has_come_in()) {
        let posted = world.transact(|store| Ok(store.position_of_payment(payment.id)?)).unwrap();
        let held = Held::of(&posted.balances());
        let kept = payment.amount_received.unwrap().cents() - payment.refunded.cents();
        assert_eq!(held.total().cents(), kept, "{payment:?}");
        let home = match payment.status {
            PaymentStatus::Settled => Account::of(payment.payable),
            _ => Account::ToReturn,
        };
        let elsewhere = held.total().cents() - held.in_account(home).cents();
        assert!(elsewhere == 0 || waits_for_staff(world, payment), "{payment:?} {held:?}");
    }
}

fn check(world: &World) {
    check_every_cent(world);
    check_the_books(world);
    for payable in [TICKET, LAWYER, TOLL] {
        let tables = world.database.tables();
        let settled = tables
            .payments
            .iter()
            .filter(|payment| payment.payable == payable && payment.status == PaymentStatus::Settled)
            .count();
        let by_hand = tables.audit.iter().any(|entry| {
            (entry.subject_kind, entry.subject_id) == (payable.kind().as_str(), payable.item_id())
        });
        assert!(settled + usize::from(by_hand) <= 1, "{payable:?} was paid by hand and by card");
        let records = tables.transactions.iter().filter(|record| record.payable == payable).count();
        match payable {
            Payable::Lawyer(_) => {
                let hired = tables.hires.iter().filter(|hire| hire.status != HireStatus::Cancelled).count();
                assert_eq!(hired, settled);
            }
            Payable::Ticket(_) if tables.tickets.is_empty() => assert_eq!(records, settled),
            Payable::Ticket(_) => {
                assert_eq!(tables.tickets[0].is_paid, settled == 1 || by_hand);
                assert_eq!(records, settled);
            }
            Payable::Parking(_) | Payable::Toll(_) => {
                assert_eq!(tables.tolls[0].is_paid, settled == 1 || by_hand);
                assert_eq!(records, settled);
            }
        }
    }
    let tables = world.database.tables();
    let live: Vec<_> = tables.payments.iter().filter(|payment| is_live(payment)).collect();
    assert!(live.is_empty(), "{live:?}");
    let (books, secrets) = (world.provider.books(), world.secrets.lock().unwrap());
    let mut open = books.intents.iter().filter(|intent| intent.status == IntentStatus::Open);
    let payable = open.find(|intent| secrets.contains(&intent.id));
    assert_eq!(payable, None, "a tab left open could still pay what nobody expects");
}

/// Half as many as usual, to stay well under a second; `PROPTEST_CASES` asks for more.
fn half_as_many() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases / 2, failure_persistence: None, ..usual }
}

/// Which of what happens reaches us by an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// Pushed, and listed.
    All,
    /// Every webhook is lost.
    Listed,
    /// Every webhook is lost, and the list shows nothing.
    Nothing,
}

/// Two runs after the network is well again, all that came in is on its payment, and no intent is open that was given up.
fn check_what_the_list_heals(world: &World) {
    clear_up(world);
    world.provider.books().refunds_begin.clear();
    world.reconcile();
    world.reconcile();
    let books = world.provider.books();
    for intent in &books.intents {
        let tables = world.database.tables();
        let payment =
            tables.payments.iter().find(|payment| Some(payment.id) == intent.labels.payment_id).unwrap();
        match intent.status {
            IntentStatus::Succeeded => assert!(payment.has_come_in(), "{payment:?}"),
            IntentStatus::Open => assert!(is_live(payment), "{payment:?} was given up, {intent:?} was not"),
            IntentStatus::Processing => {}
            IntentStatus::Cancelled => assert!(!is_live(payment), "{payment:?}"),
        }
    }
}

proptest! {
    #![proptest_config(half_as_many())]

    #[test]
    fn every_cent_ends_up_where_it_belongs(
        steps in storm(),
        told in select(vec![Told::All, Told::All, Told::Listed, Told::Nothing]),
    ) {
        let world = World::new();
        if told == Told::Nothing {
            world.provider.be_silent();
        }
        // The job has run before: it knows from when on to read.
        world.reconcile();
        let is_push = |step: &Step| matches!(step, Step::Hear { .. } | Step::HearOfRefund { .. });
        for step in steps {
            if told == Told::All || !is_push(&step) {
                happen(&world, step);
            }
        }
        if told == Told::Listed {
            check_what_the_list_heals(&world);
        }
        calm(&world);
        check(&world);
        let open = world.provider.books().intents.iter().any(|intent| intent.status == IntentStatus::Open);
        prop_assert!(told == Told::Nothing || !open, "an intent that nobody waits for is open");
    }
}
