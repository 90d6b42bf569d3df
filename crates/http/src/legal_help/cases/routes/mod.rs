//! Requests about cases, from drivers, lawyers and staff.

mod changed_case;
pub mod driver;
pub mod lawyer;
pub mod secrets;
pub mod staff;

use crate::edge::route::Route;

pub fn routes() -> Vec<Route> {
    [secrets::routes(), driver::routes(), lawyer::routes(), staff::routes()].into_iter().flatten().collect()
}
