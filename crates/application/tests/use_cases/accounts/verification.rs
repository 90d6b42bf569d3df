//! Verification: staff verify the license and the plate, and the driver confirms the email. Changing a verified
//! value removes its verification.

use application::access::Actor;
use application::accounts::account::email::{EmailConfirmation, confirm_email, send_confirmation_link};
use application::accounts::users::{UserChange, change_user};
use application::accounts::verification::{
    BulkVerification, CheckedClaim, undo_verification, verify_claim, verify_users_in_list,
};
use application::error::Result;
use application::jobs::{WORKERS, run_due_jobs};
use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::User;
use domain::accounts::verification::{Claim, Verification, VerificationBasis};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::person::plate::Plate;
use domain::shared::person::plate_state::{PlateState, Province};
use domain::shared::us_state::UsState;
use ports::accounts::lists::UserQuery;
use ports::shared::paging::Page;
use rstest::rstest;

use crate::support::*;

const ALL: Page = Page { limit: 50, offset: 0 };

fn basis() -> VerificationBasis {
    VerificationBasis::parse("Registration document").unwrap()
}

/// Returns the license or plate that the page shows for this user.
fn checked(user: &User, claim: Claim) -> CheckedClaim<'_> {
    let (number, state) = match claim {
        Claim::License => (&user.drivers_license_number, user.state.map(|state| state.name())),
        Claim::Plate | Claim::Email => {
            (&user.vehicle_license_plate, user.vehicle_state.map(|state| state.name()))
        }
    };
    CheckedClaim { claim, number: number.as_deref().unwrap_or_default(), state }
}

fn verify_claim_of(world: &World, id: UserId, claim: Claim) -> Result<User> {
    let stored = world.database.tables().users.iter().find(|user| user.id == id).cloned();
    let shown = stored.unwrap_or_else(|| user(id));
    verify_claim(&world.deps, &admin(), id, checked(&shown, claim), &basis(), None)
}

/// Verifies the plates of all drivers. `listed_at` is when staff saw them.
fn verify_plates_in_list(world: &World, listed_at: Option<DateTime<Utc>>) -> Result<BulkVerification> {
    let query = UserQuery::all(ALL);
    verify_users_in_list(&world.deps, &admin(), &query, Claim::Plate, &basis(), listed_at)
}

/// Returns a world whose drivers all have different plates and licenses.
fn world() -> World {
    let world = World::new();
    for user in &mut world.database.tables().users {
        user.vehicle_license_plate = Some(format!("CAR {}", user.id));
        user.drivers_license_number = Some(format!("D{}", user.id));
        user.verified = Verification::default();
    }
    world
}

fn count_audit_entries(world: &World) -> usize {
    let tables = world.database.tables();
    tables.audit.iter().filter(|entry| entry.action == AuditAction::UserVerified).count()
}

#[rstest]
#[case(Claim::Plate)]
#[case(Claim::License)]
fn staff_can_verify_a_plate_or_license_with_a_basis_and_revoke_the_verification(#[case] claim: Claim) {
    let world = world();
    let user = verify_claim_of(&world, DRIVER, claim).unwrap();
    assert_eq!(user.verified.of(claim).unwrap().basis.as_deref(), Some("Registration document"));
    verify_claim_of(&world, DRIVER, claim).unwrap();
    assert_eq!(count_audit_entries(&world), 1, "a verified claim is not verified again");
    assert!(!undo_verification(&world.deps, &admin(), DRIVER, claim).unwrap().is_verified(claim));
    assert_eq!(count_audit_entries(&world), 2);
}

#[test]
fn a_driver_who_changes_the_dates_of_a_verified_plate_loses_the_verification() {
    let world = world();
    let dates = PlateDates { from: Some(date("2025-06-01")), until: None };
    let plate = || {
        let user = world.database.tables().users.iter().find(|user| user.id == DRIVER).cloned().unwrap();
        (user.plate_dates, user.is_verified(Claim::Plate))
    };
    let shown = world.database.tables().users[1].clone();
    let claim = checked(&shown, Claim::Plate);
    verify_claim(&world.deps, &admin(), DRIVER, claim, &basis(), Some(dates)).unwrap();
    assert_eq!(plate(), (dates, true));
    let put = |caller: &Actor, plate: &str, plate_dates| {
        let vehicle = Some((Plate::parse(plate).unwrap(), UsState::NewYork.into()));
        change_user(
            &world.deps,
            caller,
            DRIVER,
            &UserChange { vehicle, plate_dates, ..UserChange::default() },
        )
        .unwrap();
    };
    put(&driver(), "car-2", None);
    assert_eq!(plate(), (dates, true), "the same plate keeps its dates");
    let sold = PlateDates { until: Some(date("2026-01-31")), ..dates };
    put(&admin(), "CAR 2", Some(sold));
    assert_eq!(plate(), (sold, true));
    put(&driver(), "CAR 2", Some(PlateDates { from: Some(date("2009-01-01")), until: None }));
    assert!(!plate().1, "staff verify it again");
    put(&driver(), "OTHER 9", None);
    assert_eq!(plate(), (PlateDates::default(), false), "another plate has its own dates");
}

