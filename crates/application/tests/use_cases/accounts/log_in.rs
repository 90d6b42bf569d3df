//! Login, session renewal and logout.

use application::accounts::sessions::{extend_session, log_out};
use chrono::TimeDelta;
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use rstest::rstest;

use crate::support::fakes::hash_of;
use crate::support::*;

const EMAIL: &str = "user2@example.com";

fn world() -> World {
    let world = World::new();
    world.database.tables().password_hashes.push((DRIVER, "hashed:right".to_owned()));
    world
}

#[rstest]
#[case(EMAIL)]
#[case("USER2@Example.com")]
fn the_correct_password_opens_a_session_and_is_audited(#[case] email: &str) {
    let world = world();
    let (user, opened) = log_in(&world.deps, email, "right", None, &origin()).unwrap();
    assert_eq!(user.id, DRIVER);
    let tables = world.database.tables();
    let (hash, session) = &tables.sessions[0];
    assert_eq!(*hash, hash_of(&opened.token), "the database has the hash, the cookie the token");
    assert_eq!(*session, opened.session);
    assert_eq!((session.user_id, session.login_time), (DRIVER, noon()));
    assert_eq!(session.expires_at, noon() + TimeDelta::minutes(30));
    assert_eq!(tables.audit.len(), 1);
    let entry = &tables.audit[0];
    assert_eq!((entry.action, entry.actor, entry.subject_id), (AuditAction::LoggedIn, Some(DRIVER), 2));
}

#[rstest]
#[case::right(EMAIL, "right", SecurityEventKind::LoginSucceeded, true)]
#[case::wrong(EMAIL, "wrong", SecurityEventKind::LoginFailed, true)]
#[case::empty(EMAIL, "", SecurityEventKind::LoginFailed, true)]
#[case::unknown("nobody@example.com", "right", SecurityEventKind::LoginFailed, false)]
fn every_login_attempt_adds_a_security_event(
    #[case] email: &str,
    #[case] password: &str,
    #[case] kind: SecurityEventKind,
    #[case] is_known: bool,
) {
    let world = world();
    let _ = log_in(&world.deps, email, password, None, &origin());
    let tables = world.database.tables();
    assert_eq!(tables.security.len(), 1);
    let event = &tables.security[0];
    assert_eq!((event.kind, event.user_id), (kind, is_known.then_some(DRIVER)));
    assert_eq!((event.address.as_str(), event.path.as_str()), ("203.0.113.7", "/api/somewhere"));
}

#[test]
fn an_unknown_email_and_a_wrong_password_get_the_same_error() {
    let world = world();
    let wrong = log_in(&world.deps, EMAIL, "wrong", None, &origin()).map(drop).unwrap_err();
    let unknown = log_in(&world.deps, "nobody@example.com", "x", None, &origin()).map(drop).unwrap_err();
    assert_eq!(format!("{wrong:?} {wrong}"), format!("{unknown:?} {unknown}"));
    assert_eq!(outcome::<()>(&Err(wrong)), "InvalidCredentials");
    let tables = world.database.tables();
    assert!(tables.sessions.is_empty() && tables.audit.is_empty());
}

/// For a known and an unknown email, exactly one password hash is computed. No database connection
/// is open while it is computed.
#[rstest]
#[case::known(EMAIL, "verify secret hashed:right")]
#[case::unknown("nobody@example.com", "verify secret")]
fn a_failed_login_verifies_one_password_hash_whether_the_email_is_known_or_not(
    #[case] email: &str,
    #[case] work: &str,
) {
    let world = world();
    assert_eq!(outcome(&log_in(&world.deps, email, "secret", None, &origin())), "InvalidCredentials");
    assert_eq!(world.passwords.calls(), [work]);
}

