//! Clients for the cities that Lanewise queries for citations: the cities in the settings or, in development, the
//! built-in sandbox.

use std::sync::Arc;

use adapters_opendata::{SodaOptions, SodaSource, find_city};
use ports::sources::query::CitationSource;

use crate::config::Cities;

/// The clients of all cities.
pub type Sources = Arc<[Arc<dyn CitationSource>]>;

/// Creates the clients. In test mode, starts the sandbox and its client, if this build has the sandbox.
///
/// # Errors
/// Fails when a city is unknown, TLS isn't available, or the sandbox can't start.
pub fn create_source_clients(cities: &Cities) -> anyhow::Result<Sources> {
    match cities {
        Cities::TestMode => start_test_city(),
        Cities::Named { names, api_base, app_token } => {
            if !names.is_empty() && app_token.is_none() {
                tracing::warn!("CITATION_SOURCES_APP_TOKEN is missing: cities allow fewer calls without it");
            }
            let options = SodaOptions {
                address: api_base.clone(),
                app_token: app_token.clone(),
                ..SodaOptions::default()
            };
            let opened: anyhow::Result<Vec<_>> = names
                .iter()
                .map(|name| {
                    let source: Arc<dyn CitationSource> =
                        Arc::new(SodaSource::new(find_city(name)?, options.clone())?);
                    Ok(source)
                })
                .collect();
            Ok(opened?.into())
        }
    }
}

/// Starts the sandbox of a city, and returns a client for it.
#[cfg(feature = "sandbox")]
fn start_test_city() -> anyhow::Result<Sources> {
    use anyhow::Context;

    let sandbox =
        soda_sandbox::start(soda_sandbox::Options::default()).context("starting the stand-in for a city")?;
    tracing::info!(address = sandbox.base_url(), "citations are in test mode: CITATION_SOURCES is not set");
    let options = SodaOptions {
        address: Some(sandbox.base_url().to_owned()),
        app_token: Some("test-mode".to_owned()),
        is_test: true,
        ..SodaOptions::default()
    };
    let city = TestCity { source: SodaSource::new(find_city("nyc")?, options)?, _sandbox: sandbox };
    let city: Arc<dyn CitationSource> = Arc::new(city);
    Ok(Arc::from([city]))
}

/// Returns no client, because this build has no sandbox.
#[cfg(not(feature = "sandbox"))]
fn start_test_city() -> anyhow::Result<Sources> {
    Ok(Arc::from([]))
}

/// The client for the sandbox, and the sandbox itself. Dropping this value stops both.
#[cfg(feature = "sandbox")]
struct TestCity {
    source: SodaSource,
    _sandbox: soda_sandbox::Sandbox,
}

#[cfg(feature = "sandbox")]
mod query {
    use domain::shared::person::plate_state::PlateState;
    use domain::sources::source::Source;
    use ports::sources::query::{CitationSource, SourceQueryError, SourceResponse};

    use super::TestCity;

    impl CitationSource for TestCity {
        fn source(&self) -> &Source {
            self.source.source()
        }

        fn address(&self) -> &str {
            self.source.address()
        }

        fn is_test(&self) -> bool {
            self.source.is_test()
        }

        fn max_per_query(&self) -> usize {
            self.source.max_per_query()
        }

        fn query_by_plates(
            &self,
            plates: &[(String, PlateState)],
        ) -> Result<SourceResponse, SourceQueryError> {
            self.source.query_by_plates(plates)
        }

        fn query_by_numbers(&self, numbers: &[String]) -> Result<SourceResponse, SourceQueryError> {
            self.source.query_by_numbers(numbers)
        }
    }
}
