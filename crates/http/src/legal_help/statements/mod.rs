//! Statements of lawyers' monthly fees, for staff and for the lawyers (docs/product/cases.md#monthly-fee).

pub mod dto;
pub mod own_routes;
pub mod routes;
