//! Export of traces to a collector (docs/OPERATIONS.md#traces-for-a-collector), if the settings name a collector
//! and this build has the feature `otlp`.

use crate::config::Config;

pub(crate) use otlp::{ExportLayer, close, open};

#[cfg(feature = "otlp")]
mod otlp {
    use std::time::Duration;

    use anyhow::Context;

    use super::Config;

    /// The tracing layer that exports spans.
    pub(crate) type ExportLayer = traces::ExportLayer;

    /// Maximum wait for the last export, so that a collector that doesn't respond can't block shutdown.
    const MAX_LAST_EXPORT: Duration = Duration::from_secs(3);

    pub(crate) fn open(config: &Config) -> anyhow::Result<Option<ExportLayer>> {
        let Some(set) = &config.collector else { return Ok(None) };
        let (endpoint, service) = (set.endpoint.clone(), set.service.clone());
        let collector = traces::Collector { endpoint, service, share: set.share };
        ExportLayer::to(&collector).map(Some).context("OTEL_EXPORTER_OTLP_ENDPOINT")
    }

    pub(crate) fn close(exporting: Option<&ExportLayer>) {
        if let Some(exporting) = exporting {
            exporting.end(MAX_LAST_EXPORT);
        }
    }
}

#[cfg(not(feature = "otlp"))]
mod otlp {
    use super::Config;

    /// A layer that does nothing, because this build can't export traces.
    pub(crate) type ExportLayer = tracing_subscriber::layer::Identity;

    /// Returns no layer. If the settings name a collector, the server later logs a warning that this
    /// build can't export traces.
    #[expect(clippy::unnecessary_wraps, reason = "with the feature otlp it can fail")]
    pub(crate) const fn open(_: &Config) -> anyhow::Result<Option<ExportLayer>> {
        Ok(None)
    }

    pub(crate) const fn close(_: Option<&ExportLayer>) {}
}
