//! Calls for cases.

pub mod driver;
pub mod lawyer;
pub mod staff;

use actix_web::web;
use application::access::Actor;
use application::legal_help::cases::view::{self, CaseView};
use application::{Deps, Error};
use domain::shared::ids::HireId;
use ports::store::with_store;

/// Registers the routes for cases.
pub fn configure(config: &mut web::ServiceConfig) {
    driver::configure(config);
    lawyer::configure(config);
    staff::configure(config);
}

/// Returns a case after a change, as the caller sees it now.
fn changed(deps: &Deps, actor: &Actor, id: HireId) -> Result<CaseView, Error> {
    with_store(&*deps.database, |store| view::show(deps, store, actor, id))
}
