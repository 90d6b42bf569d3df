//! Items with their standing (docs/product/driving-record.md#standing).

use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::standing::{CityData, HasStanding, ItemStanding, StandingFacts};
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// An item and its standing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithStanding<T> {
    /// The item as filed by staff, and whether it is paid.
    pub item: T,
    /// The standing, which follows from the item, its payments and its hires.
    pub stands: ItemStanding,
    /// The latest data from its city's own records, if any.
    pub city: Option<CityData>,
    /// The court of a ticket, if it is in the register.
    pub court: Option<RegisteredCourt>,
}

/// Computes the standing of an item from known facts. The driver's state decides about legal help only while the
/// court's is unknown.
pub fn with_standing<T: HasStanding>(
    deps: &Deps,
    driver_state: Option<UsState>,
    item: T,
    facts: StandingFacts,
) -> WithStanding<T> {
    let is_lawyer_offered = deps.legal_help.is_offered(item.court_state().or(driver_state));
    let facts = StandingFacts { is_lawyer_offered, ..facts };
    let stands = item.standing(&facts);
    WithStanding { item, stands, city: facts.city, court: facts.court }
}

/// Reads the facts about an item and computes its standing.
///
/// # Errors
/// [`Error::NotFound`] if its driver no longer exists.
pub fn of<T: HasStanding>(deps: &Deps, store: &mut dyn Store, item: T) -> Result<WithStanding<T>> {
    let driver = store.user(item.owner())?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(item.payable())?;
    Ok(with_standing(deps, driver.state, item, facts))
}