#[test]
fn logging_in_again_ends_the_browsers_old_session_and_issues_a_new_token() {
    let world = world();
    let (_, first) = log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap();
    let (_, second) = log_in(&world.deps, EMAIL, "right", Some(&first.token), &origin()).unwrap();
    assert_ne!(first.token, second.token);
    let tables = world.database.tables();
    let hashes: Vec<_> = tables.sessions.iter().map(|(hash, _)| hash.clone()).collect();
    assert_eq!(hashes, [hash_of(&second.token)]);
}

#[test]
fn logging_in_keeps_sessions_in_other_browsers() {
    let world = world();
    log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap();
    log_in(&world.deps, EMAIL, "right", Some("a token long gone"), &origin()).unwrap();
    assert_eq!(world.database.tables().sessions.len(), 2);
}

#[test]
fn a_failed_login_keeps_the_browsers_old_session() {
    let world = world();
    let (_, first) = log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap();
    let result = log_in(&world.deps, EMAIL, "wrong", Some(&first.token), &origin());
    assert_eq!(outcome(&result), "InvalidCredentials");
    assert_eq!(world.database.tables().sessions.len(), 1);
}

#[test]
fn a_login_whose_commit_fails_opens_no_session() {
    let world = world();
    world.database.crash_at_next_commit();
    assert_eq!(outcome(&log_in(&world.deps, EMAIL, "right", None, &origin())), "StoreDown");
    let tables = world.database.tables();
    assert!(tables.sessions.is_empty() && tables.security.is_empty() && tables.audit.is_empty());
}

#[test]
fn logging_out_ends_the_session_and_is_audited_once() {
    let world = world();
    let (_, opened) = log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap();
    for _ in 0..2 {
        world.transact(|store| log_out(&world.deps, store, Some(&opened.token), &origin())).unwrap();
    }
    assert!(world.database.tables().sessions.is_empty());
    assert_eq!(world.audited(), [AuditAction::LoggedIn, AuditAction::LoggedOut]);
}

#[rstest]
#[case(None)]
#[case(Some("no such token"))]
fn logging_out_without_a_session_does_nothing(#[case] token: Option<&str>) {
    let world = world();
    world.transact(|store| log_out(&world.deps, store, token, &origin())).unwrap();
    assert!(world.audited().is_empty());
}

/// Each case has the minutes from the login to the extension, and the minutes from the login to the session's
/// new expiry. `None` means that the session has already expired.
#[rstest]
#[case(1, Some(31))]
#[case(29, Some(59))]
#[case(30, None)]
fn extending_a_session_restarts_its_full_lifetime_unless_it_has_expired(
    #[case] minutes: i64,
    #[case] expected: Option<i64>,
) {
    let world = world();
    let (user, opened) = log_in(&world.deps, EMAIL, "right", None, &origin()).unwrap();
    let actor = application::access::Actor { user, session: opened.session, address: String::new() };
    world.advance(TimeDelta::minutes(minutes));
    let result = world.transact(|store| extend_session(&world.deps, store, &actor));
    let Some(life) = expected else {
        assert_eq!(outcome(&result), "Unauthenticated");
        return;
    };
    let extended = result.unwrap();
    assert_eq!(extended.expires_at, noon() + TimeDelta::minutes(life));
    assert_eq!(extended.last_activity, noon() + TimeDelta::minutes(minutes));
    assert_eq!(world.database.tables().sessions[0].1, extended);
}

#[test]
fn a_session_cannot_be_extended_past_twelve_hours() {
    let world = world();
    let mut actor = driver();
    actor.session.expires_at = actor.session.login_time + TimeDelta::hours(12);
    world.advance(TimeDelta::hours(11) + TimeDelta::minutes(45));
    let extended = world.transact(|store| extend_session(&world.deps, store, &actor)).unwrap();
    assert_eq!(extended.expires_at, actor.session.login_time + TimeDelta::hours(12));
    world.advance(TimeDelta::minutes(5));
    assert_eq!(
        outcome(&world.transact(|store| extend_session(&world.deps, store, &actor))),
        "Unauthenticated"
    );
}
