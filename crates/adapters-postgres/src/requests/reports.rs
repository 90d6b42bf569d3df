use diesel::{ExpressionMethods, QueryDsl, SelectableHelper, insert_into, update};
use domain::requests::report::{MissingTicketReport, ReportStatus};
use domain::shared::desk::DeskKind;
use domain::shared::ids::{ReportId, UserId};
use domain::shared::payable::Payable;
use ports::requests::reports::{NewReport, Reports};
use ports::shared::store_error::StoreResult;

use crate::requests::rows::ReportRow;
use crate::store::PgStore;
use schema::missing_ticket_reports as reports;

impl Reports for PgStore<'_> {
    fn insert_report(&mut self, report: &NewReport) -> StoreResult<MissingTicketReport> {
        let row: ReportRow = self.get_result(
            insert_into(reports::table)
                .values((
                    reports::user_id.eq(report.user_id.0),
                    reports::state.eq(report.state.name()),
                    reports::ticket_type.eq(report.ticket_type.as_str()),
                    reports::reported_at.eq(report.reported_at),
                ))
                .returning(ReportRow::as_returning()),
        )?;
        let report: MissingTicketReport = row.try_into()?;
        self.notify_desk(DeskKind::Report, report.id.0, None)?;
        Ok(report)
    }

    fn same_pending_report(&mut self, report: &NewReport) -> StoreResult<Option<MissingTicketReport>> {
        self.first_entity::<ReportRow, _>(
            reports::table
                .filter(reports::user_id.eq(report.user_id.0))
                .filter(reports::state.eq(report.state.name()))
                .filter(reports::ticket_type.eq(report.ticket_type.as_str()))
                .filter(reports::status.eq(ReportStatus::Pending.as_str()))
                .select(ReportRow::as_select())
                .order(reports::id.desc()),
        )
    }

    fn count_pending_reports(&mut self, user: UserId) -> StoreResult<i64> {
        self.get_result(
            reports::table
                .filter(reports::user_id.eq(user.0))
                .filter(reports::status.eq(ReportStatus::Pending.as_str()))
                .count(),
        )
    }

    fn lock_report(&mut self, id: ReportId) -> StoreResult<Option<MissingTicketReport>> {
        self.first_entity::<ReportRow, _>(
            reports::table.find(id.0).select(ReportRow::as_select()).for_no_key_update(),
        )
    }

    fn set_report_status(
        &mut self,
        id: ReportId,
        status: ReportStatus,
        found_item: Option<Payable>,
    ) -> StoreResult<Option<MissingTicketReport>> {
        self.optional_entity::<ReportRow, _>(
            update(reports::table.find(id.0))
                .set((
                    reports::status.eq(status.as_str()),
                    reports::is_solved.eq(status.is_resolved()),
                    reports::found_kind.eq(found_item.map(|item| item.kind().as_str())),
                    reports::found_id.eq(found_item.map(Payable::item_id)),
                ))
                .returning(ReportRow::as_returning()),
        )
    }
}
