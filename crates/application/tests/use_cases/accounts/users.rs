//! Users and driving profiles: drivers see only their own, and staff see all.

use application::accounts::users::{
    UserChange, change_profile, change_user, driving_profile as profile_of, list_users, mark_up_to_date,
    request_status, show_user,
};
use application::back_office::queues::unsolved_counts;
use application::shared::lists;
use domain::accounts::user::LicenseStatus;
use domain::driving_record::profile::ProfileChange;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use domain::shared::person::plate::Plate;
use domain::shared::us_state::UsState;
use ports::accounts::lists::UserQuery;
use ports::legal_help::lists::HireQuery;
use ports::shared::list::Query;
use ports::shared::paging::{Page, Paged};
use ports::store::ListInStore;
use rstest::rstest;

use crate::support::store::memory::MemoryDatabase;
use crate::support::*;

const PAGE: Page = Page { limit: 50, offset: 0 };
const NOBODY: UserId = UserId(99);

#[test]
fn listing_users_as_a_driver_returns_only_the_driver_without_a_database_query() {
    let listed = MemoryDatabase::empty(|store| list_users(store, &driver(), UserQuery::all(PAGE))).unwrap();
    assert_eq!(listed, Paged::new(vec![user(DRIVER)], 1));
}

#[test]
fn staff_can_list_all_users() {
    let listed = World::new().transact(|store| list_users(store, &admin(), UserQuery::all(PAGE))).unwrap();
    assert_eq!(listed, Paged::new([OTHER, DRIVER, ADMIN].map(user).to_vec(), 3));
}

/// Without a filter, a driver gets their own hires. A filter for another driver is refused.
#[rstest]
#[case::no_filter(None, Some(1))]
#[case::themself(Some(DRIVER), Some(1))]
#[case::another_driver(Some(OTHER), None)]
fn a_driver_lists_only_their_own_hires(#[case] requested: Option<UserId>, #[case] hires: Option<i64>) {
    let world = World::new();
    world.database.tables().hires = vec![hire(1, DRIVER), hire(2, OTHER)];
    let listed = world.transact(|store| lists::list(store, &driver(), HireQuery::all(PAGE).of(requested)));
    assert_eq!(outcome(&listed), if hires.is_some() { "Ok" } else { "Forbidden" });
    assert_eq!(listed.ok().map(|listed| listed.total), hires);
}

macro_rules! ask_as_driver {
    ($($list:ty),+) => {
        [$(list_as_driver::<$list>()),+].concat()
    };
}

/// Reads a list as a driver. Returns the outcome for its records and the outcome for its summary.
/// Skips the records of a list whose records belong to drivers, because drivers may read these.
fn list_as_driver<L: ListInStore>() -> Vec<String> {
    MemoryDatabase::empty(|store| {
        let query = Query::<L>::all(PAGE);
        let numbers = outcome(&lists::summary(store, &driver(), &query));
        let records = (!L::HAS_OWNERS).then(|| outcome(&lists::list(store, &driver(), query)));
        records.into_iter().chain([numbers]).collect()
    })
}

/// A driver's request is refused before the database is read.
#[test]
fn drivers_cannot_read_back_office_lists_and_counts() {
    let mut answers = ports::every_list!(ask_as_driver);
    answers.push(MemoryDatabase::empty(|store| outcome(&unsolved_counts(store, &driver()))));
    assert!(answers.len() > 10 && answers.iter().all(|answer| answer == "Forbidden"), "{answers:?}");
}

/// No query runs, so a driver can't find out whether another user exists.
#[rstest]
#[case(OTHER)]
#[case(ADMIN)]
#[case(NOBODY)]
fn a_drivers_request_about_another_user_is_refused_before_any_query(#[case] id: UserId) {
    let world = World::new();
    MemoryDatabase::empty(|store| {
        assert_eq!(outcome(&show_user(store, &driver(), id)), "Forbidden");
        assert_eq!(outcome(&profile_of(store, &driver(), id)), "Forbidden");
        let status = request_status(&world.deps, store, &driver(), id, "not even digits");
        assert_eq!(outcome(&status), "Forbidden");
    });
    world.database.set_down(true);
    let vehicle = change_user(&world.deps, &driver(), id, &plate("X1"));
    assert_eq!(outcome(&vehicle), "Forbidden");
}

