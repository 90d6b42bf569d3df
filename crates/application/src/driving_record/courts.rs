//! Decides which court each ticket has, when staff file or change tickets and when the register
//! of authorities changes (docs/product/driving-record.md#courts).

use std::collections::HashMap;

use domain::driving_record::court::{AuthorityPlace, CourtAuthorities, EnteredCourt, TicketCourt};
use domain::driving_record::new_item::{ItemDetails, TicketDetails};
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::{AuthorityId, TicketId};
use ports::driving_record::courts::CourtOfTicket;
use ports::store::Store;

use crate::error::{Error, Result};

/// Number of tickets that one SQL statement locks or changes.
const CHUNK: usize = 1_000;

/// The authorities that tickets name as their issuer or court, by name and by id.
#[derive(Default)]
struct Register {
    named: HashMap<String, AuthorityPlace>,
    places: HashMap<AuthorityId, AuthorityPlace>,
}

impl Register {
    /// Reads the authorities that have one of the names in `issuers` or one of the ids in `courts`.
    fn read<'a>(
        store: &mut dyn Store,
        issuers: impl Iterator<Item = &'a str>,
        courts: impl Iterator<Item = AuthorityId>,
    ) -> Result<Self> {
        let mut keys: Vec<String> = issuers.map(issuer_key).filter(|key| !key.is_empty()).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut ids: Vec<AuthorityId> = courts.collect();
        ids.sort_unstable_by_key(|id| id.0);
        ids.dedup();
        let named = if keys.is_empty() { vec![] } else { store.authority_places_named(&keys)? };
        let places = if ids.is_empty() { vec![] } else { store.authority_places(&ids)? };
        Ok(Self {
            named: named.into_iter().collect(),
            places: places.into_iter().map(|place| (place.id, place)).collect(),
        })
    }

    /// Returns the register as it was before the authority `id` was changed. `previous` has the authority's
    /// previous names and place; `None` if the authority was added.
    fn before_change(&self, previous: Option<&(Vec<String>, AuthorityPlace)>, id: AuthorityId) -> Self {
        let mut named = self.named.clone();
        let mut places = self.places.clone();
        named.retain(|_, place| place.id != id);
        places.remove(&id);
        if let Some((keys, place)) = previous {
            named.extend(keys.iter().map(|key| (key.clone(), *place)));
            places.insert(id, *place);
        }
        Self { named, places }
    }

    /// Returns the register's entries for the court that a ticket is assigned to and
    /// for the ticket's issuer.
    fn authorities(&self, issuer: Option<&str>, court: Option<AuthorityId>) -> CourtAuthorities<'_> {
        CourtAuthorities {
            assigned: court.and_then(|id| self.places.get(&id)),
            issuer: issuer.and_then(|issuer| self.named.get(&issuer_key(issuer))),
        }
    }

    /// Returns the part of a stored court that staff or an imported file entered. Lanewise derived
    /// the rest from this register.
    fn entered_part(&self, issuer: Option<&str>, stored: TicketCourt) -> EnteredCourt {
        self.authorities(issuer, stored.id).entered_part(stored)
    }

    /// Decides a ticket's court from its issuer and from the court that staff or
    /// an imported file entered.
    fn decide(&self, issuer: Option<&str>, assigned: EnteredCourt) -> TicketCourt {
        self.authorities(issuer, assigned.id).decide(assigned.state)
    }
}

/// Decides the court of a ticket that is being filed, or changed from `before`. Returns
/// parking tickets and tolls unchanged, because they have no court. The caller must
/// have locked the register.
///
/// # Errors
/// A field error if `court_id` isn't a court in the register.
pub(crate) fn decide_court(
    store: &mut dyn Store,
    before: Option<&ItemDetails>,
    after: ItemDetails,
) -> Result<ItemDetails> {
    let after = match after {
        ItemDetails::Ticket(after) => after,
        other @ (ItemDetails::Parking(_) | ItemDetails::Toll(_)) => return Ok(other),
    };
    let before = match before {
        Some(ItemDetails::Ticket(before)) => Some(&**before),
        _ => None,
    };
    let court_of = |details: &TicketDetails| details.court();
    let stored_court = before.map(court_of).unwrap_or_default();
    let wanted = after.court();
    let issuers = before.into_iter().chain([&*after]).filter_map(|details| details.issuer.as_deref());
    let register = Register::read(store, issuers, [stored_court.id, wanted.id].into_iter().flatten())?;
    let assigned_court =
        register.entered_part(before.and_then(|before| before.issuer.as_deref()), stored_court);
    let given_court = EnteredCourt {
        id: if wanted.id == stored_court.id { assigned_court.id } else { wanted.id },
        state: if wanted.state == stored_court.state { assigned_court.state } else { wanted.state },
    };
    let is_court = |id: &AuthorityId| register.places.get(id).is_some_and(|place| place.is_court);
    if wanted.id != stored_court.id && wanted.id.is_some_and(|id| !is_court(&id)) {
        return Err(Error::field("court_id", "Choose a court from the list of authorities."));
    }
    let court = register.decide(after.issuer.as_deref(), given_court);
    Ok(ItemDetails::Ticket(Box::new(after.with_stored_court(court))))
}

