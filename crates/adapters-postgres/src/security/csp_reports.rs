use chrono::NaiveDate;
use diesel::dsl::exists;
use diesel::sql_types::{BigInt, Date};
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, insert_into, select, sql_query};
use domain::security::csp_report::CspReport;
use ports::security::csp_reports::{CspCount, CspReports};
use ports::shared::store_error::StoreResult;

use crate::shared::locks::advisory_lock;
use crate::shared::rows::row_by_name;
use crate::store::PgStore;
use schema::csp_reports;

/// Key of the advisory lock that transactions hold while they count reports.
const COUNTING: i64 = 4_130_280;

const COUNTS: &str = "
    SELECT directive, host, sum(reports)::bigint AS reports, max(day) AS last_day
    FROM csp_reports WHERE day >= $1 GROUP BY directive, host
    ORDER BY sum(reports) DESC, directive, host LIMIT $2";

row_by_name! {
    struct CountRow {
        directive: String,
        host: String,
        reports: i64,
        last_day: NaiveDate,
    }
}

impl CspReports for PgStore<'_> {
    fn lock_csp_reports(&mut self) -> StoreResult<()> {
        self.run(|connection| advisory_lock(connection, COUNTING))?;
        Ok(())
    }

    fn count_csp_rows(&mut self, day: NaiveDate) -> StoreResult<i64> {
        self.get_result(csp_reports::table.filter(csp_reports::day.eq(day)).count())
    }

    fn has_csp_row(&mut self, day: NaiveDate, report: &CspReport) -> StoreResult<bool> {
        let row = csp_reports::table
            .filter(csp_reports::day.eq(day))
            .filter(csp_reports::directive.eq(report.directive.as_str()))
            .filter(csp_reports::host.eq(&report.host));
        self.get_result(select(exists(row)))
    }

    fn add_csp_reports(&mut self, day: NaiveDate, report: &CspReport, reports: i64) -> StoreResult<()> {
        self.execute(
            insert_into(csp_reports::table)
                .values((
                    csp_reports::day.eq(day),
                    csp_reports::directive.eq(report.directive.as_str()),
                    csp_reports::host.eq(&report.host),
                    csp_reports::reports.eq(reports),
                ))
                .on_conflict((csp_reports::day, csp_reports::directive, csp_reports::host))
                .do_update()
                .set(csp_reports::reports.eq(csp_reports::reports + excluded(csp_reports::reports))),
        )
    }

    fn csp_counts(&mut self, since: NaiveDate, limit: i64) -> StoreResult<Vec<CspCount>> {
        let rows: Vec<CountRow> = self.load(
            // SQL: the query builder can't cast a sum, which is numeric, to bigint.
            sql_query(COUNTS).bind::<Date, _>(since).bind::<BigInt, _>(limit),
        )?;
        let count =
            |CountRow { directive, host, reports, last_day }| CspCount { directive, host, reports, last_day };
        Ok(rows.into_iter().map(count).collect())
    }
}
