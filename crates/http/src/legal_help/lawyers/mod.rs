//! Lawyers on record, for staff (docs/product/cases.md#lawyers).

pub mod dto;
pub mod routes;
