//! Calls for messages, files and consents of cases (docs/product/cases.md#messages-and-files).

pub mod driver;
pub mod lawyer;
mod shared;
pub mod staff;

use actix_web::web;

/// Registers the routes for messages, files and consents of cases.
pub fn configure(config: &mut web::ServiceConfig) {
    driver::configure(config);
    lawyer::configure(config);
    staff::configure(config);
}
