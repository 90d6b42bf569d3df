//! Citations that cities publish by Socrata's SODA API (`GET /resource/{dataset}.json?$select=…&$where=…`). What a city's data are
//! called and mean is a file in `sources/`; another city is another file.

mod calls;
mod catalog;
mod pace;
mod soda;

pub use catalog::{CatalogError, SodaFile, known, named};
pub use soda::{SetupError, SodaOptions, SodaSource};
