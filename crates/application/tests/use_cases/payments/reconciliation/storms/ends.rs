//! The end of a randomly generated scenario, and the conditions that must hold after it.

use application::payments::books::matching::match_now;
use chrono::TimeDelta;
use domain::legal_help::hire::HireStatus;
use domain::payments::ledger::{Account, HeldMoney};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::RefundStatus as Ours;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::{Intent, IntentStatus, RefundStatus};

use crate::support::store::unit::is_live;
use crate::support::*;

/// Ends all faults of the fake provider and the fake database.
fn end_faults(world: &World) {
    world.provider.clear_faults();
    world.database.recover();
}

/// Makes pending refunds and processing payments succeed.
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

/// Ends a scenario: ends faults, makes pending refunds and payments succeed, and runs
/// reconciliation often enough. Refunds that are set up to fail still fail.
pub fn end_scenario(world: &World) {
    end_faults(world);
    let troubles = world.provider.books().refunds_begin.len();
    for _ in 0..6 + 2 * troubles {
        banks_decide(world);
        world.advance(TimeDelta::hours(8));
        world.reconcile();
    }
}

/// Returns the money that the provider charged for an intent and hasn't refunded.
fn money_kept(world: &World, intent: &Intent) -> Money {
    let books = world.provider.books();
    let back = books.refunds.iter().filter(|refund| {
        refund.intent_id.as_ref() == Some(&intent.id) && refund.status == RefundStatus::Succeeded
    });
    Money::from_cents(intent.amount_received.cents() - back.map(|refund| refund.amount.cents()).sum::<i64>())
}

/// Returns whether a bank returned a refund of this payment. Staff must then refund the money another way.
fn waits_for_staff(world: &World, payment: &Payment) -> bool {
    let tables = world.database.tables();
    tables.refunds.iter().any(|refund| refund.payment_id == payment.id && refund.status == Ours::Failed)
}

/// Checks that all money that the provider charged or refunded is recorded with its payment.
fn check_every_cent(world: &World) {
    let intents = world.provider.books().intents.clone();
    for intent in intents.iter().filter(|intent| intent.status == IntentStatus::Succeeded) {
        let tables = world.database.tables().clone();
        let payment =
            tables.payments.iter().find(|payment| Some(payment.id) == intent.labels.payment_id).unwrap();
        assert!(payment.is_received(), "{payment:?}");
        let received = payment.amount_received.unwrap();
        assert_eq!(received, intent.amount_received);
        let ours = Money::from_cents(received.cents() - payment.refunded.cents());
        assert_eq!(ours, money_kept(world, intent), "{payment:?}");
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

/// Checks that the ledger has the same balance as the provider, and that each payment's remaining money is
/// in the correct account.
fn check_the_books(world: &World) {
    world.advance(TimeDelta::hours(2));
    let matched = match_now(&world.deps).unwrap();
    assert_eq!((matched.faults, matched.foreign), (0, 0), "{:?}", world.database.tables().books.differences);
    let theirs: i64 =
        world.provider.books().movements().iter().map(|one| one.amount.cents() - one.fee.cents()).sum();
    assert_eq!(world.database.tables().books.balance(Account::Provider), theirs);
    let payments = world.database.tables().payments.clone();
    for payment in payments.iter().filter(|payment| payment.is_received()) {
        let posted = world.transact(|store| Ok(store.posted_sums_of_payment(payment.id)?)).unwrap();
        let held = HeldMoney::of(&posted.sums);
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

/// Checks all conditions that must hold after the end of a scenario.
pub fn check_end_state(world: &World) {
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
            (entry.subject_kind.as_str(), entry.subject_id) == (payable.kind().as_str(), payable.item_id())
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
    assert_eq!(payable, None, "a tab left open could still make an unexpected payment");
}

/// Checks the state two reconciliation runs after the faults have ended. All received money must be recorded,
/// and abandoned payments must have no open intent.
pub fn check_after_two_runs(world: &World) {
    end_faults(world);
    world.provider.books().refunds_begin.clear();
    world.reconcile();
    world.reconcile();
    let books = world.provider.books();
    for intent in &books.intents {
        let tables = world.database.tables();
        let payment =
            tables.payments.iter().find(|payment| Some(payment.id) == intent.labels.payment_id).unwrap();
        match intent.status {
            IntentStatus::Succeeded => assert!(payment.is_received(), "{payment:?}"),
            IntentStatus::Open => assert!(is_live(payment), "{payment:?} was abandoned, {intent:?} was not"),
            IntentStatus::Processing => {}
            IntentStatus::Cancelled => assert!(!is_live(payment), "{payment:?}"),
        }
    }
}
