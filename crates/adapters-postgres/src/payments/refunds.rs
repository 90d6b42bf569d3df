use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Timestamptz};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    insert_into, update,
};
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundPayer, RefundReason, RefundStatus};
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;
use ports::payments::refunds::{NewRefund, RefundCheckTimes, Refunds};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::payments::rows::PaymentRow;
use crate::shared::rows::{parse_optional_word, parse_word};
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{payments, refunds};

// SQL conditions on a refund's status. Statuses are literals instead of parameters, so that
// PostgreSQL can use the partial indexes.
const IS_OPEN: &str = "refunds.status IN ('due', 'pending', 'refused', 'failed')";
const HAS_ARRIVED: &str = "refunds.status = 'succeeded'";
// SQL expressions for the time between two checks of a refund, which increases with the refund's age at the
// last check.
const OPEN_RESTS: &str = "least((refunds.updated_at - refunds.created_at) / 4, interval '6 hours')";
const REFUSED_RESTS: &str = "(refunds.updated_at - refunds.created_at) / 2";
const ARRIVED_RESTS: &str = "(refunds.updated_at - refunds.created_at)";

#[derive(Queryable, Selectable)]
#[diesel(table_name = refunds, check_for_backend(Pg))]
struct RefundRow {
    id: i32,
    payment_id: i32,
    amount_cents: i64,
    reason: String,
    note: Option<String>,
    requested_by: Option<i32>,
    status: String,
    idempotency_key: String,
    asked_at: Option<DateTime<Utc>>,
    provider_refund_id: Option<String>,
    provider_words: Option<String>,
    back_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    guarantee_payer: Option<String>,
}

impl TryFrom<RefundRow> for Refund {
    type Error = StoreError;

    fn try_from(row: RefundRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: RefundId(row.id),
            payment_id: PaymentId(row.payment_id),
            amount: Money::from_cents(row.amount_cents),
            reason: parse_word("refunds.reason", &row.reason, RefundReason::parse)?,
            note: row.note,
            requested_by: row.requested_by.map(UserId),
            status: parse_word("refunds.status", &row.status, RefundStatus::parse)?,
            idempotency_key: row.idempotency_key,
            requested_at: row.asked_at,
            provider_refund_id: row.provider_refund_id,
            provider_words: row.provider_words,
            completed_at: row.back_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            guarantee_payer: parse_optional_word(
                "refunds.guarantee_payer",
                row.guarantee_payer.as_deref(),
                RefundPayer::parse,
            )?,
        })
    }
}

