//! Finds sockets that a library such as libpq opened in this process but doesn't expose. Another thread can then
//! shut the sockets down (docs/adr/0016-a-watch-over-connections.md). On systems other than Linux, this crate finds
//! no sockets.
//!
//! This crate contains the only `unsafe` call of the workspace.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::net::Shutdown;
use std::os::fd::{BorrowedFd, OwnedFd, RawFd};
use std::time::Duration;

use socket2::{SockAddr, Socket};

/// Folder that lists the file descriptors of this process.
const DESCRIPTORS: &str = "/proc/self/fd";

/// A duplicate of a socket's file descriptor. The socket stays open until the library that opened
/// it closes its own descriptor and this duplicate is dropped.
#[derive(Debug)]
pub struct DuplicateSocket(Socket);

impl DuplicateSocket {
    /// Returns the kernel's id of the socket, which the kernel never uses for another socket. `None` on
    /// systems other than Linux.
    pub fn cookie(&self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        return self.0.cookie().ok();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Returns the socket option `TCP_USER_TIMEOUT`. Returns `None` for other kinds of sockets, or
    /// if the option was never set.
    pub fn user_timeout(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        return self.0.tcp_user_timeout().ok().flatten();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Returns the file that the peer of a Unix socket is bound to, or the peer's name in the abstract
    /// namespace. `None` for other sockets, and for a peer without a name.
    pub fn peer_file(&self) -> Option<String> {
        let peer: SockAddr = self.0.peer_addr().ok()?;
        let path = peer.as_pathname().map(|path| path.to_string_lossy().into_owned());
        path.or_else(|| Some(String::from_utf8_lossy(peer.as_abstract_namespace()?).into_owned()))
    }

    /// Shuts the connection down in both directions. Threads that are waiting for data from the peer immediately
    /// get the end of the stream.
    pub fn shut_down(&self) -> io::Result<()> {
        self.0.shutdown(Shutdown::Both)
    }
}

/// Returns duplicates of all sockets for which `is_wanted` returns true, one per socket. A
/// socket can have several descriptors while another thread runs this function, because
/// that thread holds duplicates.
pub fn find(is_wanted: impl Fn(&DuplicateSocket) -> bool) -> Vec<DuplicateSocket> {
    let entries = fs::read_dir(DESCRIPTORS).into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut cookies = BTreeSet::new();
    let wanted = numbers.filter_map(socket).filter(is_wanted);
    wanted.filter(|socket| cookies.insert(socket.cookie())).collect()
}

/// Duplicates the descriptor with this number if it belongs to a socket. This function must not duplicate files,
/// because closing a file's duplicate would release the locks that this process holds on the file.
fn socket(number: u32) -> Option<DuplicateSocket> {
    let target = fs::read_link(format!("{DESCRIPTORS}/{number}")).ok()?;
    let is_socket = target.to_str().is_some_and(|target| target.starts_with("socket:"));
    let number = RawFd::try_from(number).ok().filter(|_| is_socket)?;
    Some(DuplicateSocket(Socket::from(duplicate(number).ok()?)))
}

/// Duplicates the file descriptor with this number.
fn duplicate(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: the descriptor is borrowed only for the system call that duplicates it. If the owner has closed the
    // descriptor by then, the kernel reports an error, or duplicates another descriptor that was opened under the
    // same number. This function doesn't read, write or close anything through the number itself. The number isn't
    // -1, because it was converted from an unsigned number.
    #[expect(unsafe_code, reason = "the library that owns the descriptor doesn't hand it out")]
    let borrowed = unsafe { BorrowedFd::borrow_raw(number) };
    borrowed.try_clone_to_owned()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;
    use std::net::{TcpListener, TcpStream};
    use std::os::unix::net::UnixStream;
    use std::thread;

    use super::*;

    #[test]
    fn a_socket_in_use_by_another_thread_is_found_and_shut_down() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let mut hidden = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mark = Duration::from_millis(54_321);
        socket2::SockRef::from(&hidden).set_tcp_user_timeout(Some(mark)).unwrap();
        let reader = thread::spawn(move || hidden.read(&mut [0]).unwrap());
        let found = find(|socket| socket.user_timeout() == Some(mark));
        assert_eq!(found.len(), 1);
        let again = find(|socket| socket.user_timeout() == Some(mark));
        assert_eq!(again.len(), 1, "a socket with two descriptors is found once");
        found[0].shut_down().unwrap();
        assert_eq!(reader.join().unwrap(), 0, "the end of the stream");
    }

    #[test]
    fn sockets_are_distinguished_by_their_cookies() {
        let (one, other) = UnixStream::pair().unwrap();
        let cookie = |stream: &UnixStream| socket2::SockRef::from(stream).cookie().unwrap();
        let found = find(|socket| socket.cookie() == Some(cookie(&one)));
        assert_eq!(found.len(), 1);
        assert_ne!(found[0].cookie(), Some(cookie(&other)));
        assert_eq!((found[0].peer_file(), found[0].user_timeout()), (None, None));
    }
}
