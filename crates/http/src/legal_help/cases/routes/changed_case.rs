use application::access::Actor;
use application::legal_help::cases::view::{self, CaseView};
use application::{Deps, Error};
use domain::shared::ids::HireId;
use ports::store::with_store;

/// Returns a case after a change, as the caller sees it now.
pub(super) fn show_changed_case(deps: &Deps, actor: &Actor, id: HireId) -> Result<CaseView, Error> {
    with_store(&*deps.database, |store| view::show(deps, store, actor, id))
}
