//! A test of the export of traces to a fake collector. `tracing` caches whether a span is enabled for the whole
//! process, so this file has a single test.
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span as ExportedSpan;
use prost::Message;
use traces::{Collector, OutgoingCall, Traces, start_request};
use tracing_subscriber::layer::SubscriberExt;

const GIVEN: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Starts a fake collector. The returned channel receives the head and body of each request. If `responds` is false,
/// the collector accepts requests but never responds.
fn collector(responds: bool) -> (String, Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let (sender, requests) = channel();
    thread::spawn(move || {
        let mut silent = vec![];
        for mut stream in listener.incoming().flatten() {
            let _test_has_ended = sender.send(read_request(&stream));
            if responds {
                write!(stream, "HTTP/1.1 200 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").unwrap();
            } else {
                silent.push(stream);
            }
        }
    });
    (endpoint, requests)
}

fn read_request(stream: &TcpStream) -> (String, Vec<u8>) {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (head, body)
}

fn export_to(endpoint: String) -> Traces {
    Traces::start_export_to(&Collector { endpoint, service: "lanewise-test".to_owned(), share: 1.0 }).unwrap()
}

/// Creates the spans of a request that makes an outgoing call, as the server does.
fn serve(header: Option<&str>) {
    let request = tracing::error_span!(
        "request",
        request_id = "4f3a2c1b",
        trace_id = tracing::field::Empty,
        address = "203.0.113.9",
        path = "/api/users/7?q=secret",
        method = "GET",
        route = "/api/users/{id}".to_owned(),
        status = tracing::field::Empty
    );
    start_request(&request, header);
    request.in_scope(|| {
        tracing::error_span!("of another crate", service = "secret").in_scope(|| ());
        let call = OutgoingCall::to("texts");
        call.run(|| tracing::error!("to +15551234567"));
        call.record_status(503);
    });
    request.record("status", 200_i64);
}

fn exported_spans(body: &[u8]) -> Vec<ExportedSpan> {
    let request = ExportTraceServiceRequest::decode(body).unwrap();
    request
        .resource_spans
        .into_iter()
        .flat_map(|resource| resource.scope_spans)
        .flat_map(|scope| scope.spans)
        .collect()
}

#[test]
fn exporting_spans_sends_no_personal_data_and_never_waits_for_the_collector() {
    let (endpoint, requests) = collector(true);
    let exporting = export_to(endpoint);
    tracing::subscriber::with_default(tracing_subscriber::registry().with(exporting.layer()), || {
        serve(Some(GIVEN));
    });
    exporting.flush_and_stop(Duration::from_secs(10));
    let (head, body) = requests.recv_timeout(Duration::from_secs(10)).unwrap();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
    assert!(head.to_ascii_lowercase().contains("content-type: application/x-protobuf"), "{head}");
    let spans = exported_spans(&body);
    let span_named = |name: &str| spans.iter().find(|span| span.name == name).unwrap();
    let (request, call) = (span_named("GET /api/users/{id}"), span_named("texts"));
    assert_eq!(spans.len(), 2);
    assert_eq!(hex::encode(&request.trace_id), "4bf92f3577b34da6a3ce929d0e0e4736");
    assert_eq!(
        hex::encode(&request.parent_span_id),
        "00f067aa0ba902b7",
        "the parent of the request's span is the caller's span"
    );
    assert_eq!((&call.trace_id, &call.parent_span_id), (&request.trace_id, &request.span_id));
    assert!(call.start_time_unix_nano >= request.start_time_unix_nano);
    assert!(call.end_time_unix_nano <= request.end_time_unix_nano);
    let text = String::from_utf8_lossy(&body);
    assert!(text.contains("lanewise-test") && text.contains("http.response.status_code"));
    for personal in ["203.0.113.9", "secret", "users/7", "5551234567", "4f3a2c1b"] {
        assert!(!text.contains(personal), "{personal} was exported");
    }

    // This caller requests sampling of every trace, and the collector never responds. No request may
    // wait for the collector.
    let (endpoint, requests) = collector(false);
    let silent = export_to(endpoint);
    let started_at = Instant::now();
    tracing::subscriber::with_default(tracing_subscriber::registry().with(silent.layer()), || {
        for _ in 0..20_000 {
            serve(Some(GIVEN));
        }
    });
    let took = started_at.elapsed();
    assert!(took < Duration::from_secs(10), "20,000 requests took {took:?}");
    let started_at = Instant::now();
    silent.flush_and_stop(Duration::from_secs(2));
    assert!(started_at.elapsed() < Duration::from_secs(4), "shutting down took {:?}", started_at.elapsed());
    let mut spans = 0;
    while let Ok((_, body)) = requests.try_recv() {
        spans += exported_spans(&body).len();
    }
    // Each exported trace has two spans. The limit allows 100 traces at the start and 100 more for
    // each second, including the last incomplete second.
    let most = 2 * (200 + 100 * usize::try_from(took.as_secs()).unwrap());
    assert!(spans <= most, "{spans} spans were exported for one caller");

    // No collector listens at this URL.
    let unreachable = export_to("http://127.0.0.1:1".to_owned());
    tracing::subscriber::with_default(tracing_subscriber::registry().with(unreachable.layer()), || {
        serve(None)
    });
    let started_at = Instant::now();
    unreachable.flush_and_stop(Duration::from_secs(2));
    assert!(started_at.elapsed() < Duration::from_secs(4));
}
