//! Items with where they stand (docs/PRODUCT.md#standing).

use domain::driving_record::standing::{Owed, StandingFacts, Stands};
use domain::shared::payable::Payable;
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
}

/// Items of one driver, who is of this state, with where each stands, in their order.
///
/// # Errors
/// Only the database's.
pub fn of_all<T: Owed>(
    deps: &Deps,
    store: &mut dyn Store,
    state: Option<UsState>,
    items: Vec<T>,
) -> Result<Vec<Standing<T>>> {
    if items.is_empty() {
        return Ok(vec![]);
    }
    let is_lawyer_offered = deps.legal_help.is_offered(state);
    let payables: Vec<Payable> = items.iter().map(Owed::payable).collect();
    let facts = store.standing_facts(&payables)?;
    let stand = |(item, facts): (T, StandingFacts)| {
        let stands = item.stands(&StandingFacts { is_lawyer_offered, ..facts });
        Standing { item, stands }
    };
    Ok(items.into_iter().zip(facts).map(stand).collect())
}

/// An item with where it stands.
///
/// # Errors
/// Only the database's, or a driver who is gone.
pub fn of<T: Owed>(deps: &Deps, store: &mut dyn Store, item: T) -> Result<Standing<T>> {
    let driver = store.user(item.owner())?.ok_or(Error::NotFound)?;
    of_all(deps, store, driver.state, vec![item])?
        .pop()
        .ok_or_else(|| Error::defect("an item lost its standing"))
}
