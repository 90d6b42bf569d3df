//! Missing-ticket reports (docs/PRODUCT.md#missing-ticket-reports).

use domain::requests::case_update::CaseKind;
use domain::requests::report::{MOST_PENDING, MissingTicketReport, ReportStatus, TicketReportType};
use domain::security::audit::AuditAction;
use domain::shared::ids::{ReportId, UserId};
use domain::shared::us_state::UsState;
use ports::requests::reports::NewReport;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::case_updates::status_changed;

/// What the audit trail calls a report.
const SUBJECT: &str = "missing_ticket_report";

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
/// they saw: when it is another one meanwhile, nothing is overwritten.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], [`Error::ChangedMeanwhile`].
pub fn set_status(
    deps: &Deps,
    actor: &Actor,
    id: ReportId,
    to: ReportStatus,
    from: Option<ReportStatus>,
) -> Result<MissingTicketReport> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let held = store.lock_report(id)?.ok_or(Error::NotFound)?;
        if held.status == to {
            return Ok(held);
        }
        if from.is_some_and(|from| from != held.status) {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, id.0)?));
        }
        let changed = store.set_report_status(id, to)?.ok_or(Error::NotFound)?;
        let entry = actor.entry((SUBJECT, id.0), AuditAction::ReportChanged, deps.clock.now());
        let entry = entry.changed("status", &held.status, &to);
        let is_solved = changed.is_solved;
        store.audit(&if is_solved == held.is_solved {
            entry
        } else {
            entry.changed("isSolved", &held.is_solved, &is_solved)
        })?;
        status_changed(deps, store, held.user_id, CaseKind::Report, to.as_str())?;
        Ok(changed)
    })
}
