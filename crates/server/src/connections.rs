//! Limits on open connections, in total and per IP address, and on how long a client that doesn't read can keep its
//! connection (docs/product/security.md#connections).

use std::any::Any;
use std::collections::HashMap;
use std::net::{IpAddr, Shutdown};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use domain::security::network::{NETWORK_COUNTS, counting_key, network_of};
use ipnet::IpNet;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::SockRef;

/// Maximum connections per IP address. A page needs six, and many people may share one address.
const MAX_PER_ADDRESS: u32 = 256;
/// Maximum connections per worker thread, so that slow clients can't exhaust the process.
const MAX_PER_WORKER: u64 = 4096;
/// Limit of file descriptors that the process requests from the operating system.
const DESCRIPTORS: u64 = 65_536;
/// Number of file descriptors reserved for the database, files, emails and the payment provider.
const RESERVED_DESCRIPTORS: u64 = 256;
const MIN_PER_WORKER: u64 = 64;

/// Raises the process's limit of file descriptors up to `DESCRIPTORS`, as far as the operating system allows.
/// Returns the maximum connections per worker, from `MIN_PER_WORKER` to `MAX_PER_WORKER`. Within
/// these bounds, it leaves `RESERVED_DESCRIPTORS` free.
pub fn raise_descriptor_limit() -> usize {
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits.maximum.unwrap_or(DESCRIPTORS).min(DESCRIPTORS);
    let mut descriptors = limits.current.unwrap_or(DESCRIPTORS);
    if descriptors < wanted {
        match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limits.maximum }) {
            Ok(()) => descriptors = wanted,
            Err(error) => {
                tracing::warn!(%error, descriptors, "could not raise the limit of file descriptors")
            }
        }
    }
    let each = (descriptors.saturating_sub(RESERVED_DESCRIPTORS) / worker_count())
        .clamp(MIN_PER_WORKER, MAX_PER_WORKER);
    usize::try_from(each).unwrap_or(usize::MAX)
}

/// Raises the limit of file descriptors, and returns the maximum number of WebSockets: three quarters of all
/// connections. The rest is reserved for other requests, because WebSockets stay open for a long time.
pub fn max_sockets() -> usize {
    let workers = usize::try_from(worker_count()).unwrap_or(usize::MAX);
    raise_descriptor_limit().saturating_mul(workers) / 4 * 3
}

/// Returns the number of worker threads that actix starts.
fn worker_count() -> u64 {
    let workers = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    u64::try_from(workers).unwrap_or(u64::MAX)
}

/// The number of open connections per IP address and per network, except those of trusted proxies.
#[derive(Debug, Default)]
pub struct Connections {
    trusted: Vec<IpNet>,
    open: Mutex<HashMap<String, u32>>,
}

/// A connection that was counted. Dropping it reduces the count.
struct CountedConnection {
    connections: Arc<Connections>,
    counted: Vec<String>,
}

impl Connections {
    /// Creates a counter with no open connections. Connections from the `trusted` networks have no limit.
    pub fn new(trusted: Vec<IpNet>) -> Arc<Self> {
        Arc::new(Self { trusted, open: Mutex::default() })
    }

    /// Sets the timeout of a new connection and counts it until `extensions`, the connection's data, is dropped.
    /// Closes the connection if its IP address or network has too many connections.
    pub fn accept(self: &Arc<Self>, connection: &dyn Any, extensions: &mut Extensions) {
        let Some(stream) = connection.downcast_ref::<TcpStream>() else { return };
        set_user_timeout(stream);
        let Ok(peer) = stream.peer_addr() else { return };
        match self.count_connection(peer.ip().to_canonical()) {
            Some(place) => drop(extensions.insert(place)),
            None => {
                metrics::counter!("connections_refused_total").increment(1);
                let _already_gone = SockRef::from(stream).shutdown(Shutdown::Both);
            }
        }
    }

    /// Counts another connection; `None` if the address or its network has reached the limit.
    fn count_connection(self: &Arc<Self>, address: IpAddr) -> Option<CountedConnection> {
        if self.trusted.iter().any(|network| network.contains(&address)) {
            return Some(CountedConnection { connections: self.clone(), counted: vec![] });
        }
        let address = address.to_string();
        let bounds = [
            (Some(counting_key(&address)), MAX_PER_ADDRESS),
            (network_of(&address), MAX_PER_ADDRESS.saturating_mul(NETWORK_COUNTS)),
        ];
        let counted = || bounds.iter().filter_map(|(key, most)| Some((key.as_ref()?, *most)));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if counted().any(|(key, most)| open.get(key).is_some_and(|count| *count >= most)) {
            return None;
        }
        for (key, _) in counted() {
            *open.entry(key.clone()).or_default() += 1;
        }
        let counted = counted().map(|(key, _)| key.clone()).collect();
        Some(CountedConnection { connections: self.clone(), counted })
    }
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.counted {
            if let Some(count) = open.get_mut(key) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    open.remove(key);
                }
            }
        }
    }
}

/// Makes the operating system close a connection whose client acknowledges no data for 30 seconds. Only
/// Linux supports this timeout.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "the timeout exists only on Linux"))]
fn set_user_timeout(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    if let Err(error) = SockRef::from(stream).set_tcp_user_timeout(Some(std::time::Duration::from_secs(30))) {
        tracing::debug!(%error, "could not set the TCP timeout of a connection");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn connections_per_address_are_limited_until_they_close_except_those_of_trusted_proxies() {
        let connections = Connections::new(vec!["10.0.0.0/8".parse().unwrap()]);
        let mut places: Vec<_> = (0..MAX_PER_ADDRESS)
            .map(|_| connections.count_connection(address("203.0.113.9")).unwrap())
            .collect();
        assert!(connections.count_connection(address("203.0.113.9")).is_none());
        assert!(connections.count_connection(address("203.0.113.8")).is_some());
        places.pop();
        assert!(connections.count_connection(address("203.0.113.9")).is_some());
        let proxied: Vec<_> =
            (0..1_000).map(|_| connections.count_connection(address("10.0.0.1")).unwrap()).collect();
        drop((places, proxied));
        assert!(connections.open.lock().unwrap().is_empty(), "closed connections leave no entry");
    }

    #[test]
    fn connections_of_an_ipv6_48_bit_network_are_limited() {
        let connections = Connections::new(vec![]);
        let each = |network: u32| (0..MAX_PER_ADDRESS).map_while(move |_| Some(network));
        let places: Vec<_> = (0..2 * NETWORK_COUNTS)
            .flat_map(each)
            .map_while(|network| connections.count_connection(address(&format!("2001:db8:7:{network:x}::1"))))
            .collect();
        assert_eq!(u32::try_from(places.len()).unwrap(), MAX_PER_ADDRESS * NETWORK_COUNTS);
        assert!(connections.count_connection(address("2001:db8:8::1")).is_some());
    }
}
