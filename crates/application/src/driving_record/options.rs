//! The options that a driver has for an item, such as contesting it (docs/product/options.md).

use domain::driving_record::contesting::sent::SentContest;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::options::list::{ItemOptions, options_of};
use domain::driving_record::options::situation::{Context, Situation};
use domain::driving_record::standing::{HasStanding, ItemStanding};
use domain::notices::clock::{day_of, zone_of};
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::{ParkingId, TicketId, TollId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::standing::{self, WithStanding};
use crate::error::{Error, Result};

/// An item's options, with the details of the item that the screen of options shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsOfItem {
    /// The violation type of a ticket or parking ticket, or the road of a toll.
    pub label: String,
    pub fine: Money,
    pub item_standing: ItemStanding,
    /// What the driver sent to contest the item, if the item is still disputed.
    pub contest_sent: Option<SentContest>,
    /// State of the court or authority. For a ticket, the state whose rules for legal help apply. `None` if unknown.
    pub state: Option<UsState>,
    pub options: ItemOptions,
}

/// Returns the options of one of the caller's tickets.
///
/// # Errors
/// [`Error::NotFound`] if the ticket is not the caller's or not visible to the driver
/// yet; [`Error::Forbidden`] for lawyers.
pub fn options_of_ticket(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: TicketId,
) -> Result<OptionsOfItem> {
    let ticket = store.ticket(id)?;
    find_options(deps, store, actor, ticket, |ticket, context| {
        (ticket.filed.violation_type.clone(), ticket.fine(), Situation::of_ticket(ticket, context))
    })
}

/// Returns the options of one of the caller's parking tickets.
///
/// # Errors
/// [`Error::NotFound`] if the parking ticket is not the caller's or not visible to the driver
/// yet; [`Error::Forbidden`] for lawyers.
pub fn options_of_parking_ticket(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: ParkingId,
) -> Result<OptionsOfItem> {
    let parking = store.parking(id)?;
    find_options(deps, store, actor, parking, |parking, context| {
        (parking.filed.violation_type.clone(), parking.fine(), Situation::of_parking(parking, context))
    })
}

/// Returns the options of one of the caller's tolls.
///
/// # Errors
/// [`Error::NotFound`] if the toll is not the caller's or not visible to the driver
/// yet; [`Error::Forbidden`] for lawyers.
pub fn options_of_toll(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: TollId,
) -> Result<OptionsOfItem> {
    let toll = store.toll(id)?;
    find_options(deps, store, actor, toll, |toll, context| {
        (toll.filed.toll_road.clone(), toll.fine(), Situation::of_toll(toll, context))
    })
}

/// Returns the options of one of the caller's items of any kind.
///
/// # Errors
/// [`Error::NotFound`] if the item is not the caller's or not visible to the driver
/// yet; [`Error::Forbidden`] for lawyers.
pub fn options_of_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
) -> Result<OptionsOfItem> {
    match item.kind {
        ItemKind::Ticket => options_of_ticket(deps, store, actor, TicketId(item.id)),
        ItemKind::Parking => options_of_parking_ticket(deps, store, actor, ParkingId(item.id)),
        ItemKind::Toll => options_of_toll(deps, store, actor, TollId(item.id)),
    }
}

/// Returns the options of an item. `describe` returns the item's label, its fine and its situation.
fn find_options<T: HasStanding>(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: Option<T>,
    describe: impl for<'a> Fn(&'a T, &Context<'a>) -> (String, Money, Situation<'a>),
) -> Result<OptionsOfItem> {
    actor.must_not_be_lawyer()?;
    let item = item.ok_or(Error::NotFound)?;
    must_be_own(actor, &item)?;
    let found = standing::add_standing(deps, store, item)?;
    actor.check_may_see_item(found.driver_entry)?;
    let context = context_of(store, &found)?;
    let (label, fine, mut situation) = describe(&found.item, &context);
    situation.has_sent_letter = found.contest_sent.is_some();
    let today = day_of(deps.clock.now(), zone_of(actor.user.state));
    let options = options_of(&situation, today);
    let legal_help_state = found.legal_help_state.filter(|_| situation.is_ticket);
    let state = legal_help_state.or(situation.origin.state);
    Ok(OptionsOfItem {
        label,
        fine,
        item_standing: found.item_standing,
        contest_sent: found.contest_sent,
        state,
        options,
    })
}

/// Checks that the caller is the item's driver. The options are about the driver's own decision, so
/// staff don't see them.
fn must_be_own(actor: &Actor, item: &impl HasStanding) -> Result<()> {
    actor.must_be_owner_or_staff(item.owner())?;
    if actor.id() == item.owner() { Ok(()) } else { Err(Error::NotFound) }
}

/// Collects the stored data on which an item's options depend.
pub(super) fn context_of<'a, T: HasStanding>(
    store: &mut dyn Store,
    found: &'a WithStanding<T>,
) -> Result<Context<'a>> {
    Ok(Context {
        item_standing: found.item_standing,
        court: found.court.as_ref(),
        city: found.city.as_ref(),
        authority: found.authority.as_deref(),
        authority_state: authority_state(store, found)?,
        stated_state: found.stated_state,
        is_decided: found.is_decided,
    })
}

/// Returns the state of the item's authority; `None` if the authority isn't in the register or has no state there.
fn authority_state<T: HasStanding>(
    store: &mut dyn Store,
    found: &WithStanding<T>,
) -> Result<Option<UsState>> {
    let Some(name) = found.authority.as_deref() else { return Ok(None) };
    let places = store.authority_places_named(&[issuer_key(name)])?;
    Ok(places.into_iter().find_map(|(_, place)| place.state))
}
