//! Citations as cities publish them, in a real database.

mod citations;
mod runs;
