//! Files of citations.

mod columns;
mod lines;
mod matching;
