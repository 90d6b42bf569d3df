//! Cases of lawyer hires, for their drivers, lawyers and staff (docs/product/cases.md).

pub mod dto;
pub mod routes;
