//! Citations as cities publish them: verified plates are asked about, and what comes is kept in step (docs/PRODUCT.md#citation-sources).

mod batch;
mod record;
pub mod staff;
pub mod sweep;
