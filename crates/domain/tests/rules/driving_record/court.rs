//! Tests of a ticket's court, which depends on the register of authorities, staff and imported files.

use chrono_tz::Tz::{America__Chicago as CENTRAL, America__Denver as MOUNTAIN};
use domain::driving_record::court::{AuthorityPlace, CourtAuthorities, EnteredCourt, TicketCourt};
use domain::shared::ids::AuthorityId;
use domain::shared::us_state::UsState::{self, NewMexico, Tennessee, Texas};
use rstest::rstest;

use crate::build::ticket;

const fn court(id: i32, state: Option<UsState>) -> AuthorityPlace {
    AuthorityPlace { id: AuthorityId(id), is_court: true, state, time_zone: None }
}

const fn city(id: i32, state: Option<UsState>) -> AuthorityPlace {
    AuthorityPlace { is_court: false, ..court(id, state) }
}

const EL_PASO: AuthorityPlace = AuthorityPlace { time_zone: Some(MOUNTAIN), ..court(1, Some(Texas)) };
const CITY_OF_EL_PASO: AuthorityPlace = AuthorityPlace { id: AuthorityId(4), is_court: false, ..EL_PASO };
const AUSTIN: AuthorityPlace = court(2, Some(Texas));
const SOMEWHERE: AuthorityPlace = court(3, None);

fn ticket_court(id: Option<i32>, state: Option<UsState>, time_zone: Option<chrono_tz::Tz>) -> TicketCourt {
    TicketCourt { id: id.map(AuthorityId), state, time_zone }
}

#[rstest]
#[case::nothing_is_known(None, None, None, ticket_court(None, None, None))]
#[case::the_form_gave_a_state(None, None, Some(Texas), ticket_court(None, Some(Texas), None))]
#[case::the_issuer_is_a_court(None, Some(EL_PASO), None, ticket_court(Some(1), Some(Texas), Some(MOUNTAIN)))]
#[case::the_issuer_is_a_city(
    None,
    Some(CITY_OF_EL_PASO),
    None,
    ticket_court(None, Some(Texas), Some(MOUNTAIN))
)]
#[case::staff_assigned_a_court(
    Some(AUSTIN),
    Some(city(5, None)),
    None,
    ticket_court(Some(2), Some(Texas), None)
)]
#[case::staff_assigned_another_court_than_the_issuer(
    Some(AUSTIN),
    Some(EL_PASO),
    None,
    ticket_court(Some(2), Some(Texas), None)
)]
#[case::the_register_has_the_state(
    Some(AUSTIN),
    None,
    Some(NewMexico),
    ticket_court(Some(2), Some(Texas), None)
)]
#[case::only_the_issuer_has_a_state(
    Some(SOMEWHERE),
    Some(CITY_OF_EL_PASO),
    Some(NewMexico),
    ticket_court(Some(3), Some(Texas), Some(MOUNTAIN))
)]
#[case::neither_has_a_state(
    Some(SOMEWHERE),
    Some(city(5, None)),
    Some(NewMexico),
    ticket_court(Some(3), Some(NewMexico), None)
)]
#[case::the_assigned_authority_is_no_longer_a_court(
    Some(city(2, Some(NewMexico))),
    Some(EL_PASO),
    None,
    ticket_court(Some(1), Some(Texas), Some(MOUNTAIN))
)]
fn a_tickets_court_comes_from_the_assigned_court_else_the_issuer_else_the_given_state(
    #[case] assigned: Option<AuthorityPlace>,
    #[case] issuer: Option<AuthorityPlace>,
    #[case] given_state: Option<UsState>,
    #[case] expected: TicketCourt,
) {
    let authorities = CourtAuthorities { assigned: assigned.as_ref(), issuer: issuer.as_ref() };
    assert_eq!(authorities.decide(given_state), expected);
}

#[rstest]
#[case::all_from_the_issuer(ticket_court(Some(1), Some(Texas), Some(MOUNTAIN)), Some(EL_PASO), None, None)]
#[case::staff_gave_the_state(ticket_court(Some(3), Some(Texas), None), Some(SOMEWHERE), None, Some(Texas))]
#[case::staff_gave_the_court(ticket_court(Some(2), Some(Texas), None), Some(EL_PASO), Some(2), None)]
#[case::the_issuer_is_unknown(ticket_court(None, Some(Texas), None), None, None, Some(Texas))]
fn a_tickets_court_and_state_count_as_entered_unless_its_issuer_implies_them(
    #[case] stored: TicketCourt,
    #[case] issuer: Option<AuthorityPlace>,
    #[case] id: Option<i32>,
    #[case] state: Option<UsState>,
) {
    let all = [EL_PASO, AUSTIN, SOMEWHERE];
    let assigned = all.iter().find(|place| Some(place.id) == stored.id);
    let assigned_court = CourtAuthorities { assigned, issuer: issuer.as_ref() }.entered_part(stored);
    assert_eq!(assigned_court, EnteredCourt { id: id.map(AuthorityId), state });
}

#[test]
fn a_court_without_a_time_zone_uses_the_usual_zone_of_its_state() {
    let zone = |court| ticket(1).filed.with_stored_court(court).time_zone_of_court();
    assert_eq!(zone(ticket_court(None, Some(Texas), None)), Some(CENTRAL));
    assert_eq!(zone(ticket_court(None, Some(Texas), Some(MOUNTAIN))), Some(MOUNTAIN));
    assert_eq!(zone(ticket_court(None, Some(Tennessee), None)), Some(CENTRAL));
    assert_eq!(zone(ticket_court(Some(3), None, None)), None);
    let stored = ticket_court(Some(1), Some(Texas), Some(MOUNTAIN));
    assert_eq!(ticket(1).filed.with_stored_court(stored).court(), stored);
}
