//! The spans of requests and of outgoing calls.

use std::collections::HashMap;

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TraceContextExt;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing::field::Empty;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Name of the HTTP header with the trace id.
pub const TRACEPARENT: &str = "traceparent";

/// Starts a request's span in the trace that the caller's `traceparent` header names, or in a new trace if the header
/// is missing or invalid. Records the trace id in the span's field `trace_id`, for the log.
pub fn start_request(span: &Span, header: Option<&str>) {
    if let Some(header) = header {
        let headers = HashMap::from([(TRACEPARENT.to_owned(), header.to_owned())]);
        // Fails only if the process has no layer for traces.
        let _untraced = span.set_parent(TraceContextPropagator::new().extract(&headers));
    }
    let trace_id = span.context().span().span_context().trace_id();
    span.record("trace_id", trace_id.to_string());
}

/// The span of one outgoing call. The span ends when this value is dropped. The span belongs to the trace of
/// the current span or, outside a request, starts a new trace.
#[derive(Debug)]
pub struct OutgoingCall(Span);

impl OutgoingCall {
    /// Starts a call to an outside service. The call's span has level ERROR, so that the span is always enabled and
    /// every log line in it names the service.
    pub fn to(service: &'static str) -> Self {
        Self(tracing::error_span!("call", service, status = Empty))
    }

    /// Returns the value of the `traceparent` header for this call. Empty if the process has no layer for traces.
    pub fn header(&self) -> String {
        let mut headers = HashMap::new();
        TraceContextPropagator::new().inject_context(&self.0.context(), &mut headers);
        headers.remove(TRACEPARENT).unwrap_or_default()
    }

    /// Runs a blocking call inside the call's span, so that log lines of the call name the service.
    pub fn run<T>(&self, call: impl FnOnce() -> T) -> T {
        self.0.in_scope(call)
    }

    /// Records the HTTP status of the response.
    pub fn record_status(&self, status: u16) {
        self.0.record("status", i64::from(status));
    }

    /// Returns the call's span, for async calls.
    pub fn span(&self) -> &Span {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::io::{pipe, read_to_string};
    use std::sync::Mutex;
    use std::thread;

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;
    use crate::Traces;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const CALLER: &str = "00f067aa0ba902b7";

    /// Runs `work` in a request with this `traceparent` header, and installs the subscriber that
    /// all tests share. Each test must use this function before its first span, because `tracing`
    /// may cache a span as disabled while another thread installs the subscriber.
    fn run_in_request<T>(header: Option<&str>, work: impl FnOnce() -> T) -> T {
        let subscriber = tracing_subscriber::registry().with(Traces::default().layer());
        let _installed_before = tracing::subscriber::set_global_default(subscriber);
        let request = tracing::error_span!("request", trace_id = Empty);
        start_request(&request, header);
        request.in_scope(work)
    }

    /// Starts an outgoing call, and returns the call's `traceparent` header.
    fn start_call() -> String {
        OutgoingCall::to("texts").header()
    }

    /// Returns the trace id of a `traceparent` header.
    fn trace_id(header: &str) -> &str {
        header.split('-').nth(1).unwrap()
    }

    #[test]
    fn an_outgoing_call_has_its_own_span_in_the_trace_of_its_request() {
        let header = run_in_request(Some(&format!("00-{TRACE}-{CALLER}-01")), start_call);
        assert_eq!((trace_id(&header), header.len()), (TRACE, 55), "{header}");
        assert!(!header.contains(CALLER) && header.ends_with("-00"), "{header}");
        let later = run_in_request(Some(&format!("01-{TRACE}-{CALLER}-01-more")), start_call);
        assert_eq!(trace_id(&later), TRACE, "a later version of the header is accepted");
    }

    #[test]
    fn a_malformed_traceparent_header_starts_a_new_trace() {
        for wrong in [
            String::new(),
            "00".to_owned(),
            format!("00-{TRACE}-{CALLER}"),
            format!("00-{TRACE}-{CALLER}-01-more"),
            format!("00-{TRACE}-{CALLER}-0x"),
            format!("00_{TRACE}_{CALLER}_01"),
            format!("ff-{TRACE}-{CALLER}-01"),
            format!("00-{}-{CALLER}-01", TRACE.to_uppercase()),
            format!("00-{}-{CALLER}-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            "é".repeat(27) + "a",
        ] {
            let header = run_in_request(Some(&wrong), start_call);
            assert_eq!(header.len(), 55, "{wrong}");
            assert!(!header.to_lowercase().contains(TRACE) && trace_id(&header) != "0".repeat(32), "{wrong}");
        }
    }

    #[test]
    fn log_lines_of_a_request_contain_its_trace_id() {
        let (log, writer) = pipe().unwrap();
        let printing = tracing_subscriber::fmt().with_writer(Mutex::new(writer)).finish();
        tracing::subscriber::with_default(printing.with(Traces::default().layer()), || {
            run_in_request(Some(&format!("00-{TRACE}-{CALLER}-01")), || tracing::error!("slow"));
        });
        let log = read_to_string(log).unwrap();
        assert!(log.contains("slow") && log.contains(TRACE), "{log}");
    }

    #[test]
    fn a_call_on_another_thread_has_the_trace_of_its_request() {
        let (span, header) = run_in_request(None, || (tracing::error_span!("inner"), start_call()));
        let other = thread::spawn(move || span.in_scope(start_call)).join().unwrap();
        assert_eq!(trace_id(&other), trace_id(&header));
        assert_ne!(other, header);
    }

    #[test]
    fn each_call_outside_a_request_starts_its_own_trace() {
        run_in_request(None, || ());
        let (one, other) = (OutgoingCall::to("texts"), OutgoingCall::to("texts"));
        assert_ne!(trace_id(&one.header()), trace_id(&other.header()));
        assert_eq!(
            trace_id(&one.run(start_call)),
            trace_id(&one.header()),
            "a nested call has the same trace"
        );
    }
}
