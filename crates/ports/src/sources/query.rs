//! Querying a city's data for citations.

use std::time::Duration;

use domain::shared::person::plate_state::PlateState;
use domain::sources::source::Source;

/// Why a query of a city's data failed. A failed query changes nothing in Lanewise.
#[derive(Debug, thiserror::Error)]
pub enum SourceQueryError {
    /// The source couldn't be reached, or returned an error.
    #[error("The source couldn’t be reached or returned an error: {0}.")]
    Down(String),
    /// The source didn't respond in time.
    #[error("The source didn’t respond in time.")]
    Slow,
    /// The source limits our requests, or our own limit of requests per hour is reached. Contains the time to wait.
    #[error("The source limits our requests.")]
    Throttled(Duration),
    /// The source no longer has a column that we need.
    #[error("The source no longer has a column that we query: {0}")]
    ColumnsChanged(String),
    /// The source's response isn't usable.
    #[error("The source’s response is unusable: {0}.")]
    InvalidData(&'static str),
}

/// A source's response to one query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceResponse {
    /// The cells of each row, in the order of the source's columns.
    pub rows: Vec<Vec<String>>,
    /// Number of HTTP requests that the query needed.
    pub calls: u32,
}

/// A city's data, which can be queried. Queries may take a long time, so they must not be made inside a transaction.
pub trait CitationSource: Send + Sync {
    /// Returns the description of the source and its columns.
    fn source(&self) -> &Source;
    /// Returns the URL that is queried, for showing it to staff.
    fn address(&self) -> &str;
    /// Whether the source is the sandbox, whose citations aren't real.
    fn is_test(&self) -> bool;
    /// Returns the maximum number of plates or citation numbers per query.
    fn max_per_query(&self) -> usize;
    /// Queries the unpaid citations of these plates. Each plate is normalized for comparison and has its state.
    fn query_by_plates(&self, plates: &[(String, PlateState)]) -> Result<SourceResponse, SourceQueryError>;
    /// Queries citations by their numbers, owed or settled.
    fn query_by_numbers(&self, numbers: &[String]) -> Result<SourceResponse, SourceQueryError>;
}
