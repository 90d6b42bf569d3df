//! The second factor and step-up authentication. Each code and each recovery code works once. Five incorrect
//! codes end a pending login or a session.

use application::access::Actor;
use application::accounts::account::password::change_password;
use application::accounts::log_in::{LoginResult, log_in, submit_code};
use application::accounts::proof::{IdentityProof, step_up};
use application::accounts::second_factor::{
    confirm_setup, renew_recovery_codes, start_setup, turn_off_second_factor,
};
use application::staff::members::remove_staff_member;
use chrono::TimeDelta;
use domain::accounts::second_factor::step_at;
use domain::accounts::user::Role;
use domain::shared::ids::SessionId;

use crate::support::build::noon;
use crate::support::fakes::hash_of;
use crate::support::store::staff::code_of;
use crate::support::{ADMIN, DRIVER, World, admin, driver, origin, outcome};

const EMAIL: &str = "user1@example.com";

fn world() -> World {
    let world = World::new();
    world.database.tables().password_hashes.push((ADMIN, "hashed:right".to_owned()));
    let own = admin().session;
    world.database.tables().sessions.push((hash_of("the administrator's"), own));
    world
}

/// Returns the code that the second factor has now.
fn code(world: &World) -> String {
    code_of(step_at(world.deps.clock.now()))
}

/// Returns a world whose administrator has a second factor, and the administrator's recovery codes.
fn world_with_second_factor() -> (World, Vec<String>) {
    let world = world();
    start_setup(&world.deps, &admin(), "right", &origin()).unwrap();
    let codes = confirm_setup(&world.deps, &admin(), &code(&world), &origin()).unwrap();
    world.advance(TimeDelta::minutes(2));
    (world, codes)
}

/// Logs the administrator in with the password. Returns the token of the login that waits for a code.
fn start_login(world: &World) -> String {
    match log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap() {
        LoginResult::NeedsCode(token) => token,
        LoginResult::LoggedIn(..) => panic!("no code was required"),
    }
}

/// Enters a code or a recovery code for a pending login. Returns the outcome.
fn enter_code(world: &World, token: &str, code: &str) -> String {
    outcome(&submit_code(&world.deps, token, code, None, &origin()))
}

#[test]
fn a_user_with_a_second_factor_cannot_log_in_with_the_password_alone() {
    let (world, _) = world_with_second_factor();
    let sessions = world.database.tables().sessions.len();
    let token = start_login(&world);
    assert_eq!(world.database.tables().sessions.len(), sessions);
    assert_eq!(enter_code(&world, &token, &code(&world)), "Ok");
    assert_eq!(world.database.tables().sessions.len(), sessions + 1);
    assert_eq!(
        enter_code(&world, &token, &code(&world)),
        "LoginOver",
        "a finished login cannot be used again"
    );
}

#[test]
fn a_second_factor_code_is_accepted_once() {
    let (world, _) = world_with_second_factor();
    let (one, other, used) = (start_login(&world), start_login(&world), code(&world));
    assert_eq!(enter_code(&world, &one, &used), "Ok");
    assert_eq!(enter_code(&world, &other, &used), "CodeRefused");
    world.advance(TimeDelta::seconds(30));
    assert_eq!(enter_code(&world, &other, &code(&world)), "Ok");
}

#[test]
fn five_wrong_second_factor_codes_end_a_pending_login() {
    let (world, _) = world_with_second_factor();
    let token = start_login(&world);
    let tries: Vec<String> = (0..5).map(|_| enter_code(&world, &token, "000000")).collect();
    assert_eq!(tries, ["CodeRefused", "CodeRefused", "CodeRefused", "CodeRefused", "LoginOver"]);
    assert_eq!(enter_code(&world, &token, &code(&world)), "LoginOver");
}

#[test]
fn a_pending_login_ends_after_five_minutes_or_a_password_change() {
    let (world, _) = world_with_second_factor();
    let late = start_login(&world);
    world.advance(TimeDelta::minutes(5));
    assert_eq!(enter_code(&world, &late, &code(&world)), "LoginOver");
    let overtaken = start_login(&world);
    world.database.tables().password_hashes = vec![(ADMIN, "hashed:new".to_owned())];
    assert_eq!(enter_code(&world, &overtaken, &code(&world)), "LoginOver");
}

