//! Citations as cities publish them.

mod citations;
mod plates;
mod rows;
mod runs;
