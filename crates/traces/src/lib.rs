//! Traces of incoming requests and of the outgoing calls that they cause, with OpenTelemetry. Each
//! request and each call is a `tracing` span. The layer of [`Traces`] gives each span a trace id
//! and a parent. A caller can name its trace in W3C's `traceparent` header
//! (<https://www.w3.org/TR/trace-context/>). Outgoing calls send this header with the trace of
//! their request.
//!
//! This crate depends on no other crate of the workspace and on no HTTP library, except for the export.

#[cfg(feature = "otlp")]
mod export;
mod spans;

use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider};
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::registry::LookupSpan;

pub use spans::{OutgoingCall, TRACEPARENT, start_request};

/// The collector that receives traces, and the share of traces that it receives.
#[derive(Clone, Debug, PartialEq)]
pub struct Collector {
    /// The collector's URL for OTLP over HTTP, such as `http://127.0.0.1:4318`.
    pub endpoint: String,
    /// Name of this service in exported spans.
    pub service: String,
    /// Share of traces to export, from 0 to 1.
    pub share: f64,
}

/// The traces of this process. The default exports none of them.
#[derive(Clone, Debug)]
pub struct Traces(SdkTracerProvider);

impl Default for Traces {
    fn default() -> Self {
        Self(SdkTracerProvider::builder().with_sampler(Sampler::AlwaysOff).build())
    }
}

impl Traces {
    /// Returns the `tracing` layer that gives each span a trace id and a parent.
    pub fn layer<S>(&self) -> OpenTelemetryLayer<S, SdkTracer>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_context_activation(false)
            .with_tracer(self.0.tracer("lanewise"))
    }

    /// Exports the remaining spans and then stops exporting. Waits at most `timeout`.
    pub fn flush_and_stop(&self, timeout: Duration) {
        if let Err(error) = self.0.shutdown_with_timeout(timeout) {
            tracing::warn!(%error, "could not send the last traces to the collector");
        }
    }
}
