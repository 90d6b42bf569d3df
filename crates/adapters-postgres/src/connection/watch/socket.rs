//! Finds a connection's socket among the process's open files, because libpq doesn't expose it
//! (docs/adr/0016-a-watch-over-connections.md).

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sockets::{DuplicateSocket, find};

use crate::connection::conninfo::{socket_hosts, user_timeout, with_user_timeout};

/// The hosts of each running attempt to connect over a Unix socket.
static BUSY: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
static FREED: Condvar = Condvar::new();
/// Numbers of all [`ConnectionMark`]s in use.
static MARKS: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Locks `mutex`, even if another thread panicked while it held the lock.
fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Permission to connect over a Unix socket to these hosts, which are separated by commas. Only one attempt at a time
/// has the permission, so a socket that appears during the attempt belongs to that attempt.
#[derive(Debug)]
pub(super) struct ConnectPermit(String);

impl ConnectPermit {
    /// Waits until no other connection is being made to the Unix sockets in the URL `address`, and then reserves them.
    /// Returns `None` if the URL names no Unix socket, because network addresses need no reservation.
    pub(super) fn wait_for_permit(address: &str) -> Option<Self> {
        let hosts = socket_hosts(address)?.join(",");
        let free = FREED.wait_while(lock(&BUSY), |busy| busy.contains(&hosts));
        free.unwrap_or_else(PoisonError::into_inner).insert(hosts.clone());
        Some(Self(hosts))
    }

    /// Whether the socket's peer has its file in one of the hosts' directories.
    fn covers(&self, socket: &DuplicateSocket) -> bool {
        let file = socket.peer_file().unwrap_or_default();
        self.0.split(',').any(|host| !host.is_empty() && file.starts_with(host))
    }
}

impl Drop for ConnectPermit {
    fn drop(&mut self) {
        lock(&BUSY).remove(&self.0);
        FREED.notify_all();
    }
}

/// A number that identifies a TCP connection's socket. The connection's `TCP_USER_TIMEOUT` is increased by this
/// number of milliseconds, and no other connection of this process has the same number.
#[derive(Debug)]
pub(super) struct ConnectionMark(u64);

impl ConnectionMark {
    /// Reserves the smallest mark that no other connection has.
    fn reserve() -> Self {
        let mut used_marks = lock(&MARKS);
        let free = (1..).find(|mark| !used_marks.contains(mark)).unwrap_or_default();
        used_marks.insert(free);
        Self(free)
    }
}

impl Drop for ConnectionMark {
    fn drop(&mut self) {
        lock(&MARKS).remove(&self.0);
    }
}

/// Data for finding the socket of a connection that is being made.
#[derive(Debug)]
pub(super) struct SocketSearch {
    address: String,
    /// The connection's `TCP_USER_TIMEOUT`: the URL's timeout, plus `mark` in milliseconds. `None` if the URL leaves
    /// the timeout to the system.
    timeout: Option<Duration>,
    mark: Arc<ConnectionMark>,
    /// Permission to connect over a Unix socket; `None` if the URL names no Unix socket.
    permit: Option<ConnectPermit>,
    /// Kernel ids of the sockets to a local PostgreSQL that existed before the attempt.
    before: BTreeSet<u64>,
}

impl SocketSearch {
    /// Prepares an attempt to connect to the URL `address`.
    pub(super) fn new(address: &str) -> Self {
        let permit = ConnectPermit::wait_for_permit(address);
        let mark = Arc::new(ConnectionMark::reserve());
        let timeout = user_timeout(address).map(|timeout| timeout + Duration::from_millis(mark.0));
        let marked = timeout.map(|timeout| with_user_timeout(address, timeout));
        let before = permit.iter().flat_map(|_| find(is_connected_to_postgres));
        Self {
            address: marked.unwrap_or_else(|| address.to_owned()),
            timeout,
            mark,
            before: before.filter_map(|socket| socket.cookie()).collect(),
            permit,
        }
    }

    /// Returns the URL to connect with. Its timeout includes the connection's mark.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the connection's mark. The mark must stay in use until the connection is closed.
    pub(super) fn mark(&self) -> Arc<ConnectionMark> {
        self.mark.clone()
    }

    /// Returns a duplicate of the connection's socket. `None` if there is no socket yet, or if several sockets
    /// could be the one of the connection.
    pub(super) fn find(&self) -> Option<DuplicateSocket> {
        let mut found = find(|socket| self.is_marked(socket) || self.is_new(socket));
        if found.len() > 1 {
            // With several servers on this machine, only sockets to the server in the URL are considered.
            found.retain(|socket| self.permit.as_ref().is_some_and(|permit| permit.covers(socket)));
        }
        let socket = found.pop();
        if found.is_empty() { socket } else { None }
    }

    /// Whether the socket has the timeout that marks this connection.
    fn is_marked(&self, socket: &DuplicateSocket) -> bool {
        self.timeout.is_some() && socket.user_timeout() == self.timeout
    }

    /// Whether the socket is a Unix socket to PostgreSQL that didn't exist when [`Self::new`] prepared the search.
    /// Always false without a permit, which means that the URL names no Unix socket.
    fn is_new(&self, socket: &DuplicateSocket) -> bool {
        let is_new = || socket.cookie().is_some_and(|cookie| !self.before.contains(&cookie));
        self.permit.is_some() && is_connected_to_postgres(socket) && is_new()
    }
}

/// Whether a Unix socket's peer is PostgreSQL, by the name of its file.
fn is_connected_to_postgres(socket: &DuplicateSocket) -> bool {
    socket.peer_file().is_some_and(|file| file.contains("/.s.PGSQL."))
}
