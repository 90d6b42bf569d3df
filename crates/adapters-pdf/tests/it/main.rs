//! Tests of receipts and court letters, as a PDF reader sees them.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod contents;
mod hostile;
mod letter;
mod support;
