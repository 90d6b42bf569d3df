//! Closes connections to a PostgreSQL server that doesn't respond
//! (docs/adr/0016-a-watch-over-connections.md).
//!
//! The server process enforces `statement_timeout`. If that process is frozen, its kernel may still acknowledge
//! packets. So a thread regularly checks how long each connection has waited, and shuts down the socket of one
//! that has waited too long. libpq then reports a closed connection.

mod activity;
mod socket;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::{Connection, ConnectionResult, PgConnection};
use sockets::DuplicateSocket;

use crate::connection::rounds::run_round;
use crate::connection::watch::activity::{Activity, Counts};
use crate::connection::watch::socket::{ConnectPermit, ConnectionMark, SocketSearch};

/// Time after `statement_timeout` in which the server must respond before the connection is closed.
pub(crate) const GRACE: Duration = Duration::from_secs(1);
/// Interval between checks of all connections.
const CHECK_EVERY: Duration = Duration::from_millis(200);
/// Maximum time for connecting. This time is longer than libpq needs to try three hosts.
const MAX_ATTEMPT: Duration = Duration::from_secs(20);

static WATCH: LazyLock<Watch> = LazyLock::new(Watch::start);

/// Connects to the URL `address`. The connection is closed later if a statement waits longer than `limit` for its
/// result, unless the connection's socket wasn't found.
pub(crate) fn connect(address: &str, limit: Duration) -> ConnectionResult<PgConnection> {
    let search = Arc::new(SocketSearch::new(address));
    WATCH.lock().attempts.push((Instant::now(), Arc::downgrade(&search)));
    let mut connection = PgConnection::establish(search.address())?;
    let watched = Arc::new(WatchedConnection {
        server: address.into(),
        limit,
        activity: Activity::default(),
        socket: search.find(),
        _mark: search.mark(),
    });
    if watched.socket.is_none() {
        tracing::debug!("could not find the socket of a database connection; it is not watched for hangs");
    }
    WATCH.lock().connections.push(ConnectionCheck::new(&watched));
    connection.set_instrumentation(Reporter(watched));
    Ok(connection)
}

/// Returns the number of statements sent on the open connections whose URL contains `database`,
/// including BEGIN and COMMIT. The statement that sets up a connection doesn't count, because the
/// pool may open a connection at any time.
#[cfg(feature = "testing")]
pub(crate) fn statements_sent(database: &str) -> u64 {
    let watched = WATCH.lock();
    let open = watched.connections.iter().filter_map(|check| check.connection.upgrade());
    let of_database = open.filter(|connection| connection.server.contains(database));
    of_database.map(|connection| connection.activity.counts().started.saturating_sub(1)).sum()
}

/// Connects to the URL `address` without a limit, for statements that may take any amount of time.
pub(crate) fn connect_unwatched(address: &str) -> ConnectionResult<PgConnection> {
    let _alone = ConnectPermit::wait_for_permit(address);
    PgConnection::establish(address)
}

/// A connection that the thread checks. This value is dropped together with the connection itself.
#[derive(Debug)]
struct WatchedConnection {
    /// The connection's URL. Connections with the same URL are to the same server.
    server: Arc<str>,
    limit: Duration,
    activity: Activity,
    socket: Option<DuplicateSocket>,
    _mark: Arc<ConnectionMark>,
}

/// Passes diesel's events on to a connection's counters.
struct Reporter(Arc<WatchedConnection>);

impl Instrumentation for Reporter {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        self.0.activity.record_event(&event);
    }
}

/// A connection, with the result of its last check.
struct ConnectionCheck {
    connection: Weak<WatchedConnection>,
    seen: Counts,
    waits: Wait,
}

impl ConnectionCheck {
    fn new(connection: &Arc<WatchedConnection>) -> Self {
        Self { connection: Arc::downgrade(connection), seen: Counts::default(), waits: Wait::default() }
    }

    /// Stores the connection's counters as of `now`. If they changed, also updates when the current wait for a response
    /// started and when a statement last succeeded.
    fn update(&mut self, counts: Counts, now: Instant) {
        if counts.answered != self.seen.answered {
            self.waits.answered = Some(now);
        }
        if !counts.is_waiting {
            self.waits.since = None;
        } else if self.waits.since.is_none() || counts.started != self.seen.started {
            self.waits.since = Some(now);
        }
        self.seen = counts;
    }
}

/// How long a connection has been waiting, according to the checks.
#[derive(Clone, Copy, Debug, Default)]
struct Wait {
    /// When the current wait for a response started; `None` if the connection isn't waiting.
    since: Option<Instant>,
    /// When a statement last succeeded; `None` if none has.
    answered: Option<Instant>,
}

/// Decides which connections to close, and returns a flag for each. A connection is given as its server, its limit
/// and its wait. The connection is closed if its statement has waited at least as long as its limit. If no
/// connection to the same server has had a response since that wait started, the server is frozen, and all
/// connections to it are closed.
fn find_overdue(connections: &[(&str, Duration, Wait)], now: Instant) -> Vec<bool> {
    let is_late = |(_, limit, wait): &(&str, Duration, Wait)| {
        wait.since.filter(|since| now.saturating_duration_since(*since) >= *limit)
    };
    let is_frozen = |server: &str, since: Instant| {
        let of_server = connections.iter().filter(|(other, ..)| *other == server);
        of_server.filter_map(|(_, _, wait)| wait.answered).all(|answered| answered <= since)
    };
    let frozen: BTreeSet<&str> = connections
        .iter()
        .filter_map(|connection| {
            is_late(connection).filter(|since| is_frozen(connection.0, *since)).map(|_| connection.0)
        })
        .collect();
    connections
        .iter()
        .map(|connection| is_late(connection).is_some() || frozen.contains(connection.0))
        .collect()
}

