//! Requests about messages, files and consents of cases (docs/product/cases.md#messages-and-files).

pub mod driver;
pub mod lawyer;
mod shared;
pub mod staff;

use crate::edge::route::Route;

pub fn routes() -> Vec<Route> {
    [driver::routes(), lawyer::routes(), staff::routes()].into_iter().flatten().collect()
}
