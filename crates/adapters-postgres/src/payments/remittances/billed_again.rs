use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, Queryable, Selectable, SelectableHelper, insert_into, update};
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::shared::ids::{PaymentId, SecondBillId, TransactionId, UserId};
use ports::payments::remittances::billed_again::{SecondBill, SecondBillResolution, SecondBills};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::rows::parse_word;
use crate::store::PgStore;
use schema::billed_again;

#[derive(Queryable, Selectable)]
#[diesel(table_name = billed_again)]
struct CaseRow {
    id: i32,
    payment_id: i32,
    transaction_id: i32,
    user_id: i32,
    opened_at: DateTime<Utc>,
    settled_at: Option<DateTime<Utc>>,
    settled_by: Option<i32>,
    outcome: Option<String>,
    note: Option<String>,
}

impl TryFrom<CaseRow> for SecondBill {
    type Error = StoreError;

    fn try_from(row: CaseRow) -> Result<Self, StoreError> {
        let settled = match (row.settled_at, row.outcome, row.note) {
            (Some(at), Some(outcome), Some(note)) => Some(SecondBillResolution {
                at,
                by: row.settled_by.map(UserId),
                outcome: parse_word("billed_again.outcome", &outcome, SecondBillOutcome::parse)?,
                note,
            }),
            _ => None,
        };
        Ok(Self {
            id: SecondBillId(row.id),
            payment_id: PaymentId(row.payment_id),
            transaction_id: TransactionId(row.transaction_id),
            user_id: UserId(row.user_id),
            opened_at: row.opened_at,
            settled,
        })
    }
}

impl SecondBills for PgStore<'_> {
    fn open_second_bill(
        &mut self,
        payment: PaymentId,
        transaction: TransactionId,
        user: UserId,
        opened_at: DateTime<Utc>,
    ) -> StoreResult<Option<SecondBill>> {
        self.optional_entity::<CaseRow, _>(
            insert_into(billed_again::table)
                .values((
                    billed_again::payment_id.eq(payment.0),
                    billed_again::transaction_id.eq(transaction.0),
                    billed_again::user_id.eq(user.0),
                    billed_again::opened_at.eq(opened_at),
                ))
                // If two requests open a report at the same time, only the first one stores a report.
                .on_conflict_do_nothing()
                .returning(CaseRow::as_returning()),
        )
    }

    fn count_second_bills_since(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64> {
        self.get_result(
            billed_again::table
                .filter(billed_again::user_id.eq(user.0))
                .filter(billed_again::opened_at.gt(since))
                .count(),
        )
    }

    fn newest_second_bills(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<SecondBill>> {
        let ids: Vec<i32> = payments.iter().map(|payment| payment.0).collect();
        self.entities::<CaseRow, _>(
            billed_again::table
                .filter(billed_again::payment_id.eq_any(ids))
                .distinct_on(billed_again::payment_id)
                .order((billed_again::payment_id, billed_again::id.desc()))
                .select(CaseRow::as_select()),
        )
    }

    fn second_bill(&mut self, id: SecondBillId) -> StoreResult<Option<SecondBill>> {
        self.first_entity::<CaseRow, _>(billed_again::table.find(id.0).select(CaseRow::as_select()))
    }

    fn open_second_bills(&mut self, limit: i64) -> StoreResult<Vec<SecondBill>> {
        self.entities::<CaseRow, _>(
            billed_again::table
                .filter(billed_again::settled_at.is_null())
                .order(billed_again::opened_at)
                .limit(limit)
                .select(CaseRow::as_select()),
        )
    }

    fn resolved_second_bills(&mut self, limit: i64) -> StoreResult<Vec<SecondBill>> {
        self.entities::<CaseRow, _>(
            billed_again::table
                .filter(billed_again::settled_at.is_not_null())
                .order(billed_again::settled_at.desc())
                .limit(limit)
                .select(CaseRow::as_select()),
        )
    }

    fn resolve_second_bill(&mut self, id: SecondBillId, settled: &SecondBillResolution) -> StoreResult<bool> {
        let changed = self.count_changed(
            update(billed_again::table.find(id.0).filter(billed_again::settled_at.is_null())).set((
                billed_again::settled_at.eq(settled.at),
                billed_again::settled_by.eq(settled.by.map(|by| by.0)),
                billed_again::outcome.eq(settled.outcome.as_str()),
                billed_again::note.eq(&settled.note),
            )),
        )?;
        Ok(changed > 0)
    }
}
