//! Sessions on the server. `cases/session.json` covers the exact boundaries.

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
fn the_policy_is_that_of_the_product() {
    let SessionPolicy { life, renew_under, absolute } = SessionPolicy::default();
    assert_eq!(
        (life, renew_under, absolute),
        (TimeDelta::minutes(30), TimeDelta::minutes(5), TimeDelta::hours(12))
    );
}

#[test]
fn a_read_tells_its_new_end() {
    let (policy, session) = (SessionPolicy::default(), session(login() + TimeDelta::minutes(30)));
    let read = |minutes| policy.read(&session, login() + TimeDelta::minutes(minutes));
    assert_eq!(read(25), SessionState::Live);
    assert_eq!(read(26), SessionState::Renew { expires_at: login() + TimeDelta::minutes(56) });
    assert_eq!(read(30), SessionState::Expired);
}

#[test]
fn the_last_minutes_of_the_12_hours_are_not_renewed_over_and_over() {
    let (policy, session) = (SessionPolicy::default(), session(login() + TimeDelta::hours(12)));
    assert_eq!(policy.read(&session, login() + TimeDelta::minutes(12 * 60 - 1)), SessionState::Live);
}

#[test]
fn an_end_past_the_12_hours_is_cut_to_them_by_extending() {
    let (policy, session) = (SessionPolicy::default(), session(login() + TimeDelta::hours(20)));
    let limit = login() + TimeDelta::hours(12);
    assert_eq!(policy.extend(&session, login() + TimeDelta::hours(11)), Some(limit));
    assert_eq!(policy.extend(&session, limit), None);
}

#[test]
fn another_policy_is_followed() {
    let policy = SessionPolicy {
        life: TimeDelta::minutes(10),
        renew_under: TimeDelta::minutes(2),
        absolute: TimeDelta::minutes(15),
    };
    let session = session(policy.open(login()));
    assert_eq!(session.expires_at, login() + TimeDelta::minutes(10));
    assert_eq!(
        policy.read(&session, login() + TimeDelta::minutes(9)),
        SessionState::Renew { expires_at: login() + TimeDelta::minutes(15) }
    );
    assert_eq!(policy.extend(&session, login()), Some(session.expires_at));
}

#[test]
fn times_at_the_end_of_the_calendar_do_no_harm() {
    let policy = SessionPolicy::default();
    assert_eq!(policy.open(DateTime::<Utc>::MAX_UTC), DateTime::<Utc>::MAX_UTC);
}

proptest! {
    /// For visits and extensions at any times, the session's end never moves back and never passes the 12 hours. It is
    /// never renewed for longer than its life, and an expired session stays expired.
    #[test]
    fn a_day_with_a_session(visits in prop::collection::vec((0..2_400_i64, any::<bool>()), 0..60)) {
        let policy = SessionPolicy::default();
        let mut session = session(policy.open(login()));
        let mut now = login();
        let mut over = false;
        for (seconds, extends) in visits {
            now += TimeDelta::seconds(seconds);
            let end = match policy.read(&session, now) {
                SessionState::Expired => None,
                SessionState::Live => Some(session.expires_at),
                SessionState::Renew { expires_at } => Some(expires_at),
            };
            let extended = policy.extend(&session, now);
            prop_assert_eq!(end.is_some(), extended.is_some());
            prop_assert!(!over || end.is_none());
            over = end.is_none();
            if let Some(end) = if extends { extended } else { end } {
                prop_assert!(end >= session.expires_at && end > now);
                prop_assert!(end <= now + policy.life && end <= login() + policy.absolute);
                session.expires_at = end;
            }
        }
    }
}
