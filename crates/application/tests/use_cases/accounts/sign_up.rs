//! Creating accounts: for drivers and for the first administrator.

use application::access::Actor;
use application::accounts::sign_up::{SignUp, sign_up, staff_creator};
use application::staff::bootstrap::create_first_admin;
use domain::accounts::password::Password;
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::user::Role;
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use domain::shared::person::plate::Plate;
use domain::shared::person::{DateOfBirth, FullName, LicenseNumber};
use domain::shared::us_state::UsState;
use rstest::rstest;

use crate::support::fakes::hash_of;
use crate::support::*;

const PASSWORD: &str = "seventeen violet kettles";

/// Returns a valid sign-up with this email.
fn command(email: &str) -> SignUp {
    SignUp {
        full_name: FullName::parse("Nora New").unwrap(),
        state: UsState::Iowa,
        license_number: LicenseNumber::parse("N123").unwrap(),
        date_of_birth: DateOfBirth::parse(date("1999-12-31"), date("2026-03-02")).unwrap(),
        email: Email::parse(email).unwrap(),
        password: Password::parse(PASSWORD, &[]).unwrap(),
        phone: Some(Phone::parse("(555) 987-6543").unwrap()),
        plate: Some(Plate::parse("abc 123").unwrap()),
        vehicle_state: Some(UsState::Ohio.into()),
        plate_dates: PlateDates { from: Some(date("2025-06-01")), until: None },
    }
}

#[test]
fn a_visitor_who_signs_up_becomes_a_driver_and_is_logged_in() {
    let world = World::new();
    let (user, opened) = sign_up(&world.deps, &command("nora@example.com"), None, None, &origin()).unwrap();
    assert_eq!((user.role, user.email.as_str()), (Role::Driver, "nora@example.com"));
    assert_eq!(user.full_name.as_deref(), Some("Nora New"));
    assert_eq!((user.state, user.vehicle_state), (Some(UsState::Iowa), Some(UsState::Ohio.into())));
    assert_eq!(user.drivers_license_number.as_deref(), Some("N123"));
    assert_eq!(user.date_of_birth, Some(date("1999-12-31")));
    assert_eq!(user.phone_number.as_deref(), Some("5559876543"));
    assert_eq!(user.vehicle_license_plate.as_deref(), Some("ABC 123"));
    assert_eq!(user.plate_dates.from, Some(date("2025-06-01")));
    assert_eq!((user.signup_step, user.signup_completed_at), (5, Some(noon())));
    let tables = world.database.tables();
    assert_eq!(tables.password_hashes, [(user.id, format!("hashed:{PASSWORD}"))]);
    assert_eq!(tables.profiles.len(), 1);
    assert_eq!(tables.sessions[0].0, hash_of(&opened.unwrap().token));
    assert_eq!(tables.sessions[0].1.user_id, user.id);
    let entry = &tables.audit[0];
    assert_eq!((entry.action, entry.actor), (AuditAction::UserCreated, Some(user.id)));
}

#[test]
fn staff_who_create_a_driver_are_not_logged_in_as_that_driver() {
    let world = World::new();
    let staff = admin();
    let result = sign_up(&world.deps, &command("nora@example.com"), Some(&staff), Some("t"), &origin());
    let (user, opened) = result.unwrap();
    assert!(opened.is_none());
    assert_eq!(user.role, Role::Driver);
    let tables = world.database.tables();
    assert!(tables.sessions.is_empty());
    assert_eq!(tables.audit[0].actor, Some(ADMIN));
    assert_eq!(tables.audit[0].subject_id, user.id.0);
}

#[test]
fn signing_up_ends_the_browsers_previous_session() {
    let world = World::new();
    let (_, first) = sign_up(&world.deps, &command("nora@example.com"), None, None, &origin()).unwrap();
    let old = first.unwrap().token;
    sign_up(&world.deps, &command("otto@example.com"), None, Some(&old), &origin()).unwrap();
    assert_eq!(world.database.tables().sessions.len(), 1);
}

#[rstest]
#[case("user2@example.com")]
#[case("USER2@EXAMPLE.COM")]
fn signing_up_with_a_taken_email_is_refused_regardless_of_letter_case(#[case] email: &str) {
    let world = World::new();
    assert_eq!(outcome(&sign_up(&world.deps, &command(email), None, None, &origin())), "EmailTaken");
    let tables = world.database.tables();
    assert_eq!(tables.users.len(), 3);
    assert!(tables.sessions.is_empty() && tables.profiles.is_empty() && tables.audit.is_empty());
}

/// Hashing is slow, so no database connection may be open during it. The fake hasher checks this.
#[test]
fn a_sign_up_and_the_creation_of_the_first_administrator_each_compute_one_password_hash() {
    let world = World::new();
    sign_up(&world.deps, &command("nora@example.com"), None, None, &origin()).unwrap();
    let password = Password::parse(PASSWORD, &[]).unwrap();
    create_first_admin(&world.deps, "Ada", &Email::parse("ada@example.com").unwrap(), &password).unwrap();
    assert_eq!(world.passwords.calls(), [format!("hash {PASSWORD}"), format!("hash {PASSWORD}")]);
}

#[test]
fn the_first_administrator_is_created_only_once() {
    let world = World::empty();
    let email = Email::parse("ada@example.com").unwrap();
    let password = Password::parse(PASSWORD, &[]).unwrap();
    let first_admin = create_first_admin(&world.deps, "Ada", &email, &password).unwrap().unwrap();
    assert_eq!((first_admin.id, first_admin.role), (UserId(1), Role::Admin));
    assert_eq!(create_first_admin(&world.deps, "Ada", &email, &password).unwrap(), None);
    assert_eq!(world.database.tables().users.len(), 1);
}

#[test]
fn an_administrator_is_created_even_if_drivers_signed_up_first() {
    let world = World::empty();
    sign_up(&world.deps, &command("nora@example.com"), None, None, &origin()).unwrap();
    let email = Email::parse("ada@example.com").unwrap();
    let password = Password::parse(PASSWORD, &[]).unwrap();
    let first_admin = create_first_admin(&world.deps, "Ada", &email, &password).unwrap().unwrap();
    assert_eq!(first_admin.role, Role::Admin);
    assert_eq!(create_first_admin(&world.deps, "Ada", &email, &password).unwrap(), None);
}

/// `by_staff` says whether the request came from the back office's form. If the staff member's session has ended, the
/// form must fail instead of logging the browser in as the new driver.
#[rstest]
#[case::staff(Some(admin()), true, "Ok(Some)")]
#[case::staff_without_the_flag(Some(admin()), false, "Ok(Some)")]
#[case::a_driver(Some(driver()), true, "Forbidden")]
#[case::a_visitor_as_staff(None, true, "Unauthenticated")]
#[case::a_visitor(None, false, "Ok(None)")]
#[case::a_driver_without_the_flag(Some(driver()), false, "Ok(None)")]
fn only_staff_can_create_an_account_in_the_back_office(
    #[case] caller: Option<Actor>,
    #[case] by_staff: bool,
    #[case] expected: &str,
) {
    let found = staff_creator(caller, by_staff);
    let result = match &found {
        Ok(Some(_)) => "Ok(Some)".to_owned(),
        Ok(None) => "Ok(None)".to_owned(),
        Err(_) => outcome(&found),
    };
    assert_eq!(result, expected);
}
