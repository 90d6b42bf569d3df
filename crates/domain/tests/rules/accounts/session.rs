//! Tests of sessions. `cases/session.json` has the test cases at the exact boundaries.

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::session::{Session, SessionPolicy, SessionState};
use domain::shared::ids::{SessionId, UserId};
use proptest::prelude::*;

use crate::build::time;

fn login() -> DateTime<Utc> {
    time("2026-01-15T10:00:00Z")
}

fn session(expires_at: DateTime<Utc>) -> Session {
    Session {
        id: SessionId(1),
        user_id: UserId(2),
        login_time: login(),
        last_activity: login(),
        expires_at,
        proved_at: None,
    }
}

#[test]
fn by_default_sessions_last_30_minutes_and_are_renewed_in_the_last_5_for_up_to_12_hours() {
    let SessionPolicy { life, renew_under, max_life } = SessionPolicy::default();
    assert_eq!(
        (life, renew_under, max_life),
        (TimeDelta::minutes(30), TimeDelta::minutes(5), TimeDelta::hours(12))
    );
}

#[test]
fn a_session_is_due_for_renewal_in_its_last_five_minutes_and_then_expires() {
    let (policy, session) = (SessionPolicy::default(), session(login() + TimeDelta::minutes(30)));
    let read = |minutes| policy.session_state(&session, login() + TimeDelta::minutes(minutes));
    assert_eq!(read(25), SessionState::Live);
    assert_eq!(read(26), SessionState::Renew { expires_at: login() + TimeDelta::minutes(56) });
    assert_eq!(read(30), SessionState::Expired);
}

#[test]
fn a_session_is_not_renewed_past_12_hours_after_login() {
    let (policy, session) = (SessionPolicy::default(), session(login() + TimeDelta::hours(12)));
    assert_eq!(policy.session_state(&session, login() + TimeDelta::minutes(12 * 60 - 1)), SessionState::Live);
}

#[test]
fn an_extended_session_ends_at_most_12_hours_after_login() {
    let (policy, session) = (SessionPolicy::default(), session(login() + TimeDelta::hours(20)));
    let limit = login() + TimeDelta::hours(12);
    assert_eq!(policy.extended_expiry(&session, login() + TimeDelta::hours(11)), Some(limit));
    assert_eq!(policy.extended_expiry(&session, limit), None);
}

#[test]
fn a_custom_session_policy_determines_expiry_renewal_and_extension() {
    let policy = SessionPolicy {
        life: TimeDelta::minutes(10),
        renew_under: TimeDelta::minutes(2),
        max_life: TimeDelta::minutes(15),
    };
    let session = session(policy.first_expiry(login()));
    assert_eq!(session.expires_at, login() + TimeDelta::minutes(10));
    assert_eq!(
        policy.session_state(&session, login() + TimeDelta::minutes(9)),
        SessionState::Renew { expires_at: login() + TimeDelta::minutes(15) }
    );
    assert_eq!(policy.extended_expiry(&session, login()), Some(session.expires_at));
}

#[test]
fn the_expiry_of_a_session_opened_at_the_largest_time_does_not_overflow() {
    let policy = SessionPolicy::default();
    assert_eq!(policy.first_expiry(DateTime::<Utc>::MAX_UTC), DateTime::<Utc>::MAX_UTC);
}

proptest! {
    /// Generates requests and extensions of a session at random times.
    #[test]
    fn an_expired_session_stays_expired_and_no_session_exceeds_12_hours(visits in prop::collection::vec((0..2_400_i64, any::<bool>()), 0..60)) {
        let policy = SessionPolicy::default();
        let mut session = session(policy.first_expiry(login()));
        let mut now = login();
        let mut over = false;
        for (seconds, extends) in visits {
            now += TimeDelta::seconds(seconds);
            let end = match policy.session_state(&session, now) {
                SessionState::Expired => None,
                SessionState::Live => Some(session.expires_at),
                SessionState::Renew { expires_at } => Some(expires_at),
            };
            let extended = policy.extended_expiry(&session, now);
            prop_assert_eq!(end.is_some(), extended.is_some());
            prop_assert!(!over || end.is_none());
            over = end.is_none();
            if let Some(end) = if extends { extended } else { end } {
                prop_assert!(end >= session.expires_at && end > now);
                prop_assert!(end <= now + policy.life && end <= login() + policy.max_life);
                session.expires_at = end;
            }
        }
    }
}
