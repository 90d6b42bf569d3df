//! Items together with their standing (docs/product/driving-record.md#standing).

use std::collections::HashMap;

use domain::driving_record::added::DriverEntry;
use domain::driving_record::contesting::sent::SentContest;
use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::standing::{CityData, HasStanding, ItemStanding, Standing, StandingFacts};
use domain::legal_help::case::record::CaseCourt;
use domain::shared::citation_number::issuer_key;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::pool::{LawyerPool, court_of_case};

/// An item and its standing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithStanding<T> {
    /// The item as it is stored, including whether it is paid.
    pub item: T,
    /// The standing, which follows from the item, its payments and its hires.
    pub stands: ItemStanding,
    /// Whether the item is open and late on the current day in the business time zone.
    pub is_overdue: bool,
    /// The latest city data about the item, if any.
    pub city: Option<CityData>,
    /// The court of a ticket, if it is in the register of authorities.
    pub court: Option<RegisteredCourt>,
    /// The name of the authority that gets the item's money, if it is in the register.
    pub authority: Option<String>,
    /// The state whose rules for legal help apply to a ticket: the court's or, if that is unknown, the driver's. `None`
    /// if both are unknown.
    pub legal_help_state: Option<UsState>,
    /// The state of the court that the driver named. `None` if the ticket has a court, or the driver named none.
    pub stated_state: Option<UsState>,
    /// Whether the ticket's lawyer is done, because the court decided the case.
    pub is_decided: bool,
    /// Whether staff have confirmed the item. `None` if the driver didn't add it.
    pub driver_entry: Option<DriverEntry>,
    /// What the driver sent to contest the item, if the item is still disputed.
    pub contest_sent: Option<SentContest>,
}

impl<T> WithStanding<T> {
    /// Whether the driver can contest the item now, with a letter or with the issuer's own form.
    pub fn may_contest(&self) -> bool {
        matches!(self.stands.standing, Standing::Due | Standing::BeingChecked) && !self.is_decided
    }
}

/// Reads the lawyers who could take these items' cases. `state` is the driver's state, used for items without a
/// court's state.
fn lawyers_for<T: HasStanding>(
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
    court_of_case(item.court_state(), facts, state)
}

/// Computes the standing of items from `facts`, which the caller has read. Also reads the lawyers who could
/// take the tickets' cases, and the names of the authorities that get the money. `driver_state` is used for
/// legal help only if the court's state is unknown.
pub fn add_standings<T: HasStanding>(
    deps: &Deps,
    store: &mut dyn Store,
    driver_state: Option<UsState>,
    items: Vec<(T, StandingFacts)>,
) -> Result<Vec<WithStanding<T>>> {
    let lawyers = lawyers_for(store, driver_state, &items)?;
    let key = |(item, facts): &(T, StandingFacts)| item.authority_name(facts).map(issuer_key);
    let mut keys: Vec<String> = items.iter().filter_map(key).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    keys.dedup();
    let names = if keys.is_empty() { vec![] } else { store.registered_names(&keys)? };
    let names: HashMap<String, String> = names.into_iter().collect();
    let today = deps.today();
    let with_standing = |read: (T, StandingFacts)| {
        let authority = key(&read).and_then(|key| names.get(&key).cloned());
        let (item, facts) = read;
        let court = court_of_item(&item, &facts, driver_state);
        let is_lawyer_offered = deps.legal_help.is_offered(court.state);
        let has_no_lawyer_for_court = !lawyers.can_take(&court);
        let facts = StandingFacts { is_lawyer_offered, has_no_lawyer_for_court, ..facts };
        let stands = item.standing(&facts);
        let is_overdue = item.is_overdue(stands.standing, today);
        let is_decided = facts.is_decided();
        WithStanding {
            item,
            stands,
            is_overdue,
            city: facts.city,
            court: facts.court,
            authority,
            legal_help_state: court.state,
            stated_state: facts.stated_court.map(|court| court.state),
            is_decided,
            driver_entry: facts.driver_entry,
            contest_sent: facts.contest_sent,
        }
    };
    Ok(items.into_iter().map(with_standing).collect())
}

/// Reads the standing facts of an item and computes its standing.
///
/// # Errors
/// [`Error::NotFound`] if the item's driver no longer exists.
pub fn add_standing<T: HasStanding>(deps: &Deps, store: &mut dyn Store, item: T) -> Result<WithStanding<T>> {
    let driver = store.user(item.owner())?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(item.payable())?;
    let mut shown = add_standings(deps, store, driver.state, vec![(item, facts)])?;
    shown.pop().ok_or_else(|| Error::defect("an item lost its standing"))
}
