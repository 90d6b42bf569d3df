//! Court appearances that a driver must still attend. A future appearance stays listed even if the fine is paid or
//! the ticket is removed.

use application::access::Actor;
use application::driving_record::appearances::appearances_of_driver;
use application::driving_record::calendar::appointments_of_item;
use application::notices::{appearance, feed};
use chrono::{NaiveDate, TimeDelta};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::{TicketId, UserId};

use crate::support::*;

/// Returns a world whose ticket requires the driver to appear in court in 20 days.
fn court_world() -> World {
    let world = World::new();
    {
        let mut tables = world.database.tables();
        let ticket = &mut tables.tickets[0];
        ticket.filed.is_court_required = true;
        ticket.filed.court_date = Some(world.deps.clock.now().date_naive() + TimeDelta::days(20));
    }
    world
}

fn dates(world: &World) -> Vec<Option<NaiveDate>> {
    let found = world.transact(|store| appearances_of_driver(&world.deps, store, &driver(), DRIVER)).unwrap();
    found.into_iter().map(|appearance| appearance.date).collect()
}

#[test]
fn a_paid_tickets_appearance_is_listed_until_its_date_even_after_the_ticket_left_the_list() {
    let world = court_world();
    let date = world.database.tables().tickets[0].filed.court_date;
    world.database.tables().tickets[0].is_paid = true;
    world.database.tables().tickets[0].paid_at = Some(world.deps.clock.now());
    assert_eq!(dates(&world), [date]);
    world.advance(TimeDelta::days(10));
    assert_eq!(dates(&world), [date], "the ticket is no longer listed");
    world.advance(TimeDelta::days(11));
    assert_eq!(dates(&world), [], "the date has passed");
}

#[test]
fn staff_can_record_that_an_appearance_was_waived_and_undo_it() {
    let world = court_world();
    appearance::set_appearance_needed(&world.deps, &admin(), TicketId(1), false).unwrap();
    assert_eq!(dates(&world), []);
    appearance::set_appearance_needed(&world.deps, &admin(), TicketId(1), true).unwrap();
    assert_eq!(dates(&world).len(), 1);
}

/// Makes a court decide the case of the latest hire, with this outcome.
fn decide(world: &World, outcome: CaseOutcome) {
    let mut tables = world.database.tables();
    let case = tables.legal_help.cases.last_mut().unwrap();
    case.step = CaseStep::Decided;
    case.verdict = Some(Verdict { outcome, fine: None, points: None, until: None, due: None });
}

#[test]
fn a_ticket_needs_no_appearance_and_has_no_calendar_entry_after_a_dismissal_or_acquittal() {
    let world = court_world();
    world.pay_and_settle(LAWYER);
    let secret = feed::create_calendar_link(&world.deps, &driver()).unwrap();
    let entries = || {
        let in_feed = world.transact(|store| feed::read_calendar(&world.deps, store, &secret)).unwrap().len();
        let of_ticket = world.transact(|store| appointments_of_item(store, &driver(), TICKET));
        (in_feed, outcome(&of_ticket))
    };
    for (result, shown) in [
        (CaseOutcome::Guilty, 1),
        (CaseOutcome::Dismissed, 0),
        (CaseOutcome::NotGuilty, 0),
        (CaseOutcome::Amended, 1),
    ] {
        decide(&world, result);
        let expected = if shown == 1 { "Ok" } else { "NotFound" };
        assert_eq!((dates(&world).len(), entries()), (shown, (shown, expected.to_owned())), "{result}");
    }
}

#[test]
fn a_parking_ticket_has_no_calendar_file_after_its_city_lists_it_as_settled() {
    let world = World::new();
    world.database.tables().parking[0].filed.due_date = Some(date("2026-03-09"));
    let of_parking = || outcome(&world.transact(|store| appointments_of_item(store, &driver(), PARKING)));
    assert_eq!(of_parking(), "Ok");
    world.settle_with_city();
    assert_eq!(of_parking(), "NotFound", "the same as in the calendar URL");
}

#[test]
fn only_staff_and_the_driver_can_list_appearances_and_the_driver_only_after_the_record_is_ready() {
    let world = court_world();
    let list =
        |actor: &Actor, user| world.transact(|store| appearances_of_driver(&world.deps, store, actor, user));
    assert_eq!(outcome(&list(&other_driver(), DRIVER)), "Forbidden");
    assert_eq!(outcome(&list(&admin(), UserId(99))), "NotFound");
    assert_eq!(list(&admin(), DRIVER).unwrap().len(), 1);
    let mut waiting = driver();
    waiting.user.last_admin_update_at = None;
    assert_eq!(list(&waiting, DRIVER).unwrap(), []);
}

#[test]
fn a_closed_account_gets_no_calendar_link() {
    let world = World::new();
    world.database.tables().closed_users.push(DRIVER);
    assert_eq!(outcome(&feed::create_calendar_link(&world.deps, &driver())), "NotFound");
}
