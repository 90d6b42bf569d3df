//! The outcomes of cases, and their consequences for tickets.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_query;
use domain::legal_help::case::guarantee::{GuaranteeRule, TermsAtHire};
use domain::legal_help::case::measured_share::DecidedCases;
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::step::CaseStep;
use domain::shared::money::Money;
use ports::legal_help::outcomes::Outcomes;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::{parse_word, row_by_name};
use crate::store::PgStore;

/// Selects the decided cases with the handling `matched` and with stored fine and points at hire,
/// grouped by outcome and terms. A corrected outcome has its own event, so a case was decided at
/// the time of its latest outcome event.
const DECIDED: &str = "
    SELECT outcome, outcome_fine_cents, outcome_points, outcome_until, fine_cents_at_hire, points_at_hire,
        guarantee_rule, count(*) AS cases, min(at) AS first, max(at) AS last
    FROM cases JOIN (
        SELECT hire_id, max(at) AS at FROM case_events WHERE outcome IS NOT NULL GROUP BY hire_id
    ) AS decisions USING (hire_id)
    WHERE outcome IS NOT NULL AND handling = 'matched'
        AND fine_cents_at_hire IS NOT NULL AND points_at_hire IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7";

/// Returns the SQL condition for tickets whose court decided that nothing is owed. The driver of
/// such a ticket needn't appear in court. `ticket_id` is the SQL expression for the ticket's id.
pub(crate) fn is_dismissed_sql(ticket_id: &str) -> String {
    let outcomes = CaseOutcome::ALL.iter().filter(|outcome| outcome.owes_nothing());
    let words: Vec<String> = outcomes.map(|outcome| format!("'{outcome}'")).collect();
    format!(
        "EXISTS (SELECT FROM lawyer_hires h JOIN cases c ON c.hire_id = h.id
             WHERE h.ticket_id = {ticket_id} AND c.outcome IN ({}))",
        words.join(", ")
    )
}

/// Returns the SQL expression for the time at which the ticket's lawyer recorded that the driver needn't come to
/// court. `NULL` if the driver must come, or if no lawyer represents the driver. `ticket_id` is the SQL expression
/// for the ticket's id.
pub(crate) fn excused_at_sql(ticket_id: &str) -> String {
    let steps = CaseStep::ALL.iter().filter(|step| step.is_before_decision_with_lawyer());
    let words: Vec<String> = steps.map(|step| format!("'{step}'")).collect();
    format!(
        "(SELECT max(c.driver_excused_at) FROM lawyer_hires h JOIN cases c ON c.hire_id = h.id
             WHERE h.ticket_id = {ticket_id} AND c.step IN ({}))",
        words.join(", ")
    )
}

row_by_name! {
    struct DecidedRow {
        outcome: String,
        outcome_fine_cents: Option<i64>,
        outcome_points: Option<i32>,
        outcome_until: Option<NaiveDate>,
        fine_cents_at_hire: i64,
        points_at_hire: i32,
        guarantee_rule: String,
        cases: i64,
        first: DateTime<Utc>,
        last: DateTime<Utc>,
    }
}

impl TryFrom<DecidedRow> for DecidedCases {
    type Error = StoreError;

    fn try_from(row: DecidedRow) -> StoreResult<Self> {
        Ok(Self {
            verdict: Verdict {
                outcome: parse_word("cases.outcome", &row.outcome, CaseOutcome::parse)?,
                fine: row.outcome_fine_cents.map(Money::from_cents),
                points: row.outcome_points,
                until: row.outcome_until,
                due: None,
            },
            at_hire: TermsAtHire {
                rule: parse_word("cases.guarantee_rule", &row.guarantee_rule, GuaranteeRule::parse)?,
                fine: Money::from_cents(row.fine_cents_at_hire),
                points: row.points_at_hire,
            },
            cases: row.cases,
            first: row.first,
            last: row.last,
        })
    }
}

impl Outcomes for PgStore<'_> {
    fn decided_cases(&mut self) -> StoreResult<Vec<DecidedCases>> {
        // SQL: the query builder can't join a subquery.
        self.entities::<DecidedRow, _>(sql_query(DECIDED))
    }
}
