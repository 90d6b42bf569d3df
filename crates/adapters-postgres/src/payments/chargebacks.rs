use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, PgSortExpressionMethods, QueryDsl, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, insert_into, update,
};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::shared::ids::{ChargebackId, PaymentId, UserId};
use domain::shared::money::Money;
use ports::payments::chargebacks::{ChargebackCheckTimes, Chargebacks, NewChargeback};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::parse_word;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{chargebacks, provider_reads};

/// Name of the row in `provider_reads` that stores when the provider's list of chargebacks was last read.
const READ: &str = "chargebacks";

#[derive(Queryable, Selectable)]
#[diesel(table_name = chargebacks, check_for_backend(Pg))]
pub(crate) struct ChargebackRow {
    id: i32,
    payment_id: i32,
    user_id: i32,
    confirmation_number: String,
    provider_id: String,
    amount_cents: i64,
    reason: String,
    evidence_due_by: Option<DateTime<Utc>>,
    status: String,
    is_withdrawn: bool,
    submitted_at: Option<DateTime<Utc>>,
    evidence_by: Option<i32>,
    version: i32,
    opened_at: DateTime<Utc>,
    closed_at: Option<DateTime<Utc>>,
    looked_at: Option<DateTime<Utc>>,
}

impl TryFrom<ChargebackRow> for Chargeback {
    type Error = StoreError;

    fn try_from(row: ChargebackRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ChargebackId(row.id),
            payment_id: PaymentId(row.payment_id),
            user_id: UserId(row.user_id),
            confirmation_number: row.confirmation_number,
            provider_id: row.provider_id,
            amount: Money::from_cents(row.amount_cents),
            reason: row.reason,
            evidence_due_by: row.evidence_due_by,
            status: parse_word("chargebacks.status", &row.status, ChargebackStatus::parse)?,
            is_withdrawn: row.is_withdrawn,
            submitted_at: row.submitted_at,
            evidence_by: row.evidence_by.map(UserId),
            version: row.version,
            opened_at: row.opened_at,
            closed_at: row.closed_at,
            checked_at: row.looked_at,
        })
    }
}

impl Chargebacks for PgStore<'_> {
    fn insert_chargeback(&mut self, new: &NewChargeback) -> StoreResult<Chargeback> {
        let row: ChargebackRow = self.run_unique(|connection| {
            insert_into(chargebacks::table)
                .values((
                    chargebacks::payment_id.eq(new.payment_id.0),
                    chargebacks::user_id.eq(new.user_id.0),
                    chargebacks::confirmation_number.eq(&new.confirmation_number),
                    chargebacks::provider_id.eq(&new.provider_id),
                    chargebacks::amount_cents.eq(new.amount.cents()),
                    chargebacks::reason.eq(without_nul(&new.reason)),
                    chargebacks::evidence_due_by.eq(new.evidence_due_by),
                    chargebacks::status.eq(new.status.as_str()),
                    chargebacks::is_withdrawn.eq(new.is_withdrawn),
                    chargebacks::opened_at.eq(new.opened_at),
                ))
                .returning(ChargebackRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn chargeback(&mut self, id: ChargebackId) -> StoreResult<Option<Chargeback>> {
        self.first_entity::<ChargebackRow, _>(
            chargebacks::table.find(id.0).select(ChargebackRow::as_select()),
        )
    }

    fn chargeback_by_provider_id(&mut self, provider_id: &str) -> StoreResult<Option<Chargeback>> {
        self.first_entity::<ChargebackRow, _>(
            chargebacks::table
                .filter(chargebacks::provider_id.eq(without_nul(provider_id)))
                .select(ChargebackRow::as_select()),
        )
    }

    fn chargebacks_of_payment(&mut self, payment: PaymentId) -> StoreResult<Vec<Chargeback>> {
        self.entities::<ChargebackRow, _>(
            chargebacks::table
                .filter(chargebacks::payment_id.eq(payment.0))
                .order(chargebacks::id)
                .select(ChargebackRow::as_select()),
        )
    }

    fn open_chargebacks_of(&mut self, user: UserId) -> StoreResult<Vec<Chargeback>> {
        self.entities::<ChargebackRow, _>(
            chargebacks::table
                .filter(chargebacks::user_id.eq(user.0))
                .filter(chargebacks::is_over.eq(false))
                .order(chargebacks::id)
                .select(ChargebackRow::as_select()),
        )
    }

    fn update_chargeback(&mut self, chargeback: &Chargeback) -> StoreResult<()> {
        let changed = self.run_unique(|connection| {
            update(chargebacks::table.find(chargeback.id.0))
                .set((
                    chargebacks::amount_cents.eq(chargeback.amount.cents()),
                    chargebacks::reason.eq(without_nul(&chargeback.reason)),
                    chargebacks::evidence_due_by.eq(chargeback.evidence_due_by),
                    chargebacks::status.eq(chargeback.status.as_str()),
                    chargebacks::is_withdrawn.eq(chargeback.is_withdrawn),
                    chargebacks::submitted_at.eq(chargeback.submitted_at),
                    chargebacks::evidence_by.eq(chargeback.evidence_by.map(|user| user.0)),
                    chargebacks::version.eq(chargeback.version),
                    chargebacks::closed_at.eq(chargeback.closed_at),
                    chargebacks::looked_at.eq(chargeback.checked_at),
                ))
                .execute(connection)
        })?;
        if changed == 0 {
            Err(StoreError::Failed("the chargeback to update doesn't exist".into()))
        } else {
            Ok(())
        }
    }

    fn chargebacks_to_check(
        &mut self,
        before: ChargebackCheckTimes,
        limit: i64,
    ) -> StoreResult<Vec<Chargeback>> {
        let was_left =
            |since: DateTime<Utc>| chargebacks::looked_at.is_null().or(chargebacks::looked_at.lt(since));
        let is_known_still =
            chargebacks::closed_at.is_null().or(chargebacks::closed_at.ge(before.oldest_closed));
        let open = chargebacks::is_over.eq(false).and(was_left(before.open));
        let over = chargebacks::is_over.eq(true).and(was_left(before.closed)).and(is_known_still);
        self.entities::<ChargebackRow, _>(
            chargebacks::table
                .filter(open.or(over))
                .order((chargebacks::looked_at.asc().nulls_first(), chargebacks::id))
                .select(ChargebackRow::as_select())
                .limit(limit),
        )
    }

    fn chargebacks_read_at(&mut self) -> StoreResult<Option<DateTime<Utc>>> {
        self.first(provider_reads::table.find(READ).select(provider_reads::read_at))
    }

    fn set_chargebacks_read_at(&mut self, read_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            insert_into(provider_reads::table)
                .values((provider_reads::what.eq(READ), provider_reads::read_at.eq(read_at)))
                .on_conflict(provider_reads::what)
                .do_update()
                .set(provider_reads::read_at.eq(read_at)),
        )
    }
}
