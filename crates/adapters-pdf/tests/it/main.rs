//! Tests of all kinds of documents, which are parsed with a PDF reader.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod contents;
mod contest_letter;
mod hostile;
mod letter;
mod my_file;
mod statement;
mod support;
