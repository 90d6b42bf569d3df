//! What may go wrong, switched on from outside.

use std::time::Duration;

use serde::Deserialize;

/// Something that goes wrong with the next calls.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// `429`; the caller is told to wait for so many seconds, or not for how long.
    Throttle {
        /// `Retry-After`.
        #[serde(default)]
        seconds: Option<u64>,
    },
    /// An error of its own.
    Error {
        /// The status.
        status: u16,
    },
    /// The answer is late.
    Slow {
        /// By so many milliseconds.
        millis: u64,
    },
    /// A page instead of an answer, with status 200.
    Page,
    /// The rows are no objects.
    NotRows,
    /// A column has gone, or is called otherwise now.
    WithoutColumn {
        /// Which.
        name: String,
    },
    /// What is in a column is something else.
    Cells {
        /// Which.
        name: String,
        /// What stands there instead.
        text: String,
    },
    /// Rows of all plates, not only of those asked about.
    EveryPlate,
}

/// A fault, and for how many calls it lasts; none is until it is switched off.
#[derive(Clone, Debug)]
pub(crate) struct Switched {
    pub(crate) fault: Fault,
    pub(crate) times: Option<u32>,
}

impl Fault {
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::Slow { millis } => Some(Duration::from_millis(*millis)),
            _ => None,
        }
    }
}
