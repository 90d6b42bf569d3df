//! Driving status and the points bar.

use domain::accounts::user::LicenseStatus;
use domain::driving_record::profile::{
    DEFAULT_TOTAL_POINTS, DrivingProfile, DrivingStatus, PointsBar, STATES_WITHOUT_POINTS, StatusColor,
    points_bar,
};
use domain::shared::ids::{ProfileId, UserId};
use domain::shared::us_state::UsState;
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case("Need More Info", DrivingStatus::NeedMoreInfo, StatusColor::Gray, true)]
#[case("Active", DrivingStatus::Active, StatusColor::Green, false)]
#[case("Suspended", DrivingStatus::Suspended, StatusColor::Red, false)]
#[case("active", DrivingStatus::Other("active".to_owned()), StatusColor::Gray, false)]
#[case("Under Review", DrivingStatus::Other("Under Review".to_owned()), StatusColor::Gray, false)]
#[case("", DrivingStatus::Other(String::new()), StatusColor::Gray, false)]
fn status_of_a_text(
    #[case] text: &str,
    #[case] status: DrivingStatus,
    #[case] color: StatusColor,
    #[case] can_request_update: bool,
) {
    assert_eq!(DrivingStatus::parse(text), status);
    assert_eq!((status.label(), status.color()), (text, color));
    assert_eq!(status.can_request_update(), can_request_update);
}

#[rstest]
#[case(LicenseStatus::Active, "Active")]
#[case(LicenseStatus::Suspended, "Suspended")]
#[case(LicenseStatus::Unknown, "Need More Info")]
fn status_for_license(#[case] license: LicenseStatus, #[case] label: &str) {
    assert_eq!(DrivingStatus::for_license(license).label(), label);
}

fn profile(current_points: i32, total_points: i32) -> DrivingProfile {
    DrivingProfile {
        id: ProfileId(1),
        user_id: UserId(2),
        status: "Active".to_owned(),
        current_points,
        total_points,
    }
}

#[rstest]
#[case(0, 11, 0, 11, 0)]
#[case(3, 11, 3, 11, 27)]
#[case(11, 11, 11, 11, 100)]
#[case::capped(15, 11, 15, 11, 100)]
#[case::almost_full_does_not_look_full(999, 1000, 999, 1000, 99)]
#[case::another_total(6, 12, 6, 12, 50)]
#[case::no_total(3, 0, 3, 11, 27)]
#[case::a_total_below_zero(3, -5, 3, 11, 27)]
#[case::points_below_zero(-3, 11, 0, 11, 0)]
#[case::extremes(i32::MAX, 1, i32::MAX, 1, 100)]
fn bar(#[case] points: i32, #[case] of: i32, #[case] current: i32, #[case] total: i32, #[case] percent: u8) {
    assert_eq!(points_bar(&profile(points, of), None), Some(PointsBar { current, total, percent }));
}

#[test]
fn states_without_points_have_no_bar() {
    let without =
        ["Hawaii", "Kansas", "Louisiana", "Minnesota", "Mississippi", "Oregon", "Rhode Island", "Washington"];
    assert_eq!(STATES_WITHOUT_POINTS.map(UsState::name), without);
    for state in UsState::ALL {
        assert_eq!(points_bar(&profile(1, 11), Some(state)).is_none(), without.contains(&state.name()));
    }
    assert_eq!(DEFAULT_TOTAL_POINTS, 11);
}

proptest! {
    #[test]
    fn a_bar_is_never_longer_than_its_frame(points in any::<i32>(), total in any::<i32>()) {
        let bar = points_bar(&profile(points, total), None).unwrap();
        prop_assert!(bar.percent <= 100 && bar.total > 0 && bar.current >= 0);
    }
}
