//! Tests of the SMTP mailer against a minimal server with scripted replies.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use adapters_mail::{SmtpMailer, SmtpOptions};
use ports::notices::mail::{EmailMessage, MailError, Mailer};
use rstest::rstest;

const FROM: &str = "Lanewise <no-reply@lanewise.test>";

/// How the fake SMTP server replies.
#[derive(Clone, Copy)]
struct ScriptedReplies {
    greeting: &'static str,
    /// Reply to the command `RCPT TO`.
    receiver: &'static str,
    /// Reply to the end of an email. With `None`, the server closes the connection without a reply.
    content: Option<&'static str>,
}

const SUCCESS_REPLIES: ScriptedReplies =
    ScriptedReplies { greeting: "220 ready", receiver: "250 fine", content: Some("250 queued") };

/// Starts a fake SMTP server on a thread. When a connection ends, everything that the server received on it is
/// sent to the channel. Returns the server's URL and the channel.
fn start_server(replies: ScriptedReplies) -> (String, Receiver<String>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (connection_texts, sent_lines) = channel();
    thread::spawn(move || {
        for socket in listener.incoming() {
            let connection_texts = connection_texts.clone();
            thread::spawn(move || {
                let _is_received = connection_texts.send(serve_connection(socket.unwrap(), replies));
            });
        }
    });
    (url, sent_lines)
}

fn serve_connection(mut socket: TcpStream, replies: ScriptedReplies) -> String {
    let mut lines = BufReader::new(socket.try_clone().unwrap()).lines();
    let mut received = String::new();
    let mut is_data = false;
    let mut say = |line: &str| socket.write_all(format!("{line}\r\n").as_bytes()).is_ok();
    say(replies.greeting);
    while let Some(Ok(line)) = lines.next() {
        received += &format!("{line}\n");
        let answer = match line.as_str() {
            "." => {
                is_data = false;
                let Some(answer) = replies.content else { break };
                answer
            }
            _ if is_data => continue,
            "DATA" => {
                is_data = true;
                "354 go on"
            }
            "QUIT" => {
                say("221 bye");
                break;
            }
            line if line.starts_with("RCPT") => replies.receiver,
            _ => "250 fine",
        };
        if !say(answer) {
            break;
        }
    }
    received
}

fn create_mailer(url: &str) -> SmtpMailer {
    SmtpMailer::new(url, FROM, SmtpOptions::default()).unwrap()
}

fn mail() -> EmailMessage {
    EmailMessage {
        id: "1".to_owned(),
        to: "dana@example.test".to_owned(),
        subject: "Choose a new password".to_owned(),
        text: "Hello,\n\nhttps://lanewise.test/reset-password#token\n.\nbye\n".to_owned(),
        attachment: None,
        html: None,
        unsubscribe: None,
    }
}

fn describe(result: &Result<(), MailError>) -> &'static str {
    match result {
        Ok(()) => "sent",
        Err(MailError::Refused(_)) => "refused",
        Err(MailError::Deferred(_)) => "deferred",
        Err(MailError::Unavailable(_)) => "unavailable",
        Err(MailError::Lost(_)) => "lost",
        Err(MailError::CircuitOpen(_)) => "left alone",
    }
}

#[rstest]
#[case("250 fine", "sent")]
#[case("451 try later", "deferred")]
#[case("421 closing down", "unavailable")]
#[case("535 not your password any more", "unavailable")]
#[case("550 no such mailbox", "refused")]
fn an_emails_result_depends_on_the_smtp_reply_to_its_recipient(
    #[case] receiver: &'static str,
    #[case] expected: &str,
) {
    let (url, received_lines) = start_server(ScriptedReplies { receiver, ..SUCCESS_REPLIES });
    let mailer = create_mailer(&url);
    assert_eq!(describe(&mailer.send(&mail())), expected);
    drop(mailer);
    let received_lines: Vec<String> = received_lines.iter().take(2).collect();
    let received_lines =
        received_lines.iter().find(|received_lines| received_lines.contains("MAIL FROM")).unwrap();
    assert!(received_lines.contains("RCPT TO:<dana@example.test>"), "{received_lines}");
    assert_eq!(
        received_lines.contains("https://lanewise.test/reset-password#token\n..\nbye"),
        expected == "sent",
        "{received_lines}"
    );
}

#[rstest]
#[case::without_a_reply(ScriptedReplies { content: None, ..SUCCESS_REPLIES }, "lost")]
#[case::at_the_greeting(ScriptedReplies { greeting: "554 no mail here", ..SUCCESS_REPLIES }, "unavailable")]
fn a_failed_email_is_reported_as_lost_only_if_it_may_have_been_sent(
    #[case] replies: ScriptedReplies,
    #[case] expected: &str,
) {
    let (url, _received_lines) = start_server(replies);
    assert_eq!(describe(&create_mailer(&url).send(&mail())), expected);
}

#[test]
fn a_connection_is_reused_for_the_next_email() {
    let (url, received_lines) = start_server(SUCCESS_REPLIES);
    let mailer = create_mailer(&url);
    for _ in 0..5 {
        mailer.send(&mail()).unwrap();
    }
    drop(mailer);
    // The mailer opens one connection to test the server, and another one for the emails.
    let greeted: Vec<usize> =
        received_lines.iter().take(2).map(|lines| lines.matches("MAIL FROM").count()).collect();
    assert_eq!(greeted, [0, 5]);
}

#[test]
fn the_breaker_opens_after_five_failed_connections_to_the_mail_server() {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let mailer = create_mailer(&format!("smtp://127.0.0.1:{port}"));
    for _ in 0..5 {
        assert_eq!(describe(&mailer.send(&mail())), "unavailable");
    }
    assert_eq!(describe(&mailer.send(&mail())), "left alone");
}

#[test]
fn an_email_is_reported_as_unsent_if_the_mail_server_closed_the_idle_connection() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (go, go_signal) = channel();
    let (is_gone, closed_signal) = channel();
    thread::spawn(move || {
        // The mailer opens one connection to test the server, and another one for the emails.
        let sockets = [(); 2].map(|()| {
            let socket = listener.accept().unwrap().0;
            let connection = socket.try_clone().unwrap();
            thread::spawn(move || serve_connection(socket, SUCCESS_REPLIES));
            connection
        });
        go_signal.recv().unwrap();
        drop(listener);
        sockets.iter().for_each(|socket| socket.shutdown(Shutdown::Both).unwrap());
        is_gone.send(()).unwrap();
    });
    let mailer = create_mailer(&url);
    mailer.send(&mail()).unwrap();
    go.send(()).unwrap();
    closed_signal.recv().unwrap();
    assert_eq!(describe(&mailer.send(&mail())), "unavailable");
}

/// The fake server accepts connections but never replies.
#[test]
fn sending_times_out_if_the_mail_server_never_replies() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let patience = Duration::from_millis(50);
    let options = SmtpOptions { connect: patience, ..SmtpOptions::default() };
    let mailer = SmtpMailer::new(&url, FROM, options).unwrap();
    let started_at = Instant::now();
    assert_eq!(describe(&mailer.send(&mail())), "unavailable");
    assert!(started_at.elapsed() < SmtpOptions::default().connect, "{:?}", started_at.elapsed());
}

#[rstest]
#[case("mail.example", FROM)]
#[case("https://mail.example", FROM)]
#[case("smtps://mail.example", "no address")]
fn an_invalid_mail_server_url_or_sender_address_is_refused(#[case] url: &str, #[case] sender: &str) {
    assert!(SmtpMailer::new(url, sender, SmtpOptions::default()).is_err());
}
