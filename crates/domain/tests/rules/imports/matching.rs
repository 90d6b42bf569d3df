//! Assigning a line to a driver: only verified details decide; staff decide anything else.

use domain::imports::line::DriverNamed;
use domain::imports::matching::{Found, FoundDrivers, Whose, whose};
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use rstest::rstest;

const ANN: UserId = UserId(1);
const BOB: UserId = UserId(2);
use Found::{Claimed, Nobody, Verified};

/// Matches a line that names a license and a plate.
fn both(by_license: Found, by_plate: Found) -> Result<Whose, &'static str> {
    let stated = Some(("X1".to_owned(), UsState::Ohio));
    let named = DriverNamed { license: stated.clone(), plate: stated, ..DriverNamed::default() };
    let found = FoundDrivers { by_license, by_plate, ..FoundDrivers::default() };
    whose(&named, &found).map_err(|(name, _)| name)
}

#[rstest]
#[case(Verified(ANN), Verified(ANN), Ok(Whose::Theirs(ANN)))]
#[case(Verified(ANN), Claimed(ANN), Ok(Whose::Theirs(ANN)))]
#[case(Verified(ANN), Claimed(BOB), Ok(Whose::Perhaps(ANN)))]
#[case(Verified(ANN), Nobody, Ok(Whose::Perhaps(ANN)))]
#[case(Verified(ANN), Verified(BOB), Err("plate"))]
#[case(Claimed(ANN), Claimed(ANN), Ok(Whose::Perhaps(ANN)))]
#[case(Claimed(ANN), Nobody, Ok(Whose::Perhaps(ANN)))]
#[case(Nobody, Claimed(BOB), Ok(Whose::Perhaps(BOB)))]
#[case(Nobody, Nobody, Ok(Whose::Nobodys))]
fn only_a_verified_plate_or_license_matches_without_staff(
    #[case] by_license: Found,
    #[case] by_plate: Found,
    #[case] expected: Result<Whose, &'static str>,
) {
    assert_eq!(both(by_license, by_plate), expected);
}

#[test]
fn a_known_user_id_matches_like_a_verified_claim_and_an_unknown_one_is_invalid() {
    let named = DriverNamed { id: Some(ANN), ..DriverNamed::default() };
    let found = FoundDrivers { by_id: Some(ANN), ..FoundDrivers::default() };
    assert_eq!(whose(&named, &found), Ok(Whose::Theirs(ANN)));
    assert_eq!(whose(&named, &FoundDrivers::default()).unwrap_err().0, "user_id");
}

#[test]
fn a_placeholder_plate_matches_no_driver() {
    let of = |plate: &str, id| {
        let plate = Some((plate.to_owned(), UsState::NewYork));
        let named = DriverNamed { id, plate, ..DriverNamed::default() };
        let found = FoundDrivers { by_id: id, by_plate: Verified(ANN), ..FoundDrivers::default() };
        whose(&named, &found)
    };
    assert_eq!(of("ABC1234", None), Ok(Whose::Theirs(ANN)));
    assert_eq!(of("NOPLATE", None), Ok(Whose::Nobodys));
    assert_eq!(
        of("XXXXXX", Some(BOB)),
        Ok(Whose::Perhaps(BOB)),
        "staff decide, although the user ID is known"
    );
}
