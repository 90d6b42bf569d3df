//! The SMTP mailer against a server of a few lines that answers as it is told.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread::JoinHandle;

use adapters_mail::SmtpMailer;
use ports::notices::mail::{Mail, MailError, Mailer};
use rstest::rstest;

const FROM: &str = "Lanewise <no-reply@lanewise.test>";

/// A server for one mail; answers `verdict` to the receiver and gives back all that it was told.
fn server(verdict: &'static str) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let told = std::thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(socket.try_clone().unwrap()).lines();
        let mut told = String::new();
        let mut is_data = false;
        socket.write_all(b"220 ready\r\n").unwrap();
        while let Some(Ok(line)) = lines.next() {
            told += &format!("{line}\n");
            let answer = match line.as_str() {
                "." => {
                    is_data = false;
                    "250 queued"
                }
                _ if is_data => continue,
                "DATA" => {
                    is_data = true;
                    "354 go on"
                }
                "QUIT" => break,
                line if line.starts_with("RCPT") => verdict,
                _ => "250 fine",
            };
            socket.write_all(format!("{answer}\r\n").as_bytes()).unwrap();
        }
        told
    });
    (url, told)
}

fn mail() -> Mail {
    Mail {
        to: "dana@example.test".to_owned(),
        subject: "Choose a new password".to_owned(),
        text: "Hello,\n\nhttps://lanewise.test/reset-password#token\n.\nbye\n".to_owned(),
        attachment: None,
    }
}

fn outcome(result: &Result<(), MailError>) -> &'static str {
    match result {
        Ok(()) => "sent",
        Err(MailError::Refused(_)) => "refused",
        Err(MailError::Unavailable(_)) => "unavailable",
    }
}

#[rstest]
#[case("250 fine", "sent")]
#[case("451 try later", "unavailable")]
#[case("550 no such mailbox", "refused")]
fn the_servers_verdict_is_told_apart(#[case] verdict: &'static str, #[case] expected: &str) {
    let (url, told) = server(verdict);
    let mailer = SmtpMailer::new(&url, FROM).unwrap();
    assert_eq!(outcome(&mailer.send(&mail())), expected);
    drop(mailer);
    let told = told.join().unwrap();
    assert!(told.contains("RCPT TO:<dana@example.test>"), "{told}");
    assert_eq!(
        told.contains("https://lanewise.test/reset-password#token\n..\nbye"),
        expected == "sent",
        "{told}"
    );
}

#[test]
fn a_server_that_is_not_there_may_be_later() {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let mailer = SmtpMailer::new(&format!("smtp://127.0.0.1:{port}"), FROM).unwrap();
    assert_eq!(outcome(&mailer.send(&mail())), "unavailable");
}

#[rstest]
#[case("mail.example", FROM)]
#[case("https://mail.example", FROM)]
#[case("smtps://mail.example", "no address")]
fn settings_that_cannot_be_read_are_refused(#[case] url: &str, #[case] from: &str) {
    assert!(SmtpMailer::new(url, from).is_err());
}
