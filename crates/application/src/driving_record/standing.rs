//! Items together with their standing (docs/product/driving-record.md#standing).

use std::collections::{BTreeSet, HashMap};
use std::mem;

use domain::driving_record::added::DriverEntry;
use domain::driving_record::contesting::sent::SentContest;
use domain::driving_record::court::RegisteredCourt;
use domain::driving_record::standing::{CityData, HasStanding, ItemStanding, Standing, StandingFacts};
use domain::legal_help::case::record::CaseCourt;
use domain::shared::citation_number::issuer_key;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::RegisterFacts;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::cases::pool::{LawyerPool, court_of_case};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithStanding<T> {
    /// The item as it is stored, including whether it is paid.
    pub item: T,
    /// The standing, computed from the item and its [`StandingFacts`], such as payments,
    /// hires and city data.
    pub item_standing: ItemStanding,
    /// Whether the item is open and late on the current day in the business time zone.
    pub is_overdue: bool,
    /// Whether the item's calendar entries have a day that isn't past in the business time zone.
    pub has_upcoming_date: bool,
    /// The latest city data about the item, if any.
    pub city: Option<CityData>,
    /// The court of a ticket, if it is in the register of authorities.
    pub court: Option<RegisteredCourt>,
    /// The name of the authority that gets the item's money, if it is in the register.
    pub authority: Option<String>,
    /// The state whose rules for legal help apply to a ticket: the court's or, if that is unknown, the
    /// driver's. `None` if both are unknown.
    pub legal_help_state: Option<UsState>,
    /// The state of the court that the driver named. `None` if the ticket has a court, or the driver named none.
    pub stated_state: Option<UsState>,
    /// Whether the court has decided the ticket's case, or the ticket's hire has no open case.
    pub is_decided: bool,
    /// Whether staff have confirmed the item. `None` if the driver didn't add it.
    pub driver_entry: Option<DriverEntry>,
    /// What the driver sent to contest the item, if the item is still disputed.
    pub contest_sent: Option<SentContest>,
}

impl<T> WithStanding<T> {
    /// Whether the driver can contest the item now, with a letter or with the issuer's own form.
    pub fn may_contest(&self) -> bool {
        matches!(self.item_standing.standing, Standing::Due | Standing::BeingChecked) && !self.is_decided
    }
}

/// Computes the standing of items from their facts, which the caller has read. `driver_state` is used for
/// legal help only if the court's state is unknown. `read_registers` gets states and issuers' normalized names, and
/// returns the lawyers licensed in these states and the authorities with these names.
pub(super) fn add_standings<T: HasStanding>(
    deps: &Deps,
    driver_state: Option<UsState>,
    items: Vec<(T, StandingFacts)>,
    read_registers: impl FnOnce(&[UsState], &[String]) -> Result<RegisterFacts>,
) -> Result<Vec<WithStanding<T>>> {
    let courts: Vec<CaseCourt> =
        items.iter().map(|(item, facts)| court_of_case(item.court_state(), facts, driver_state)).collect();
    let key = |(item, facts): &(T, StandingFacts)| item.authority_name(facts).map(issuer_key);
    let mut register = facts_of_registers(&items, &courts, items.iter().filter_map(key), read_registers)?;
    let names: HashMap<String, String> = mem::take(&mut register.authority_names).into_iter().collect();
    let lawyers = LawyerPool::from_facts(register);
    let today = deps.today();
    let with_standing = |(read, court): ((T, StandingFacts), CaseCourt)| {
        let authority = key(&read).and_then(|key| names.get(&key).cloned());
        let (item, facts) = read;
        let is_lawyer_offered = deps.legal_help.is_offered(court.state);
        let has_no_lawyer_for_court = !lawyers.can_take(&court);
        let facts = StandingFacts { is_lawyer_offered, has_no_lawyer_for_court, ..facts };
        let item_standing = item.standing(&facts);
        let is_overdue = item.is_overdue(item_standing.standing, today);
        let has_upcoming_date = item.has_upcoming_date(item_standing.standing, &facts, today);
        let is_decided = facts.is_decided();
        WithStanding {
            item,
            item_standing,
            is_overdue,
            has_upcoming_date,
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
    Ok(items.into_iter().zip(courts).map(with_standing).collect())
}

/// Reads the authorities with these names and, if any item is a ticket, the lawyers licensed in the
/// states of the courts.
fn facts_of_registers<T: HasStanding>(
    items: &[(T, StandingFacts)],
    courts: &[CaseCourt],
    issuer_keys: impl Iterator<Item = String>,
    read_registers: impl FnOnce(&[UsState], &[String]) -> Result<RegisterFacts>,
) -> Result<RegisterFacts> {
    let has_tickets = items.iter().any(|(item, _)| matches!(item.payable(), Payable::Ticket(_)));
    let states: BTreeSet<UsState> =
        if has_tickets { courts.iter().filter_map(|court| court.state).collect() } else { BTreeSet::new() };
    let keys: BTreeSet<String> = issuer_keys.filter(|key| !key.is_empty()).collect();
    if !has_tickets && keys.is_empty() {
        return Ok(RegisterFacts::default());
    }
    read_registers(&Vec::from_iter(states), &Vec::from_iter(keys))
}

/// Reads the facts that an item's standing depends on, and computes the standing.
///
/// # Errors
/// [`Error::NotFound`] if the item's driver no longer exists.
pub fn add_standing<T: HasStanding>(deps: &Deps, store: &mut dyn Store, item: T) -> Result<WithStanding<T>> {
    let driver = store.user(item.owner())?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(item.payable())?;
    let read_registers = |states: &[UsState], keys: &[String]| Ok(store.register_facts(states, keys)?);
    let mut shown = add_standings(deps, driver.state, vec![(item, facts)], read_registers)?;
    shown.pop().ok_or_else(|| Error::defect("an item lost its standing"))
}
