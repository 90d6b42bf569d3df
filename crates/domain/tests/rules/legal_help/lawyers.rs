//! Tests of lawyers' details, and of the courts and offenses that lawyers take.

use domain::legal_help::case::record::CaseCourt;
use domain::legal_help::lawyer::{BarLicense, LawyerRecord, PracticeArea};
use domain::legal_help::offense::OffenseClass::{self, Infraction, Misdemeanor, Unknown};
use domain::shared::ids::AuthorityId;
use domain::shared::us_state::UsState::{self, California, NewYork, Ohio, Texas};
use rstest::rstest;

use super::build::{court_in, record};

fn license(state: UsState) -> BarLicense {
    BarLicense { state, number: "1".to_owned() }
}

fn court(county: Option<&str>, id: Option<i32>) -> CaseCourt {
    CaseCourt { county: county.map(str::to_owned), id: id.map(AuthorityId), ..court_in(Texas) }
}

#[rstest]
#[case::whole_state(PracticeArea::State(Texas), court(None, None), true)]
#[case::whole_state_of_a_known_court(PracticeArea::State(Texas), court(Some("Bexar"), Some(3)), true)]
#[case::its_county(PracticeArea::County(Texas, "Bexar County".to_owned()), court(Some("bexar"), None), true)]
#[case::another_county(PracticeArea::County(Texas, "Travis".to_owned()), court(Some("Bexar"), None), false)]
#[case::county_unknown(PracticeArea::County(Texas, "Travis".to_owned()), court(None, None), false)]
#[case::its_court(PracticeArea::Court(Texas, AuthorityId(3)), court(None, Some(3)), true)]
#[case::another_court(PracticeArea::Court(Texas, AuthorityId(4)), court(None, Some(3)), false)]
#[case::court_unknown(PracticeArea::Court(Texas, AuthorityId(4)), court(Some("Bexar"), None), false)]
#[case::another_state(PracticeArea::State(Ohio), court(None, None), false)]
#[case::the_county_of_another_state(
    PracticeArea::County(Ohio, "Bexar".to_owned()),
    court(Some("Bexar"), None),
    false
)]
fn an_area_determines_in_which_courts_a_lawyer_takes_cases(
    #[case] area: PracticeArea,
    #[case] court: CaseCourt,
    #[case] takes: bool,
) {
    let lawyer =
        LawyerRecord { licenses: vec![license(Texas), license(Ohio)], areas: vec![area], ..record() };
    assert_eq!(lawyer.takes(&court, Infraction), takes);
}

#[test]
fn a_lawyer_needs_a_license_in_the_courts_state() {
    let lawyer = LawyerRecord { licenses: vec![license(Ohio)], ..record() };
    assert!(!lawyer.takes(&court_in(Texas), Infraction));
    assert!(!record().takes(&CaseCourt::default(), Infraction), "the state is unknown");
}

#[rstest]
#[case(Infraction, true)]
#[case(Misdemeanor, false)]
#[case(Unknown, false)]
fn a_lawyer_who_takes_no_misdemeanors_takes_only_infractions(
    #[case] class: OffenseClass,
    #[case] takes: bool,
) {
    let lawyer = LawyerRecord { takes_misdemeanors: false, ..record() };
    assert_eq!(lawyer.takes(&court_in(Texas), class), takes);
    assert!(record().takes(&court_in(Texas), class));
}

#[rstest]
#[case(California, Infraction)]
#[case(NewYork, Infraction)]
#[case(Texas, Misdemeanor)]
#[case(Ohio, Unknown)]
fn the_usual_class_of_offense_depends_on_the_state(#[case] state: UsState, #[case] class: OffenseClass) {
    assert_eq!(OffenseClass::usual_in(state), class);
}

/// Changes a valid record, and returns the names of the fields that are then invalid.
fn invalid_fields_after(change: impl FnOnce(&mut LawyerRecord)) -> Vec<&'static str> {
    let mut lawyer = record();
    change(&mut lawyer);
    lawyer.validated().err().unwrap_or_default().into_iter().map(|(field, _)| field).collect()
}

#[test]
fn details_of_a_lawyer_are_normalized() {
    let typed = LawyerRecord {
        name: "  Lena Ortiz ".to_owned(),
        phone: "(555) 123-4567".to_owned(),
        areas: vec![PracticeArea::State(Texas), PracticeArea::State(Texas)],
        ..record()
    };
    assert_eq!(typed.validated(), Ok(record()));
}

#[test]
fn invalid_details_of_a_lawyer_are_reported_by_field() {
    assert_eq!(invalid_fields_after(|lawyer| lawyer.name = " ".to_owned()), ["name"]);
    assert_eq!(invalid_fields_after(|lawyer| lawyer.firm = "x".repeat(101)), ["firm"]);
    assert_eq!(
        invalid_fields_after(|lawyer| lawyer.trust_account_name = "a\u{202e}b".to_owned()),
        ["trustAccountName"]
    );
    assert_eq!(invalid_fields_after(|lawyer| lawyer.email = "lena".to_owned()), ["email"]);
    assert_eq!(invalid_fields_after(|lawyer| lawyer.phone = "911".to_owned()), ["phone"]);
    for capacity in [0, -1, 501] {
        assert_eq!(invalid_fields_after(|lawyer| lawyer.capacity = capacity), ["capacity"]);
    }
    assert_eq!(
        invalid_fields_after(|lawyer| lawyer.licenses.clear()),
        ["licenses", "areas"],
        "an area needs a license"
    );
    assert_eq!(invalid_fields_after(|lawyer| lawyer.licenses.push(license(Texas))), ["licenses"]);
    assert_eq!(invalid_fields_after(|lawyer| lawyer.licenses[0].number.clear()), ["licenses"]);
    assert_eq!(invalid_fields_after(|lawyer| lawyer.areas.clear()), ["areas"]);
    assert_eq!(invalid_fields_after(|lawyer| lawyer.areas.push(PracticeArea::State(Ohio))), ["areas"]);
    for county in ["", " . ", "County"] {
        let area = PracticeArea::County(Texas, county.to_owned());
        assert_eq!(invalid_fields_after(|lawyer| lawyer.areas.push(area)), ["areas"], "{county:?}");
    }
    let areas = (0..201).map(|id| PracticeArea::Court(Texas, AuthorityId(id)));
    assert_eq!(invalid_fields_after(|lawyer| lawyer.areas.extend(areas)), ["areas"]);
    let states = UsState::ALL.into_iter().filter(|state| *state != Texas).take(20);
    assert_eq!(invalid_fields_after(|lawyer| lawyer.licenses.extend(states.map(license))), ["licenses"]);
}

#[rstest]
#[case(Texas, "24-001", true)]
#[case(Texas, "24001 ", true)]
#[case(Texas, "24002", false)]
#[case(Ohio, "24001", false)]
fn bar_licenses_are_compared_by_state_and_number_ignoring_spaces_and_hyphens(
    #[case] state: UsState,
    #[case] number: &str,
    #[case] is_same: bool,
) {
    let license = |state, number: &str| BarLicense { state, number: number.to_owned() };
    assert_eq!(license(Texas, "24001").is_same(&license(state, number)), is_same);
}
