//! Lawyers on record, managed by staff (docs/product/cases.md#lawyers).

pub mod activate;
pub mod edit;
pub mod invite;
pub mod list;
pub mod photo;
