//! Hardship requests, and staff's answers to them.

use application::Error;
use application::error::Result;
use application::requests::hardship::{
    HardshipForm, answer, list_open_requests, list_own_requests, send_hardship_request, show,
};
use chrono::TimeDelta;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::requests::hardship::{MAX_ASKED, NeedKind, Situation};
use domain::security::audit::AuditAction;
use domain::shared::job::JobKind;
use ports::requests::hardship::HardshipSummary;
use ports::shared::paging::Page;
use rstest::rstest;

use crate::support::*;

const FIRST_PAGE: Page = Page { limit: 50, offset: 0 };

fn answers() -> HardshipForm {
    HardshipForm {
        need: NeedKind::SmallerPayments,
        amount: Some(dollars(2)),
        pay_by: None,
        situation: Situation::OutOfWork,
    }
}

const fn item(kind: ItemKind) -> ItemId {
    ItemId { kind, id: 1 }
}

fn send_request(world: &World) -> Result<HardshipSummary> {
    send_hardship_request(&world.deps, &driver(), item(ItemKind::Ticket), &answers())
}

fn answer_request(world: &World, version: i32) -> Result<HardshipSummary> {
    let answered = answer(&world.deps, &admin(), 1, version, "Call the court.".to_owned());
    answered.map(|(request, _)| request)
}

/// Returns the names of the invalid fields.
fn invalid_fields(result: Result<HardshipSummary>) -> Vec<&'static str> {
    match result {
        Err(Error::Fields(fields)) => fields.into_iter().map(|(name, _)| name).collect(),
        other => panic!("{other:?}"),
    }
}

#[rstest]
fn a_hardship_request_changes_no_ticket_and_its_item_can_still_be_paid(
    #[values(ItemKind::Ticket, ItemKind::Parking, ItemKind::Toll)] kind: ItemKind,
) {
    let world = World::new();
    let before = world.database.tables().tickets.clone();
    send_hardship_request(&world.deps, &driver(), item(kind), &answers()).unwrap();
    assert_eq!(world.database.tables().tickets, before);
    let payable = item(kind).payable();
    world.start(payable).unwrap();
}

#[test]
fn staff_can_answer_a_hardship_request_once_and_the_driver_can_read_the_answer() {
    let world = World::new();
    send_request(&world).unwrap();
    let waiting = world.transact(|store| list_open_requests(store, &admin(), FIRST_PAGE)).unwrap();
    assert_eq!((waiting.total, waiting.items.len()), (1, 1));
    assert!(matches!(answer_request(&world, 2), Err(Error::ChangedMeanwhile(_))), "another version");
    answer_request(&world, 1).unwrap();
    for version in [1, 2] {
        assert!(matches!(answer_request(&world, version), Err(Error::ChangedMeanwhile(_))));
    }
    let found = world.transact(|store| list_own_requests(store, &driver())).unwrap();
    let text = found.first().and_then(|one| one.request.answer.as_ref()).map(|answer| answer.text.as_str());
    assert_eq!(text, Some("Call the court."));
    assert_eq!(world.transact(|store| list_open_requests(store, &admin(), FIRST_PAGE)).unwrap().total, 0);
    assert_eq!(world.audited(), [AuditAction::HardshipAnswered]);
    let jobs = &world.database.tables().jobs;
    assert_eq!(jobs.iter().filter(|row| row.job.kind == JobKind::SendMail).count(), 1);
}

#[test]
fn an_item_can_have_only_one_open_hardship_request() {
    let world = World::new();
    send_request(&world).unwrap();
    assert!(matches!(send_request(&world), Err(Error::HardshipRequestOpen)));
    send_hardship_request(&world.deps, &driver(), item(ItemKind::Toll), &answers()).unwrap();
    answer_request(&world, 1).unwrap();
    send_request(&world).unwrap();
}

#[test]
fn a_driver_can_send_a_limited_number_of_hardship_requests_a_day() {
    let world = World::new();
    for id in 1..=MAX_ASKED {
        send_request(&world).unwrap();
        answer(&world.deps, &admin(), id, 1, "No.".to_owned()).unwrap();
    }
    assert!(matches!(send_request(&world), Err(Error::TooManyHardshipRequests)));
    world.advance(TimeDelta::hours(25));
    send_request(&world).unwrap();
}

#[test]
fn only_the_driver_of_an_item_can_make_a_hardship_request() {
    let world = World::new();
    let of = |actor| send_hardship_request(&world.deps, &actor, item(ItemKind::Ticket), &answers());
    assert!(matches!(of(other_driver()), Err(Error::NotFound)));
    assert!(matches!(of(admin()), Err(Error::Forbidden)));
    let nothing = ItemId { kind: ItemKind::Ticket, id: 99 };
    assert!(matches!(
        send_hardship_request(&world.deps, &driver(), nothing, &answers()),
        Err(Error::NotFound)
    ));
}

#[test]
fn only_staff_can_read_and_answer_the_hardship_requests_of_all_drivers() {
    let world = World::new();
    send_request(&world).unwrap();
    assert!(world.transact(|store| list_open_requests(store, &driver(), FIRST_PAGE)).is_err());
    assert!(world.transact(|store| show(store, &driver(), 1)).is_err());
    assert!(answer(&world.deps, &driver(), 1, 1, "Yes.".to_owned()).is_err());
    assert_eq!(world.transact(|store| list_own_requests(store, &other_driver())).unwrap(), []);
    assert!(world.transact(|store| list_own_requests(store, &admin())).is_err());
    assert!(matches!(world.transact(|store| show(store, &admin(), 2)), Err(Error::NotFound)));
}

#[test]
fn no_hardship_request_can_be_made_about_a_paid_item() {
    let world = World::new();
    world.database.tables().tickets.iter_mut().for_each(|ticket| ticket.is_paid = true);
    assert_eq!(invalid_fields(send_request(&world)), ["itemId"]);
}

#[test]
fn the_amount_in_a_hardship_request_must_be_less_than_the_fine() {
    let world = World::new();
    let too_much = HardshipForm { amount: Some(dollars(150)), ..answers() };
    assert_eq!(
        invalid_fields(send_hardship_request(&world.deps, &driver(), item(ItemKind::Ticket), &too_much)),
        ["amount"]
    );
}