#[test]
fn a_plate_or_license_is_not_verified_if_it_differs_from_what_staff_checked() {
    let world = world();
    let shown = world.database.tables().users[1].clone();
    let verify = |checked| outcome(&verify_claim(&world.deps, &admin(), DRIVER, checked, &basis(), None));
    let (plate, license) = (checked(&shown, Claim::Plate), checked(&shown, Claim::License));
    let vehicle = Some((Plate::parse("CAR 3").unwrap(), UsState::NewYork.into()));
    change_user(&world.deps, &driver(), DRIVER, &UserChange { vehicle, ..UserChange::default() }).unwrap();
    assert_eq!(verify(plate), "ChangedMeanwhile");
    assert_eq!(verify(CheckedClaim { state: Some("Ohio"), ..license }), "ChangedMeanwhile");
    let user = world.database.tables().users[1].clone();
    assert!(!user.is_verified(Claim::Plate) && !user.is_verified(Claim::License));
    assert_eq!(verify(CheckedClaim { number: "car-3", ..plate }), "Ok", "another spelling of the plate");
}

#[test]
fn a_plate_verified_for_one_driver_cannot_be_verified_for_another() {
    let world = world();
    for user in &mut world.database.tables().users {
        user.vehicle_license_plate = Some(if user.id == OTHER { "same-1" } else { "SAME 1" }.to_owned());
    }
    verify_claim_of(&world, DRIVER, Claim::Plate).unwrap();
    assert_eq!(outcome(&verify_claim_of(&world, OTHER, Claim::Plate)), "Fields");
    undo_verification(&world.deps, &admin(), DRIVER, Claim::Plate).unwrap();
    assert!(verify_claim_of(&world, OTHER, Claim::Plate).unwrap().is_verified(Claim::Plate));
}

#[test]
fn only_staff_can_verify_a_plate_or_license_and_only_if_it_is_stored() {
    let world = world();
    world.database.tables().users.iter_mut().for_each(|user| user.vehicle_license_plate = None);
    assert_eq!(outcome(&verify_claim_of(&world, DRIVER, Claim::Plate)), "Fields");
    assert_eq!(outcome(&verify_claim_of(&world, DRIVER, Claim::Email)), "Fields");
    assert_eq!(outcome(&verify_claim_of(&world, UserId(99), Claim::License)), "NotFound");
    let query = UserQuery::all(ALL);
    let (deps, own) = (&world.deps, driver());
    let license = checked(&own.user, Claim::License);
    assert_eq!(outcome(&verify_claim(deps, &own, DRIVER, license, &basis(), None)), "Forbidden");
    assert_eq!(outcome(&undo_verification(deps, &own, DRIVER, Claim::License)), "Forbidden");
    assert_eq!(
        outcome(&verify_users_in_list(deps, &own, &query, Claim::License, &basis(), None)),
        "Forbidden"
    );
}

#[test]
fn changing_the_plate_revokes_its_verification() {
    let world = world();
    verify_claim_of(&world, DRIVER, Claim::Plate).unwrap();
    verify_claim_of(&world, DRIVER, Claim::License).unwrap();
    let give = |plate: &str, state: UsState| {
        let vehicle = Some((Plate::parse(plate).unwrap(), state.into()));
        change_user(
            &world.deps,
            &driver(),
            DRIVER,
            &UserChange { vehicle, license_status: None, plate_dates: None },
        )
        .unwrap()
    };
    assert!(
        give("car-2", UsState::NewYork).is_verified(Claim::Plate),
        "another spelling of the same plate stays verified"
    );
    let changed = give("CAR 2", UsState::Texas);
    assert!(!changed.is_verified(Claim::Plate) && changed.is_verified(Claim::License));
}

