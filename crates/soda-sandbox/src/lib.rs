//! A stand-in for Socrata's SODA API: `GET /resource/{dataset}.json` with `$select`, `$where`, `$order`, `$limit` and `$offset`, what it
//! refuses, and throttling. It knows nothing of ours: only the public API. Its rows look like New York City's *Open Parking and Camera
//! Violations*, for plates that nobody drives with; none is real.

mod columns;
mod condition;
mod errors;
mod faults;
mod rows;
mod sandbox;
mod serve;
mod slice;
mod table;

pub use faults::Fault;
pub use rows::{DEMO_PLATES, row};
pub use sandbox::{Options, Sandbox, StartError, start};
