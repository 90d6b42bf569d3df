use chrono::{DateTime, Utc};
use diesel::dsl::{exists, not, select};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    insert_into,
};
use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote, ResolvedProblem};
use domain::payments::ownership::Mismatch;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::payments::attention::{MoneyProblems, UnreadEvent};
use ports::payments::records::OrphanIntent;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::parse_word;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{attention_closed, lost_payments, orphan_intents, payment_events};

#[derive(Queryable, Selectable)]
#[diesel(table_name = attention_closed, check_for_backend(diesel::pg::Pg))]
struct ClosedRow {
    id: i32,
    kind: String,
    provider_id: String,
    how: String,
    closed_by: i32,
    closed_at: DateTime<Utc>,
}

impl TryFrom<ClosedRow> for ResolvedProblem {
    type Error = StoreError;

    fn try_from(row: ClosedRow) -> Result<Self, StoreError> {
        let kind = parse_word("attention_closed.kind", &row.kind, MoneyProblemKind::parse)?;
        Ok(Self {
            id: row.id,
            subject: MoneyProblem { kind, provider_id: row.provider_id },
            how: row.how,
            closed_by: UserId(row.closed_by),
            closed_at: row.closed_at,
        })
    }
}

/// Builds the SQL condition for problems that staff haven't resolved.
macro_rules! is_open {
    ($kind:expr, $provider_id:expr) => {
        not(exists(
            attention_closed::table
                .filter(attention_closed::kind.eq($kind.as_str()))
                .filter(attention_closed::provider_id.eq($provider_id)),
        ))
    };
}

impl MoneyProblems for PgStore<'_> {
    fn orphan_intents(&mut self, limit: i64) -> StoreResult<Vec<OrphanIntent>> {
        let is_lost = lost_payments::table
            .filter(lost_payments::provider_intent_id.eq(orphan_intents::provider_intent_id));
        let rows: Vec<(String, i64, String, String, DateTime<Utc>)> = self.load(
            orphan_intents::table
                .filter(not(exists(is_lost)))
                .filter(is_open!(MoneyProblemKind::Orphan, orphan_intents::provider_intent_id))
                .select(orphan_intents::all_columns)
                .order((orphan_intents::seen_at, orphan_intents::provider_intent_id))
                .limit(limit),
        )?;
        rows.into_iter()
            .map(|(intent_id, cents, currency, reason, seen_at)| {
                let reason = parse_word("orphan_intents.reason", &reason, Mismatch::parse)?;
                Ok(OrphanIntent { intent_id, amount: Money::from_cents(cents), currency, reason, seen_at })
            })
            .collect()
    }

    fn unread_events(&mut self, limit: i64) -> StoreResult<Vec<UnreadEvent>> {
        let rows: Vec<(String, String, DateTime<Utc>)> = self.load(
            payment_events::table
                .filter(not(payment_events::understood))
                .filter(is_open!(MoneyProblemKind::UnreadEvent, payment_events::provider_event_id))
                .select((
                    payment_events::provider_event_id,
                    payment_events::kind,
                    payment_events::received_at,
                ))
                .order(payment_events::id)
                .limit(limit),
        )?;
        Ok(rows
            .into_iter()
            .map(|(provider_event_id, kind, received_at)| UnreadEvent {
                provider_event_id,
                kind,
                received_at,
            })
            .collect())
    }

    fn resolved_money_problems(&mut self, limit: i64) -> StoreResult<Vec<ResolvedProblem>> {
        self.entities::<ClosedRow, _>(
            attention_closed::table
                .select(ClosedRow::as_select())
                .order(attention_closed::id.desc())
                .limit(limit),
        )
    }

    fn has_money_problem(&mut self, subject: &MoneyProblem) -> StoreResult<bool> {
        let provider_id = without_nul(&subject.provider_id);
        self.run(|connection| match subject.kind {
            MoneyProblemKind::Orphan => {
                select(exists(orphan_intents::table.find(&provider_id))).get_result(connection)
            }
            MoneyProblemKind::UnreadEvent => select(exists(payment_events::table.filter(
                payment_events::provider_event_id.eq(&provider_id).and(not(payment_events::understood)),
            )))
            .get_result(connection),
        })
    }

    fn resolve_problem(
        &mut self,
        subject: &MoneyProblem,
        note: &ResolutionNote,
        closed_by: UserId,
        closed_at: DateTime<Utc>,
    ) -> StoreResult<Option<ResolvedProblem>> {
        self.optional_entity::<ClosedRow, _>(
            insert_into(attention_closed::table)
                .values((
                    attention_closed::kind.eq(subject.kind.as_str()),
                    attention_closed::provider_id.eq(&subject.provider_id),
                    attention_closed::how.eq(note.as_str()),
                    attention_closed::closed_by.eq(closed_by.0),
                    attention_closed::closed_at.eq(closed_at),
                ))
                .on_conflict((attention_closed::kind, attention_closed::provider_id))
                .do_nothing()
                .returning(ClosedRow::as_returning()),
        )
    }
}
