//! The collector of traces (docs/OPERATIONS.md#traces-for-a-collector), where the settings name one and this build can tell it.

use crate::config::Config;

pub(crate) use told::{Exporting, close, open};

#[cfg(feature = "otlp")]
mod told {
    use std::time::Duration;

    use anyhow::Context;

    use super::Config;

    /// Hears of each span.
    pub(crate) type Exporting = traces::Exporting;

    /// A collector that hangs keeps nobody from ending.
    const LAST: Duration = Duration::from_secs(3);

    pub(crate) fn open(config: &Config) -> anyhow::Result<Option<Exporting>> {
        let Some(set) = &config.collector else { return Ok(None) };
        let (endpoint, service) = (set.endpoint.clone(), set.service.clone());
        let collector = traces::Collector { endpoint, service, share: set.share };
        Exporting::to(&collector).map(Some).context("OTEL_EXPORTER_OTLP_ENDPOINT")
    }

    pub(crate) fn close(exporting: Option<&Exporting>) {
        if let Some(exporting) = exporting {
            exporting.end(LAST);
        }
    }
}

#[cfg(not(feature = "otlp"))]
mod told {
    use super::Config;

    /// Hears of nothing.
    pub(crate) type Exporting = tracing_subscriber::layer::Identity;

    /// Why there is none is said once the log is there.
    #[expect(clippy::unnecessary_wraps, reason = "with the feature it can fail")]
    pub(crate) const fn open(_: &Config) -> anyhow::Result<Option<Exporting>> {
        Ok(None)
    }

    pub(crate) const fn close(_: Option<&Exporting>) {}
}