impl Refunds for PgStore<'_> {
    fn insert_refund(&mut self, new: &NewRefund) -> StoreResult<Refund> {
        let row: RefundRow = self.run_unique(|connection| {
            insert_into(refunds::table)
                .values((
                    refunds::payment_id.eq(new.payment_id.0),
                    refunds::amount_cents.eq(new.amount.cents()),
                    refunds::reason.eq(new.reason.as_str()),
                    refunds::note.eq(&new.note),
                    refunds::requested_by.eq(new.requested_by.map(|user| user.0)),
                    refunds::idempotency_key.eq(&new.idempotency_key),
                    refunds::created_at.eq(new.created_at),
                    refunds::updated_at.eq(new.created_at),
                    refunds::guarantee_payer.eq(new.guarantee_payer.map(|payer| payer.as_str())),
                ))
                .returning(RefundRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>> {
        self.first_entity::<RefundRow, _>(refunds::table.find(id.0).select(RefundRow::as_select()))
    }

    fn lock_refund(&mut self, id: RefundId) -> StoreResult<Option<Refund>> {
        let stored = refunds::table.find(id.0).select(RefundRow::as_select()).for_no_key_update();
        self.first_entity::<RefundRow, _>(stored)
    }

    fn refund_by_provider_id(&mut self, provider_refund_id: &str) -> StoreResult<Option<Refund>> {
        self.first_entity::<RefundRow, _>(
            refunds::table
                .filter(refunds::provider_refund_id.eq(without_nul(provider_refund_id)))
                .select(RefundRow::as_select()),
        )
    }

    fn refunds_of(&mut self, payment: PaymentId) -> StoreResult<Vec<Refund>> {
        self.entities::<RefundRow, _>(
            refunds::table
                .filter(refunds::payment_id.eq(payment.0))
                .order(refunds::id)
                .select(RefundRow::as_select()),
        )
    }

    fn update_refund(&mut self, refund: &Refund) -> StoreResult<()> {
        let changed = self.run_unique(|connection| {
            update(refunds::table.find(refund.id.0))
                .set((
                    refunds::status.eq(refund.status.as_str()),
                    refunds::idempotency_key.eq(&refund.idempotency_key),
                    refunds::asked_at.eq(refund.requested_at),
                    refunds::provider_refund_id.eq(&refund.provider_refund_id),
                    refunds::provider_words.eq(refund.provider_words.as_deref().map(without_nul)),
                    refunds::back_at.eq(refund.completed_at),
                    refunds::updated_at.eq(refund.updated_at),
                ))
                .execute(connection)
        })?;
        if changed == 0 {
            Err(StoreError::Failed("the refund to update doesn't exist".into()))
        } else {
            Ok(())
        }
    }

    fn refunds_to_check(&mut self, before: RefundCheckTimes, limit: i64) -> StoreResult<Vec<RefundId>> {
        type Found = Vec<(DateTime<Utc>, i32)>;
        let (open, arrived): (Found, Found) = self.run(|connection| {
            let rested = |rest: &str| {
                sql::<Bool>(&format!("refunds.updated_at + {rest} < ")).bind::<Timestamptz, _>(before.now)
            };
            // A refused refund that was never requested from the provider isn't checked, because staff must
            // decide about it.
            let refused =
                refunds::status.eq(RefundStatus::Refused.as_str()).and(refunds::asked_at.is_not_null());
            let is_requested =
                refunds::status.eq_any([RefundStatus::Due, RefundStatus::Pending].map(RefundStatus::as_str));
            let open = refunds::table
                .filter(sql::<Bool>(IS_OPEN))
                .filter(
                    is_requested.and(refunds::updated_at.lt(before.open)).and(rested(OPEN_RESTS)).or(refused
                        .and(refunds::updated_at.lt(before.refused))
                        .and(refunds::created_at.ge(before.oldest_refused))
                        .and(rested(REFUSED_RESTS))),
                )
                .order((refunds::updated_at, refunds::id))
                .select((refunds::updated_at, refunds::id))
                .limit(limit)
                .load(connection)?;
            let arrived = refunds::table
                .filter(sql::<Bool>(HAS_ARRIVED))
                .filter(refunds::updated_at.lt(before.arrived))
                .filter(refunds::created_at.ge(before.oldest_arrived))
                .filter(rested(ARRIVED_RESTS))
                .order((refunds::updated_at, refunds::id))
                .select((refunds::updated_at, refunds::id))
                .limit(limit)
                .load(connection)?;
            Ok((open, arrived))
        })?;
        let mut all = [open, arrived].concat();
        all.sort_unstable();
        let limit = usize::try_from(limit).unwrap_or_default();
        Ok(all.into_iter().take(limit).map(|(_, id)| RefundId(id)).collect())
    }

    fn refunds_under_way(&mut self, user: Option<UserId>, limit: i64) -> StoreResult<Vec<(Refund, Payment)>> {
        let mut open = refunds::table
            .inner_join(payments::table)
            .filter(sql::<Bool>(IS_OPEN))
            .order((refunds::created_at, refunds::id))
            .select((RefundRow::as_select(), PaymentRow::as_select()))
            .limit(limit)
            .into_boxed();
        if let Some(user) = user {
            open = open.filter(payments::user_id.eq(user.0));
        }
        let rows: Vec<(RefundRow, PaymentRow)> = self.load(open)?;
        rows.into_iter().map(|(refund, payment)| Ok((refund.try_into()?, payment.try_into()?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use domain::payments::refund::RefundStatus;

    use super::{HAS_ARRIVED, IS_OPEN};

    #[test]
    fn the_sql_conditions_use_the_status_names_of_the_domain() {
        let open = [RefundStatus::Due, RefundStatus::Pending, RefundStatus::Refused, RefundStatus::Failed];
        let words: Vec<String> = open.iter().map(|status| format!("'{status}'")).collect();
        assert_eq!(IS_OPEN, format!("refunds.status IN ({})", words.join(", ")));
        assert_eq!(HAS_ARRIVED, format!("refunds.status = '{}'", RefundStatus::Succeeded));
    }
}
