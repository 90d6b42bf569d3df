//! Items with where they stand (docs/PRODUCT.md#standing).

use domain::driving_record::standing::{CityData, Owed, StandingFacts, Stands};
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// An item, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing<T> {
    /// What staff filed, and whether it is paid.
    pub item: T,
    /// What follows from it and its payments and hires.
    pub stands: Stands,
    /// What its city's own data say.
    pub city: Option<CityData>,
}

/// An item of a driver who is of this state, with what is known of it.
pub fn stand<T: Owed>(deps: &Deps, state: Option<UsState>, item: T, facts: StandingFacts) -> Standing<T> {
    let is_lawyer_offered = deps.legal_help.is_offered(state);
    let facts = StandingFacts { is_lawyer_offered, ..facts };
    let stands = item.stands(&facts);
    Standing { item, stands, city: facts.city }
}

/// An item with where it stands.
///
/// # Errors
/// Only the database's, or a driver who is gone.
pub fn of<T: Owed>(deps: &Deps, store: &mut dyn Store, item: T) -> Result<Standing<T>> {
    let driver = store.user(item.owner())?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(item.payable())?;
    Ok(stand(deps, driver.state, item, facts))
}
