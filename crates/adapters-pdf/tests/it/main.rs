//! Tests of receipts, court letters and statements, as a PDF reader sees them.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod contents;
mod contest_letter;
mod hostile;
mod letter;
mod my_file;
mod statement;
mod support;
