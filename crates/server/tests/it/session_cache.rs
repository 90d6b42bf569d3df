//! Sessions that one process has cached while another process ends or changes them
//! (docs/product/accounts.md#remembered-sessions).

use std::time::Instant;

use adapters_postgres::testing::TestDatabase;
use ports::shared::secrets::TokenHash;
use serde_json::json;

use crate::support::{App, eventually};

/// Two server processes on one database. The second process cached the driver's session at the time `since`.
struct TwoProcesses {
    one: App,
    two: App,
    driver: i32,
    token: String,
    hash: TokenHash,
    since: Instant,
}

impl TwoProcesses {
    fn new() -> Self {
        let database = std::sync::Arc::new(TestDatabase::new());
        let (one, two) = (App::start_on(database.clone(), |_| {}), App::start_on(database, |_| {}));
        let user = one.driver("driver");
        let token = one.log_in(user);
        let hash = one.deps().tokens.hash(&token);
        let mut world = Self { one, two, driver: user.0, token, hash, since: Instant::now() };
        // The second process caches sessions only once its LISTEN connection is up.
        eventually("the session is cached", || {
            assert_eq!(world.status_at_two(), 200);
            world.since = Instant::now();
            world.is_cached()
        });
        world
    }

    /// Returns the status of the driver's request to the second process.
    fn status_at_two(&self) -> u16 {
        self.two.get(&format!("/api/tickets/{}", self.driver), &self.token).status
    }

    /// Returns whether the second process still caches the session, regardless of the entry's age.
    fn is_cached(&self) -> bool {
        self.two.state.sessions.recall(&self.hash, self.since).is_ok()
    }
}

#[test]
fn a_session_ended_by_another_process_is_dropped_from_the_cache() {
    let world = TwoProcesses::new();
    world.one.post("/api/logout", &world.token, &json!({}));
    eventually("the cached session is dropped", || !world.is_cached());
    assert_eq!(world.status_at_two(), 401);
}

#[test]
fn a_cached_session_is_dropped_when_another_process_changes_its_account() {
    let world = TwoProcesses::new();
    world.one.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {}", world.driver));
    eventually("the cached session is dropped", || !world.is_cached());
    let unsolved = world.two.get("/api/admin/unsolved-counts", &world.token);
    assert_eq!(unsolved.status, 200, "the new role applies");
}

#[test]
fn a_lost_listen_connection_clears_the_session_cache() {
    let world = TwoProcesses::new();
    // The session is deleted without a notification.
    world.one.sql(&format!(
        "ALTER TABLE sessions DISABLE TRIGGER sessions_announce_ended;
         DELETE FROM sessions WHERE user_id = {};
         ALTER TABLE sessions ENABLE TRIGGER sessions_announce_ended",
        world.driver
    ));
    assert!(world.is_cached());
    world.one.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'");
    eventually("the cached session is dropped", || !world.is_cached());
    assert_eq!(world.status_at_two(), 401);
}

#[test]
fn an_account_change_is_visible_immediately_in_the_process_that_handled_the_request() {
    let world = TwoProcesses::new();
    let (driver, token) = (world.driver, world.token.as_str());
    let body = json!({"phoneNumber": "2125550123"});
    let changed = world.two.call("PATCH", "/api/account/contact", Some(token), Some(&body));
    assert_eq!(changed.status, 200, "{:?}", changed.json);
    let own = world.two.get(&format!("/api/users/{driver}"), token);
    assert_eq!(own.json["phoneNumber"], "2125550123");
    world.two.post("/api/logout", token, &json!({}));
    assert_eq!(world.status_at_two(), 401);
}
