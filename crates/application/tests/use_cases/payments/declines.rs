//! Declined cards: how long drivers must wait, and which payments are canceled
//! (docs/product/payments.md#declined-cards).

use application::Error;
use application::access::Actor;
use application::jobs::{MONEY_WORKERS, run_due_jobs};
use application::payments::declines::sync_declines;
use application::payments::start_payment::start_payment;
use chrono::TimeDelta;
use domain::payments::payment::PaymentStatus::{Cancelled, Open};
use domain::security::event::SecurityEventKind;
use domain::shared::payable::Payable;
use ports::payments::declines::Decline;
use ports::payments::gateway::IntentStatus;

use crate::support::{Call, PARKING, TICKET, World, admin, dollars, driver, other_driver, outcome};

/// Declines the card of a payment several times. Then Lanewise reads the declines, and the resulting jobs run.
/// `payment` is the payment's index.
fn decline(world: &World, payment: usize, card: &str, times: usize) {
    let payment = world.database.tables().payments[payment].clone();
    let intent = payment.provider_intent_id.clone().unwrap();
    for _ in 0..times {
        let mut books = world.provider.books();
        let charge_id = format!("ch_{}", books.declines.len());
        let declined_at = world.deps.clock.now();
        let decline = Decline { charge_id, fingerprint: Some(card.to_owned()), declined_at };
        books.declines.push((intent.clone(), decline));
    }
    sync_declines(&world.deps, &payment).unwrap();
    run_due_jobs(&world.deps, MONEY_WORKERS).unwrap();
}

/// Returns the caller with this IP address.
fn from_address(actor: Actor, address: &str) -> Actor {
    Actor { address: address.to_owned(), ..actor }
}

/// Counts the security events about declined cards.
fn count_alarms(world: &World) -> usize {
    let tables = world.database.tables();
    tables.security.iter().filter(|event| event.kind == SecurityEventKind::CardsDeclined).count()
}

#[test]
fn after_five_declines_the_payment_is_canceled_and_the_driver_waits_a_minute() {
    let world = World::new();
    let pay = |actor: &Actor| start_payment(&world.deps, actor, TICKET, dollars(150));
    pay(&driver()).unwrap();
    decline(&world, 0, "one", 4);
    assert_eq!((world.statuses(), count_alarms(&world)), (vec![Open], 0));
    pay(&driver()).unwrap();
    decline(&world, 0, "two", 1);
    assert_eq!((world.statuses(), count_alarms(&world)), (vec![Cancelled], 1));
    assert!(matches!(pay(&driver()), Err(Error::TooManyDeclines { seconds: 60 })));
    assert_eq!(outcome(&pay(&admin())), "Ok", "staff are never throttled");
    world.advance(TimeDelta::seconds(61));
    assert_eq!(outcome(&pay(&driver())), "Ok");
}

/// The event about the decline is in the provider's list of events. In one case, it also arrives by webhook. In
/// both cases, the declined attempt is fetched from the provider once.
#[test]
fn declined_attempts_are_read_from_the_provider_once_per_event() {
    for is_pushed in [true, false] {
        let world = World::new();
        let intent = world.started(TICKET).intent_id;
        let decline = Decline {
            charge_id: "ch_1".to_owned(),
            fingerprint: Some("one".to_owned()),
            declined_at: world.deps.clock.now(),
        };
        world.provider.books().declines.push((intent.clone(), decline));
        world.provider.set_status(&intent, IntentStatus::Open);
        if is_pushed {
            world.deliver_event("evt_listed_2", &intent).unwrap();
        }
        world.reconcile();
        assert_eq!((world.provider.count(Call::Declines), world.database.tables().declines.len()), (1, 1));
    }
}

#[test]
fn a_known_decline_is_not_counted_twice() {
    let world = World::new();
    start_payment(&world.deps, &driver(), TICKET, dollars(150)).unwrap();
    decline(&world, 0, "one", 4);
    for _ in 0..3 {
        decline(&world, 0, "one", 0);
    }
    assert_eq!(world.statuses(), [Open]);
}

/// The same card is tried with many accounts and from many IP addresses.
#[test]
fn ten_declines_of_one_card_across_drivers_cancel_the_payment() {
    let world = World::new();
    let pay = |actor: &Actor, item: Payable, amount| start_payment(&world.deps, actor, item, amount).unwrap();
    pay(&from_address(driver(), "192.0.2.1"), TICKET, dollars(150));
    decline(&world, 0, "stolen", 4);
    world.database.tables().declines.iter_mut().for_each(|row| row.user = domain::shared::ids::UserId(77));
    decline(&world, 0, "stolen", 4);
    world.database.tables().declines.iter_mut().for_each(|row| row.user = domain::shared::ids::UserId(78));
    assert_eq!((world.statuses(), count_alarms(&world)), (vec![Open], 0));
    decline(&world, 0, "stolen", 2);
    assert_eq!((world.statuses(), count_alarms(&world)), (vec![Cancelled], 1));
}

/// After twenty declines from one IP address, the other drivers with this address must wait too, except those
/// who have paid before.
#[test]
fn an_address_with_many_declines_is_throttled_except_for_drivers_who_have_paid() {
    let world = World::new();
    let shared = "203.0.113.9";
    world.pay_and_settle(PARKING);
    let pay = |actor: Actor| start_payment(&world.deps, &from_address(actor, shared), TICKET, dollars(150));
    pay(driver()).unwrap();
    decline(&world, 1, "one", 4);
    for row in &mut world.database.tables().declines {
        row.user = domain::shared::ids::UserId(77);
    }
    let mut copies = world.database.tables().declines.clone();
    for n in 0..5 {
        for row in &mut copies {
            row.decline.charge_id = format!("{}-{n}", row.decline.charge_id);
        }
        world.database.tables().declines.extend(copies.clone());
    }
    assert_eq!(outcome(&pay(driver())), "Ok", "this driver has paid before");
    let theirs = start_payment(&world.deps, &from_address(other_driver(), shared), TICKET, dollars(150));
    assert_eq!(outcome(&theirs), "NotFound", "another driver's ticket is not found, throttled or not");
    world.database.tables().payments.iter_mut().for_each(|row| {
        if row.payable == PARKING {
            row.status = Cancelled;
        }
    });
    assert_eq!(outcome(&pay(driver())), "TooManyDeclines");
    let elsewhere = start_payment(&world.deps, &from_address(driver(), "192.0.2.77"), TICKET, dollars(150));
    assert_eq!(outcome(&elsewhere), "Ok");
}
