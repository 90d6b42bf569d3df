//! Missing-ticket reports (docs/PRODUCT.md#missing-ticket-reports).

use domain::requests::case_update::CaseKind;
use domain::requests::report::{MOST_PENDING, MissingTicketReport, ReportStatus, TicketReportType};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{ReportId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::requests::reports::NewReport;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::case_updates::status_changed;
use crate::shared::changes::Changes;

/// What the audit trail calls a report.
const SUBJECT: AuditSubject = AuditSubject::MissingTicketReport;

/// Reports a missing ticket. The same report while one is pending answers that one: nobody looks twice.
///
/// # Errors
/// [`Error::Forbidden`] for another user, `ticketType` when as many of the driver's reports are pending as may be.
pub fn report(
    deps: &Deps,
    actor: &Actor,
    user: UserId,
    (state, ticket_type): (UsState, TicketReportType),
) -> Result<MissingTicketReport> {
    actor.must_be(user)?;
    let new = NewReport { user_id: user, state, ticket_type, reported_at: deps.clock.now() };
    in_transaction(&*deps.database, |store| {
        // Two tabs at once: the second waits here, and then finds the first one's report.
        store.lock_user(user)?.ok_or(Error::NotFound)?;
        if let Some(pending) = store.pending_report_like(&new)? {
            return Ok(pending);
        }
        if store.count_pending_reports(user)? >= MOST_PENDING {
            return Err(Error::field(
                "ticketType",
                format!(
                    "We are looking into {MOST_PENDING} of your reports. Please wait for the first of them."
                ),
            ));
        }
        let report = store.insert_report(&new)?;
        let subject = (SUBJECT, report.id.0);
        if let Some(entry) = actor.entry_for(user, subject, AuditAction::ReportMade, new.reported_at) {
            store.audit(&entry)?;
        }
        Ok(report)
    })
}

/// Staff say what became of a report; setting what it is already changes nothing and tells nobody. `from` is the status that
/// they saw: when it is another one meanwhile, nothing is overwritten. `found` is the item that it came to: one of the driver's.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], [`Error::ChangedMeanwhile`], `itemId` when it is no item of the driver's.
pub fn set_status(
    deps: &Deps,
    actor: &Actor,
    id: ReportId,
    to: ReportStatus,
    from: Option<ReportStatus>,
    found: Option<Payable>,
) -> Result<MissingTicketReport> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let found = to.finding(found);
        let item = found.map(|item| store.lock_item(item)).transpose()?.flatten();
        let held = store.lock_report(id)?.ok_or(Error::NotFound)?;
        if found.is_some() && item.is_none_or(|item| item.user_id() != held.user_id) {
            return Err(Error::field("itemId", "Choose one of this driver's tickets."));
        }
        // Which item it was may be said later.
        if held.status == to && (found.is_none() || held.found == found) {
            return Ok(held);
        }
        if from.is_some_and(|from| from != held.status) {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, id.0)?));
        }
        let changed = store.set_report_status(id, to, found)?.ok_or(Error::NotFound)?;
        let told = |report: &MissingTicketReport| {
            report.found.map(|item| format!("{} {}", item.kind(), item.item_id())).unwrap_or_default()
        };
        let mut trail = Changes::default();
        trail.add("status", held.status.as_str(), to.as_str());
        trail.add("is_solved", held.is_solved.to_string(), changed.is_solved.to_string());
        trail.add("found", told(&held), told(&changed));
        trail.write(store, actor, AuditAction::ReportChanged, (SUBJECT, id.0), deps.clock.now())?;
        if held.status != to {
            status_changed(deps, store, held.user_id, CaseKind::Report, to.as_str())?;
        }
        Ok(changed)
    })
}