/// Updates the courts of tickets that are unpaid or require court, after an authority was added or changed. `before`
/// has the authority's previous names, normalized for comparison, and its previous place; `None` if the authority was
/// added. `keys` and `place` are its current names and place. Returns how many tickets changed.
pub(crate) fn update_courts_after_change(
    store: &mut dyn Store,
    before: Option<&(Vec<String>, AuthorityPlace)>,
    (keys, place): (&[String], AuthorityPlace),
) -> Result<usize> {
    let earlier = before.map_or(&[][..], |(keys, _)| keys.as_slice());
    let is_named = |issuer: &String| {
        let key = issuer_key(issuer);
        keys.contains(&key) || earlier.contains(&key)
    };
    let issuers: Vec<String> = store.ticket_issuers()?.into_iter().filter(is_named).collect();
    let tickets = store.tickets_in_court(&issuers, place.id)?;
    redecide_courts(store, &tickets, |now| (now.before_change(before, place.id), now))
}

/// Updates the courts of tickets that are unpaid or require court, after the authority `merged` was merged
/// into a second authority. `merged` and `before` are the names and places of the two authorities before the
/// merge, and `after` is the second authority's place now. The second authority now has the names of both.
/// Returns how many tickets changed.
pub(crate) fn update_courts_after_merge(
    store: &mut dyn Store,
    merged: &(Vec<String>, AuthorityPlace),
    before: &(Vec<String>, AuthorityPlace),
    after: AuthorityPlace,
) -> Result<usize> {
    let is_named = |issuer: &String| {
        let key = issuer_key(issuer);
        merged.0.contains(&key) || before.0.contains(&key)
    };
    let issuers: Vec<String> = store.ticket_issuers()?.into_iter().filter(is_named).collect();
    let mut tickets = store.tickets_in_court(&issuers, after.id)?;
    tickets.extend(store.tickets_in_court(&[], merged.1.id)?);
    tickets.sort_unstable();
    tickets.dedup();
    redecide_courts(store, &tickets, |mut now| {
        let earlier = now.before_change(Some(before), after.id).before_change(Some(merged), merged.1.id);
        // A ticket that staff assigned to the merged court is now assigned to the remaining court.
        now.places.insert(merged.1.id, after);
        (earlier, now)
    })
}

/// Decides the courts of tickets that were just imported from a file. Returns how many tickets changed.
pub(crate) fn decide_courts_of_imported(store: &mut dyn Store, tickets: &[TicketId]) -> Result<usize> {
    redecide_courts(store, tickets, |now| (Register::default(), now))
}

/// Decides the courts of `tickets` again. `registers` gets the current register. It returns the
/// register from which the stored courts were derived, and the register for the new decision.
fn redecide_courts(
    store: &mut dyn Store,
    tickets: &[TicketId],
    registers: impl Fn(Register) -> (Register, Register),
) -> Result<usize> {
    let mut changed = 0;
    for chunk in tickets.chunks(CHUNK) {
        let stored_courts = store.lock_tickets_and_read_courts(chunk)?;
        let issuers = stored_courts.iter().filter_map(|one| one.issuer.as_deref());
        let (earlier, register) =
            registers(Register::read(store, issuers, stored_courts.iter().filter_map(|one| one.court.id))?);
        let mut courts: HashMap<TicketCourt, Vec<TicketId>> = HashMap::new();
        for CourtOfTicket { ticket, issuer, court } in stored_courts {
            let assigned = earlier.entered_part(issuer.as_deref(), court);
            let decided = register.decide(issuer.as_deref(), assigned);
            if decided != court {
                courts.entry(decided).or_default().push(ticket);
            }
        }
        for (court, tickets) in courts {
            store.set_court_of_tickets(&tickets, court)?;
            changed += tickets.len();
        }
    }
    Ok(changed)
}
