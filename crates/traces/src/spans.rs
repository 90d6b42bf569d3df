//! Traces of `tracing` spans, and the spans of outgoing calls.

use tracing::Span;
use tracing::field::Empty;
use tracing_subscriber::Registry;
use tracing_subscriber::registry::{LookupSpan, SpanRef};

use crate::trace::Trace;

/// Attaches a trace to a span. Outgoing calls made inside the span become part of that trace.
pub fn attach(span: &Span, trace: Trace) {
    with_span(span, |extensions| {
        let _before = extensions.extensions_mut().replace(trace);
    });
}

/// Returns the trace of the current span or of the nearest span around it; `None` if none of them has a trace.
fn current() -> Option<Trace> {
    with_span(&Span::current(), |span| span.scope().find_map(|one| one.extensions().get().copied()))?
}

fn with_span<T>(span: &Span, read: impl FnOnce(SpanRef<'_, Registry>) -> T) -> Option<T> {
    span.with_subscriber(|(id, dispatch)| dispatch.downcast_ref::<Registry>()?.span(id).map(read))?
}

/// The span of one outgoing call. The call ends when this value is dropped.
#[derive(Debug)]
pub struct OutgoingCall {
    span: Span,
    trace: Trace,
}

impl OutgoingCall {
    /// Starts a call to an outside service. The call's span has level ERROR, so that the span is always enabled and
    /// every log line in it names the service.
    pub fn to(service: &'static str) -> Self {
        let trace = current().map_or_else(|| Trace::of_request(None), Trace::child);
        let span = tracing::error_span!("call", service, trace_id = trace.id(), status = Empty);
        attach(&span, trace);
        Self { span, trace }
    }

    /// Returns the value of the `traceparent` header for this call.
    pub fn header(&self) -> String {
        self.trace.header()
    }

    /// Runs a blocking call inside the call's span, so that log lines of the call name the service.
    pub fn make<T>(&self, call: impl FnOnce() -> T) -> T {
        self.span.in_scope(call)
    }

    /// Records the HTTP status of the response.
    pub fn record_status(&self, status: u16) {
        self.span.record("status", status);
    }

    /// Returns the call's span, for async calls.
    pub fn span(&self) -> &Span {
        &self.span
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Once;
    use std::thread;

    use super::*;

    /// Runs `work` with a tracing subscriber. All tests of this module must use this function before their
    /// first span, because `tracing` may cache a span as disabled if another thread installs a subscriber
    /// at the same time.
    fn run_with_subscriber<T>(work: impl FnOnce() -> T) -> T {
        static LISTENING: Once = Once::new();
        LISTENING.call_once(|| {
            tracing::subscriber::set_global_default(tracing_subscriber::registry()).unwrap();
        });
        work()
    }

    #[test]
    fn an_outgoing_call_on_another_thread_has_the_trace_of_its_request() {
        run_with_subscriber(|| {
            let (request, trace) = (tracing::error_span!("request"), Trace::of_request(None));
            attach(&request, trace);
            let inner = request.in_scope(|| tracing::error_span!("inner"));
            let dispatch = tracing::dispatcher::get_default(Clone::clone);
            let work = move || {
                tracing::dispatcher::with_default(&dispatch, || {
                    inner.in_scope(|| OutgoingCall::to("texts").header())
                })
            };
            let header = thread::spawn(work).join().unwrap();
            assert!(header.contains(&trace.id()), "{header}");
            assert_ne!(header, trace.header());
        });
    }

    #[test]
    fn a_nested_call_shares_the_trace_and_an_unrelated_call_starts_a_new_one() {
        run_with_subscriber(|| {
            let (one, other) = (OutgoingCall::to("texts"), OutgoingCall::to("texts"));
            assert_ne!(one.trace.id(), other.trace.id(), "outside a request each call begins a trace");
            assert_eq!(one.make(|| OutgoingCall::to("texts")).trace.id(), one.trace.id());
        });
    }

    #[test]
    fn an_outgoing_call_has_a_trace_header_even_without_a_subscriber() {
        let nobody = tracing::subscriber::NoSubscriber::default();
        let header = run_with_subscriber(|| {
            tracing::subscriber::with_default(nobody, || OutgoingCall::to("texts").header())
        });
        assert_eq!(header.len(), 55);
    }
}
