//! A client for one city's SODA API.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::shared::person::plate_state::PlateState;
use domain::sources::source::Source;
use ports::sources::query::{CitationSource, SourceQueryError, SourceResponse};
use reqwest::blocking::Client;
use serde_json::Value;

use crate::calls::{JsonRow, request_rows};
use crate::catalog::{CatalogError, SodaFile};
use crate::pace::HourlyLimit;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of pages that one query reads. If all of them are full, the query fails.
const MAX_SLICES: usize = 50;

#[derive(Clone, Debug)]
pub struct SodaOptions {
    /// API base URL to use, such as a test server's; `None` for the URL in the city's file.
    pub address: Option<String>,
    /// Socrata app token; `None` to send none. Socrata limits the requests of each token separately. All requests
    /// without a token share one limit.
    pub app_token: Option<String>,
    /// Whether the data set's citations are made up.
    pub is_test: bool,
    /// Timeout of a request.
    pub timeout: Duration,
}

impl Default for SodaOptions {
    fn default() -> Self {
        Self { address: None, app_token: None, is_test: false, timeout: Duration::from_secs(30) }
    }
}

/// Why a SODA client can't be created.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The city is unknown, or its file is invalid.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The HTTP client can't be created.
    #[error("could not create the client for citation sources")]
    Client(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A client that queries a city's data set for citations.
pub struct SodaSource {
    file: SodaFile,
    source: Source,
    options: SodaOptions,
    address: String,
    client: Client,
    hourly_limit: HourlyLimit,
}

impl SodaSource {
    /// Creates a client for this city.
    ///
    /// # Errors
    /// Fails if the city's file is invalid or TLS isn't available.
    pub fn new(file: SodaFile, options: SodaOptions) -> Result<Self, SetupError> {
        let client = client(options.timeout).map_err(SetupError::Client)?;
        let base = options.address.as_deref().unwrap_or(&file.address);
        let address = format!("{}/resource/{}.json", base.trim_end_matches('/'), file.dataset);
        Ok(Self {
            source: file.source()?,
            hourly_limit: HourlyLimit::new(file.calls_an_hour),
            file,
            options,
            address,
            client,
        })
    }

    /// Returns all rows that meet `condition`, a SODA condition. Reads them page by page, in a stable order. Fails
    /// after [`MAX_SLICES`] full pages.
    fn rows(&self, condition: &str) -> Result<SourceResponse, SourceQueryError> {
        let names: Vec<&str> = self.source.columns().iter().map(|column| column.name.as_str()).collect();
        let order = self.source.column("citation").unwrap_or_default();
        let mut answer = SourceResponse::default();
        for slice in 0..MAX_SLICES {
            let query = [
                ("$select", names.join(",")),
                ("$where", condition.to_owned()),
                ("$order", order.to_owned()),
                ("$limit", self.file.rows_at_once.to_string()),
                ("$offset", (slice * self.file.rows_at_once).to_string()),
            ];
            let token = self.options.app_token.as_deref();
            let rows = request_rows(&self.client, &self.address, &query, token, || {
                answer.calls += 1;
                self.hourly_limit.count_request().map_err(SourceQueryError::Throttled)
            })?;
            let count = rows.len();
            if count > self.file.rows_at_once {
                return Err(SourceQueryError::InvalidData("it has more rows than we requested"));
            }
            for row in &rows {
                answer.rows.push(row_cells(&names, row)?);
            }
            if count < self.file.rows_at_once {
                return Ok(answer);
            }
        }
        Err(SourceQueryError::InvalidData("it has too many rows"))
    }

    /// Returns the name that the city uses for the column with this meaning, or an empty string if the city
    /// has no such column.
    fn column(&self, meaning: &str) -> &str {
        self.source.column(meaning).unwrap_or_default()
    }
}

/// Creates the HTTP client. `timeout` limits each request.
fn client(timeout: Duration) -> Result<Client, Box<dyn std::error::Error + Send + Sync>> {
    Ok(Client::builder()
        .tls_backend_preconfigured(tls::client_config()?)
        .timeout(timeout)
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .build()?)
}

/// Returns a row's cells in the order of `names`, which are column names. A cell that the API leaves out is blank.
fn row_cells(names: &[&str], row: &JsonRow) -> Result<Vec<String>, SourceQueryError> {
    let cell = |name: &&str| match row.get(*name) {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) => {
            Err(SourceQueryError::InvalidData("a cell is neither text nor a number"))
        }
    };
    names.iter().map(cell).collect()
}

/// Quotes a string for a `$where` condition.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns a SODA condition that `column` has one of the values in `texts`.
fn condition_any_of(column: &str, texts: &[&str]) -> String {
    let list: Vec<String> = texts.iter().map(|text| quote(text)).collect();
    format!("{column} in ({})", list.join(","))
}

impl CitationSource for SodaSource {
    fn source(&self) -> &Source {
        &self.source
    }

    fn address(&self) -> &str {
        &self.address
    }

    fn is_test(&self) -> bool {
        self.options.is_test
    }

    fn max_per_query(&self) -> usize {
        self.file.plates_at_once
    }

    fn query_by_plates(&self, plates: &[(String, PlateState)]) -> Result<SourceResponse, SourceQueryError> {
        let mut by_state: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (plate, state) in plates {
            by_state.entry(state.abbreviation()).or_default().push(plate);
        }
        let (plate, state) = (self.column("plate"), self.column("plate_state"));
        let of_states: Vec<String> = by_state
            .iter()
            .map(|(code, plates)| {
                format!("({state} = {} and {})", quote(code), condition_any_of(plate, plates))
            })
            .collect();
        self.rows(&format!("({}) and {}", of_states.join(" or "), self.file.owed))
    }

    fn query_by_numbers(&self, numbers: &[String]) -> Result<SourceResponse, SourceQueryError> {
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        self.rows(&condition_any_of(self.column("citation"), &numbers))
    }
}