#[rstest]
#[case::themself(DRIVER, DRIVER, "Ok")]
#[case::staff(ADMIN, DRIVER, "Ok")]
#[case::staff_unknown_user(ADMIN, NOBODY, "NotFound")]
fn drivers_see_their_own_user_and_profile_and_staff_see_any(
    #[case] caller: UserId,
    #[case] id: UserId,
    #[case] expected: &str,
) {
    let world = World::new();
    world.database.tables().profiles.push(profile(DRIVER));
    assert_eq!(outcome(&world.transact(|store| show_user(store, &actor(caller), id))), expected);
    assert_eq!(outcome(&world.transact(|store| profile_of(store, &actor(caller), id))), expected);
}

#[rstest]
#[case::by_the_driver(DRIVER, false)]
#[case::by_staff(ADMIN, true)]
fn a_new_plate_is_stored_and_a_change_by_staff_is_also_audited(
    #[case] caller: UserId,
    #[case] is_audited: bool,
) {
    let world = World::new();
    let changed = change_user(&world.deps, &actor(caller), DRIVER, &plate(" new 9 ")).unwrap();
    assert_eq!(changed.vehicle_license_plate.as_deref(), Some("NEW 9"));
    assert_eq!(changed.vehicle_state, Some(UsState::Ohio.into()));
    assert_eq!(changed.vehicle_info_added_at, Some(noon()));
    let tables = world.database.tables();
    assert_eq!(tables.audit.len(), usize::from(is_audited));
    if let Some(entry) = tables.audit.first() {
        assert_eq!((entry.action, entry.actor), (AuditAction::UserChanged, Some(ADMIN)));
        assert_eq!((entry.subject_kind, entry.subject_id), (AuditSubject::User, 2));
        // A plate is personal data, so the audit entry has the words `another` and `changed` instead of the old and
        // the new plate.
        let vehicle = |plate: &str, state: &str| {
            [("vehicleLicensePlate", plate.to_owned()), ("vehicleState", state.to_owned())]
        };
        assert_eq!(entry.before, vehicle("another", "New York"));
        assert_eq!(entry.after, vehicle("changed", "Ohio"));
    }
}

#[test]
fn setting_the_plate_of_an_unknown_user_returns_not_found() {
    let world = World::new();
    let result = change_user(&world.deps, &admin(), NOBODY, &plate("X1"));
    assert_eq!(outcome(&result), "NotFound");
    assert!(world.audited().is_empty());
}

/// Returns a change that sets this plate, in Ohio.
fn plate(text: &str) -> UserChange {
    let plate = Plate::parse(text).unwrap();
    UserChange { vehicle: Some((plate, UsState::Ohio.into())), license_status: None, plate_dates: None }
}

/// Returns a change that sets only the license status.
fn license(status: LicenseStatus) -> UserChange {
    UserChange { vehicle: None, license_status: Some(status), plate_dates: None }
}

#[rstest]
#[case(LicenseStatus::Active, "Active")]
#[case(LicenseStatus::Suspended, "Suspended")]
#[case(LicenseStatus::Unknown, "Need More Info")]
fn setting_the_license_status_also_sets_the_driving_status(
    #[case] status: LicenseStatus,
    #[case] expected: &str,
) {
    let world = World::new();
    let mut odd = profile(DRIVER);
    odd.status = "Under review".to_owned();
    odd.current_points = 3;
    world.database.tables().profiles.push(odd);
    let changed = change_user(&world.deps, &admin(), DRIVER, &license(status)).unwrap();
    assert_eq!(changed.license_status, status);
    let tables = world.database.tables();
    assert_eq!((tables.profiles[0].status.as_str(), tables.profiles[0].current_points), (expected, 3));
    let entry = tables.audit.first().unwrap();
    assert!(entry.before.contains(&("drivingStatus", "Under review".to_owned())), "{entry:?}");
    assert!(entry.after.contains(&("drivingStatus", expected.to_owned())), "{entry:?}");
    assert_eq!(tables.audit.len(), 1);
}

