//! Calls for cases.

mod changed_case;
pub mod driver;
pub mod lawyer;
pub mod secrets;
pub mod staff;

use actix_web::web;

/// Registers the routes for cases.
pub fn configure(config: &mut web::ServiceConfig) {
    // The path of the number of unread messages must be registered before the paths with a case's id.
    secrets::configure(config);
    driver::configure(config);
    lawyer::configure(config);
    staff::configure(config);
}