#[test]
fn verifying_a_list_of_users_skips_plates_that_two_drivers_entered() {
    let world = world();
    world.database.tables().users[0].vehicle_license_plate = Some("CAR-2".to_owned());
    let all = verify_plates_in_list(&world, None).unwrap();
    assert_eq!(all, BulkVerification { verified: 1, skipped: 2, is_more: false });
    assert_eq!(count_audit_entries(&world), 1);
}

#[test]
fn verifying_a_list_skips_plates_that_were_entered_after_staff_saw_the_list() {
    let world = world();
    let listed_at = noon();
    world.advance(TimeDelta::seconds(1));
    let vehicle = Some((Plate::parse("NEW 9").unwrap(), UsState::NewYork.into()));
    change_user(&world.deps, &driver(), DRIVER, &UserChange { vehicle, ..UserChange::default() }).unwrap();
    let all = verify_plates_in_list(&world, Some(listed_at)).unwrap();
    assert_eq!(all, BulkVerification { verified: 2, skipped: 1, is_more: false });
    assert!(!world.database.tables().users[1].is_verified(Claim::Plate));
    let all = verify_plates_in_list(&world, None).unwrap();
    assert_eq!(all, BulkVerification { verified: 1, skipped: 0, is_more: false });
}

/// Skipped drivers stay in the list, so a call reads further pages until it has verified enough drivers.
#[test]
fn verifying_a_list_of_users_continues_after_a_thousand_skipped_drivers() {
    let world = world();
    let skipped = (10..1_011).map(|id| {
        let plate = Some("NO PLATE".to_owned());
        User { vehicle_license_plate: plate, verified: Verification::default(), ..user(UserId(id)) }
    });
    world.database.tables().users.extend(skipped);
    let all = verify_plates_in_list(&world, None).unwrap();
    assert_eq!(all, BulkVerification { verified: 3, skipped: 1_001, is_more: false });
}

#[test]
fn a_plate_with_the_state_other_is_never_verified() {
    let world = world();
    let id = world.database.tables().users[1].id;
    world.database.tables().users[1].vehicle_state = Some(PlateState::Other);
    assert_eq!(outcome(&verify_claim_of(&world, id, Claim::Plate)), "Fields");
    let all = verify_plates_in_list(&world, None).unwrap();
    assert!(!world.database.tables().users[1].is_verified(Claim::Plate), "{all:?}");
    world.database.tables().users[1].vehicle_state = Some(PlateState::Canadian(Province::Ontario));
    assert_eq!(outcome(&verify_claim_of(&world, id, Claim::Plate)), "Ok");
}

#[test]
fn a_placeholder_plate_is_never_verified() {
    let world = world();
    world.database.tables().users[1].vehicle_license_plate = Some("NO PLATE".to_owned());
    let id = world.database.tables().users[1].id;
    assert_eq!(outcome(&verify_claim_of(&world, id, Claim::Plate)), "Fields");
    let all = verify_plates_in_list(&world, None).unwrap();
    assert_eq!(all, BulkVerification { verified: 2, skipped: 1, is_more: false });
    assert!(verify_claim_of(&world, id, Claim::License).unwrap().is_verified(Claim::License));
}

#[test]
fn an_email_is_confirmed_by_a_link_sent_to_it() {
    let world = world();
    world.database.tables().password_hashes.push((DRIVER, "hashed:right".to_owned()));
    let own = driver();
    send_confirmation_link(&world.deps, &own).unwrap();
    while run_due_jobs(&world.deps, WORKERS).unwrap() > 0 {}
    let token = world.mailbox.token("confirm-email");
    assert_eq!(world.mailbox.sent()[0].1, "Confirm your email address");
    assert_eq!(confirm_email(&world.deps, &token, &origin()).unwrap(), EmailConfirmation::Same);
    assert_eq!(outcome(&confirm_email(&world.deps, &token, &origin())), "LinkNotValid");
    let is_verified = |user: &User| user.id == DRIVER && user.is_verified(Claim::Email);
    assert!(world.database.tables().users.iter().any(is_verified));
    assert_eq!(
        outcome(&send_confirmation_link(&world.deps, &own)),
        "Fields",
        "the email is already confirmed"
    );
}

#[test]
fn a_driver_gets_at_most_five_confirmation_links_an_hour() {
    let world = world();
    let results: Vec<String> =
        (0..6).map(|_| outcome(&send_confirmation_link(&world.deps, &driver()))).collect();
    assert_eq!(results, ["Ok", "Ok", "Ok", "Ok", "Ok", "Fields"]);
}
