//! Deadlines of cases, for the job that handles them and for the desk.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Timestamptz};
use diesel::{RunQueryDsl, sql_query};
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::{HireId, UserId};
use ports::legal_help::cases::{CaseDeadline, CaseDeadlineSummary};
use ports::shared::store_error::StoreResult;

use crate::legal_help::steps::step_names_sql;
use crate::shared::rows::{OneColumn, parse_word, row_by_name};
use crate::store::PgStore;

/// Returns the SQL for the deadlines of open cases.
fn deadlines_sql() -> String {
    let open_steps = step_names_sql(CaseStep::is_open);
    let matching = step_names_sql(CaseStep::is_matching);
    let accepted = CaseStep::Accepted;
    format!(
        "SELECT hire_id, 'contact' AS kind, contact_by AS at FROM cases
             WHERE contacted_at IS NULL AND contact_by IS NOT NULL AND step IN ({open_steps})
         UNION ALL SELECT hire_id, 'update', update_due FROM cases WHERE update_due IS NOT NULL AND step IN ({open_steps})
         UNION ALL SELECT hire_id, 'accept', accept_by FROM cases
             WHERE handling = 'matched' AND step IN ({matching}) AND accept_by IS NOT NULL
         UNION ALL SELECT hire_id, 'sign', accept_by FROM cases
             WHERE handling = 'matched' AND step = '{accepted}' AND sign_by IS NULL AND accept_by IS NOT NULL"
    )
}

row_by_name! {
    struct DeskCounts {
        late: i64,
        today: i64,
        later: i64,
    }
}

row_by_name! {
    struct DeadlineRow {
        hire_id: i32,
        user_id: i32,
        kind: String,
        at: DateTime<Utc>,
    }
}

impl DeadlineRow {
    /// Converts the row to a deadline. Fails for an unknown kind.
    fn into_deadline(self) -> StoreResult<CaseDeadline> {
        Ok(CaseDeadline {
            case: HireId(self.hire_id),
            user_id: UserId(self.user_id),
            kind: parse_word("a deadline of a case", &self.kind, CaseDeadlineKind::parse)?,
            at: self.at,
        })
    }
}

/// Returns at most `limit` cases that the job must handle because of a deadline or a changed ticket, earliest
/// deadline for accepting first.
pub(super) fn due_cases(store: &mut PgStore<'_>, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<HireId>> {
    let matching = step_names_sql(CaseStep::is_matching);
    let with_lawyer = step_names_sql(|step| step.is_open() && !step.is_matching());
    let open_steps = step_names_sql(CaseStep::is_open);
    let (matched, outside) = (Handling::Matched, Handling::Outside);
    let accepted = CaseStep::Accepted;
    let due = format!(
        "SELECT hire_id FROM (
             SELECT hire_id, accept_by FROM cases WHERE handling = '{matched}' AND step IN ({matching})
                 AND (answer_by <= $1 OR accept_by <= $1)
             UNION SELECT hire_id, accept_by FROM cases
                 WHERE handling = '{matched}' AND step IN ({with_lawyer}) AND sign_by <= $1
             UNION SELECT hire_id, accept_by FROM cases
                 WHERE handling = '{matched}' AND step = '{accepted}' AND accept_by <= $1
             UNION SELECT c.hire_id, c.accept_by FROM tickets t JOIN lawyer_hires h ON h.ticket_id = t.id
                 JOIN cases c ON c.hire_id = h.id
                 WHERE t.removed_at IS NOT NULL AND c.handling = '{matched}' AND c.step IN ({open_steps})
             UNION SELECT c.hire_id, c.accept_by FROM cases c JOIN lawyer_hires h ON h.id = c.hire_id
                 JOIN tickets t ON t.id = h.ticket_id LEFT JOIN authorities a ON a.id = t.court_id
                 WHERE t.removed_at IS NULL AND c.handling <> '{outside}' AND c.step IN ({open_steps}) AND (
                     (t.court_date, t.court_time) IS DISTINCT FROM (c.court_date, c.court_time)
                     OR (t.court_id IS NOT NULL AND (a.id, a.name, a.county) IS DISTINCT FROM (c.court_id, c.court_name, c.county))
                     OR (t.court_state IS NOT NULL AND t.court_state IS DISTINCT FROM c.court_state))
         ) AS due ORDER BY accept_by, hire_id LIMIT $2"
    );
    let rows: Vec<OneColumn<i32>> = store.load(
        // SQL: the query builder can't select from a union.
        sql_query(due).bind::<Timestamptz, _>(now).bind::<BigInt, _>(limit),
    )?;
    Ok(rows.into_iter().map(|OneColumn(id)| HireId(id)).collect())
}

/// Counts the deadlines of open cases for the desk: late ones, those until `day_ends`, and later ones. Also
/// returns the earliest deadlines, at most `limit`.
pub(super) fn case_deadline_summary(
    store: &mut PgStore<'_>,
    now: DateTime<Utc>,
    day_ends: DateTime<Utc>,
    limit: i64,
) -> StoreResult<CaseDeadlineSummary> {
    let deadlines = deadlines_sql();
    let counted = format!(
        "SELECT count(*) FILTER (WHERE at <= $1) AS late, count(*) FILTER (WHERE at > $1 AND at <= $2) AS today,
             count(*) FILTER (WHERE at > $1 AND at > $2) AS later FROM ({deadlines}) AS deadlines"
    );
    let next = format!(
        "SELECT hire_id, user_id, kind, at FROM ({deadlines}) AS deadlines
         JOIN lawyer_hires ON lawyer_hires.id = hire_id ORDER BY at, hire_id LIMIT $1"
    );
    let (counts, next): (DeskCounts, Vec<DeadlineRow>) = store.run(|connection| {
        // SQL: the query builder can't count the rows of a union.
        let counts = sql_query(counted)
            .bind::<Timestamptz, _>(now)
            .bind::<Timestamptz, _>(day_ends)
            .get_result(connection)?;
        // SQL: the query builder can't join a union.
        let next = sql_query(next).bind::<BigInt, _>(limit).load(connection)?;
        Ok((counts, next))
    })?;
    Ok(CaseDeadlineSummary {
        late: counts.late,
        today: counts.today,
        later: counts.later,
        next: next.into_iter().map(DeadlineRow::into_deadline).collect::<StoreResult<_>>()?,
    })
}
