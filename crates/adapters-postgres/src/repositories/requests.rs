use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, delete, insert_into,
    update,
};
use domain::ids::{ReportId, TextNotificationId, UserId};
use domain::notification::TextNotificationRequest;
use domain::report::{MissingTicketReport, ReportStatus};
use ports::requests::{NewReport, Reports, TextRequests};
use ports::store::StoreResult;

use crate::rows::{ReportRow, TextRequestRow, entity};
use crate::schema::{missing_ticket_reports as reports, text_notification_requests as requests};
use crate::store::PgStore;

impl Reports for PgStore<'_> {
    fn insert_report(&mut self, report: &NewReport) -> StoreResult<MissingTicketReport> {
        let row: ReportRow = self.run(|connection| {
            insert_into(reports::table)
                .values((
                    reports::user_id.eq(report.user_id.0),
                    reports::state.eq(report.state.name()),
                    reports::ticket_type.eq(report.ticket_type.as_str()),
                    reports::reported_at.eq(report.reported_at),
                ))
                .returning(ReportRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn pending_report_like(&mut self, report: &NewReport) -> StoreResult<Option<MissingTicketReport>> {
        let row: Option<ReportRow> = self.run(|connection| {
            reports::table
                .filter(reports::user_id.eq(report.user_id.0))
                .filter(reports::state.eq(report.state.name()))
                .filter(reports::ticket_type.eq(report.ticket_type.as_str()))
                .filter(reports::status.eq(ReportStatus::Pending.as_str()))
                .select(ReportRow::as_select())
                .order(reports::id.desc())
                .first(connection)
                .optional()
        })?;
        entity(row)
    }

    fn count_pending_reports(&mut self, user: UserId) -> StoreResult<i64> {
        self.run(|connection| {
            reports::table
                .filter(reports::user_id.eq(user.0))
                .filter(reports::status.eq(ReportStatus::Pending.as_str()))
                .count()
                .get_result(connection)
        })
    }

    fn lock_report(&mut self, id: ReportId) -> StoreResult<Option<MissingTicketReport>> {
        let row: Option<ReportRow> = self.run(|connection| {
            reports::table
                .find(id.0)
                .select(ReportRow::as_select())
                .for_no_key_update()
                .first(connection)
                .optional()
        })?;
        entity(row)
    }

    fn set_report_status(
        &mut self,
        id: ReportId,
        status: ReportStatus,
    ) -> StoreResult<Option<MissingTicketReport>> {
        let row: Option<ReportRow> = self.run(|connection| {
            update(reports::table.find(id.0))
                .set(reports::status.eq(status.as_str()))
                .returning(ReportRow::as_returning())
                .get_result(connection)
                .optional()
        })?;
        entity(row)
    }
}

impl TextRequests for PgStore<'_> {
    fn insert_text_request(
        &mut self,
        user: UserId,
        phone: &str,
        at: DateTime<Utc>,
    ) -> StoreResult<TextNotificationRequest> {
        let row: TextRequestRow = self.run(|connection| {
            insert_into(requests::table)
                .values((
                    requests::user_id.eq(user.0),
                    requests::phone_number.eq(phone),
                    requests::requested_at.eq(at),
                ))
                .on_conflict((requests::user_id, requests::phone_number))
                .do_nothing()
                .execute(connection)?;
            requests::table
                .filter(requests::user_id.eq(user.0))
                .filter(requests::phone_number.eq(phone))
                .select(TextRequestRow::as_select())
                .first(connection)
        })?;
        Ok(row.into())
    }

    fn text_request(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNotificationRequest>> {
        let row: Option<TextRequestRow> = self.run(|connection| {
            requests::table.find(id.0).select(TextRequestRow::as_select()).first(connection).optional()
        })?;
        Ok(row.map(Into::into))
    }

    fn mark_text_sent(&mut self, id: TextNotificationId, at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| {
            update(requests::table.find(id.0))
                .set((requests::is_sent.eq(true), requests::sent_at.eq(at)))
                .execute(connection)
        })?;
        Ok(())
    }

    fn delete_text_request(&mut self, id: TextNotificationId) -> StoreResult<()> {
        self.run(|connection| delete(requests::table.find(id.0)).execute(connection))?;
        Ok(())
    }
}
