//! Tests of which state's, city's or toll operator's rules apply to an item.

use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::kinds::TicketCategory;
use domain::driving_record::options::rule::CoveredCitations::{self, ParkingAndCameras, Tolls, Traffic};
use domain::driving_record::options::situation::{Context, ItemOrigin, NoRulesReason, Situation};
use domain::driving_record::options::violation::Nature;
use domain::driving_record::standing::CityData;
use domain::shared::ids::AuthorityId;
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::{due, issued_by, speeding_in};
use crate::build::{date, parking, ticket, time, toll};

const BUREAU: &str = "New York City, Traffic Violations Bureau";
const FINANCE: &str = "New York City, Department of Finance";
const UPSTATE: &str = "New York State, outside New York City";

fn place_of(item: &Situation<'_>) -> Option<&'static str> {
    item.place().map(|place| place.name)
}

#[rstest]
#[case(UsState::California, None, "", Some("California"))]
#[case(UsState::Texas, None, "", Some("Texas"))]
#[case(UsState::Florida, None, "", Some("Florida"))]
#[case(UsState::Ohio, None, "", None)]
#[case::court_unknown(UsState::NewYork, None, "", None)]
#[case::local_court(UsState::NewYork, None, "Albany City Court", Some(UPSTATE))]
#[case::local_county(UsState::NewYork, Some("Albany County"), "", Some(UPSTATE))]
#[case::borough(UsState::NewYork, Some("Kings County"), "", Some(BUREAU))]
#[case::bureau(UsState::NewYork, None, "Queens South Traffic Violations Bureau", Some(BUREAU))]
#[case::police(UsState::NewYork, None, "N.Y.P.D.", Some(BUREAU))]
#[case::bureau_by_its_letters(UsState::NewYork, None, "Queens North TVB", Some(BUREAU))]
#[case::police_unit(UsState::NewYork, None, "NYPD Highway Patrol", Some(BUREAU))]
#[case::state_police(UsState::NewYork, None, "New York State Police", None)]
#[case::other_bureau(UsState::Ohio, None, "Traffic Violations Bureau", None)]
#[case::other_county(UsState::Ohio, Some("Richmond"), "", None)]
#[case::chicago(UsState::Illinois, None, "City of Chicago", None)]
fn a_traffic_ticket_belongs_to_the_place_of_its_court(
    #[case] state: UsState,
    #[case] county: Option<&str>,
    #[case] name: &str,
    #[case] place: Option<&str>,
) {
    let names = if name.is_empty() { vec![] } else { vec![name] };
    let item = Situation { origin: ItemOrigin { state: Some(state), county, names }, ..speeding_in(None) };
    assert_eq!(place_of(&item), place);
}

#[rstest]
#[case(ParkingAndCameras, "New York City", Some(FINANCE))]
#[case(ParkingAndCameras, "NYC Department of Finance", Some(FINANCE))]
#[case(ParkingAndCameras, "CITY OF CHICAGO", Some("Chicago"))]
#[case(ParkingAndCameras, "North Chicago", None)]
#[case(ParkingAndCameras, "Albany City", None)]
#[case(ParkingAndCameras, "City of Austin", None)]
#[case(Tolls, "FasTrak", Some("California toll roads and bridges (FasTrak)"))]
#[case(Tolls, "Bay Area FasTrak", Some("California toll roads and bridges (FasTrak)"))]
#[case(Tolls, "E-ZPass New York", Some("New York tolls (E-ZPass, Tolls by Mail)"))]
#[case::in_many_states(Tolls, "E-ZPass", None)]
#[case(Tolls, "TxTag", Some("Texas state toll roads (TxTag)"))]
#[case(Tolls, "SunPass", Some("Florida’s Turnpike (SunPass)"))]
#[case(Tolls, "Florida’s Turnpike", Some("Florida’s Turnpike (SunPass)"))]
#[case(Tolls, "I-95 Express", None)]
fn parking_tickets_and_tolls_belong_to_the_place_of_their_issuer(
    #[case] citations: CoveredCitations,
    #[case] name: &'static str,
    #[case] place: Option<&str>,
) {
    assert_eq!(place_of(&issued_by(citations, name)), place);
}

#[test]
fn an_issuer_matches_a_city_by_name_only_in_the_citys_own_state() {
    let mut item = issued_by(ParkingAndCameras, "Chicago");
    item.origin.state = Some(UsState::Ohio);
    assert_eq!(place_of(&item), None);
    item.origin.state = Some(UsState::Illinois);
    assert_eq!(place_of(&item), Some("Chicago"));
}

#[test]
fn a_ticket_without_a_known_state_belongs_to_no_place() {
    assert_eq!(place_of(&speeding_in(None)), None);
}

#[rstest]
#[case("Reckless driving", Nature::Crime, Traffic)]
#[case("Hit & Run", Nature::Crime, Traffic)]
#[case("D.U.I.", Nature::Crime, Traffic)]
#[case("DWAI", Nature::Crime, Traffic)]
#[case("DUI", Nature::Crime, Traffic)]
#[case("Driving while license suspended", Nature::Crime, Traffic)]
#[case("Speeding", Nature::Moving, Traffic)]
#[case("Red light violation", Nature::Moving, Traffic)]
#[case("Red-light camera", Nature::Moving, ParkingAndCameras)]
#[case("Expired registration", Nature::Correctable, Traffic)]
#[case("No proof of insurance", Nature::Correctable, Traffic)]
#[case("Expired meter", Nature::Unclear, ParkingAndCameras)]
#[case("Cell phone", Nature::Unclear, Traffic)]
#[case::within_a_word("Conduit left on the road", Nature::Unclear, Traffic)]
fn words_in_the_violation_type_determine_the_nature_and_the_set_of_rules_of_a_ticket(
    #[case] violation: &str,
    #[case] nature: Nature,
    #[case] citations: CoveredCitations,
) {
    let mut item = ticket(1);
    item.filed.violation_type = violation.to_owned();
    let context = Context {
        item_standing: due(),
        court: None,
        city: None,
        authority: None,
        authority_state: None,
        stated_state: None,
        is_decided: false,
    };
    let found = Situation::of_ticket(&item, &context);
    assert_eq!((found.nature, found.citations), (nature, citations));
}

#[test]
fn the_category_of_a_ticket_also_determines_its_nature() {
    assert_eq!(Nature::of("81 in a 65 zone", TicketCategory::Speeding), Nature::Moving);
    assert_eq!(Nature::of("81 in a 65 zone", TicketCategory::Traffic), Nature::Unclear);
}

#[test]
fn the_rules_for_minor_tickets_do_not_apply_to_a_possible_crime() {
    let item = Situation { nature: Nature::Crime, ..speeding_in(Some(UsState::California)) };
    assert_eq!(place_of(&item), None);
    assert_eq!(item.no_rules_reason(), Some(NoRulesReason::MayBeCrime));
}

#[rstest]
#[case::new_york(Some(UsState::NewYork), Some(NoRulesReason::IssuerUnknown))]
#[case::rules(Some(UsState::Texas), None)]
#[case::no_rules(Some(UsState::Ohio), None)]
#[case::state_unknown(None, None)]
fn an_unknown_issuer_explains_missing_rules_only_if_the_states_rules_depend_on_the_issuer(
    #[case] state: Option<UsState>,
    #[case] reason: Option<NoRulesReason>,
) {
    assert_eq!(speeding_in(state).no_rules_reason(), reason);
}

#[test]
fn the_situation_of_a_ticket_includes_its_court_its_dates_and_its_points() {
    let mut item = ticket(1);
    item.filed.due_date = Some(date("2026-12-15"));
    item.filed.court_date = Some(date("2026-12-20"));
    item.filed.points = 2;
    item.filed.issuer = Some("Oakland Police".to_owned());
    let court = RegisteredCourt {
        id: AuthorityId(7),
        name: "Alameda Superior Court".to_owned(),
        state: Some(UsState::California),
        county: Some("Alameda".to_owned()),
    };
    let context = Context {
        item_standing: due(),
        court: Some(&court),
        city: None,
        authority: None,
        authority_state: None,
        stated_state: None,
        is_decided: false,
    };
    let found = Situation::of_ticket(&item, &context);
    assert_eq!((found.notice_date, found.court_date), (item.filed.due_date, None), "court isn't required");
    assert_eq!((found.points, found.is_ticket), (2, true));
    let origin = ItemOrigin {
        state: Some(UsState::California),
        county: Some("Alameda"),
        names: vec!["Alameda Superior Court", "Oakland Police"],
    };
    assert_eq!(found.origin, origin);
    item.filed.is_court_required = true;
    assert_eq!(Situation::of_ticket(&item, &context).court_date, Some(date("2026-12-20")));
}

#[test]
fn the_state_named_by_the_driver_is_used_only_if_the_ticket_names_no_state() {
    let mut item = ticket(1);
    let context = Context {
        item_standing: due(),
        court: None,
        city: None,
        authority: None,
        authority_state: None,
        stated_state: Some(UsState::Texas),
        is_decided: false,
    };
    assert_eq!(Situation::of_ticket(&item, &context).origin.state, Some(UsState::Texas));
    item.filed.court_state = Some("Florida".to_owned());
    assert_eq!(Situation::of_ticket(&item, &context).origin.state, Some(UsState::Florida));
}

#[test]
fn an_estimated_due_date_is_not_used_as_the_date_of_the_notice() {
    let city = CityData {
        authority: "New York City".to_owned(),
        number: "123".to_owned(),
        as_of: time("2026-11-20T12:00:00Z"),
        settled_at: None,
    };
    let context = Context {
        item_standing: due(),
        court: None,
        city: Some(&city),
        authority: None,
        authority_state: None,
        stated_state: None,
        is_decided: false,
    };
    let mut item = parking(1);
    item.filed.due_date = Some(date("2026-12-15"));
    assert_eq!(Situation::of_parking(&item, &context).notice_date, item.filed.due_date);
    item.filed.is_due_date_ours = true;
    let found = Situation::of_parking(&item, &context);
    assert_eq!((found.notice_date, place_of(&found)), (None, Some(FINANCE)));
}

#[test]
fn a_toll_is_recognized_by_its_road_or_authority() {
    let mut item = toll(1);
    let context = |authority| Context {
        item_standing: due(),
        court: None,
        city: None,
        authority,
        authority_state: Some(UsState::Florida),
        stated_state: None,
        is_decided: false,
    };
    assert_eq!(place_of(&Situation::of_toll(&item, &context(None))), None);
    assert!(place_of(&Situation::of_toll(&item, &context(Some("SunPass")))).is_some());
    item.filed.toll_road = "SunPass Turnpike".to_owned();
    assert!(place_of(&Situation::of_toll(&item, &context(None))).is_some());
}
