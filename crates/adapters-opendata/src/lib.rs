//! Citations that cities publish through Socrata's SODA API (`GET
//! /resource/{dataset}.json?$select=…&$where=…`). A file in `sources/` describes each city's columns; adding
//! a city means adding a file.

mod calls;
mod catalog;
mod pace;
mod soda;

pub use catalog::{CatalogError, SodaFile, find_city, known};
pub use soda::{SetupError, SodaOptions, SodaSource};
