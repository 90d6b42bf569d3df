//! Counts the statements that a server sends to its database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use adapters_postgres::testing::TestDatabase;
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};

/// Statements that were sent to one database.
type Statements = Arc<Mutex<Vec<String>>>;

/// Statements by the name of the database.
static SENT: Mutex<Option<HashMap<String, Statements>>> = Mutex::new(None);

/// Records the statements of servers that are started from now on.
pub fn record() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| set_default_instrumentation(|| Some(Box::new(Recorder::default()))).unwrap());
}

/// Runs a call and returns its result, with the statements that the server sent meanwhile.
pub fn during<T>(database: &TestDatabase, call: impl FnOnce() -> T) -> (T, Vec<String>) {
    let log = log_of(database.url());
    lock(&log).clear();
    let result = call();
    let sent = std::mem::take(&mut *lock(&log));
    (result, sent)
}

/// The recorder of one connection. Its database is known once the connection is being opened.
#[derive(Default)]
struct Recorder(Option<Statements>);

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartEstablishConnection { url, .. } => self.0 = Some(log_of(url)),
            InstrumentationEvent::StartQuery { query, .. } => {
                if let Some(log) = &self.0 {
                    lock(log).push(query.to_string());
                }
            }
            _ => {}
        }
    }
}

fn log_of(url: &str) -> Statements {
    let (path, _) = url.split_once('?').unwrap_or((url, ""));
    let database = path.rsplit('/').next().unwrap_or_default();
    let mut all = lock(&SENT);
    Arc::clone(all.get_or_insert_default().entry(database.to_owned()).or_default())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
