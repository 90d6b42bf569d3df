//! Citations that cities publish through Socrata's SODA API (`GET
//! /resource/{dataset}.json?$select=…&$where=…`). Each city has a file in `sources/` that describes its
//! columns. To add a city, add a file.

mod calls;
mod catalog;
mod pace;
mod soda;

pub use catalog::{CatalogError, SodaFile, city_names, find_city};
pub use soda::{SetupError, SodaOptions, SodaSource};
