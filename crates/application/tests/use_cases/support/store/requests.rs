//! In-memory store of missing-ticket reports and text requests.

use chrono::{DateTime, Utc};
use domain::requests::report::{MissingTicketReport, ReportStatus};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::{ReportId, TextNotificationId, UserId};
use domain::shared::payable::Payable;
use ports::requests::reports::{NewReport, Reports};
use ports::requests::text_requests::TextRequests;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Reports for Unit<'_> {
    fn insert_report(&mut self, new: &NewReport) -> StoreResult<MissingTicketReport> {
        let report = MissingTicketReport {
            id: ReportId(self.tables.next_id("reports", self.tables.reports.len())),
            user_id: new.user_id,
            state: new.state,
            ticket_type: new.ticket_type,
            reported_at: new.reported_at,
            status: ReportStatus::Pending,
            is_seen_by_admin: false,
            is_solved: false,
            found: None,
        };
        self.tables.reports.push(report.clone());
        Ok(report)
    }

    fn same_pending_report(&mut self, new: &NewReport) -> StoreResult<Option<MissingTicketReport>> {
        let is_like = |report: &&MissingTicketReport| {
            report.status == ReportStatus::Pending
                && (report.user_id, report.state, report.ticket_type)
                    == (new.user_id, new.state, new.ticket_type)
        };
        Ok(self.tables.reports.iter().rev().find(is_like).cloned())
    }

    fn count_pending_reports(&mut self, user: UserId) -> StoreResult<i64> {
        let is_counted =
            |report: &&MissingTicketReport| report.user_id == user && report.status == ReportStatus::Pending;
        Ok(i64::try_from(self.tables.reports.iter().filter(is_counted).count()).unwrap())
    }

    fn lock_report(&mut self, id: ReportId) -> StoreResult<Option<MissingTicketReport>> {
        Ok(self.tables.reports.iter().find(|report| report.id == id).cloned())
    }

    fn set_report_status(
        &mut self,
        id: ReportId,
        status: ReportStatus,
        found_item: Option<Payable>,
    ) -> StoreResult<Option<MissingTicketReport>> {
        self.tables.reports.iter_mut().filter(|report| report.id == id).for_each(|report| {
            report.status = status;
            report.is_solved = status.is_resolved();
            report.found = found_item;
        });
        self.lock_report(id)
    }
}

impl TextRequests for Unit<'_> {
    fn insert_text_request(
        &mut self,
        user: UserId,
        phone: &str,
        requested_at: DateTime<Utc>,
    ) -> StoreResult<TextNotificationRequest> {
        let is_same = |one: &&TextNotificationRequest| one.user_id == Some(user) && one.phone_number == phone;
        if let Some(known) = self.tables.text_requests.iter().find(is_same) {
            return Ok(known.clone());
        }
        let request = TextNotificationRequest {
            id: TextNotificationId(self.tables.next_id("texts", self.tables.text_requests.len())),
            user_id: Some(user),
            phone_number: phone.to_owned(),
            requested_at,
            is_sent: false,
            sent_at: None,
            is_solved: false,
        };
        self.tables.text_requests.push(request.clone());
        Ok(request)
    }

    fn text_request(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNotificationRequest>> {
        Ok(self.tables.text_requests.iter().find(|request| request.id == id).cloned())
    }

    fn mark_text_sent(&mut self, id: TextNotificationId, sent_at: DateTime<Utc>) -> StoreResult<()> {
        for request in self.tables.text_requests.iter_mut().filter(|request| request.id == id) {
            request.is_sent = true;
            request.sent_at = Some(sent_at);
        }
        Ok(())
    }

    fn delete_text_request(&mut self, id: TextNotificationId) -> StoreResult<bool> {
        let known = self.tables.text_requests.len();
        self.tables.text_requests.retain(|request| request.id != id);
        Ok(self.tables.text_requests.len() < known)
    }
}
