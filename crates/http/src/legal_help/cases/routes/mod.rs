//! Calls for cases.

mod changed_case;
pub mod driver;
pub mod lawyer;
pub mod secrets;
pub mod staff;

use actix_web::web;

/// Registers the routes for cases.
pub fn configure(config: &mut web::ServiceConfig) {
    driver::configure(config);
    lawyer::configure(config);
    staff::configure(config);
    secrets::configure(config);
}
