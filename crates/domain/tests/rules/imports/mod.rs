//! Files of citations.

mod columns;
mod lines;
