//! Asking a city for citations.

use std::time::Duration;

use domain::shared::us_state::UsState;
use domain::sources::source::Source;

/// Why a source said nothing that can be used. Nothing is changed then.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It could not be reached, or answered with an error of its own.
    #[error("It could not be reached, or failed: {0}.")]
    Down(String),
    /// It did not answer in time.
    #[error("It did not answer in time.")]
    Slow,
    /// It asks for fewer calls.
    #[error("It asks for fewer calls.")]
    Throttled(Duration),
    /// It does not know what it is asked for any more.
    #[error("It does not know the columns that it is asked for any more: {0}")]
    ColumnsChanged(String),
    /// What it answered makes no sense.
    #[error("What it answered makes no sense: {0}.")]
    Nonsense(&'static str),
}

/// What a source answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The cells of each row, in the order of the source's columns.
    pub rows: Vec<Vec<String>>,
    /// So many calls it took.
    pub calls: u32,
}

/// A city's data. Calls may take long: none is made while a transaction is open.
pub trait CitationSource: Send + Sync {
    /// What it is.
    fn source(&self) -> &Source;
    /// Where it is asked, for staff.
    fn address(&self) -> &str;
    /// It is the stand-in, whose citations are not real.
    fn is_test(&self) -> bool;
    /// So many plates, or numbers, may be asked about at once.
    fn most_at_once(&self) -> usize;
    /// What is owed for these plates, each as plates are compared, with its state.
    ///
    /// # Errors
    /// See [`AskError`].
    fn owed_by(&self, plates: &[(String, UsState)]) -> Result<Answer, AskError>;
    /// The citations of these numbers, owed or not.
    ///
    /// # Errors
    /// See [`AskError`].
    fn numbered(&self, numbers: &[String]) -> Result<Answer, AskError>;
}
