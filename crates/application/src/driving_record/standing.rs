//! Items together with their standing (docs/product/driving-record.md#standing).

use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::standing::{CityData, HasStanding, ItemStanding, StandingFacts};
use domain::legal_help::case::record::CaseCourt;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::pool::{LawyerPool, court_of_case};

/// An item and its standing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithStanding<T> {
    /// The item as filed by staff, and whether it is paid.
    pub item: T,
    /// The standing, which follows from the item, its payments and its hires.
    pub stands: ItemStanding,
    /// The latest data from the city's own records, if any.
    pub city: Option<CityData>,
    /// The court of a ticket, if it is in the register of authorities.
    pub court: Option<RegisteredCourt>,
}

/// Reads the lawyers who could take these items' cases. `state` is the driver's state.
pub(super) fn lawyers_for<T: HasStanding>(
    store: &mut dyn Store,
    state: Option<UsState>,
    items: &[(T, StandingFacts)],
) -> Result<LawyerPool> {
    let court = |(item, facts): &(T, StandingFacts)| court_of_item(item, facts, state);
    let is_ticket = |(item, _): &&(T, StandingFacts)| matches!(item.payable(), Payable::Ticket(_));
    let courts: Vec<CaseCourt> = items.iter().filter(is_ticket).map(court).collect();
    if courts.is_empty() {
        return Ok(LawyerPool::default());
    }
    LawyerPool::read(store, courts.iter().filter_map(|court| court.state))
}

fn court_of_item(item: &impl HasStanding, facts: &StandingFacts, state: Option<UsState>) -> CaseCourt {
    court_of_case(item.court_state(), facts.court.as_ref(), state)
}

/// Computes the standing of an item from known facts. The driver's state decides about legal help only while the
/// court's is unknown.
pub(super) fn with_standing<T: HasStanding>(
    deps: &Deps,
    state: Option<UsState>,
    lawyers: &LawyerPool,
    (item, facts): (T, StandingFacts),
) -> WithStanding<T> {
    let court = court_of_item(&item, &facts, state);
    let is_lawyer_offered = deps.legal_help.is_offered(court.state);
    let has_no_lawyer_for_court = !lawyers.can_take(&court);
    let facts = StandingFacts { is_lawyer_offered, has_no_lawyer_for_court, ..facts };
    let stands = item.standing(&facts);
    WithStanding { item, stands, city: facts.city, court: facts.court }
}

/// Reads the standing facts of an item and computes its standing.
///
/// # Errors
/// [`Error::NotFound`] if the item's driver no longer exists.
pub fn of<T: HasStanding>(deps: &Deps, store: &mut dyn Store, item: T) -> Result<WithStanding<T>> {
    let driver = store.user(item.owner())?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(item.payable())?;
    let items = [(item, facts)];
    let lawyers = lawyers_for(store, driver.state, &items)?;
    let [item] = items;
    Ok(with_standing(deps, driver.state, &lawyers, item))
}
