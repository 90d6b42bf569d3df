//! Citations that cities publish.

mod citations;
mod plates;
mod rows;
mod runs;
