//! Statements of lawyers' monthly fees (docs/product/cases.md#monthly-fee).

pub mod making;
pub mod paying;
pub mod reading;
