//! Which socket belongs to which connection: libpq doesn't say (docs/adr/0016-a-watch-over-connections.md).

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sockets::{FoundSocket, find};

use crate::connection::conninfo::{hosts_with_files, user_timeout, with_user_timeout};

/// The hosts to which a connection over a Unix socket is being made.
static BUSY: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static FREED: Condvar = Condvar::new();
/// The marks of the connections that there are.
static MARKS: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The right to make a connection over a Unix socket to these hosts. Only one connection has it at a time, so the socket that is new
/// afterwards is the connection's.
#[derive(Debug)]
pub(super) struct Alone(String);

impl Alone {
    /// Waits for the right; none for an address of network hosts alone, which needs none.
    pub(super) fn wait(address: &str) -> Option<Self> {
        let hosts = hosts_with_files(address)?.join(",");
        let free = FREED.wait_while(locked(&BUSY), |busy| busy.contains(&hosts));
        free.unwrap_or_else(PoisonError::into_inner).insert(hosts.clone());
        Some(Self(hosts))
    }

    /// Whether the peer's file lies in the folder of one of the hosts.
    fn names(&self, socket: &FoundSocket) -> bool {
        let file = socket.peer_file().unwrap_or_default();
        self.0.split(',').any(|host| !host.is_empty() && file.starts_with(host))
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        locked(&BUSY).remove(&self.0);
        FREED.notify_all();
    }
}

/// A number that no other connection of this process has. A TCP connection carries it in its `TCP_USER_TIMEOUT`.
#[derive(Debug)]
pub(super) struct Mark(u64);

impl Mark {
    fn take() -> Self {
        let mut taken = locked(&MARKS);
        let free = (1..).find(|mark| !taken.contains(mark)).unwrap_or_default();
        taken.insert(free);
        Self(free)
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        locked(&MARKS).remove(&self.0);
    }
}

/// How to find the socket of a connection that is being made.
#[derive(Debug)]
pub(super) struct Search {
    address: String,
    /// The `TCP_USER_TIMEOUT` with the mark; none where the address leaves it to the system.
    timeout: Option<Duration>,
    mark: Arc<Mark>,
    alone: Option<Alone>,
    /// The sockets to a PostgreSQL on this machine that were there before.
    before: BTreeSet<u64>,
}

impl Search {
    /// Prepares to connect to this address.
    pub(super) fn new(address: &str) -> Self {
        let alone = Alone::wait(address);
        let mark = Arc::new(Mark::take());
        let timeout = user_timeout(address).map(|timeout| timeout + Duration::from_millis(mark.0));
        let marked = timeout.map(|timeout| with_user_timeout(address, timeout));
        let before = alone.iter().flat_map(|_| find(leads_to_postgres));
        Self {
            address: marked.unwrap_or_else(|| address.to_owned()),
            timeout,
            mark,
            before: before.filter_map(|socket| socket.cookie()).collect(),
            alone,
        }
    }

    /// The address to connect to.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// To be kept as long as the connection.
    pub(super) fn mark(&self) -> Arc<Mark> {
        self.mark.clone()
    }

    /// The connection's socket. None when it can't be told from others.
    pub(super) fn find(&self) -> Option<FoundSocket> {
        let mut found = find(|socket| self.is_marked(socket) || self.is_new(socket));
        if found.len() > 1 {
            // Of several servers on this machine it's the one that the address names.
            found.retain(|socket| self.alone.as_ref().is_some_and(|alone| alone.names(socket)));
        }
        let socket = found.pop();
        if found.is_empty() { socket } else { None }
    }

    fn is_marked(&self, socket: &FoundSocket) -> bool {
        self.timeout.is_some() && socket.user_timeout() == self.timeout
    }

    fn is_new(&self, socket: &FoundSocket) -> bool {
        let is_new = || socket.cookie().is_some_and(|cookie| !self.before.contains(&cookie));
        self.alone.is_some() && leads_to_postgres(socket) && is_new()
    }
}

/// Whether it's a Unix socket to PostgreSQL, which always names its file so.
fn leads_to_postgres(socket: &FoundSocket) -> bool {
    socket.peer_file().is_some_and(|file| file.contains("/.s.PGSQL."))
}
