//! Scans files for malware with clamd, with the library `clamav-client`.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use clamav_client::{TransportProtocol, clean, scan_buffer};
use ports::shared::malware::{MalwareScanner, ScanError, Verdict};

/// Maximum time until clamd accepts a connection, and between two of its reads or writes.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Size of the pieces in which a file is sent, in bytes.
const CHUNK_BYTES: usize = 64 * 1024;

/// Scans files with clamd at a host and port, such as `127.0.0.1:3310`.
pub struct Clamd {
    address: String,
}

impl Clamd {
    /// Creates a scanner. It isn't called yet.
    pub fn new(address: &str) -> Self {
        Self { address: address.to_owned() }
    }
}

/// A connection with time limits. Those of the library have none.
struct Connection<'a>(&'a str);

impl TransportProtocol for Connection<'_> {
    type Stream = TcpStream;

    fn connect(&self) -> io::Result<TcpStream> {
        let address = self.0.to_socket_addrs()?.next().ok_or(io::ErrorKind::NotFound)?;
        let stream = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)?;
        stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
        stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
        Ok(stream)
    }
}

impl MalwareScanner for Clamd {
    fn scan(&self, content: &[u8]) -> Result<Verdict, ScanError> {
        let answer = scan_buffer(content, Connection(&self.address), Some(CHUNK_BYTES))
            .map_err(|error| ScanError(error.into()))?;
        if clean(&answer).is_ok_and(|is_clean| is_clean) {
            return Ok(Verdict::Clean);
        }
        let answer = String::from_utf8_lossy(&answer);
        if answer.contains(" FOUND") {
            Ok(Verdict::Malware)
        } else {
            // Such as `INSTREAM size limit exceeded. ERROR`.
            Err(ScanError(format!("clamd answered {answer:?}").into()))
        }
    }
}
