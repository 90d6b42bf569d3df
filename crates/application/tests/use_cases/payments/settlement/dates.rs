//! Tests of payment dates: a payment has the date of the provider's charge, even if Lanewise learns about the
//! charge later.

use application::legal_help::cancel_hire::cancel_hire;
use application::payments::history::total_this_year;
use application::payments::mark_paid::mark_paid;
use application::payments::receipts::{print_receipt, receipt_of_hire, receipt_of_transaction};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::legal_help::hire::HireStatus;
use domain::payments::chargeback::ChargebackStatus::{Lost, Won};
use domain::payments::ledger::EntryKind;
use domain::shared::ids::{HireId, TransactionId};
use rstest::rstest;

use crate::support::*;

/// How Lanewise learns that a charge succeeded.
#[derive(Clone, Copy)]
enum Way {
    Webhook,
    Confirmation,
    Reconciliation,
}

fn report_charge_by(world: &World, way: Way, intent: &str) {
    match way {
        Way::Webhook => world.deliver_event("evt_1", intent).unwrap(),
        Way::Confirmation => drop(world.confirm(&driver(), intent).unwrap()),
        Way::Reconciliation => {
            world.reconcile();
        }
    }
}

/// Pays the ticket at `charge_time`, and then advances the clock by `down`, the time for which the server is
/// down. Returns the world and the id of the intent.
fn charged_at(charge_time: DateTime<Utc>, down: TimeDelta) -> (World, String) {
    let world = World::new();
    world.advance(charge_time - noon());
    let started = world.pay_without_event(TICKET);
    world.advance(down);
    (world, started.intent_id)
}

#[rstest]
#[case(Way::Webhook)]
#[case(Way::Confirmation)]
#[case(Way::Reconciliation)]
fn a_charge_keeps_its_own_date_if_recorded_two_days_later(#[case] way: Way) {
    // This time is 23:40 on March 20 in New York.
    let at = time("2026-03-21T03:40:00Z");
    let (world, intent) = charged_at(at, TimeDelta::days(2));
    report_charge_by(&world, way, &intent);
    let recorded_at = world.deps.clock.now();
    let tables = world.database.tables().clone();
    assert_eq!(tables.tickets[0].paid_at, Some(at));
    let transaction = &tables.transactions[0];
    assert_eq!((transaction.created_at, transaction.recorded_at), (at, recorded_at));
    let payment = world.payment(1);
    assert_eq!((payment.charged_at, payment.settled_at), (Some(at), Some(recorded_at)));
    let posted = tables.books.entries.iter().find(|entry| entry.kind == EntryKind::Charge).unwrap();
    assert_eq!(posted.happened_at, at);
    // The charge was made on a Friday, so the period of two business days ends on Tuesday.
    let owed = &tables.remittances.obligations[0].new;
    assert_eq!((owed.charged_at, owed.send_by), (at, time("2026-03-25T03:40:00Z")));
    let receipt = world.transact(|store| receipt_of_transaction(store, &driver(), TransactionId(1))).unwrap();
    assert_eq!(receipt.paid_at, at);
    assert_eq!(print_receipt(&world.deps, &receipt).unwrap().number, "LW-20260320-000001");
}

#[rstest]
#[case(Way::Webhook)]
#[case(Way::Confirmation)]
#[case(Way::Reconciliation)]
fn a_charge_before_midnight_on_new_years_eve_belongs_to_the_old_year(#[case] way: Way) {
    let (world, intent) = charged_at(time("2027-01-01T04:40:00Z"), TimeDelta::hours(3));
    report_charge_by(&world, way, &intent);
    let year = world.transact(|store| total_this_year(&world.deps, store, &driver(), DRIVER)).unwrap();
    assert_eq!((year.year, year.charged), (2027, dollars(0)));
    let months = world.transact(|store| Ok(store.sums_by_month()?)).unwrap();
    let december = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
    assert!(!months.is_empty() && months.iter().all(|sum| sum.month == december), "{months:?}");
}

#[test]
fn a_payment_that_pays_for_nothing_is_posted_with_the_date_of_its_charge() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    mark_paid(&world.deps, &admin(), TICKET).unwrap();
    world.advance(TimeDelta::days(2));
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(world.payment(1).charged_at, Some(noon()));
    let tables = world.database.tables();
    assert_eq!(tables.books.entries[0].happened_at, noon());
}

#[test]
fn an_item_paid_again_by_a_won_chargeback_keeps_the_date_of_its_charge() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(Lost);
    assert_eq!(world.database.tables().tickets[0].paid_at, None);
    world.advance(TimeDelta::days(60));
    let won = world.set_chargeback_status(Won);
    world.deliver_chargeback_event("evt_won", &won.id);
    assert_eq!(world.database.tables().tickets[0].paid_at, Some(noon()));
}

/// The server was down after the charge, so the driver couldn't cancel the hire during that time.
#[test]
fn the_period_to_cancel_a_hire_starts_when_the_hire_is_recorded() {
    let world = World::new();
    let started = world.pay_without_event(LAWYER);
    world.advance(TimeDelta::days(3));
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    let hire = world.database.tables().hires[0].clone();
    assert_eq!((hire.created_at, hire.recorded_at), (noon(), noon() + TimeDelta::days(3)));
    let receipt = world.transact(|store| receipt_of_hire(store, &driver(), HireId(1))).unwrap();
    assert_eq!(receipt.paid_at, noon());
    assert_eq!(cancel_hire(&world.deps, &driver(), hire.id).unwrap().status, HireStatus::Cancelled);
}

/// In this test, the provider's clock is ahead of Lanewise's clock.
#[test]
fn a_charge_that_is_minutes_ahead_of_our_clock_keeps_its_date() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    let ahead = noon() + TimeDelta::minutes(5);
    world.provider.set_charged_at(&started.intent_id, ahead);
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    let tables = world.database.tables().clone();
    assert_eq!((tables.tickets[0].paid_at, tables.transactions[0].created_at), (Some(ahead), ahead));
    assert_eq!(tables.transactions[0].recorded_at, noon());
    let year = world.transact(|store| total_this_year(&world.deps, store, &driver(), DRIVER)).unwrap();
    assert_eq!(year.charged, dollars(150));
}
