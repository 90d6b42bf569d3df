//! Tests of imports: columns, rows and matching.

mod columns;
mod lines;
mod matching;
