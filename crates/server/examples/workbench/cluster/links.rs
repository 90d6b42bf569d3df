//! Network links from a server or a database node to the database nodes. The test can slow the links down or cut them.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{sleep, spawn};
use std::time::Duration;

use anyhow::Context;

use super::nodes::url_of;

/// Interval at which a link checks whether its unavailable node is available again.
const NODE_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// The state that the links of one server or node share.
#[derive(Default)]
struct LinkState {
    delay_ms: AtomicU64,
    is_cut: AtomicBool,
    lines: Mutex<Vec<TcpStream>>,
}

/// A link to each of the three nodes.
pub struct Links {
    /// Local port of each link.
    pub ports: [u16; 3],
    state: Arc<LinkState>,
}

impl Links {
    /// Creates links to the nodes with these ports, without delay.
    pub fn to_nodes(nodes: [u16; 3]) -> anyhow::Result<Self> {
        let state = Arc::new(LinkState::default());
        let mut ports = [0; 3];
        for (port, node) in ports.iter_mut().zip(nodes) {
            let listener = TcpListener::bind(("127.0.0.1", 0))?;
            *port = listener.local_addr()?.port();
            let state = Arc::clone(&state);
            spawn(move || state.listen(listener, node));
        }
        Ok(Self { ports, state })
    }

    /// Returns a connection URL with the links to all nodes. The database driver connects to the writable node.
    pub fn url(&self, role: &str) -> String {
        url_of(self.ports, role)
    }

    /// Delays each message by this time, in both directions.
    pub fn delay(&self, duration: Duration) {
        self.state.delay_ms.store(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// If `is_cut`, cuts all connections and refuses new connections. Otherwise accepts connections again.
    pub fn set_cut(&self, is_cut: bool) {
        self.state.is_cut.store(is_cut, Ordering::Relaxed);
        if is_cut {
            for line in self.state.lines.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
                let _closed = line.shutdown(Shutdown::Both);
            }
        }
    }
}

impl LinkState {
    /// Listens on the port of a link to the node with the port `node`. While the node is unavailable, the link's
    /// port refuses connections. If the port accepted and closed connections, libpq would not try another host.
    fn listen(self: &Arc<Self>, first: TcpListener, node: u16) {
        let Ok(here) = first.local_addr() else { return };
        let mut listener = Some(first);
        loop {
            let met = listener.as_ref().and_then(|listener| listener.accept().ok());
            if met.is_some_and(|(near, _)| self.join(near, node).is_ok()) {
                continue;
            }
            listener = None;
            sleep(NODE_CHECK_INTERVAL);
            if TcpStream::connect(("127.0.0.1", node)).is_ok() {
                listener = TcpListener::bind(here).ok();
            }
        }
    }

    /// Connects the accepted connection `near` to the node with the port `node`, and copies data in both
    /// directions. If the link is cut, closes `near`.
    fn join(self: &Arc<Self>, near: TcpStream, node: u16) -> anyhow::Result<()> {
        if self.is_cut.load(Ordering::Relaxed) {
            return near.shutdown(Shutdown::Both).context("closing the connection");
        }
        let far = TcpStream::connect(("127.0.0.1", node))?;
        for (from, to) in [(near.try_clone()?, far.try_clone()?), (far.try_clone()?, near.try_clone()?)] {
            from.set_nodelay(true)?;
            let state = Arc::clone(self);
            spawn(move || state.carry(from, to));
        }
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).extend([near, far]);
        Ok(())
    }

    /// Copies data until one side closes its connection, then closes the connection of the other side.
    fn carry(&self, mut source: TcpStream, mut target: TcpStream) {
        let mut message = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = source.read(&mut message) {
            sleep(Duration::from_millis(self.delay_ms.load(Ordering::Relaxed)));
            let Some(part) = message.get(..length) else { break };
            if target.write_all(part).is_err() {
                break;
            }
        }
        let _closed = (source.shutdown(Shutdown::Both), target.shutdown(Shutdown::Both));
    }
}