/// All connections that the thread checks.
#[derive(Default)]
struct Watch(Mutex<WatchedConnections>);

#[derive(Default)]
struct WatchedConnections {
    connections: Vec<ConnectionCheck>,
    attempts: Vec<(Instant, Weak<SocketSearch>)>,
}

impl Watch {
    /// Starts the thread that checks the connections of [`WATCH`], and returns an empty list.
    fn start() -> Self {
        let started = thread::Builder::new().name("database-watch".to_owned()).spawn(|| {
            loop {
                thread::sleep(CHECK_EVERY);
                run_round("database-watch", || WATCH.close_overdue(Instant::now()));
            }
        });
        if let Err(error) = started {
            tracing::error!(%error, "could not start the watch over database connections");
        }
        Self::default()
    }

    fn lock(&self) -> MutexGuard<'_, WatchedConnections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes connections and ends attempts to connect that have waited too long at the time `now`.
    fn close_overdue(&self, now: Instant) {
        let mut known = self.lock();
        let ended = known.close_overdue_connections(now) + known.end_attempts(now);
        drop(known);
        if ended > 0 {
            tracing::warn!(ended, "the database does not respond; closed hanging connections");
            metrics::counter!("database_connections_ended_total").increment(ended);
        }
    }
}

impl WatchedConnections {
    /// Closes connections that have waited too long. Stops checking these connections and
    /// connections that no longer exist. Returns the number of closed connections.
    fn close_overdue_connections(&mut self, now: Instant) -> u64 {
        let mut connections = vec![];
        self.connections.retain_mut(|watched| {
            let Some(connection) = watched.connection.upgrade() else { return false };
            watched.update(connection.activity.counts(), now);
            connections.push((connection, watched.waits));
            true
        });
        let waits: Vec<_> = connections
            .iter()
            .map(|(connection, wait)| (&*connection.server, connection.limit, *wait))
            .collect();
        let mut are_overdue = find_overdue(&waits, now).into_iter();
        let mut ended = 0;
        self.connections.retain(|watched| {
            let is_overdue = are_overdue.next().unwrap_or(false);
            let connection = watched.connection.upgrade().filter(|_| is_overdue);
            if let Some(socket) = connection.as_ref().and_then(|connection| connection.socket.as_ref()) {
                ended += u64::from(socket.shut_down().is_ok());
            }
            !is_overdue
        });
        ended
    }

    /// Ends attempts to connect that take too long, for example because the server froze right
    /// after accepting the connection. Returns the number of ended attempts.
    fn end_attempts(&mut self, now: Instant) -> u64 {
        let mut ended = 0;
        self.attempts.retain(|(began, search)| {
            let Some(search) = search.upgrade() else { return false };
            let is_over = now.saturating_duration_since(*began) >= MAX_ATTEMPT;
            if is_over && let Some(socket) = search.find() {
                ended += u64::from(socket.shut_down().is_ok());
            }
            !is_over
        });
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(6);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Returns which connections are closed after 20 seconds. Each connection is given as its server, the
    /// second in which its wait started, and the second of its last response.
    fn find_ended(connections: &[(&str, Option<u64>, Option<u64>)]) -> Vec<bool> {
        let start = Instant::now();
        let at = |second: Option<u64>| second.map(|second| start + seconds(second));
        let connections: Vec<_> = connections
            .iter()
            .map(|(server, since, answered)| {
                (*server, LIMIT, Wait { since: at(*since), answered: at(*answered) })
            })
            .collect();
        find_overdue(&connections, start + seconds(20))
    }

    #[test]
    fn a_connection_is_not_closed_while_its_statement_is_within_the_time_limit() {
        assert_eq!(
            find_ended(&[("a", Some(15), Some(15)), ("a", None, Some(3)), ("a", None, None)]),
            [false; 3]
        );
    }

    #[test]
    fn only_the_connection_whose_statement_got_no_response_is_closed() {
        let connections = [("a", Some(14), Some(13)), ("a", Some(19), Some(19)), ("a", None, Some(2))];
        assert_eq!(find_ended(&connections), [true, false, false]);
    }

    #[test]
    fn all_connections_to_a_server_that_stopped_responding_are_closed() {
        let connections =
            [("a", Some(14), Some(14)), ("a", Some(16), Some(9)), ("a", None, None), ("b", None, Some(1))];
        assert_eq!(find_ended(&connections), [true, true, true, false]);
    }

    #[test]
    fn the_statement_time_limit_restarts_with_each_statement() {
        let connection = Arc::new(WatchedConnection {
            server: "a".into(),
            limit: LIMIT,
            activity: Activity::default(),
            socket: None,
            _mark: SocketSearch::new("host=a").mark(),
        });
        let (mut watched, start) = (ConnectionCheck::new(&connection), Instant::now());
        let waiting = |started, answered| Counts { started, answered, is_waiting: true };
        for (second, counts, since) in [
            (0, waiting(1, 0), Some(0)),
            (1, waiting(1, 0), Some(0)),
            (2, waiting(2, 1), Some(2)),
            (3, Counts { started: 2, answered: 2, is_waiting: false }, None),
            (4, waiting(3, 2), Some(4)),
        ] {
            watched.update(counts, start + seconds(second));
            assert_eq!(watched.waits.since, since.map(|second| start + seconds(second)), "{second}");
        }
        assert_eq!(watched.waits.answered, Some(start + seconds(3)));
    }
}
