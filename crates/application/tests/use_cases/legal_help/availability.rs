//! Details of legal help that a driver sees before paying.

use application::error::Result;
use application::legal_help::cases::availability::{Availability, availability};
use application::legal_help::cases::court::{CourtCorrection, correct};
use domain::driving_record::standing::LawyerUnavailable;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::offense::OffenseClass;
use domain::shared::ids::{AuthorityId, TicketId};
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::*;
use crate::support::*;

fn shown(world: &World, who: &application::access::Actor) -> Result<Availability> {
    world.transact(|store| availability(&world.deps, store, who, TicketId(1)))
}

fn stands(world: &World) -> domain::driving_record::standing::ItemStanding {
    let ticket = world.database.tables().tickets[0].clone();
    let of = |store: &mut dyn ports::store::Store| {
        application::driving_record::standing::of(&world.deps, store, ticket)
    };
    world.transact(of).unwrap().stands
}

#[test]
fn without_lawyers_on_record_only_the_settings_decide_where_legal_help_is_offered() {
    let world = World::new();
    let shown = shown(&world, &driver()).unwrap();
    assert_eq!((shown.unavailable, shown.accept_by, shown.guarantee.len()), (None, None, 0));
    assert!(stands(&world).may_hire_lawyer);
}

#[test]
fn the_offer_states_the_deadline_to_accept_and_what_counts_as_won() {
    let world = with_lawyers(1);
    let shown = shown(&world, &driver()).unwrap();
    assert_eq!((shown.unavailable, shown.guarantee.len()), (None, 9));
    assert_eq!(shown.accept_by.unwrap().day, date("2026-03-16"));
    assert_eq!((shown.court.state, shown.is_court_state_assumed), (Some(UsState::NewYork), true));
}

#[test]
fn legal_help_is_not_offered_for_a_court_that_no_lawyer_takes() {
    let world = with_lawyers(1);
    world.database.tables().tickets[0].filed.court_state = Some("Ohio".to_owned());
    let shown = shown(&world, &driver()).unwrap();
    assert_eq!(shown.unavailable, Some("No lawyer takes cases in this court right now."));
    assert!(!shown.is_court_state_assumed);
    let stands = stands(&world);
    assert!(!stands.may_hire_lawyer);
    assert_eq!(stands.lawyer_unavailable, Some(LawyerUnavailable::NoLawyerForCourt));
    assert_eq!(outcome(&world.start(LAWYER)), "NoLawyerForCourt");
}

#[rstest]
#[case::another_driver(other_driver(), "NotFound")]
#[case::staff(admin(), "Ok")]
#[case::a_lawyer(lawyer(1), "Forbidden")]
fn only_the_tickets_driver_and_staff_see_its_legal_help_offer(
    #[case] who: application::access::Actor,
    #[case] expected: &str,
) {
    assert_eq!(outcome(&shown(&with_lawyers(1), &who)), expected);
}

#[test]
fn staff_can_correct_the_court_of_a_case() {
    let world = hired(1);
    let ohio = CourtCorrection { state: UsState::Ohio, name: Some(" Akron Court ".to_owned()), id: None };
    assert_eq!(outcome(&correct(&world.deps, &driver(), CASE, &ohio, None)), "Forbidden");
    let case = correct(&world.deps, &admin(), CASE, &ohio, None).unwrap();
    assert_eq!((case.court.state, case.court.name.as_deref()), (Some(UsState::Ohio), Some("Akron Court")));
    assert_eq!(case.offense_class, OffenseClass::Unknown, "the usual class of the new state");
    assert_eq!(case.step, CaseStep::Offered, "the open offer stays");
    let unknown = CourtCorrection { id: Some(AuthorityId(9)), ..ohio };
    assert_eq!(outcome(&correct(&world.deps, &admin(), CASE, &unknown, None)), "Fields");
    assert!(refunds(&world).is_empty());
}
