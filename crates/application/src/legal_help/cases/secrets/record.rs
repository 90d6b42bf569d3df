//! The driver's record, for a lawyer with the driver's consent.

use domain::accounts::user::User;
use domain::driving_record::standing::{HasStanding as _, Standing, StandingFacts};
use domain::driving_record::ticket::Ticket;
use domain::legal_help::secrets::{ConsentKind, ConsentState, has_consent};
use domain::shared::ids::HireId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::must_be_lawyer_of_case;

/// The part of the driver's record that a lawyer sees with the driver's consent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedRecord {
    /// The driver, with the date of birth and the license status.
    pub driver: User,
    /// Number of points on the driver's license; `None` if unknown.
    pub points: Option<i32>,
    /// The driver's other tickets with their standing, except those that staff haven't confirmed.
    pub tickets: Vec<(Ticket, Standing)>,
}

/// Returns the driver's record to the case's lawyer, if the driver has consented.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`] if the lawyer doesn't
/// have the case; [`Error::ConsentNeeded`].
pub fn show(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<SharedRecord> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    must_be_lawyer_of_case(store, actor, &case)?;
    let (consents, now) = (store.consents_of(id)?, deps.clock.now());
    if !has_consent(&case, &consents, ConsentKind::RecordForLawyer, ConsentState::Given, now) {
        return Err(Error::ConsentNeeded);
    }
    let driver = store.user(case.user_id)?.ok_or(Error::NotFound)?;
    let points = store.profile(case.user_id)?.map(|profile| profile.current_points);
    let mut tickets = store.tickets_of(case.user_id)?;
    tickets.retain(|(ticket, facts)| !facts.is_being_checked() && Some(ticket.id) != case.ticket_id);
    let with_standing = |(ticket, facts): (Ticket, StandingFacts)| {
        let standing = ticket.standing(&facts).standing;
        (ticket, standing)
    };
    let tickets = tickets.into_iter().map(with_standing).collect();
    Ok(SharedRecord { driver, points, tickets })
}
