//! Scans files for malware with clamd, through the library `clamav-client`.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use clamav_client::{TransportProtocol, clean, scan_buffer};
use ports::shared::malware::{MalwareScanner, ScanError, ScanResult};

/// Maximum time for connecting to clamd.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum time for a whole scan. clamd unpacks documents, so a PDF of 15 MB can take several seconds.
const SCAN_TIMEOUT: Duration = Duration::from_secs(14);
/// Size of the pieces in which a file is sent, in bytes.
const CHUNK_BYTES: usize = 64 * 1024;

/// A scanner that sends files to clamd at a host and port, such as `127.0.0.1:3310`.
pub struct Clamd {
    address: String,
    scan_timeout: Duration,
}

impl Clamd {
    /// Creates a scanner. Doesn't connect to clamd yet.
    pub fn new(address: &str) -> Self {
        Self { address: address.to_owned(), scan_timeout: SCAN_TIMEOUT }
    }

    /// Sets the maximum time for a whole scan.
    #[must_use]
    pub fn with_scan_timeout(self, scan_timeout: Duration) -> Self {
        Self { scan_timeout, ..self }
    }
}

/// A way to connect to clamd with time limits, which the library's own connections don't have.
struct Connection<'a>(&'a Clamd);

impl TransportProtocol for Connection<'_> {
    type Stream = TimedStream;

    fn connect(&self) -> io::Result<TimedStream> {
        let ends_at = Instant::now() + self.0.scan_timeout;
        let address = self.0.address.to_socket_addrs()?.next().ok_or(io::ErrorKind::NotFound)?;
        let stream = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)?;
        Ok(TimedStream { stream, ends_at })
    }
}

/// A stream whose reads and writes fail once a deadline has passed.
struct TimedStream {
    stream: TcpStream,
    ends_at: Instant,
}

impl TimedStream {
    /// Returns the time until the deadline, or an error if the deadline has passed.
    fn remaining(&self) -> io::Result<Duration> {
        let remaining = self.ends_at.saturating_duration_since(Instant::now());
        if remaining.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(remaining) }
    }
}

impl Read for TimedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.remaining()?))?;
        self.stream.read(buffer)
    }
}

impl Write for TimedStream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.remaining()?))?;
        self.stream.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl MalwareScanner for Clamd {
    fn scan(&self, content: &[u8]) -> Result<ScanResult, ScanError> {
        let answer = scan_buffer(content, Connection(self), Some(CHUNK_BYTES))
            .map_err(|error| ScanError(error.into()))?;
        if clean(&answer).is_ok_and(|is_clean| is_clean) {
            return Ok(ScanResult::Clean);
        }
        let answer = String::from_utf8_lossy(&answer);
        if answer.contains(" FOUND") {
            Ok(ScanResult::Malware)
        } else {
            // clamd sent an unexpected response, such as `INSTREAM size limit exceeded. ERROR`.
            Err(ScanError(format!("clamd answered {answer:?}").into()))
        }
    }
}
