//! Citation sources: queries cities for verified plates, and keeps drivers' records
//! up to date (docs/product/citation-sources.md).

mod batch;
pub mod numbers;
mod record;
pub mod rounds;
pub mod staff;
