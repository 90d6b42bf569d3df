//! Receipts as a reader of PDF finds them.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod hostile;
mod letter;
mod says;
mod support;
