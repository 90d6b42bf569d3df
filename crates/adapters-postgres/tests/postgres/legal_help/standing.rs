//! Tests of those facts of a ticket's standing that depend on its cases.

use domain::driving_record::court::StatedCourt;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::courts::Courts;
use ports::driving_record::standings::Standings;
use ports::legal_help::cases::Cases;
use ports::legal_help::hires::Hires;
use ports::notices::calendar::Calendars;

use super::samples::case;
use crate::support::{World, at};

#[test]
fn the_court_named_by_the_driver_is_used_until_the_ticket_has_a_court() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let (ticket, other) = (world.ticket(user), world.ticket(user));
    let ohio = StatedCourt { state: UsState::Ohio, name: Some("Akron Court".to_owned()) };
    let texas = StatedCourt { state: UsState::Texas, name: None };
    for court in [&ohio, &texas] {
        world.store().store_stated_court(ticket, court, at(3)).unwrap();
        let facts = world.store().standing_facts(Payable::Ticket(ticket)).unwrap();
        assert_eq!(facts.stated_court.as_ref(), Some(court));
    }
    assert_eq!(world.store().standing_facts(Payable::Ticket(other)).unwrap().stated_court, None);
    world.db.execute(
        "WITH added AS (INSERT INTO authorities (name, kind) VALUES ('Austin Municipal Court', 'court') RETURNING id)
         UPDATE tickets SET court_id = added.id FROM added",
    );
    assert_eq!(world.store().standing_facts(Payable::Ticket(ticket)).unwrap().stated_court, None);
}

#[test]
fn an_items_standing_depends_on_the_step_of_its_case_and_not_on_the_status_of_its_hire() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let made = case(&mut world, driver, "a", |_| {});
    let ticket = made.ticket_id.unwrap();
    let mut store = world.store();
    for step in CaseStep::ALL.iter().copied() {
        store.update_case(&Case { step, ..made.clone() }).unwrap();
        for label in HireStatus::ALL.iter().copied() {
            store.set_hire_status(made.id, label).unwrap();
            let facts = store.standing_facts(Payable::Ticket(ticket)).unwrap();
            assert_eq!(facts.open_hire, step.is_open().then_some(made.id), "{step} {label}");
            assert_eq!(facts.has_active_hire, step.blocks_another_hire(), "{step} {label}");
            assert_eq!(store.has_active_hire(ticket).unwrap(), step.blocks_another_hire(), "{step} {label}");
            let open_hires: Vec<_> = store.open_hires(driver).unwrap().iter().map(|hire| hire.id).collect();
            assert_eq!(open_hires, Vec::from_iter(step.is_open().then_some(made.id)), "{step} {label}");
        }
    }
}

#[test]
fn a_court_appearance_is_waived_exactly_while_the_case_excuses_the_driver() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let made = case(&mut world, driver, "a", |case| case.driver_excused_at = Some(at(7)));
    world.db.execute("UPDATE tickets SET is_court_required = true, court_date = '2026-12-01'");
    let mut store = world.store();
    for step in CaseStep::ALL.iter().copied() {
        let changed = Case { step, ..made.clone() };
        store.update_case(&changed).unwrap();
        let is_excused = changed.is_driver_excused();
        assert_eq!(store.appearances_of(driver).unwrap()[0].is_waived, is_excused, "{step}");
        let dates = store.court_dates_of(driver, at(0).date_naive()).unwrap();
        assert_eq!(dates[0].waived_at, is_excused.then(|| at(7)), "{step}");
    }
}

#[test]
fn a_ticket_counts_as_dismissed_if_its_verdict_left_nothing_to_pay() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let made = case(&mut world, driver, "a", |case| case.step = CaseStep::Decided);
    let ticket = Payable::Ticket(made.ticket_id.unwrap());
    world.db.execute("UPDATE tickets SET is_court_required = true, court_date = '2026-12-01'");
    let mut store = world.store();
    assert!(!store.standing_facts(ticket).unwrap().is_dismissed);
    for outcome in CaseOutcome::ALL.iter().copied() {
        let verdict = Some(Verdict { outcome, fine: None, points: None, until: None, due: None });
        store.update_case(&Case { verdict, ..made.clone() }).unwrap();
        let facts = store.standing_facts(ticket).unwrap();
        assert_eq!(facts.is_dismissed, outcome.owes_nothing(), "{outcome}");
        let appearances = usize::from(!outcome.owes_nothing());
        assert_eq!(store.appearances_of(driver).unwrap().len(), appearances, "{outcome}");
        let day = at(0).date_naive();
        assert_eq!(store.court_dates_of(driver, day).unwrap().len(), appearances, "{outcome}");
    }
}
