//! Reports startup and shutdown to systemd (`Type=notify` in crates/server/package/lanewise.service), so that
//! starting the service waits until it accepts requests.

use std::env;
use std::io;
use std::os::unix::net::UnixDatagram;

/// Message to systemd: the server accepts requests.
pub const READY: &str = "READY=1";
/// Message to systemd: the server is stopping.
pub const STOPPING: &str = "STOPPING=1";

/// Sends a message to systemd, if systemd started this process.
pub fn notify_systemd(message: &str) {
    let Some(socket) = env::var_os("NOTIFY_SOCKET").and_then(|name| name.into_string().ok()) else { return };
    if let Err(error) = send_to_socket(&socket, message) {
        tracing::warn!(%error, "could not notify systemd");
    }
}

/// Sends a message to the Unix socket with this path. A path that starts with `@` is the name of an abstract socket,
/// which has no file.
fn send_to_socket(socket: &str, message: &str) -> io::Result<()> {
    let own = UnixDatagram::unbound()?;
    #[cfg(target_os = "linux")]
    if let Some(name) = socket.strip_prefix('@') {
        use std::os::linux::net::SocketAddrExt;

        let address = std::os::unix::net::SocketAddr::from_abstract_name(name)?;
        return own.send_to_addr(message.as_bytes(), &address).map(drop);
    }
    own.send_to(message.as_bytes(), socket).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_readiness_notification_reaches_the_socket_of_systemd() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let systemd = UnixDatagram::bind(&path).unwrap();
        send_to_socket(path.to_str().unwrap(), READY).unwrap();
        let mut datagram = [0; 64];
        let length = systemd.recv(&mut datagram).unwrap();
        assert_eq!(&datagram[..length], READY.as_bytes());
    }
}
