//! A local server that imitates Socrata's SODA API: `GET /resource/{dataset}.json` with `$select`, `$where`,
//! `$order`, `$limit` and `$offset`, its errors, and throttling. The crate implements only Socrata's public API and
//! depends on no crate of this repository except `sandbox-server`, which starts the server. Its rows resemble New
//! York City's *Open Parking and Camera Violations*, but their plates are made up.

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
pub use sandbox::{Options, Sandbox, start};
pub use sandbox_server::StartError;