#[test]
fn setting_the_same_license_status_is_not_audited() {
    let world = World::new();
    change_user(&world.deps, &admin(), DRIVER, &license(LicenseStatus::Unknown)).unwrap();
    assert!(world.audited().is_empty());
}

#[test]
fn a_driver_who_sends_a_license_status_is_refused_and_nothing_changes() {
    let world = World::new();
    let both = UserChange { license_status: Some(LicenseStatus::Active), ..plate("X1") };
    let result = change_user(&world.deps, &driver(), DRIVER, &both);
    assert!(format!("{:?}", result.unwrap_err()).contains("licenseStatus"));
    assert_eq!(world.database.tables().users[1], user(DRIVER));
}

#[test]
fn staff_can_change_a_drivers_points_without_changing_the_other_profile_fields() {
    let world = World::new();
    world.database.tables().profiles.push(profile(DRIVER));
    let points = ProfileChange { current_points: Some(4), ..ProfileChange::default() };
    assert_eq!(outcome(&change_profile(&world.deps, &driver(), DRIVER, &points)), "Forbidden");
    assert_eq!(outcome(&change_profile(&world.deps, &admin(), NOBODY, &points)), "NotFound");
    let changed = change_profile(&world.deps, &admin(), DRIVER, &points).unwrap();
    assert_eq!(changed, profile(DRIVER).changed(&points));
    assert_eq!(changed.status, profile(DRIVER).status);
    let tables = world.database.tables();
    assert_eq!(tables.audit.len(), 1);
    assert_eq!(tables.audit[0].after, [("currentPoints", "4".to_owned())]);
}

#[test]
fn a_driver_sees_their_items_after_staff_mark_the_record_up_to_date() {
    let world = World::new();
    world.database.tables().users[1].last_admin_update_at = None;
    assert_eq!(outcome(&mark_up_to_date(&world.deps, &driver(), DRIVER)), "Forbidden");
    assert_eq!(outcome(&mark_up_to_date(&world.deps, &admin(), NOBODY)), "NotFound");
    assert_eq!(mark_up_to_date(&world.deps, &admin(), DRIVER).unwrap(), noon());
    assert!(world.database.tables().users[1].has_items_ready());
    assert_eq!(world.audited(), [AuditAction::RecordUpdated]);
}

#[rstest]
#[case(Some(UsState::NewYork), "1234", "Ok")]
#[case(Some(UsState::NewYork), "12345", "Fields")]
#[case(Some(UsState::Iowa), "12345", "Ok")]
#[case(Some(UsState::Iowa), "1234", "Fields")]
#[case(None, "1234", "Ok")]
#[case(None, "12a4", "Fields")]
#[case(None, "", "Fields")]
fn the_number_of_ssn_digits_must_fit_the_drivers_state(
    #[case] state: Option<UsState>,
    #[case] digits: &str,
    #[case] expected: &str,
) {
    let world = World::new();
    let mut actor = driver();
    actor.user.state = state;
    let result = world.transact(|store| request_status(&world.deps, store, &actor, DRIVER, digits));
    assert_eq!(outcome(&result), expected);
    let tables = world.database.tables();
    if expected == "Ok" {
        assert_eq!(result.unwrap().status_requested_at, Some(noon()));
        assert_eq!(tables.sealed_digits, [(DRIVER, format!("sealed for 2: {digits}").into_bytes())]);
    } else {
        assert!(tables.sealed_digits.is_empty());
        assert!(format!("{:?}", result.unwrap_err()).contains("lastFourSSN"));
    }
}

#[test]
fn the_ssn_digits_of_a_closed_account_are_not_stored() {
    let world = World::new();
    world.database.tables().closed_users.push(DRIVER);
    let result = world.transact(|store| request_status(&world.deps, store, &driver(), DRIVER, "1234"));
    assert_eq!(outcome(&result), "NotFound");
    assert!(world.database.tables().sealed_digits.is_empty());
}

#[test]
fn staff_cannot_submit_ssn_digits() {
    let world = World::new();
    for id in [DRIVER, ADMIN] {
        let result = MemoryDatabase::empty(|store| request_status(&world.deps, store, &admin(), id, "1234"));
        assert_eq!(outcome(&result), "Forbidden");
    }
}
