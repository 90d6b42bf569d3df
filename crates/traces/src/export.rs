//! Export of some of the traces to a collector, with OTLP over HTTP in protobuf. The library OpenTelemetry
//! queues, batches and encodes the spans. If its queue is full, the library drops spans, so that requests never
//! wait for the collector.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_otlp::{RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchSpanProcessor, SpanData, SpanEvents, SpanLinks, SpanProcessor};
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::choice;
use crate::trace::Trace;

/// Timeout of one export to the collector.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Settings for exporting traces to a collector.
#[derive(Clone, Debug, PartialEq)]
pub struct Collector {
    /// The collector's URL, such as `http://127.0.0.1:4318`.
    pub endpoint: String,
    /// Name of this service in exported spans.
    pub service: String,
    /// Share of traces to export, from 0 to 1.
    pub share: f64,
}

/// Error from setting up the export of traces.
#[derive(Debug)]
pub struct SetupError(Box<dyn std::error::Error + Send + Sync>);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("could not set up the export of traces to the collector")
    }
}

impl std::error::Error for SetupError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.0)
    }
}

/// A tracing layer that exports the spans of requests and outgoing calls when they end.
#[derive(Clone, Debug)]
pub struct ExportLayer {
    processor: Arc<BatchSpanProcessor>,
    scope: InstrumentationScope,
}

impl ExportLayer {
    /// Sets up the exporter without connecting to the collector. Must not be called on a thread of an async runtime.
    ///
    /// # Errors
    /// Fails when the URL is invalid or TLS isn't available.
    pub fn to(collector: &Collector) -> Result<Self, SetupError> {
        let endpoint = format!("{}/v1/traces", collector.endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client().map_err(SetupError)?)
            .with_retry_policy(RetryPolicy::disabled())
            .with_endpoint(endpoint)
            .with_timeout(MAX_WAIT)
            .build()
            .map_err(|error| SetupError(error.into()))?;
        let mut processor = BatchSpanProcessor::builder(exporter).build();
        processor.set_resource(&Resource::builder().with_service_name(collector.service.clone()).build());
        choice::set_sampling_share(collector.share);
        Ok(Self { processor: Arc::new(processor), scope: InstrumentationScope::builder("lanewise").build() })
    }

    /// Exports the remaining spans and then stops exporting. Waits at most this long.
    pub fn end(&self, timeout: Duration) {
        if let Err(error) = self.processor.shutdown_with_timeout(timeout) {
            tracing::warn!(%error, "could not send the last traces to the collector");
        }
    }

    fn export(&self, trace: Trace, span: ExportedSpan) {
        let id = SpanId::from_bytes(trace.span);
        let context = SpanContext::new(
            TraceId::from_bytes(trace.id),
            id,
            TraceFlags::SAMPLED,
            false,
            TraceState::default(),
        );
        let mut attributes = vec![];
        let mut note = |name: &'static str, value: Option<&String>| {
            attributes.extend(value.map(|value| KeyValue::new(name, value.clone())));
        };
        note("http.request.method", span.method.as_ref());
        note("http.route", span.route.as_ref());
        note("peer.service", span.service.as_ref());
        let failed = span.status.is_some_and(|status| status >= 500);
        attributes.extend(span.status.map(|status| {
            KeyValue::new("http.response.status_code", i64::try_from(status).unwrap_or_default())
        }));
        let is_call = span.service.is_some();
        let name = span.service.unwrap_or_else(|| {
            format!("{} {}", span.method.unwrap_or_default(), span.route.unwrap_or_default())
        });
        self.processor.on_end(SpanData {
            span_context: context,
            parent_span_id: trace.parent.map_or(SpanId::INVALID, SpanId::from_bytes),
            parent_span_is_remote: trace.parent.is_some() && !is_call,
            span_kind: if is_call { SpanKind::Client } else { SpanKind::Server },
            name: name.into(),
            start_time: span.started_at,
            end_time: SystemTime::now(),
            attributes,
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status: if failed { Status::error("") } else { Status::Unset },
            instrumentation_scope: self.scope.clone(),
        });
    }
}

fn client() -> Result<reqwest::blocking::Client, Box<dyn std::error::Error + Send + Sync>> {
    Ok(reqwest::blocking::Client::builder()
        .tls_backend_preconfigured(tls::client_config()?)
        .timeout(MAX_WAIT)
        .redirect(reqwest::redirect::Policy::none())
        .build()?)
}

/// The properties of a span that are exported. Other fields, such as paths, IP addresses and ids, are not exported.
struct ExportedSpan {
    started_at: SystemTime,
    method: Option<String>,
    route: Option<String>,
    service: Option<String>,
    status: Option<u64>,
}

impl Visit for ExportedSpan {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "method" => self.method = Some(value.to_owned()),
            "route" => self.route = Some(value.to_owned()),
            "service" => self.service = Some(value.to_owned()),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "status" {
            self.status = Some(value);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for ExportLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        // Spans of other crates may have the same names, but have no trace, so `on_close` doesn't export them.
        let Some(span) = context.span(id).filter(|span| matches!(span.name(), "request" | "call")) else {
            return;
        };
        let mut exported = ExportedSpan {
            started_at: SystemTime::now(),
            method: None,
            route: None,
            service: None,
            status: None,
        };
        attributes.record(&mut exported);
        span.extensions_mut().insert(exported);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(exported) = span.extensions_mut().get_mut::<ExportedSpan>() {
            values.record(exported);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let (trace, exported) = {
            let mut extensions = span.extensions_mut();
            (extensions.get_mut::<Trace>().copied(), extensions.remove::<ExportedSpan>())
        };
        if let (Some(trace), Some(exported)) = (trace.filter(|trace| trace.is_exported), exported) {
            self.export(trace, exported);
        }
    }
}
