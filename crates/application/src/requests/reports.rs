//! Missing-ticket reports (docs/product/requests.md#missing-ticket-reports).

use domain::requests::case_update::CaseKind;
use domain::requests::report::{MAX_PENDING, MissingTicketReport, ReportStatus, TicketReportType};
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
use crate::shared::case_updates::enqueue_status_texts;
use crate::shared::changes::Changes;

const SUBJECT: AuditSubject = AuditSubject::MissingTicketReport;

/// Stores a driver's report of a missing ticket. If the driver already has the same pending report, returns
/// that report. `state` and `ticket_type` describe the missing ticket.
///
/// # Errors
/// [`Error::Forbidden`] if a driver names another user, and for lawyers; [`Error::NotFound`] if staff name a user who
/// doesn't exist; a field error for `ticketType` if the driver has the maximum number of pending reports.
pub fn report_missing_ticket(
    deps: &Deps,
    actor: &Actor,
    user: UserId,
    (state, ticket_type): (UsState, TicketReportType),
) -> Result<MissingTicketReport> {
    actor.must_be_user_or_staff(user)?;
    let new = NewReport { user_id: user, state, ticket_type, reported_at: deps.clock.now() };
    in_transaction(&*deps.database, |store| {
        // The lock makes concurrent calls wait for each other, so that a second call finds the
        // first call's report.
        store.lock_user(user)?.ok_or(Error::NotFound)?;
        if let Some(pending) = store.same_pending_report(&new)? {
            return Ok(pending);
        }
        if store.count_pending_reports(user)? >= MAX_PENDING {
            return Err(Error::field(
                "ticketType",
                format!(
                    "We’re still checking {MAX_PENDING} of your reports. Please wait until we answer one of them."
                ),
            ));
        }
        let report = store.insert_report(&new)?;
        let subject = (SUBJECT, report.id.0);
        if let Some(entry) =
            actor.audit_entry_if_staff(user, subject, AuditAction::ReportMade, new.reported_at)
        {
            store.audit(&entry)?;
        }
        Ok(report)
    })
}

/// Sets a report's status, for staff. `found_item` is the driver's item that the report is
/// about. Setting the current status again only stores a new `found_item`, and sends no
/// notification. The call fails if `seen_status`, the status that the caller saw, is given and
/// is no longer the report's status.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`],
/// [`Error::ChangedMeanwhile`], a field error if `itemId` is not one of the driver's items.
pub fn set_report_status(
    deps: &Deps,
    actor: &Actor,
    id: ReportId,
    new_status: ReportStatus,
    seen_status: Option<ReportStatus>,
    found_item: Option<Payable>,
) -> Result<MissingTicketReport> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let found_item = new_status.item_if_found(found_item);
        let item = found_item.map(|item| store.lock_item(item)).transpose()?.flatten();
        let stored = store.lock_report(id)?.ok_or(Error::NotFound)?;
        if found_item.is_some() && item.is_none_or(|item| item.user_id() != stored.user_id) {
            return Err(Error::field("itemId", "Choose one of this driver’s tickets."));
        }
        // Staff may set the same status again to add the item that they found.
        if stored.status == new_status && (found_item.is_none() || stored.found == found_item) {
            return Ok(stored);
        }
        if seen_status.is_some_and(|seen_status| seen_status != stored.status) {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, id.0)?));
        }
        let changed = store.set_report_status(id, new_status, found_item)?.ok_or(Error::NotFound)?;
        let found_text = |report: &MissingTicketReport| {
            report.found.map(|item| format!("{} {}", item.kind(), item.item_id())).unwrap_or_default()
        };
        let mut trail = Changes::default();
        trail.add("status", stored.status.as_str(), new_status.as_str());
        trail.add("is_solved", stored.is_solved.to_string(), changed.is_solved.to_string());
        trail.add("found", found_text(&stored), found_text(&changed));
        trail.write(store, actor, AuditAction::ReportChanged, (SUBJECT, id.0), deps.clock.now())?;
        if stored.status != new_status {
            enqueue_status_texts(deps, store, stored.user_id, CaseKind::Report, new_status.as_str())?;
        }
        Ok(changed)
    })
}
