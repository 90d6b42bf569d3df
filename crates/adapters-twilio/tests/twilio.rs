//! Tests of the adapter against a fake Twilio server.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use adapters_twilio::{Twilio, TwilioAccount};
use chrono::{DateTime, Utc};
use ports::notices::texts::{TextError, TextMessenger};
use traces::Traces;
use tracing_subscriber::layer::SubscriberExt;

const TEXT: &str = "Lanewise: the status of your ticket is now Warning. See & more.";

/// The fake Twilio server's response to the next request.
enum FakeResponse {
    /// Responds with this HTTP status and body.
    Answer(u16, String),
    /// Closes the connection without a response.
    HangUp,
}

/// Starts a fake Twilio server that handles one request per entry of the list, and sends each request to the channel.
fn start_fake_twilio(responses: Vec<FakeResponse>) -> (Twilio, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let api_base = format!("http://{}", listener.local_addr().unwrap());
    let (sender, requests) = channel();
    thread::spawn(move || {
        for response in responses {
            let (stream, _) = listener.accept().unwrap();
            sender.send(read_request(&stream)).unwrap();
            if let FakeResponse::Answer(status, body) = response {
                respond(stream, status, &body);
            }
        }
    });
    (client_with(api_base, "+15550100199"), requests)
}

/// Creates a client for the Twilio server at this base URL. `sender` is a phone number or the id
/// of a messaging service.
fn client_with(api_base: String, sender: &str) -> Twilio {
    let subscriber = tracing_subscriber::registry().with(Traces::default().layer());
    let _there_already = tracing::subscriber::set_global_default(subscriber);
    let account = TwilioAccount {
        account_sid: "AC1".to_owned(),
        auth_token: "secret".to_owned(),
        from: sender.to_owned(),
        api_base,
    };
    Twilio::new(account).unwrap()
}

/// Reads a request, and returns its headers and body.
fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    head + &String::from_utf8(body).unwrap()
}

fn respond(mut stream: TcpStream, status: u16, body: &str) {
    let length = body.len();
    write!(stream, "HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
        .unwrap();
}

/// Sends a text through a fake Twilio server that gives this response.
fn send(response: FakeResponse) -> Result<(), TextError> {
    start_fake_twilio(vec![response]).0.send("5551234567", TEXT)
}

/// Returns a response with which Twilio refuses a text. `code` is Twilio's error code.
fn refusal(code: i64, status: u16) -> FakeResponse {
    let message = "The 'To' number +15551234567 is not a valid phone number.";
    FakeResponse::Answer(status, format!(r#"{{"code": {code}, "message": "{message}", "status": {status}}}"#))
}

fn since() -> DateTime<Utc> {
    "2026-11-21T08:00:00Z".parse().unwrap()
}

#[test]
fn a_text_is_sent_in_the_format_of_twilio() {
    let (twilio, requests) = start_fake_twilio(vec![FakeResponse::Answer(
        201,
        r#"{"sid": "SM1", "status": "queued"}"#.to_owned(),
    )]);
    twilio.send("5551234567", TEXT).unwrap();
    let request = requests.recv().unwrap();
    assert!(request.starts_with("POST /2010-04-01/Accounts/AC1/Messages.json HTTP/1.1"), "{request}");
    assert!(request.contains("authorization: Basic QUMxOnNlY3JldA=="), "{request}");
    assert!(request.contains("To=%2B15551234567&From=%2B15550100199&Body=Lanewise%3A+the"), "{request}");
    assert!(request.contains("See+%26+more"), "{request}");
    assert!(request.contains("traceparent: 00-"), "{request}");
}

#[test]
fn the_id_of_a_messaging_service_is_sent_as_messaging_service_sid() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let fake_twilio = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let request = read_request(&stream);
        respond(stream, 201, "{}");
        request
    });
    client_with(base, "MG9").send("5551234567", TEXT).unwrap();
    assert!(fake_twilio.join().unwrap().contains("&MessagingServiceSid=MG9&"));
}

