//! Staff's record of whether a driver must appear in court. Paying or removing a ticket doesn't end
//! its court reminders. They end if staff waive the appearance, or if the ticket's lawyer records
//! that the driver doesn't have to come or that nothing is owed.

use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::TicketId;
use ports::notices::calendar::LockedAppearance;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Stores whether the driver must appear in court.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if the ticket doesn't exist
/// or doesn't require court.
pub fn set_appearance_needed(deps: &Deps, actor: &Actor, ticket: TicketId, is_needed: bool) -> Result<()> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let LockedAppearance { user, is_waived } = store.lock_appearance(ticket)?.ok_or(Error::NotFound)?;
        if is_waived != is_needed {
            return Ok(());
        }
        let now = deps.clock.now();
        store.set_appearance_waiver(ticket, (!is_needed).then_some((actor.id(), now)))?;
        let entry = actor
            .audit_entry((AuditSubject::Ticket, ticket.0), AuditAction::AppearanceChanged, now)
            .with_after("user_id", &user);
        store.audit(&entry.with_after("must_appear", &is_needed)).map_err(Error::from)
    })
}
