//! What a case's driver, its lawyer and staff can read and do in the case (docs/product/cases.md).

pub mod access;
pub mod agreement;
pub mod availability;
pub mod contact;
pub mod court;
pub mod deadlines;
pub mod desk;
pub(in crate::legal_help) mod ending;
pub mod ends;
pub mod guarantee;
pub mod offers;
pub mod plea;
mod records;
pub mod secrets;
pub mod steps;
pub mod view;