#[test]
fn an_invalid_or_opted_out_number_is_refused_permanently() {
    for code in [21211, 21610] {
        let Err(TextError::Refused(reason)) = send(refusal(code, 400)) else { unreachable!("refused") };
        assert_eq!(
            reason,
            format!("Twilio refused the text: error {code}"),
            "the reason does not contain the number"
        );
    }
}

#[test]
fn a_rate_limit_or_invalid_credentials_are_reported_as_temporarily_unavailable() {
    for status in [401, 403, 404, 429] {
        assert!(matches!(send(refusal(20_003, status)), Err(TextError::Unavailable(_))));
    }
}

#[test]
fn a_text_is_reported_as_unsent_without_a_connection_and_as_lost_without_a_response() {
    assert!(matches!(
        client_with("http://127.0.0.1:1".to_owned(), "+15550100199").send("5551234567", TEXT),
        Err(TextError::Unavailable(_))
    ));
    assert!(matches!(send(FakeResponse::HangUp), Err(TextError::Lost(_))));
    for status in [408, 500, 503] {
        assert!(matches!(send(FakeResponse::Answer(status, String::new())), Err(TextError::Lost(_))));
    }
}

#[test]
fn the_breaker_opens_after_five_failed_connections_to_twilio() {
    let twilio = client_with("http://127.0.0.1:1".to_owned(), "+15550100199");
    for _ in 0..5 {
        assert!(matches!(twilio.send("5551234567", TEXT), Err(TextError::Unavailable(_))));
    }
    assert!(matches!(twilio.send("5551234567", TEXT), Err(TextError::CircuitOpen(_))));
    assert!(matches!(twilio.was_sent("5551234567", TEXT, since()), Err(TextError::CircuitOpen(_))));
}

/// Returns a response that lists one text, with its creation date and status.
fn list_response(body: &str, date: &str, status: &str) -> FakeResponse {
    FakeResponse::Answer(
        200,
        format!(
            r#"{{"messages": [{{"body": "{body}", "date_created": "{date}", "status": "{status}", "sid": "SM1"}}]}}"#
        ),
    )
}

/// Returns whether a text is found as sent if the fake Twilio server gives this response.
fn search_text(response: FakeResponse) -> Result<bool, TextError> {
    start_fake_twilio(vec![response]).0.was_sent("5551234567", TEXT, since())
}

#[test]
fn a_sent_text_is_found_by_its_number_and_body() {
    let (twilio, requests) =
        start_fake_twilio(vec![list_response(TEXT, "Sat, 21 Nov 2026 08:00:05 +0000", "sent")]);
    assert!(twilio.was_sent("5551234567", TEXT, since()).unwrap());
    let request = requests.recv().unwrap();
    assert!(
        request.starts_with("GET /2010-04-01/Accounts/AC1/Messages.json?To=%2B15551234567&PageSize=200 "),
        "queued texts, which have no day yet, are listed too: {request}"
    );
    let trial = format!("Sent from your Twilio trial account - {TEXT}");
    assert!(search_text(list_response(&trial, "Sat, 21 Nov 2026 08:00:05 +0000", "queued")).unwrap());
}

#[test]
fn a_text_with_another_body_or_an_earlier_time_or_a_failed_status_does_not_count_as_sent() {
    let today = "Sat, 21 Nov 2026 08:00:05 +0000";
    assert!(!search_text(list_response("Lanewise: something else", today, "sent")).unwrap());
    assert!(!search_text(list_response(TEXT, "Fri, 20 Nov 2026 23:00:00 +0000", "sent")).unwrap());
    assert!(!search_text(list_response(TEXT, today, "failed")).unwrap());
    assert!(!search_text(FakeResponse::Answer(200, r#"{"messages": []}"#.to_owned())).unwrap());
    assert!(
        search_text(list_response(TEXT, "some day", "queued")).unwrap(),
        "a text with an unreadable date is taken for the sent one, so that it is not sent twice"
    );
}

#[test]
fn a_failed_lookup_reports_that_twilio_is_unavailable() {
    for response in [
        FakeResponse::HangUp,
        FakeResponse::Answer(500, String::new()),
        FakeResponse::Answer(200, "<html>".to_owned()),
    ] {
        assert!(matches!(search_text(response), Err(TextError::Unavailable(_))));
    }
}
