//! The traces of this process (docs/OPERATIONS.md#traces-for-a-collector).

use traces::Traces;

use crate::config::Config;

/// Sets up the traces. They are exported if the settings name a collector and this build supports it.
#[cfg_attr(
    not(feature = "otlp"),
    expect(clippy::unnecessary_wraps, reason = "with the feature otlp it can fail")
)]
pub(crate) fn set_up_traces(config: &Config) -> anyhow::Result<Traces> {
    match &config.collector {
        #[cfg(feature = "otlp")]
        Some(collector) => Traces::start_export_to(collector)
            .map_err(|error| anyhow::anyhow!(error).context("OTEL_EXPORTER_OTLP_ENDPOINT")),
        _ => Ok(Traces::default()),
    }
}