#[test]
fn a_recovery_code_works_once() {
    let (world, codes) = world_with_second_factor();
    let typed = codes[0].to_lowercase().replace('-', " ");
    assert_eq!(enter_code(&world, &start_login(&world), &typed), "Ok");
    assert_eq!(enter_code(&world, &start_login(&world), &typed), "CodeRefused");
    assert_eq!(enter_code(&world, &start_login(&world), &codes[1]), "Ok");
}

#[test]
fn switching_off_the_second_factor_needs_the_password_and_a_code() {
    let (world, _) = world_with_second_factor();
    let off = |password: &str, code: Option<&str>| {
        outcome(&turn_off_second_factor(&world.deps, &admin(), IdentityProof { password, code }, &origin()))
    };
    assert_eq!(off("right", None), "Fields");
    assert_eq!(off("wrong", Some(&code(&world))), "Fields");
    assert_eq!(off("right", Some("000000")), "Fields");
    assert_eq!(off("right", Some(&code(&world))), "Ok");
    assert!(matches!(log_in(&world.deps, EMAIL, "right", None, &origin()), Ok(LoginResult::LoggedIn(..))));
}

#[test]
fn five_wrong_second_factor_codes_across_all_endpoints_end_the_session() {
    let (world, _) = world_with_second_factor();
    let proof = |code: &'static str| IdentityProof { password: "right", code: Some(code) };
    let is_open =
        || world.database.tables().sessions.iter().any(|(_, session)| session.id == admin().session.id);
    let again = |code: &str| outcome(&step_up(&world.deps, &admin(), None, Some(code), &origin()));
    assert_eq!(outcome(&turn_off_second_factor(&world.deps, &admin(), proof("000000"), &origin())), "Fields");
    assert_eq!(
        outcome(&renew_recovery_codes(&world.deps, &admin(), proof("AAAAA-AAAAA"), &origin())),
        "Fields"
    );
    assert_eq!(again(&code(&world)), "Ok", "a correct code in between doesn't reset the count");
    assert_eq!((again("000000"), again("AAAAA-AAAAA"), is_open()), ("Fields".into(), "Fields".into(), true));
    assert_eq!((again("nonsense"), is_open()), ("TooManyCodes".into(), false));
    world.advance(TimeDelta::minutes(1));
    assert_eq!(
        again(&code(&world)),
        "Unauthenticated",
        "not even a correct code is accepted once the session ended"
    );
    assert_eq!(
        world.database.tables().failures.len(),
        5,
        "each incorrect code counts like an incorrect password"
    );
}

#[test]
fn wrong_second_factor_codes_across_sessions_throttle_the_address() {
    let (world, _) = world_with_second_factor();
    let mut outcomes = vec![];
    for n in 0..8 {
        let mut actor = admin();
        actor.session.id = SessionId(9_000 + n / 4);
        world.database.tables().sessions.push((hash_of(&n.to_string()), actor.session.clone()));
        outcomes.push(outcome(&step_up(&world.deps, &actor, None, Some("000000"), &origin())));
    }
    assert_eq!(outcomes[..7], ["Fields"; 7]);
    assert_eq!(outcomes[7], "TooManyTries", "seven failures throttle the address");
}

#[test]
fn five_wrong_codes_during_second_factor_setup_end_the_session() {
    let world = world();
    start_setup(&world.deps, &admin(), "right", &origin()).unwrap();
    let tries: Vec<String> =
        (0..6).map(|_| outcome(&confirm_setup(&world.deps, &admin(), "000000", &origin()))).collect();
    assert_eq!(tries, ["Fields", "Fields", "Fields", "Fields", "TooManyCodes", "Unauthenticated"]);
}

#[test]
fn a_closed_account_cannot_turn_on_its_second_factor() {
    let world = world();
    start_setup(&world.deps, &admin(), "right", &origin()).unwrap();
    world.database.tables().closed_users.push(ADMIN);
    assert_eq!(outcome(&confirm_setup(&world.deps, &admin(), &code(&world), &origin())), "Unauthenticated");
    assert!(world.audited().is_empty());
}

