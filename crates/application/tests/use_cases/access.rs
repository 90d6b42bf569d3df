//! Tests of authentication, session renewal, and access checks.

use application::access::{Activity, Actor, authenticate};
use application::accounts::sessions::write_last_uses;
use application::error::Result;
use application::shared::last_uses::LastUses;
use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::session::{Session, SessionPolicy};
use domain::shared::ids::{SessionId, UserId};
use rstest::rstest;

use crate::support::fakes::hash_of;
use crate::support::store::memory::Tables;
use crate::support::store::unit::Unit;
use crate::support::*;

#[rstest]
#[case::a_driver_themself(DRIVER, DRIVER, true)]
#[case::a_driver_another(DRIVER, OTHER, false)]
#[case::a_driver_staff(DRIVER, ADMIN, false)]
#[case::staff_a_driver(ADMIN, DRIVER, true)]
#[case::staff_themself(ADMIN, ADMIN, true)]
#[case::staff_an_unknown_user(ADMIN, UserId(99), true)]
#[case::a_driver_an_unknown_user(DRIVER, UserId(99), false)]
fn drivers_can_access_only_their_own_records_and_staff_can_access_any_record(
    #[case] caller: UserId,
    #[case] owner: UserId,
    #[case] is_allowed: bool,
) {
    let actor = actor(caller);
    assert_eq!(outcome(&actor.must_be_user_or_staff(owner)), if is_allowed { "Ok" } else { "Forbidden" });
    assert_eq!(outcome(&actor.must_be_owner_or_staff(owner)), if is_allowed { "Ok" } else { "NotFound" });
}

#[test]
fn lists_show_drivers_their_own_records_and_staff_all_records() {
    assert_eq!(driver().allowed_user_filter(None).unwrap(), Some(DRIVER));
    assert_eq!(admin().allowed_user_filter(None).unwrap(), None);
    assert!(admin().is_admin() && !driver().is_admin());
}

/// A request that is sent at `now` with this session.
struct Request {
    session: Session,
    now: DateTime<Utc>,
    activity: Activity,
}

/// The change to the stored session that a request causes.
enum Write {
    Nothing,
    /// The session gets this expiry.
    Renewed(DateTime<Utc>),
    /// The session is deleted.
    Ended,
}

/// Sends a request, and checks its change to the stored session. Returns the caller; `None` if the session ends.
fn send_and_check(request: Request, expected: &Write) -> Option<Actor> {
    let Request { session, now, activity } = request;
    let mut tables = Tables {
        users: vec![user(session.user_id)],
        sessions: vec![(hash_of("token"), session.clone())],
        ..Tables::default()
    };
    let result = with_token(&mut tables, now, activity);
    let is_over = matches!(expected, Write::Ended);
    assert_eq!(outcome(&result), if is_over { "Unauthenticated" } else { "Ok" });
    let written = match *expected {
        Write::Nothing => vec![session],
        Write::Renewed(expires_at) => vec![Session { last_activity: now, expires_at, ..session }],
        Write::Ended => vec![],
    };
    assert_eq!(tables.sessions.into_iter().map(|(_, session)| session).collect::<Vec<_>>(), written);
    result.ok()
}

/// Authenticates a request with the token `token`.
fn with_token(tables: &mut Tables, now: DateTime<Utc>, activity: Activity) -> Result<Actor> {
    let (policy, uses) = (SessionPolicy::default(), LastUses::default());
    let (token, address) = (hash_of("token"), "203.0.113.7");
    authenticate(&mut Unit::connection(tables), &policy, &uses, now, &token, activity, address)
}

/// Builds a request that is sent `minutes` and `seconds` after noon. The request's session was opened and
/// last used at noon.
fn at(minutes: i64, seconds: i64, activity: Activity) -> Request {
    let session = Session {
        id: SessionId(7),
        user_id: DRIVER,
        login_time: noon(),
        last_activity: noon(),
        expires_at: noon() + TimeDelta::minutes(30),
        proved_at: Some(noon()),
    };
    Request { session, now: noon() + TimeDelta::minutes(minutes) + TimeDelta::seconds(seconds), activity }
}

fn in_minutes(minutes: i64) -> DateTime<Utc> {
    noon() + TimeDelta::minutes(minutes)
}

