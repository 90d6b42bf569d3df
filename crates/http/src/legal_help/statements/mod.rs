//! Statements of lawyers' monthly fees, for staff (docs/product/cases.md#monthly-fee).

pub mod dto;
pub mod routes;
