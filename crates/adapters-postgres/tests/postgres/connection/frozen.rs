//! Tests of a database server that no longer responds. Lanewise closes the connections to it in time, and
//! closes no other connections (docs/adr/0016-a-watch-over-connections.md). In these tests, a proxy stops
//! forwarding data, while the operating system still acknowledges the packets.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::{PgAnnouncementFeed, PgDatabase, PoolSettings};
use ports::shared::feed::{AnnouncementFeed, FeedEvent};
use ports::shared::store_error::StoreError;
use ports::store::with_store;

const STATEMENT: Duration = Duration::from_millis(300);
const MAX_CONNECTIONS: u32 = 4;
/// The time in which a connection must be closed: a statement's timeout and the time for its response,
/// on a busy machine.
const IN_TIME: Duration = Duration::from_secs(10);
/// The time after which the proxy forwards data again. If a connection is never closed, only its own test
/// fails, and the other tests don't wait forever.
const MAX_CLOSED: Duration = Duration::from_secs(60);

/// A proxy that forwards data between the test's connections and the database.
struct Proxy {
    port: u16,
    open: Arc<(Mutex<Open>, Condvar)>,
}

/// The connections whose data the proxy forwards.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    All,
    None,
    /// All connections except for the first one.
    Later,
}

impl Proxy {
    /// Starts a proxy to this database.
    fn to(db: &TestDatabase) -> Self {
        let folder = db.url().split_once("host=").unwrap().1.split('&').next().unwrap();
        let file = format!("{folder}/.s.PGSQL.5432");
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let open = Arc::new((Mutex::new(Open::All), Condvar::new()));
        let gate = open.clone();
        thread::spawn(move || {
            for (number, client) in listener.incoming().map_while(Result::ok).enumerate() {
                let Ok(server) = UnixStream::connect(&file) else { continue };
                let (to, from) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let (there, back) = (gate.clone(), gate.clone());
                thread::spawn(move || forward_data(client, server, number, &there));
                thread::spawn(move || forward_data(from, to, number, &back));
            }
        });
        Self { port, open }
    }

    /// Sets the connections whose data the proxy forwards.
    fn set(&self, open: Open) {
        *self.open.0.lock().unwrap() = open;
        self.open.1.notify_all();
    }

    /// Returns the URL of this database through the proxy.
    fn url(&self, db: &TestDatabase) -> String {
        let name = db.url().split_once(":///").unwrap().1.split('?').next().unwrap();
        let user = db.url().split_once("user=").unwrap().1;
        format!("postgres://{user}@127.0.0.1:{}/{name}?sslmode=disable", self.port)
    }
}

/// Forwards data from `source` to `target` while the `gate` is open for the connection with this `number`.
fn forward_data(mut source: impl Read, mut target: impl Write, number: usize, gate: &(Mutex<Open>, Condvar)) {
    let mut piece = [0; 8192];
    while let Ok(length @ 1..) = source.read(&mut piece) {
        let is_closed = |open: &mut Open| *open == Open::None || (*open == Open::Later && number == 0);
        drop(gate.1.wait_timeout_while(gate.0.lock().unwrap(), MAX_CLOSED, is_closed).unwrap());
        if target.write_all(&piece[..length]).is_err() {
            return;
        }
    }
}

fn pool(url: &str) -> PgDatabase {
    let settings = PoolSettings {
        max_connections: MAX_CONNECTIONS,
        min_idle: 0,
        wait: IN_TIME,
        statement_timeout: STATEMENT,
        ..PoolSettings::default()
    };
    PgDatabase::open(url, settings).unwrap()
}

/// Runs a statement on each connection at the same time. Returns whether each statement succeeded, and the time
/// that the slowest one took.
fn run_on_each_connection(database: &PgDatabase) -> (Vec<bool>, Duration) {
    let start = Instant::now();
    let (ready, changed) = (Mutex::new(0), Condvar::new());
    // `Barrier` isn't used. A barrier would wait forever if a thread got no connection.
    let wait_for_all = || {
        let mut ready = ready.lock().unwrap();
        *ready += 1;
        changed.notify_all();
        drop(changed.wait_timeout_while(ready, IN_TIME, |ready| *ready < MAX_CONNECTIONS).unwrap());
    };
    let answered = thread::scope(|scope| {
        let threads: Vec<_> = (0..MAX_CONNECTIONS)
            .map(|_| {
                scope.spawn(|| {
                    with_store(database, |store| {
                        wait_for_all();
                        store.has_administrator()
                    })
                })
            })
            .collect();
        threads.into_iter().map(|thread| is_successful(&thread.join().unwrap())).collect()
    });
    (answered, start.elapsed())
}

/// Whether the call succeeded. Panics for an error other than `Unavailable`.
#[track_caller]
fn is_successful<T>(outcome: &Result<T, StoreError>) -> bool {
    assert!(matches!(outcome, Ok(_) | Err(StoreError::Unavailable(_))));
    outcome.is_ok()
}

#[test]
fn statements_time_out_on_a_frozen_server_and_the_pool_recovers() {
    let db = TestDatabase::new();
    let proxy = Proxy::to(&db);
    let database = pool(&proxy.url(&db));
    assert_eq!(run_on_each_connection(&database).0, [true; 4]);
    proxy.set(Open::None);
    let (answered, took) = run_on_each_connection(&database);
    assert_eq!(answered, [false; 4]);
    assert!(took < IN_TIME, "{took:?}");
    proxy.set(Open::All);
    assert_eq!(run_on_each_connection(&database).0, [true; 4]);
}

#[test]
fn a_frozen_connection_times_out_without_affecting_other_connections() {
    let db = TestDatabase::new();
    let proxy = Proxy::to(&db);
    let database = pool(&proxy.url(&db));
    assert_eq!(run_on_each_connection(&database).0, [true; 4]);
    proxy.set(Open::Later);
    let answered = run_on_each_connection(&database).0;
    assert_eq!(answered.iter().filter(|answered| !**answered).count(), 1, "{answered:?}");
}

#[test]
fn connecting_to_a_frozen_server_times_out() {
    let db = TestDatabase::new();
    let proxy = Proxy::to(&db);
    proxy.set(Open::None);
    let mut feed = PgAnnouncementFeed::new(&format!("{}&connect_timeout=2", proxy.url(&db))).unwrap();
    let start = Instant::now();
    assert_eq!(feed.receive(Duration::from_millis(1)), []);
    assert!(start.elapsed() < IN_TIME, "{:?}", start.elapsed());
    proxy.set(Open::All);
    assert_eq!(feed.receive(IN_TIME), [FeedEvent::Gap]);
}
