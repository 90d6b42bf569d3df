//! Citations published by cities.

mod citations;
mod plates;
mod rows;
mod runs;
