//! Export of some of the traces to a collector, with OTLP over HTTP in protobuf. The library OpenTelemetry queues,
//! batches and encodes the spans. If its queue is full, the library drops spans, so that requests never wait for
//! the collector.

use std::error::Error;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota};
use opentelemetry::trace::{Link, SpanKind, Status, TraceContextExt, TraceId, TraceState};
use opentelemetry::{Context, KeyValue, Value};
use opentelemetry_otlp::{RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    SamplingDecision, SamplingResult, SdkTracerProvider, ShouldSample, SpanData, SpanEvents,
};

use crate::{Collector, Traces};

/// Timeout of one export to the collector.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// Maximum number of new traces that this process exports per second.
const MAX_TRACES_PER_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(99);
/// The fields of spans that are exported, and their names in OpenTelemetry. Other fields, such as ids, and log
/// lines are not exported.
const EXPORTED_FIELDS: [(&str, &str); 4] = [
    ("method", "http.request.method"),
    ("route", "http.route"),
    ("service", "peer.service"),
    ("status", "http.response.status_code"),
];

impl Traces {
    /// Sets up the export without connecting to the collector. Must not be called on a thread of an
    /// async runtime, where creating a blocking HTTP client can panic.
    ///
    /// # Errors
    /// Fails when the URL is invalid or TLS isn't available.
    pub fn start_export_to(collector: &Collector) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let client = reqwest::blocking::Client::builder()
            .tls_backend_preconfigured(tls::client_config()?)
            .timeout(MAX_WAIT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_retry_policy(RetryPolicy::disabled())
            .with_endpoint(format!("{}/v1/traces", collector.endpoint.trim_end_matches('/')))
            .with_timeout(MAX_WAIT)
            .build()?;
        let limiter = DefaultDirectRateLimiter::direct(Quota::per_second(MAX_TRACES_PER_SECOND));
        let provider = SdkTracerProvider::builder()
            .with_sampler(Choice { share: collector.share, limiter: Arc::new(limiter) })
            .with_batch_exporter(SelectiveExporter(exporter))
            .with_resource(Resource::builder().with_service_name(collector.service.clone()).build())
            .build();
        Ok(Self(provider))
    }
}

/// The choice of traces to export: a random share of all traces, up to a maximum per second. The
/// sampling flag of the caller's `traceparent` header is ignored, because a caller could set the
/// flag to force an export. An outgoing call is exported if the request that caused it is exported.
#[derive(Clone, Debug)]
struct Choice {
    share: f64,
    limiter: Arc<DefaultDirectRateLimiter>,
}

impl ShouldSample for Choice {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        _: TraceId,
        _: &str,
        _: &SpanKind,
        _: &[KeyValue],
        _: &[Link],
    ) -> SamplingResult {
        let parent = parent.map(TraceContextExt::span);
        let parent = parent.as_ref().map(|span| span.span_context());
        let is_chosen = match parent.filter(|parent| parent.is_valid() && !parent.is_remote()) {
            Some(parent) => parent.is_sampled(),
            None => rand::random::<f64>() < self.share && self.limiter.check().is_ok(),
        };
        SamplingResult {
            decision: if is_chosen { SamplingDecision::RecordAndSample } else { SamplingDecision::Drop },
            attributes: vec![],
            trace_state: TraceState::default(),
        }
    }
}

/// An exporter that exports only [`EXPORTED_FIELDS`], and only of requests and outgoing calls.
#[derive(Debug)]
struct SelectiveExporter(SpanExporter);

impl opentelemetry_sdk::trace::SpanExporter for SelectiveExporter {
    async fn export(&self, spans: Vec<SpanData>) -> OTelSdkResult {
        self.0.export(spans.into_iter().filter_map(reduce_to_exported_parts).collect()).await
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

/// Returns the parts of a span to export, or `None` if the span isn't exported.
fn reduce_to_exported_parts(span: SpanData) -> Option<SpanData> {
    let value =
        |field: &str| span.attributes.iter().find(|pair| pair.key.as_str() == field).map(|pair| &pair.value);
    let (span_kind, name) = match &*span.name {
        "request" => (SpanKind::Server, format!("{} {}", value("method")?, value("route")?)),
        "call" => (SpanKind::Client, value("service")?.to_string()),
        _ => return None,
    };
    let attributes = EXPORTED_FIELDS
        .iter()
        .filter_map(|(field, name)| Some(KeyValue::new(*name, value(field)?.clone())))
        .collect();
    let status =
        if let Some(Value::I64(500..)) = value("status") { Status::error("") } else { Status::Unset };
    let events = SpanEvents::default();
    Some(SpanData { span_kind, name: name.into(), attributes, events, status, ..span })
}
