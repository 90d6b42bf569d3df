//! Who gets which receipt, and what it says.

use application::Error;
use application::access::Actor;
use application::legal_help::cancel_hire::cancel_hire;
use application::payments::receipts::{PrintedReceipt, of_hire, of_transaction};
use domain::legal_help::hire::HireStatus;
use domain::shared::ids::{HireId, TransactionId};
use domain::shared::payable::Payable;
use rstest::rstest;

use crate::support::*;

fn transaction(world: &World, actor: &Actor, id: i32) -> Result<PrintedReceipt, Error> {
    world.transact(|store| of_transaction(&world.deps, store, actor, TransactionId(id)))
}

fn hired(world: &World, actor: &Actor, id: i32) -> Result<PrintedReceipt, Error> {
    world.transact(|store| of_hire(&world.deps, store, actor, HireId(id)))
}

fn words(printed: Result<PrintedReceipt, Error>) -> String {
    String::from_utf8(printed.unwrap().pdf).unwrap()
}

#[rstest]
#[case(TICKET, "place: Some(\"I-95, Exit 4\")")]
#[case(PARKING, "kind: Parking")]
#[case(TOLL, "place: None")]
fn a_transaction_s_receipt_says_what_was_recorded(#[case] payable: Payable, #[case] expected: &str) {
    let world = World::new();
    world.settled(payable);
    let printed = transaction(&world, &driver(), 1).unwrap();
    assert_eq!(printed.number, "LW-20260302-000001");
    let said = words(Ok(printed));
    assert!(said.contains("status: Completed") && said.contains("processing: Money(299)"), "{said}");
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_hire_s_receipt_has_numbers_and_no_fees_of_its_own() {
    let world = World::new();
    world.settled(LAWYER);
    let printed = hired(&world, &driver(), 1).unwrap();
    assert_eq!(printed.number, "LH-20260302-000001");
    let said = words(Ok(printed));
    assert!(said.contains("kind: Lawyer") && said.contains("fees: None"), "{said}");
}

#[test]
fn only_who_paid_and_staff_get_it() {
    let world = World::new();
    world.settled(TICKET);
    world.database.tables().hires.push(hire(1, DRIVER));
    for actor in [driver(), admin()] {
        assert!(transaction(&world, &actor, 1).is_ok() && hired(&world, &actor, 1).is_ok());
    }
    for (actor, id) in [(other_driver(), 1), (other_driver(), 99), (driver(), 99), (admin(), 99)] {
        assert!(matches!(transaction(&world, &actor, id), Err(Error::NotFound)));
        assert!(matches!(hired(&world, &actor, id), Err(Error::NotFound)));
    }
}

#[test]
fn a_refund_is_told_with_its_time() {
    let world = World::new();
    world.settled(LAWYER);
    cancel_hire(&world.deps, &driver(), HireId(1)).unwrap();
    let said = words(hired(&world, &driver(), 1));
    assert!(said.contains("status: Refunded") && said.contains("refunded_at: Some(2026-03-02T12"), "{said}");
}

#[test]
fn a_hire_called_off_without_a_payment_on_record_claims_no_refund() {
    let world = World::new();
    let mut called_off = hire(7, DRIVER);
    called_off.status = HireStatus::Cancelled;
    called_off.ticket_id = None;
    world.database.tables().hires.push(called_off);
    let said = words(hired(&world, &driver(), 7));
    assert!(said.contains("status: RefundPending") && said.contains("refunded_at: None"), "{said}");
}

#[test]
fn a_removed_ticket_s_receipt_says_what_was_noted_at_the_time() {
    let world = World::new();
    world.settled(TICKET);
    world.remove_ticket();
    let said = words(transaction(&world, &driver(), 1));
    assert!(said.contains("label: Some(\"Speeding\"), place: None, date: None"), "{said}");
}

#[test]
fn who_gave_no_name_is_known_by_the_email() {
    let world = World::new();
    world.settled(TICKET);
    world.database.tables().users.iter_mut().for_each(|user| user.full_name = None);
    assert!(words(transaction(&world, &driver(), 1)).contains("payer: \"user2@example.com\""));
}
