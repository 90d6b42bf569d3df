//! The second factor: a code is taken once, five wrong ones end a login, a recovery code helps once, the last one stays.

use application::access::Actor;
use application::accounts::log_in::{LoggedIn, bring_code, log_in};
use application::accounts::second_factor::{Proof, begin, confirm, switch_off};
use application::staff::members::remove;
use chrono::TimeDelta;
use domain::accounts::second_factor::step_at;
use domain::accounts::user::Role;

use crate::support::store::staff::code_of;
use crate::support::{ADMIN, DRIVER, World, admin, driver, origin, outcome};

const EMAIL: &str = "user1@example.com";

fn world() -> World {
    let world = World::new();
    world.database.tables().password_hashes.push((ADMIN, "hashed:right".to_owned()));
    world
}

fn code(world: &World) -> String {
    code_of(step_at(world.deps.clock.now()))
}

/// With a second factor; answers the recovery codes.
fn guarded() -> (World, Vec<String>) {
    let world = world();
    begin(&world.deps, &admin(), "right", &origin()).unwrap();
    let codes = confirm(&world.deps, &admin(), &code(&world)).unwrap();
    world.advance(TimeDelta::minutes(2));
    (world, codes)
}

fn pending(world: &World) -> String {
    match log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap() {
        LoggedIn::NeedsCode(token) => token,
        LoggedIn::In(..) => panic!("no code was asked for"),
    }
}

fn bring(world: &World, token: &str, code: &str) -> String {
    outcome(&bring_code(&world.deps, token, code, None, &origin()))
}

#[test]
fn a_password_alone_opens_no_session() {
    let (world, _) = guarded();
    let sessions = world.database.tables().sessions.len();
    let token = pending(&world);
    assert_eq!(world.database.tables().sessions.len(), sessions);
    assert_eq!(bring(&world, &token, &code(&world)), "Ok");
    assert_eq!(world.database.tables().sessions.len(), sessions + 1);
    assert_eq!(bring(&world, &token, &code(&world)), "LoginOver", "a login ends once");
}

#[test]
fn a_code_is_taken_once() {
    let (world, _) = guarded();
    let (one, other, used) = (pending(&world), pending(&world), code(&world));
    assert_eq!(bring(&world, &one, &used), "Ok");
    assert_eq!(bring(&world, &other, &used), "CodeRefused");
    world.advance(TimeDelta::seconds(30));
    assert_eq!(bring(&world, &other, &code(&world)), "Ok");
}

#[test]
fn five_wrong_codes_end_a_login() {
    let (world, _) = guarded();
    let token = pending(&world);
    let tries: Vec<String> = (0..5).map(|_| bring(&world, &token, "000000")).collect();
    assert_eq!(tries, ["CodeRefused", "CodeRefused", "CodeRefused", "CodeRefused", "LoginOver"]);
    assert_eq!(bring(&world, &token, &code(&world)), "LoginOver");
}

#[test]
fn a_login_does_not_wait_for_ever_and_not_past_a_new_password() {
    let (world, _) = guarded();
    let late = pending(&world);
    world.advance(TimeDelta::minutes(5));
    assert_eq!(bring(&world, &late, &code(&world)), "LoginOver");
    let overtaken = pending(&world);
    world.database.tables().password_hashes = vec![(ADMIN, "hashed:new".to_owned())];
    assert_eq!(bring(&world, &overtaken, &code(&world)), "LoginOver");
}

#[test]
fn a_recovery_code_helps_once() {
    let (world, codes) = guarded();
    let typed = codes[0].to_lowercase().replace('-', " ");
    assert_eq!(bring(&world, &pending(&world), &typed), "Ok");
    assert_eq!(bring(&world, &pending(&world), &typed), "CodeRefused");
    assert_eq!(bring(&world, &pending(&world), &codes[1]), "Ok");
}

#[test]
fn it_is_switched_off_by_password_and_code() {
    let (world, _) = guarded();
    let off = |password: &str, code: Option<&str>| {
        outcome(&switch_off(&world.deps, &admin(), Proof { password, code }, &origin()))
    };
    assert_eq!(off("right", None), "Fields");
    assert_eq!(off("wrong", Some(&code(&world))), "Fields");
    assert_eq!(off("right", Some("000000")), "Fields");
    assert_eq!(off("right", Some(&code(&world))), "Ok");
    assert!(matches!(log_in(&world.deps, EMAIL, "right", None, &origin()), Ok(LoggedIn::In(..))));
}

#[test]
fn it_is_for_staff_alone() {
    let world = world();
    assert_eq!(outcome(&begin(&world.deps, &driver(), "right", &origin())), "Forbidden");
}

fn removal(world: &World, by: &Actor, id: domain::shared::ids::UserId, is_sure: bool) -> String {
    let proof = Proof { password: "right", code: None };
    outcome(&remove(&world.deps, by, id, is_sure, proof, &origin()))
}

#[test]
fn the_last_administrator_stays_and_nobody_removes_themself_by_mistake() {
    let world = world();
    assert_eq!(removal(&world, &admin(), ADMIN, false), "Fields");
    assert_eq!(removal(&world, &admin(), ADMIN, true), "LastAdministrator");
    assert_eq!(removal(&world, &admin(), DRIVER, true), "NotFound");
    assert_eq!(removal(&world, &driver(), ADMIN, true), "Forbidden");
    for user in &mut world.database.tables().users {
        user.role = Role::Admin;
    }
    assert_eq!(removal(&world, &admin(), DRIVER, false), "Ok");
    assert_eq!(removal(&world, &admin(), ADMIN, true), "Ok");
    assert_eq!(removal(&world, &admin(), ADMIN, true), "Forbidden", "their own role ended");
}
