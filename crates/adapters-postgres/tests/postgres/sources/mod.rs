//! Citations published by cities, in a real database.

mod citations;
mod runs;
