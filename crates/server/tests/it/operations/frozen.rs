//! A frozen PostgreSQL server: its processes exist but don't respond
//! (docs/product/running.md#a-frozen-database).

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use adapters_postgres::PoolSettings;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use ureq::Agent;

use super::embedded::{folder, postmaster, start_with_settings};
use crate::support::eventually;
use crate::support::process::Server;

/// Maximum duration of any request.
const MAX_CALL: Duration = Duration::from_secs(10);
/// Maximum duration of a readiness check.
const MAX_CHECK: Duration = Duration::from_secs(2);

/// The processes of a PostgreSQL server, which are frozen until this value is dropped.
struct FrozenServer(Vec<String>);

impl FrozenServer {
    fn new(folder: &Path) -> Self {
        let mut frozen = Self(vec![postmaster(folder).unwrap().to_string()]);
        // The postmaster is stopped first, so that it starts no new processes.
        frozen.send("-STOP", 0);
        let parent = frozen.0[0].clone();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let is_child = stat
                .rsplit_once(") ")
                .is_some_and(|(_, rest)| rest.split(' ').nth(1) == Some(parent.as_str()));
            if is_child {
                frozen.0.push(entry.file_name().into_string().unwrap());
            }
        }
        frozen.send("-STOP", 1);
        frozen
    }

    /// Sends a signal to the processes from this index on.
    fn send(&self, signal: &str, from: usize) {
        assert!(Command::new("kill").arg(signal).args(&self.0[from..]).status().unwrap().success());
    }
}

impl Drop for FrozenServer {
    fn drop(&mut self) {
        // Ignore processes that have already ended.
        let _signaled = Command::new("kill").arg("-CONT").args(&self.0).status();
    }
}

fn agent() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false);
    config.timeout_global(Some(Duration::from_secs(60))).build().into()
}

/// The part of a response that the test checks.
struct Answer {
    status: u16,
    has_retry_after: bool,
    took: Duration,
}

/// Sends a GET with an unknown session, or a POST that logs in.
fn call(agent: &Agent, method: &str, url: String) -> Answer {
    let start = Instant::now();
    let answer = match method {
        "GET" => agent.get(url).header("cookie", "lanewise_session=x").call(),
        _ => agent.post(url).header("sec-fetch-site", "same-origin").send_json(
            serde_json::json!({"email": "ann@example.com", "password": "violet-harbor-93-lantern"}),
        ),
    };
    let answer = answer.unwrap();
    Answer {
        status: answer.status().as_u16(),
        has_retry_after: answer.headers().contains_key("retry-after"),
        took: start.elapsed(),
    }
}

/// Sends this number of requests of each kind at the same time, and returns all responses.
fn call_concurrently(server: &Server, count: usize) -> Vec<Answer> {
    let agent = agent();
    let paths = [("GET", "/api/text-notifications"), ("GET", "/api/session"), ("POST", "/api/authenticate")];
    thread::scope(|scope| {
        let requests: Vec<_> = paths
            .iter()
            .cycle()
            .take(count * paths.len())
            .map(|(method, path)| {
                let (agent, url) = (agent.clone(), format!("{}{path}", server.base));
                scope.spawn(move || call(&agent, method, url))
            })
            .collect();
        requests.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

/// Returns the different statuses of this number of requests of each kind.
fn statuses(server: &Server, count: usize) -> BTreeSet<u16> {
    call_concurrently(server, count).iter().map(|answer| answer.status).collect()
}

fn call_readyz(server: &Server) -> Answer {
    call(&agent(), "GET", format!("{}/readyz", server.base))
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Asserts that all connections of the server's pool can be used at the same time, and returns their number. `owner`
/// is the database URL of the owner role.
fn pool_in_use(server: &Server, owner: &str) -> usize {
    let most = usize::try_from(PoolSettings::default().max_connections).unwrap();
    let mut holder = PgConnection::establish(owner).unwrap();
    holder.batch_execute("BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE").unwrap();
    let agent = Arc::new(agent());
    thread::scope(|scope| {
        for _ in 0..most {
            let (agent, url) = (agent.clone(), format!("{}/api/text-notifications", server.base));
            scope.spawn(move || call(&agent, "GET", url));
        }
        let waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted";
        let mut waiting_count = 0;
        eventually("all connections wait for the lock", || {
            let Count { count } = sql_query(waiting).get_result(&mut holder).unwrap();
            waiting_count = usize::try_from(count).unwrap();
            waiting_count == most
        });
        holder.batch_execute("ROLLBACK").unwrap();
        waiting_count
    })
}

#[test]
fn requests_time_out_while_the_database_is_frozen_and_work_again_afterwards() {
    let folder = folder();
    let (server, owner) = start_with_settings(folder.path(), |command| {
        command.env("RATE_LIMITS", "off");
    });
    assert_eq!(call_readyz(&server).status, 200);
    assert_eq!(statuses(&server, 2), BTreeSet::from([401]), "the server responds");

    let frozen = FrozenServer::new(folder.path());
    let is_ready_for = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            // The result of a readiness check is cached for one second.
            for _ in 0..8 {
                let answer = call_readyz(&server);
                assert!(answer.took < MAX_CHECK, "{:?}", answer.took);
                assert!(
                    answer.status == 503 || is_ready_for.elapsed() < MAX_CHECK,
                    "the server still reports that it is ready"
                );
                assert!(answer.status == 200 || answer.has_retry_after);
                thread::sleep(Duration::from_millis(200));
            }
        });
        for many in [10, 5] {
            for answer in call_concurrently(&server, many) {
                assert!(answer.took < MAX_CALL, "{:?}", answer.took);
                assert_eq!((answer.status, answer.has_retry_after), (503, true));
            }
        }
    });

    drop(frozen);
    eventually("the server is ready again", || call_readyz(&server).status == 200);
    let most = usize::try_from(PoolSettings::default().max_connections).unwrap();
    assert_eq!(pool_in_use(&server, &owner), most);
    assert_eq!(statuses(&server, 10), BTreeSet::from([401]), "the server responds again");
}

#[test]
fn the_longest_statement_fits_into_the_time_limit_of_a_request() {
    let PoolSettings { statement_timeout, wait, .. } = PoolSettings::default();
    // A request waits for a thread, then for a connection, then for one statement.
    let longest = wait * 2 + statement_timeout + Duration::from_secs(1);
    assert!(longest + Duration::from_secs(1) < MAX_CALL, "{longest:?}");
}