#[test]
fn recovery_codes_hashed_by_an_earlier_release_still_work_once() {
    let (world, _) = world_with_second_factor();
    let fast = hash_of(&format!("recovery-{ADMIN}-ABCDEFGHJK"));
    world.database.tables().staff.codes.push((ADMIN, fast.clone()));
    assert_eq!(enter_code(&world, &start_login(&world), "abcde-fghjk"), "Ok");
    assert!(!world.database.tables().staff.codes.iter().any(|(_, hash)| *hash == fast));
    assert_eq!(enter_code(&world, &start_login(&world), "abcde-fghjk"), "CodeRefused");
}

#[test]
fn step_up_without_a_second_factor_needs_the_password() {
    let world = world();
    let again = |password: Option<&str>| outcome(&step_up(&world.deps, &admin(), password, None, &origin()));
    assert_eq!(
        (again(None), again(Some("")), again(Some("wrong"))),
        ("Fields".into(), "Fields".into(), "Fields".into())
    );
    assert_eq!(again(Some("right")), "Ok");
    let proved = world.database.tables().sessions[0].1.proved_at;
    assert_eq!(proved, Some(world.deps.clock.now()));
}

#[test]
fn step_up_with_a_second_factor_needs_a_code_and_a_password_change_does_not_count_as_step_up() {
    let (world, _) = world_with_second_factor();
    let again = step_up(&world.deps, &admin(), Some("right"), None, &origin());
    assert_eq!(outcome(&again), "Fields");
    let proved_at = world.database.tables().sessions[0].1.proved_at;
    let opened = change_password(&world.deps, &admin(), "right", "marble-otter-candle-8", &origin()).unwrap();
    let tables = world.database.tables();
    let fresh = tables.sessions.iter().find(|(_, session)| session.id == opened.session.id).unwrap();
    assert_eq!(fresh.1.proved_at, proved_at, "changing the password doesn't prove the second factor");
}

#[test]
fn a_step_up_lasts_ten_minutes() {
    let mut session = admin().session;
    session.proved_at = Some(noon());
    for (seconds, has_recent_step_up) in [(0, true), (600, true), (601, false)] {
        assert_eq!(
            session.has_recent_step_up(noon() + TimeDelta::seconds(seconds)),
            has_recent_step_up,
            "{seconds}"
        );
    }
    session.proved_at = None;
    assert!(!session.has_recent_step_up(noon()), "a session without a stored proof is not proved");
}

#[test]
fn a_driver_cannot_set_up_a_second_factor() {
    let world = world();
    assert_eq!(outcome(&start_setup(&world.deps, &driver(), "right", &origin())), "Forbidden");
}

/// Removes a staff member as `actor`. Returns the outcome.
fn remove_staff(world: &World, actor: &Actor, id: domain::shared::ids::UserId, is_sure: bool) -> String {
    let proof = IdentityProof { password: "right", code: None };
    outcome(&remove_staff_member(&world.deps, actor, id, is_sure, proof, &origin()))
}

#[test]
fn the_last_administrator_cannot_be_removed_and_removing_oneself_needs_confirmation() {
    let world = world();
    assert_eq!(remove_staff(&world, &admin(), ADMIN, false), "Fields");
    assert_eq!(remove_staff(&world, &admin(), ADMIN, true), "LastAdministrator");
    assert_eq!(remove_staff(&world, &admin(), DRIVER, true), "NotFound");
    assert_eq!(remove_staff(&world, &driver(), ADMIN, true), "Forbidden");
    for user in &mut world.database.tables().users {
        user.role = Role::Admin;
    }
    assert_eq!(remove_staff(&world, &admin(), DRIVER, false), "Ok");
    assert_eq!(remove_staff(&world, &admin(), ADMIN, true), "Ok");
    assert_eq!(remove_staff(&world, &admin(), ADMIN, true), "Forbidden", "the caller is no longer staff");
}
