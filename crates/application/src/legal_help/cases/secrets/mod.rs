//! Messages and files between a driver and the lawyer, and the driver's consents
//! (docs/product/cases.md#messages-and-files).

mod access;
pub mod consents;
pub mod files;
pub mod messages;
pub mod record;
