//! Tests of plate dates, and of the assignment of citations to drivers. Only a user id or verified
//! details decide automatically. If only unverified details find a driver, staff decide. A citation
//! for which no driver is found waits.

use chrono::NaiveDate;
use domain::accounts::plate_dates::{PlateDates, PlateDatesError};
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::{DetailMatch, FoundDrivers, MatchDecision, match_driver};
use domain::shared::ids::UserId;
use domain::shared::person::plate_state::{PlateState, Province};
use domain::shared::us_state::UsState;
use rstest::rstest;

use crate::build::date;

const ANN: UserId = UserId(1);
const BOB: UserId = UserId(2);
use DetailMatch::{Claimed, NoDriver, Verified};

fn day() -> NaiveDate {
    date("2026-03-01")
}

/// Matches a row that has a license number and a plate.
fn match_by_both(by_license: DetailMatch, by_plate: DetailMatch) -> Result<MatchDecision, &'static str> {
    let license = Some(("X1".to_owned(), UsState::Ohio));
    let plate = Some(("X1".to_owned(), UsState::Ohio.into()));
    let named = DriverIdentifiers { license, plate, ..DriverIdentifiers::default() };
    let found = FoundDrivers { by_license, by_plate, ..FoundDrivers::default() };
    match_driver(&named, &found, day()).map_err(|problem| problem.column)
}

#[rstest]
#[case(Verified(ANN), Verified(ANN), Ok(MatchDecision::Matched(ANN)))]
#[case(Verified(ANN), Claimed(ANN), Ok(MatchDecision::Matched(ANN)))]
#[case(Verified(ANN), Claimed(BOB), Ok(MatchDecision::NeedsReview(ANN)))]
#[case(Verified(ANN), NoDriver, Ok(MatchDecision::NeedsReview(ANN)))]
#[case(Verified(ANN), Verified(BOB), Err("plate"))]
#[case(Claimed(ANN), Claimed(ANN), Ok(MatchDecision::NeedsReview(ANN)))]
#[case(Claimed(ANN), NoDriver, Ok(MatchDecision::NeedsReview(ANN)))]
#[case(NoDriver, Claimed(BOB), Ok(MatchDecision::NeedsReview(BOB)))]
#[case(NoDriver, NoDriver, Ok(MatchDecision::Unmatched))]
fn only_a_verified_plate_or_license_matches_a_row_to_a_driver_without_staff_review(
    #[case] by_license: DetailMatch,
    #[case] by_plate: DetailMatch,
    #[case] expected: Result<MatchDecision, &'static str>,
) {
    assert_eq!(match_by_both(by_license, by_plate), expected);
}

#[test]
fn a_row_with_a_known_user_id_matches_that_driver_and_an_unknown_user_id_is_refused() {
    let named = DriverIdentifiers { id: Some(ANN), ..DriverIdentifiers::default() };
    let found = FoundDrivers { by_id: Some(ANN), ..FoundDrivers::default() };
    assert_eq!(match_driver(&named, &found, day()), Ok(MatchDecision::Matched(ANN)));
    assert_eq!(match_driver(&named, &FoundDrivers::default(), day()).unwrap_err().column, "user_id");
}

#[test]
fn a_plate_with_the_state_other_matches_no_driver_but_a_canadian_plate_can() {
    let match_plate = |state| {
        let named =
            DriverIdentifiers { plate: Some(("ABC1234".to_owned(), state)), ..DriverIdentifiers::default() };
        match_driver(&named, &FoundDrivers { by_plate: Verified(ANN), ..FoundDrivers::default() }, day())
    };
    assert_eq!(match_plate(PlateState::Other), Ok(MatchDecision::Unmatched));
    assert_eq!(match_plate(PlateState::Canadian(Province::Quebec)), Ok(MatchDecision::Matched(ANN)));
}

#[test]
fn a_placeholder_plate_matches_no_driver() {
    let match_plate = |plate: &str, id| {
        let plate = Some((plate.to_owned(), UsState::NewYork.into()));
        let named = DriverIdentifiers { id, plate, ..DriverIdentifiers::default() };
        let found = FoundDrivers { by_id: id, by_plate: Verified(ANN), ..FoundDrivers::default() };
        match_driver(&named, &found, day())
    };
    assert_eq!(match_plate("ABC1234", None), Ok(MatchDecision::Matched(ANN)));
    assert_eq!(match_plate("NOPLATE", None), Ok(MatchDecision::Unmatched));
    assert_eq!(
        match_plate("XXXXXX", Some(BOB)),
        Ok(MatchDecision::NeedsReview(BOB)),
        "staff decide, although the user ID is known"
    );
}

/// Matches a row by a plate that belonged to its driver in this period. Staff verified the plate one year
/// after the citation's date.
fn by_plate(dates: PlateDates, id: Option<UserId>) -> MatchDecision {
    let plate = Some(("ABC1234".to_owned(), UsState::NewYork.into()));
    let named = DriverIdentifiers { id, plate, ..DriverIdentifiers::default() };
    let plate_dates = Some((dates, date("2027-03-01")));
    let found = FoundDrivers { by_id: id, by_plate: Verified(ANN), plate_dates, ..FoundDrivers::default() };
    match_driver(&named, &found, day()).unwrap()
}

#[rstest]
#[case::by_default_one_year_is_enough(None, None, MatchDecision::Matched(ANN))]
#[case::on_the_first_day(Some("2026-03-01"), None, MatchDecision::Matched(ANN))]
#[case::before_the_first_day(Some("2026-03-02"), None, MatchDecision::NeedsReview(ANN))]
#[case::on_the_last_day(None, Some("2026-03-01"), MatchDecision::Matched(ANN))]
#[case::after_the_last_day(None, Some("2026-02-28"), MatchDecision::NeedsReview(ANN))]
fn staff_review_a_citation_from_a_day_on_which_the_driver_did_not_have_the_plate(
    #[case] from: Option<&str>,
    #[case] until: Option<&str>,
    #[case] expected: MatchDecision,
) {
    let dates = PlateDates { from: from.map(date), until: until.map(date) };
    assert_eq!(by_plate(dates, None), expected);
    assert_eq!(by_plate(dates, Some(ANN)), expected, "although the user ID is known");
}

#[test]
fn plate_dates_begin_one_year_before_the_verification_by_default() {
    let covers = |day| PlateDates::default().covers(date(day), date("2028-02-29"));
    assert_eq!(["2027-02-27", "2027-02-28", "2028-06-01"].map(covers), [false, true, true]);
}

#[rstest]
#[case(Some("2026-11-22"), None, Err(PlateDatesError::FromInFuture))]
#[case(None, Some("2026-11-22"), Err(PlateDatesError::UntilInFuture))]
#[case(Some("2026-11-21"), Some("2026-11-20"), Err(PlateDatesError::UntilBeforeFrom))]
#[case(Some("2026-11-21"), Some("2026-11-21"), Ok(()))]
#[case(None, None, Ok(()))]
fn plate_dates_in_the_future_or_out_of_order_are_refused(
    #[case] from: Option<&str>,
    #[case] until: Option<&str>,
    #[case] expected: Result<(), PlateDatesError>,
) {
    assert_eq!(PlateDates::parse(from.map(date), until.map(date), date("2026-11-21")).map(|_| ()), expected);
}