#[test]
fn a_request_with_an_unknown_session_token_is_unauthenticated() {
    let result = with_token(&mut Tables::default(), noon(), Activity::Person);
    assert_eq!(outcome(&result), "Unauthenticated");
}

#[test]
fn a_live_session_identifies_the_user_and_their_address() {
    let actor = send_and_check(at(0, 30, Activity::Person), &Write::Nothing).unwrap();
    assert_eq!((actor.id(), actor.address.as_str()), (DRIVER, "203.0.113.7"));
    assert_eq!(actor.session.last_activity, noon());
}

#[test]
fn a_request_updates_the_last_activity_in_memory_once_a_minute_without_a_database_write() {
    send_and_check(at(0, 59, Activity::Person), &Write::Nothing);
    let actor = send_and_check(at(1, 0, Activity::Person), &Write::Nothing).unwrap();
    assert_eq!(actor.session.last_activity, in_minutes(1));
    assert_eq!(actor.session.expires_at, in_minutes(30));
}

#[test]
fn a_session_with_less_than_five_minutes_left_is_renewed() {
    send_and_check(at(25, 0, Activity::Person), &Write::Nothing);
    let actor =
        send_and_check(at(25, 1, Activity::Person), &Write::Renewed(in_minutes(55) + TimeDelta::seconds(1)));
    assert_eq!(actor.unwrap().session.expires_at, in_minutes(55) + TimeDelta::seconds(1));
}

#[test]
fn a_session_is_renewed_even_if_its_last_activity_was_seconds_ago() {
    let mut request = at(29, 0, Activity::Person);
    request.session.last_activity = request.now - TimeDelta::seconds(5);
    send_and_check(request, &Write::Renewed(in_minutes(59)));
}

#[rstest]
#[case(1)]
#[case(26)]
#[case(29)]
fn an_automatic_poll_neither_renews_a_session_nor_counts_as_activity(#[case] minutes: i64) {
    let actor = send_and_check(at(minutes, 0, Activity::Poll), &Write::Nothing).unwrap();
    assert_eq!(actor.session.expires_at, in_minutes(30));
}

#[rstest]
#[case(30, Activity::Person)]
#[case(31, Activity::Person)]
#[case(30, Activity::Poll)]
fn an_expired_session_is_deleted(#[case] minutes: i64, #[case] activity: Activity) {
    assert!(send_and_check(at(minutes, 0, activity), &Write::Ended).is_none());
}

/// Builds a request that is sent this many minutes before the session is twelve hours old. Unless
/// the session is renewed, it expires four minutes after the request.
fn near_the_limit(minutes_before_limit: i64) -> Request {
    let now = noon() + TimeDelta::hours(12) - TimeDelta::minutes(minutes_before_limit);
    let mut request = at(0, 0, Activity::Person);
    request.session.last_activity = now;
    request.session.expires_at = now + TimeDelta::minutes(4);
    request.now = now;
    request
}

#[test]
fn a_session_ends_twelve_hours_after_login_despite_activity() {
    send_and_check(near_the_limit(10), &Write::Renewed(noon() + TimeDelta::hours(12)));
    send_and_check(near_the_limit(4), &Write::Nothing);
    send_and_check(near_the_limit(0), &Write::Ended);
    send_and_check(near_the_limit(-1), &Write::Ended);
}

#[test]
fn last_activities_in_memory_are_written_in_one_batch_when_the_database_is_up_again() {
    let world = World::new();
    let ids = [1, 2].map(|n| {
        let session = Session { id: SessionId(n), ..at(0, 0, Activity::Person).session };
        world.database.tables().sessions.push((hash_of(&n.to_string()), session));
        SessionId(n)
    });
    assert_eq!(write_last_uses(&world.deps).unwrap(), 0);
    let later = noon() + TimeDelta::minutes(2);
    for id in ids {
        world.deps.last_uses.record(id, later);
        world.deps.last_uses.record(id, noon() + TimeDelta::minutes(1));
    }
    world.database.set_down(true);
    write_last_uses(&world.deps).unwrap_err();
    world.database.set_down(false);
    assert_eq!(write_last_uses(&world.deps).unwrap(), 2);
    let written: Vec<_> =
        world.database.tables().sessions.iter().map(|(_, session)| session.last_activity).collect();
    assert_eq!(written, [later, later]);
}
