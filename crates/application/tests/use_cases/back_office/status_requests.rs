//! Answering status requests, which staff do with one call.

use application::accounts::users::request_status;
use application::back_office::status_requests::answer_status_request;
use chrono::TimeDelta;
use domain::accounts::user::LicenseStatus;
use domain::driving_record::profile::ProfileChange;
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use rstest::rstest;

use crate::support::*;

fn points(current: i32) -> ProfileChange {
    ProfileChange { current_points: Some(current), ..ProfileChange::default() }
}

#[test]
fn answering_a_status_request_sets_status_and_points_and_erases_the_ssn_digits() {
    let world = World::new();
    world.database.tables().profiles.push(profile(DRIVER));
    world.transact(|store| request_status(&world.deps, store, &driver(), DRIVER, "9876")).unwrap();
    let user =
        answer_status_request(&world.deps, &admin(), DRIVER, LicenseStatus::Suspended, &points(7), None)
            .unwrap();
    assert_eq!(user.license_status, LicenseStatus::Suspended);
    let tables = world.database.tables();
    let profile = tables.profiles.iter().find(|profile| profile.user_id == DRIVER).unwrap();
    assert_eq!((profile.status.as_str(), profile.current_points), ("Suspended", 7));
    assert!(tables.sealed_digits.is_empty(), "the digits are erased");
    let changed: Vec<(&str, &str)> = tables
        .audit
        .iter()
        .flat_map(|entry| &entry.after)
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    assert_eq!(
        changed,
        [
            ("licenseStatus", "suspended"),
            ("drivingStatus", "Suspended"),
            ("currentPoints", "7"),
            ("is_status_request_solved", "true"),
            ("lastFourSSN", "erased"),
        ]
    );
    drop(tables);
    assert_eq!(world.audited(), [AuditAction::UserChanged, AuditAction::SolvedChanged]);
}

#[rstest]
#[case::the_driver(DRIVER, DRIVER, "Forbidden")]
#[case::a_driver_without_a_request(ADMIN, OTHER, "NotFound")]
#[case::an_unknown_user(ADMIN, UserId(99), "NotFound")]
fn only_staff_can_answer_a_status_request_and_only_while_the_request_is_open(
    #[case] caller: UserId,
    #[case] id: UserId,
    #[case] expected: &str,
) {
    let world = World::new();
    world.transact(|store| request_status(&world.deps, store, &driver(), DRIVER, "9876")).unwrap();
    let settled = answer_status_request(
        &world.deps,
        &actor(caller),
        id,
        LicenseStatus::Active,
        &ProfileChange::default(),
        None,
    );
    assert_eq!(outcome(&settled), expected);
    assert!(world.audited().is_empty());
    assert_eq!(world.database.tables().sealed_digits.len(), 1);
}

#[test]
fn staff_cannot_answer_a_status_request_that_the_driver_sent_after_staff_loaded_it() {
    let world = World::new();
    let send = |digits| {
        world.transact(|store| request_status(&world.deps, store, &driver(), DRIVER, digits)).unwrap();
        world.deps.clock.now()
    };
    let answer = |seen| {
        let status = LicenseStatus::Active;
        answer_status_request(&world.deps, &admin(), DRIVER, status, &points(1), Some(seen))
    };
    let seen = send("9876");
    world.advance(TimeDelta::seconds(1));
    let newer = send("1234");
    let message = answer(seen).unwrap_err().to_string();
    assert!(message.starts_with("The driver changed this since you opened it."), "{message}");
    assert_eq!(world.database.tables().sealed_digits.len(), 1, "the newer digits are kept");
    answer(newer).unwrap();
    assert!(world.database.tables().sealed_digits.is_empty());
}
