//! A flood of malformed requests, which must not fill the log.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use super::check_always;
use super::target::Target;

/// Malformed requests, each sent on a separate connection.
const MALFORMED: &[&str] = &[
    "\u{16}\u{3}\u{1} a handshake of TLS\r\n\r\n",
    "GET / HTTP/9.9\r\nhost: x\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET /%ff%zz?a=%%% HTTP/1.1\r\nhost: x\r\n\r\n",
    "POST /api/authenticate HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
    "POST /api/authenticate HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nzz\r\n",
    "POST /api/authenticate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 3\r\n\r\n{{{",
    "POST /api/webhooks/stripe HTTP/1.1\r\nhost: x\r\nstripe-signature: x\r\ncontent-length: 2\r\n\r\n{}",
];
/// Number of times that each client sends each request.
const ROUNDS: usize = 60;
const CLIENTS: usize = 4;
/// Number of log statements that these requests reach. Each may write at most `LINES` lines per second.
const PLACES: usize = 4;
const LINES: usize = 50;

#[test]
fn malformed_requests_write_a_limited_number_of_log_lines() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let target = Target::start(|command| {
        command.env("RUST_LOG", "info,actix_server=warn").stderr(File::create(&log).unwrap());
    });
    let address = target.server.base.strip_prefix("http://").unwrap();
    let lines = || fs::read_to_string(&log).unwrap().lines().count();
    let before = lines();
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                for request in MALFORMED.iter().cycle().take(ROUNDS * MALFORMED.len()) {
                    let mut stream = TcpStream::connect(address).unwrap();
                    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
                    stream.write_all(request.as_bytes()).unwrap();
                    let _answer = stream.read(&mut [0; 64]);
                }
            });
        }
    });
    let sent = CLIENTS * ROUNDS * MALFORMED.len();
    let seconds = usize::try_from(start.elapsed().as_secs()).unwrap() + 2;
    let most = PLACES * LINES * seconds;
    check_always(&format!("lines for {sent} malformed requests"), lines() - before, "lines", most);
}
