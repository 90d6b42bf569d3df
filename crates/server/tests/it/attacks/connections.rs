//! Idle connections, and clients that request files and don't read them
//! (docs/product/security.md#connections).

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use server::connections;
use socket2::{Domain, Socket, Type};

use crate::attacks::target::{Target, agent};
use crate::attacks::{check_always, check_in_long_run, is_long};
use crate::support::eventually;

/// Number of idle connections. It is above a shell's default limit of file descriptors.
const IDLE: usize = 1_400;
const READERS: usize = 200;
/// Maximum number of connections per IP address.
const OF_ONE_ADDRESS: usize = 256;
/// Time after which the server disconnects a client that reads nothing.
const CUT_AFTER: Duration = Duration::from_secs(30);

/// Connects from the loopback address `from`, with a receive buffer of only a few kilobytes.
fn connect(target: &Target, from: [u8; 4]) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.bind(&SocketAddr::from((from, 0)).into()).unwrap();
    let port = target.server.base.rsplit(':').next().unwrap().parse().unwrap();
    socket.connect(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into()).unwrap();
    socket.into()
}

/// Returns whether the server has closed the connection.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

/// Returns the duration of the slowest of several health checks, in milliseconds.
fn health(target: &Target) -> u128 {
    let checks = (0..10).map(|_| {
        let begin = Instant::now();
        assert_eq!(agent().get(format!("{}/healthz", target.server.base)).call().unwrap().status(), 200);
        begin.elapsed().as_millis()
    });
    checks.max().unwrap_or_default()
}

#[test]
fn idle_connections_are_limited_per_address_and_do_not_delay_the_health_check() {
    let _as_many_here = connections::raise_descriptor_limit();
    let target = Target::start(|_| {});
    let of_one: Vec<TcpStream> = (0..IDLE).map(|_| connect(&target, [127, 0, 0, 2])).collect();
    check_in_long_run("idle sockets of one address, the health check", health(&target), "ms", 100);
    eventually("connections above the address's limit are closed", || {
        of_one.iter().filter(|stream| !is_closed(stream)).count() <= OF_ONE_ADDRESS
    });
    let of_many: Vec<TcpStream> =
        (3..10).cycle().take(IDLE).map(|last| connect(&target, [127, 0, 0, last])).collect();
    check_in_long_run("idle sockets of seven addresses, the health check", health(&target), "ms", 100);
    assert!(of_many.iter().all(|stream| !is_closed(stream)), "each address stays within its limit");
}

/// Returns the path of the page's largest file, or of the API document if that is larger.
fn path_of_largest_response(target: &Target) -> String {
    fn files_with_sizes(folder: &Path) -> Vec<(u64, PathBuf)> {
        let entries = fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
        entries
            .flat_map(|entry| match entry.file_type().unwrap().is_dir() {
                true => files_with_sizes(&entry.path()),
                false => vec![(entry.metadata().unwrap().len(), entry.path())],
            })
            .collect()
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/dist");
    let document = "/api/openapi.json".to_owned();
    let size = |path: &str| {
        let answer = agent().get(format!("{}{path}", target.server.base)).call().unwrap();
        answer.into_body().read_to_vec().map_or(0, |bytes| bytes.len())
    };
    let file = files_with_sizes(&page)
        .into_iter()
        .max()
        .and_then(|(_, path)| Some(format!("/{}", path.strip_prefix(&page).ok()?.to_str()?)));
    let found = file.filter(|file| size(file) > size(&document)).unwrap_or(document);
    println!("attack: slow readers: {found}, {} kB", size(&found) / 1024);
    found
}

#[test]
fn clients_that_stop_reading_use_little_memory_and_are_disconnected() {
    // Rate limits are off, because the API document has a separate rate limit.
    let target = Target::start(|command| {
        command.env("RATE_LIMITS", "off");
    });
    let request = format!("GET {} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", path_of_largest_response(&target));
    let open = || fs::read_dir(format!("/proc/{}/fd", target.server.id())).unwrap().count();
    let (before, open_before) = (target.memory("VmRSS"), open());
    let readers: Vec<TcpStream> = (0..READERS)
        .map(|_| {
            let mut stream = connect(&target, [127, 0, 0, 2]);
            stream.write_all(request.as_bytes()).unwrap();
            // When the first bytes have arrived, the server is sending the whole response.
            let mut first = [0; 12];
            stream.read_exact(&mut first).unwrap();
            assert_eq!(&first, b"HTTP/1.1 200");
            stream
        })
        .collect();
    check_in_long_run("slow readers, the health check", health(&target), "ms", 100);
    if let (Some(before), Some(most)) = (before, target.memory("VmHWM")) {
        check_always("slow readers, memory more than before", most.saturating_sub(before), "MB", 60);
    }
    if is_long() {
        assert!(open() >= open_before + readers.len(), "the clients are still connected");
        thread::sleep(CUT_AFTER);
        let begin = Instant::now();
        eventually("the slow readers are disconnected", || open() < open_before + READERS / 10);
        check_in_long_run("slow readers, cut after", (CUT_AFTER + begin.elapsed()).as_secs(), "s", 45);
    }
}
