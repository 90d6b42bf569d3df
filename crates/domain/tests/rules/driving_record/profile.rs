//! Tests of the driving status that follows from the license status.

use domain::accounts::user::LicenseStatus;
use domain::driving_record::profile::DrivingStatus;
use rstest::rstest;

#[rstest]
#[case(LicenseStatus::Active, "Active")]
#[case(LicenseStatus::Suspended, "Suspended")]
#[case(LicenseStatus::Unknown, "Need More Info")]
fn the_license_status_determines_the_driving_status(#[case] license: LicenseStatus, #[case] label: &str) {
    assert_eq!(DrivingStatus::for_license(license).label(), label);
}
