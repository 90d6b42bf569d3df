//! Lawyers on record, for staff (docs/product/cases.md#lawyers).

pub mod dto;
pub mod photo_routes;
pub mod routes;
