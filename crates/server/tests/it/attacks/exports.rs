//! A user who loses access while downloading a list.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use domain::shared::ids::UserId;

use crate::support::App;

const ROWS: usize = 6_000;
const MARK: &[u8] = b"needs help";

/// Returns an app whose list is larger than the network's buffers, so that the server is still sending
/// the export after the first bytes arrive. Also returns a staff member and their session token.
fn with_a_long_list() -> (App, UserId, String) {
    let app = App::start();
    let (driver, staff) = (app.driver("ann"), app.admin());
    app.sql(&format!(
        "INSERT INTO help_inquiries (user_id, type, message, created_at) \
         SELECT {driver}, 'chat', 'needs help' || repeat('.', 3900), now() FROM generate_series(1, {ROWS})"
    ));
    let token = app.log_in(staff);
    (app, staff, token)
}

/// Exports the list, and calls `on_first_bytes` when the first bytes arrive. Returns how many rows arrived,
/// and whether the file was complete.
fn export(app: &App, token: &str, on_first_bytes: impl FnOnce()) -> (usize, bool) {
    let mut socket = TcpStream::connect(app.base.strip_prefix("http://").unwrap()).unwrap();
    let request = format!(
        "GET /api/admin/exports/help-inquiries HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
         Cookie: lanewise_session={token}\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).unwrap();
    let mut answer = vec![0; 1024];
    socket.read_exact(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    on_first_bytes();
    if let Err(error) = socket.read_to_end(&mut answer) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    }
    let rows = answer.windows(MARK.len()).filter(|window| *window == MARK).count();
    (rows, answer.ends_with(b"\r\n0\r\n\r\n"))
}

#[test]
fn an_export_stops_when_its_session_is_ended() {
    let (app, staff, token) = with_a_long_list();
    assert_eq!(export(&app, &token, || {}), (ROWS, true));
    let (rows, is_whole) =
        export(&app, &token, || app.sql(&format!("DELETE FROM sessions WHERE user_id = {staff}")));
    assert!(!is_whole && rows < ROWS, "{rows}");
}

#[test]
fn an_export_stops_when_its_reader_is_no_longer_staff() {
    let (app, staff, token) = with_a_long_list();
    let (rows, is_whole) =
        export(&app, &token, || app.sql(&format!("UPDATE users SET role = 'driver' WHERE id = {staff}")));
    assert!(!is_whole && rows < ROWS, "{rows}");
    let events = "SELECT count(*) FROM security_events WHERE kind = 'forbidden_access'";
    assert_eq!(app.count(events), 1);
}
