//! Silent and slow mail servers, which must not delay texts or lose emails.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use adapters_twilio::TwilioAccount;
use serde_json::json;

use crate::support::process::{Server, free_port};
use crate::support::texts::start_text_provider;
use crate::support::{App, eventually};

const MAX_WAIT: Duration = Duration::from_secs(60);

/// Starts a mail server that calls `serve` for each connection. Returns its URL.
fn mail_server(serve: impl Fn(TcpStream) + Clone + Send + 'static) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for socket in listener.incoming() {
            let serve = serve.clone();
            thread::spawn(move || serve(socket.unwrap()));
        }
    });
    url
}

/// Starts a mail server that accepts connections but never replies. Returns its URL and a channel
/// that reports each connection.
fn start_silent_mail_server() -> (String, Receiver<()>) {
    let (came, comes) = channel();
    let url = mail_server(move |socket| {
        let _is_received = came.send(());
        // Waits until the client closes the connection.
        let _ended = BufReader::new(socket).lines().map_while(Result::ok).count();
    });
    (url, comes)
}

/// Starts a mail server that replies to each line after this delay. Returns its URL and two channels with the
/// time of each connection and of each email.
fn start_slow_mail_server(answers_after: Duration) -> (String, Receiver<Instant>, Receiver<Instant>) {
    let ((came, comes), (took, finished)) = (channel(), channel());
    let url = mail_server(move |mut socket| {
        let _is_received = came.send(Instant::now());
        let mut lines = BufReader::new(socket.try_clone().unwrap()).lines().map_while(Result::ok);
        let mut is_data = false;
        let mut answer = "220 at your service";
        loop {
            thread::sleep(answers_after);
            if socket.write_all(format!("{answer}\r\n").as_bytes()).is_err() {
                return;
            }
            let Some(line) = lines.by_ref().find(|line| !is_data || line == ".") else { return };
            if is_data {
                let _is_received = took.send(Instant::now());
            }
            is_data = line == "DATA";
            answer = if is_data { "354 go on" } else { "250 fine" };
        }
    });
    (url, comes, finished)
}

/// Creates a driver with a confirmed address, and this number of jobs that each send the driver an email.
fn queue_emails(app: &App, count: usize) {
    let user = app.driver("reader");
    // An unconfirmed address would get only a few emails.
    app.sql(&format!("UPDATE users SET email_verified_at = now() WHERE id = {user}"));
    app.sql(&format!(
        "INSERT INTO jobs (kind, payload) \
         SELECT 'send_mail', jsonb_build_object('letter', 'password_changed', 'of', '{user}') \
         FROM generate_series(1, {count})"
    ));
}

/// Starts a server that sends emails to the mail server at `smtp`, and texts through the account `texts`.
fn server(app: &App, folder: &tempfile::TempDir, smtp: &str, texts: &TwilioAccount) -> Server {
    Server::start_at(app, folder.path(), free_port(), |command| {
        command
            .env("SMTP_URL", smtp)
            .env("MAIL_FROM", "Lanewise <no-reply@lanewise.test>")
            .env("TWILIO_ACCOUNT_SID", &texts.account_sid)
            .env("TWILIO_AUTH_TOKEN", &texts.auth_token)
            .env("TWILIO_FROM", &texts.from)
            .env("TWILIO_API_BASE", &texts.api_base);
    })
}

/// Emails and texts have separate senders, so a text doesn't wait for emails.
#[test]
fn a_silent_mail_server_does_not_delay_texts() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio.clone()));
    let (driver, admin) = (app.log_in(app.driver("ann")), app.log_in(app.admin()));
    queue_emails(&app, 50);
    let (smtp, comes) = start_silent_mail_server();
    let folder = tempfile::tempdir().unwrap();
    let _server = server(&app, &folder, &smtp, &twilio);
    comes.recv_timeout(MAX_WAIT).unwrap();

    assert_eq!(
        app.post("/api/text-notifications", &driver, &json!({"phoneNumber": "5551234567"})).status,
        201
    );
    // The first text contains the confirmation code.
    texts.recv_timeout(MAX_WAIT).unwrap();
    app.sql("UPDATE text_notification_requests SET confirmed_at = now()");
    let report = app.post(
        "/api/missing-ticket-reports",
        &driver,
        &json!({"state": "Texas", "ticketType": "Parking ticket"}),
    );
    let path = format!("/api/missing-ticket-reports/{}", report.json["id"]);
    let started_at = Instant::now();
    assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&json!({"status": "Found"}))).status, 200);
    texts.recv_timeout(MAX_WAIT).unwrap();
    let waited = started_at.elapsed();
    println!("attack: a text beside a silent mail server: after {waited:?}");
    assert!(waited < Duration::from_secs(4), "{waited:?}");

    let left_alone =
        "SELECT count(*) FROM jobs WHERE last_error = 'its service failed recently, so it is not called now'";
    eventually("the mail server is not called during its pause", || app.count(left_alone) > 0);
    let lost = "SELECT count(*) FROM jobs WHERE kind = 'send_mail' AND (done_at IS NOT NULL OR attempts > 1)";
    assert_eq!(app.count(lost), 0, "no email is lost and no retry is delayed");
}

#[test]
fn a_slow_mail_server_still_gets_two_hundred_emails_a_minute() {
    const MAILS: u32 = 48;
    let (twilio, _texts) = start_text_provider();
    let app = App::start();
    queue_emails(&app, MAILS.try_into().unwrap());
    let (smtp, comes, finished) = start_slow_mail_server(Duration::from_millis(500));
    let folder = tempfile::tempdir().unwrap();
    let _server = server(&app, &folder, &smtp, &twilio);
    let first_connection = comes.recv_timeout(MAX_WAIT).unwrap();
    let last = (0..MAILS).map(|_| finished.recv_timeout(MAX_WAIT).unwrap()).max().unwrap();
    let waited = last - first_connection;
    let a_minute = f64::from(MAILS) * 60.0 / waited.as_secs_f64();
    println!("attack: emails to a server that replies after half a second: {a_minute:.0} a minute");
    assert!(a_minute >= 200.0, "{MAILS} mails in {waited:?}");
}
