//! Faults that tests can switch on, such as throttling or malformed responses.

use std::time::Duration;

use serde::Deserialize;

/// A fault that affects the next requests.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// Responds with status 429, with or without a time to wait.
    Throttle {
        /// Seconds in the `Retry-After` header. `None` means that the response has no such header.
        #[serde(default)]
        seconds: Option<u64>,
    },
    /// Responds with an error status.
    Error {
        /// HTTP status of the response, such as 500.
        status: u16,
    },
    /// Responds after a delay.
    Slow {
        /// The delay, in milliseconds.
        millis: u64,
    },
    /// Responds with an HTML page and status 200, like a misconfigured proxy.
    Page,
    /// Responds with rows that aren't JSON objects.
    NotRows,
    /// Refuses queries that name this column, as if the city had removed or renamed the column.
    WithoutColumn { name: String },
    /// Replaces all values of a column with the same string.
    Cells {
        name: String,
        /// The value that replaces the column's own values.
        text: String,
    },
    /// Ignores the query's conditions: returns the rows of all plates.
    EveryPlate,
}

/// A fault, and the number of requests that the fault will still affect. `None` means that the fault lasts until a
/// test switches all faults off.
#[derive(Clone, Debug)]
pub(crate) struct ActiveFault {
    pub(crate) fault: Fault,
    pub(crate) times: Option<u32>,
}

impl Fault {
    /// Returns how late the fault makes the sandbox respond, or `None` for other kinds of faults.
    pub(crate) fn response_delay(&self) -> Option<Duration> {
        match self {
            Self::Slow { millis } => Some(Duration::from_millis(*millis)),
            _ => None,
        }
    }
}
