//! The SMTP mailer against a minimal server with scripted replies.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use adapters_mail::{SmtpMailer, SmtpOptions};
use ports::notices::mail::{Mail, MailError, Mailer};
use rstest::rstest;

const FROM: &str = "Lanewise <no-reply@lanewise.test>";

/// The server's replies.
#[derive(Clone, Copy)]
struct Manners {
    greeting: &'static str,
    /// Reply to the recipient of an email.
    receiver: &'static str,
    /// Reply to the end of an email. `None` closes the connection instead.
    content: Option<&'static str>,
}

const POLITE: Manners = Manners { greeting: "220 ready", receiver: "250 fine", content: Some("250 queued") };

/// Starts a server that handles each connection separately. When a connection ends, everything received on it
/// is sent to the channel.
fn server(manners: Manners) -> (String, Receiver<String>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (over, told) = channel();
    thread::spawn(move || {
        for socket in listener.incoming() {
            let over = over.clone();
            thread::spawn(move || {
                let _nobody_asks = over.send(converse(socket.unwrap(), manners));
            });
        }
    });
    (url, told)
}

fn converse(mut socket: TcpStream, manners: Manners) -> String {
    let mut lines = BufReader::new(socket.try_clone().unwrap()).lines();
    let mut told = String::new();
    let mut is_data = false;
    let mut say = |line: &str| socket.write_all(format!("{line}\r\n").as_bytes()).is_ok();
    say(manners.greeting);
    while let Some(Ok(line)) = lines.next() {
        told += &format!("{line}\n");
        let answer = match line.as_str() {
            "." => {
                is_data = false;
                let Some(answer) = manners.content else { break };
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
            line if line.starts_with("RCPT") => manners.receiver,
            _ => "250 fine",
        };
        if !say(answer) {
            break;
        }
    }
    told
}

fn mailer(url: &str) -> SmtpMailer {
    SmtpMailer::new(url, FROM, SmtpOptions::default()).unwrap()
}

fn mail() -> Mail {
    Mail {
        to: "dana@example.test".to_owned(),
        subject: "Choose a new password".to_owned(),
        text: "Hello,\n\nhttps://lanewise.test/reset-password#token\n.\nbye\n".to_owned(),
        attachment: None,
        html: None,
        unsubscribe: None,
    }
}

fn outcome(result: &Result<(), MailError>) -> &'static str {
    match result {
        Ok(()) => "sent",
        Err(MailError::Refused(_)) => "refused",
        Err(MailError::Deferred(_)) => "deferred",
        Err(MailError::Unavailable(_)) => "unavailable",
        Err(MailError::Lost(_)) => "lost",
        Err(MailError::LeftAlone(_)) => "left alone",
    }
}

#[rstest]
#[case("250 fine", "sent")]
#[case("451 try later", "deferred")]
#[case("421 closing down", "unavailable")]
#[case("535 not your password any more", "unavailable")]
#[case("550 no such mailbox", "refused")]
fn the_servers_verdict_is_told_apart(#[case] receiver: &'static str, #[case] expected: &str) {
    let (url, told) = server(Manners { receiver, ..POLITE });
    let mailer = mailer(&url);
    assert_eq!(outcome(&mailer.send(&mail())), expected);
    drop(mailer);
    let told: Vec<String> = told.iter().take(2).collect();
    let told = told.iter().find(|told| told.contains("MAIL FROM")).unwrap();
    assert!(told.contains("RCPT TO:<dana@example.test>"), "{told}");
    assert_eq!(
        told.contains("https://lanewise.test/reset-password#token\n..\nbye"),
        expected == "sent",
        "{told}"
    );
}

#[rstest]
#[case::without_a_word(Manners { content: None, ..POLITE }, "lost")]
#[case::at_the_door(Manners { greeting: "554 no mail here", ..POLITE }, "unavailable")]
fn a_server_that_hangs_up_may_have_taken_it_or_not(#[case] manners: Manners, #[case] expected: &str) {
    let (url, _told) = server(manners);
    assert_eq!(outcome(&mailer(&url).send(&mail())), expected);
}

#[test]
fn a_connection_is_kept_for_the_next_mail() {
    let (url, told) = server(POLITE);
    let mailer = mailer(&url);
    for _ in 0..5 {
        mailer.send(&mail()).unwrap();
    }
    drop(mailer);
    // One connection tested the server, and another sent all emails.
    let greeted: Vec<usize> = told.iter().take(2).map(|told| told.matches("MAIL FROM").count()).collect();
    assert_eq!(greeted, [0, 5]);
}

#[test]
fn a_server_that_is_not_there_is_left_alone_after_a_few_tries() {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let mailer = mailer(&format!("smtp://127.0.0.1:{port}"));
    for _ in 0..5 {
        assert_eq!(outcome(&mailer.send(&mail())), "unavailable");
    }
    assert_eq!(outcome(&mailer.send(&mail())), "left alone");
}

#[test]
fn a_server_that_goes_away_between_two_mails_has_not_taken_the_second() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (go, told_to_go) = channel();
    let (is_gone, gone) = channel();
    thread::spawn(move || {
        // One connection tests the server, and the other sends the emails.
        let sockets = [(); 2].map(|()| {
            let socket = listener.accept().unwrap().0;
            let kept = socket.try_clone().unwrap();
            thread::spawn(move || converse(socket, POLITE));
            kept
        });
        told_to_go.recv().unwrap();
        drop(listener);
        sockets.iter().for_each(|socket| socket.shutdown(Shutdown::Both).unwrap());
        is_gone.send(()).unwrap();
    });
    let mailer = mailer(&url);
    mailer.send(&mail()).unwrap();
    go.send(()).unwrap();
    gone.recv().unwrap();
    assert_eq!(outcome(&mailer.send(&mail())), "unavailable");
}

/// The server accepts connections but never replies.
#[test]
fn a_silent_server_is_waited_for_briefly() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let patience = Duration::from_millis(50);
    let options = SmtpOptions { connect: patience, ..SmtpOptions::default() };
    let mailer = SmtpMailer::new(&url, FROM, options).unwrap();
    let begun = Instant::now();
    assert_eq!(outcome(&mailer.send(&mail())), "unavailable");
    assert!(begun.elapsed() < SmtpOptions::default().connect, "{:?}", begun.elapsed());
}

#[rstest]
#[case("mail.example", FROM)]
#[case("https://mail.example", FROM)]
#[case("smtps://mail.example", "no address")]
fn settings_that_cannot_be_read_are_refused(#[case] url: &str, #[case] from: &str) {
    assert!(SmtpMailer::new(url, from, SmtpOptions::default()).is_err());
}
