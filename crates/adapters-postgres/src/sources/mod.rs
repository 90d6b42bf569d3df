//! Citations that cities publish, the plates for which cities are queried, and the runs.

mod citations;
mod plates;
mod rows;
mod runs;
