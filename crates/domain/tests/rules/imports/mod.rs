//! Files of citations: columns, lines and matching.

mod columns;
mod lines;
mod matching;
