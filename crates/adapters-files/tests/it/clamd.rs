//! Tests of the time limits of scans. Scans themselves are tested in
//! `crates/server/tests/it/driving_record/files.rs`.

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use adapters_files::clamd::Clamd;
use ports::shared::malware::{MalwareScanner, ScanResult};

const FILE: &[u8] = b"a file";

/// Starts a fake clamd that reads one file and then sends the parts of its response, with a pause before each.
fn start_clamd(parts: Vec<&'static [u8]>, pause: Duration) -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?.to_string();
    spawn(move || respond(&listener, parts, pause));
    Ok(address)
}

fn respond(listener: &TcpListener, parts: Vec<&'static [u8]>, pause: Duration) -> io::Result<()> {
    let (mut stream, _) = listener.accept()?;
    // The request consists of the command, the file's length, the file, and a length of 0,
    // which ends the file.
    let mut received = [0; 10 + 4 + FILE.len() + 4];
    stream.read_exact(&mut received)?;
    for part in parts {
        sleep(pause);
        stream.write_all(part)?;
    }
    Ok(())
}

#[test]
fn a_response_that_arrives_slowly_is_read_until_its_end() {
    let address = start_clamd(vec![b"stream: ", b"OK\0"], Duration::from_millis(100)).unwrap();
    assert_eq!(Clamd::new(&address).scan(FILE).unwrap(), ScanResult::Clean);
}

#[test]
fn a_scan_ends_at_its_time_limit_even_if_bytes_keep_arriving() {
    let address = start_clamd(vec![b"x"; 100], Duration::from_millis(50)).unwrap();
    let started = Instant::now();
    let scanner = Clamd::new(&address).with_scan_timeout(Duration::from_millis(300));
    assert!(scanner.scan(FILE).is_err());
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}
