//! Tracing of requests: the request id in every response, and the trace id in requests to other
//! services (docs/OPERATIONS.md#following-a-request).

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::json;
use server::config::{Provider, StripeKeys};
use traces::Traces;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry;

use crate::support::{Answer, App};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Returns the request id of a response, which must have one.
fn id_of(answer: &Answer) -> &str {
    let id = answer.header("x-request-id").unwrap_or_default();
    assert_eq!(id.len(), 36, "no request id: {} {:?}", answer.status, answer.headers);
    id
}

#[test]
fn every_response_has_a_request_id_and_errors_include_it() {
    let app = App::start();
    for path in ["/", "/favicon.svg", "/healthz", "/readyz", "/api/config"] {
        let answer = app.raw("GET", path, &[], b"");
        assert_eq!(answer.status, 200, "{path}");
        assert_ne!(id_of(&answer), id_of(&app.raw("GET", path, &[], b"")), "{path}");
        let tag = answer.header("etag").unwrap_or_default().to_owned();
        id_of(&app.raw("GET", path, &[("if-none-match", tag)], b""));
    }
    let same = [("sec-fetch-site", "same-origin".to_owned())];
    let upgrade = [
        ("origin", app.base.clone()),
        ("connection", "upgrade".to_owned()),
        ("upgrade", "websocket".to_owned()),
        ("sec-websocket-version", "13".to_owned()),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==".to_owned()),
    ];
    for (method, path, headers, status) in [
        ("GET", "/api/nothing", &[][..], 404),
        ("GET", "/assets/nothing.js", &[][..], 404),
        ("GET", "/api/session", &[][..], 401),
        ("POST", "/api/authenticate", &[][..], 403),
        ("PROPFIND", "/", &[][..], 405),
        ("POST", "/api/authenticate", &same[..], 415),
        ("GET", "/ws", &upgrade[..], 401),
        ("GET", "/ws", &upgrade[1..], 403),
    ] {
        let answer = app.raw(method, path, headers, b"");
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
        assert_eq!(answer.json["requestId"].as_str(), Some(id_of(&answer)), "{method} {path}");
    }
}

#[test]
fn a_request_to_the_payment_provider_continues_the_incoming_trace() {
    // Spans are recorded as in production, but not printed.
    let _there_already = tracing::subscriber::set_global_default(registry().with(Traces::default().layer()));
    let provider = TcpListener::bind("127.0.0.1:0").unwrap();
    let api_base = Some(format!("http://{}", provider.local_addr().unwrap()));
    let (sender, requests) = channel();
    std::thread::spawn(move || {
        for mut stream in provider.incoming().flatten() {
            let mut head = vec![0; 8192];
            let length = stream.read(&mut head).unwrap_or_default();
            let answer = "HTTP/1.1 400 x\r\nContent-Length: 32\r\nConnection: close\r\n\r\n{\"error\":{\"type\":\"card_error\"}}  ";
            let _gone = stream.write_all(answer.as_bytes());
            let _over = sender.send(String::from_utf8_lossy(&head[..length]).into_owned());
        }
    });
    let app = App::start_with(|config| {
        let Provider::Stripe(keys) = &config.provider else { return };
        config.provider = Provider::Stripe(StripeKeys { api_base, ..keys.clone() });
    });
    let driver = app.driver("followed");
    let ticket = app.ticket(driver, "150");
    let body = json!({"amount": "150", "type": "ticket", "itemId": ticket}).to_string();
    let pay = |trace_headers: &[&str]| {
        let mut headers = vec![
            ("cookie", format!("lanewise_session={}", app.log_in(driver))),
            ("sec-fetch-site", "same-origin".to_owned()),
            ("content-type", "application/json".to_owned()),
        ];
        headers.extend(trace_headers.iter().map(|value| ("traceparent", (*value).to_owned())));
        app.raw("POST", "/api/create-payment-intent", &headers, body.as_bytes());
        let head = requests.recv_timeout(Duration::from_secs(20)).unwrap().to_ascii_lowercase();
        let value = head.lines().find_map(|line| line.strip_prefix("traceparent: ")).unwrap();
        assert_eq!(value.len(), 55, "{head}");
        value.to_owned()
    };
    let trace_headers = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let carried = pay(&[&trace_headers]);
    assert!(carried.starts_with(&format!("00-{TRACE}-")), "{carried}");
    assert!(!carried.contains("00f067aa0ba902b7"), "the call has its own span: {carried}");
    for ignored in [&[&*trace_headers, &*trace_headers][..], &["00-0-0-01"], &[]] {
        let carried = pay(ignored);
        assert!(!carried.contains(TRACE), "{ignored:?}: {carried}");
    }
}
