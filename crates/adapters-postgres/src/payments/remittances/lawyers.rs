use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Timestamptz};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, insert_into, sql_query, update};
use domain::payments::ledger::LawyerShare;
use domain::payments::remittances::obligation::ObligationStatus;
use domain::shared::ids::{LawyerId, PaymentId, RemittanceId};
use domain::shared::money::Money;
use ports::payments::remittances::Obligation;
use ports::payments::remittances::lawyers::{LawyerObligations, NewLawyerObligation};
use ports::shared::store_error::StoreResult;

use super::held_money::HOLDS_SQL;
use super::rows::{ObligationRow, WITH_PAYEE};
use crate::connection::prepared::Prepared;
use crate::store::PgStore;
use schema::lawyer_obligations;

/// Beginning of a query for obligations to lawyers, with their amounts. [`HOLDS_SQL`], which defines `held`,
/// must follow. $1 is the current time.
const OBLIGATION: &str = "
    SELECT o.payment_id, p.user_id, p.kind, p.ticket_id AS item_id, k.violation_type AS label, k.citation_number AS number,
        p.confirmation_number, NULL::integer AS authority_id, o.lawyer_id, w.name AS payee, NULL::text AS issuer, o.status,
        o.remittance_id, o.amount_cents, greatest(o.claim_cents - o.sent_cents, 0) AS owed_cents, o.filed_cents, r.downloaded_at,
        greatest(o.sent_cents - o.claim_cents - o.written_off_cents, 0) AS to_recover,
        least(o.sent_cents, o.claim_cents + o.written_off_cents) AS with_payee, o.claim_cents, o.sent_cents, o.written_off_cents, held.is_held_back,
        coalesce(p.charged_at, o.case_accepted_at) AS charged_at, o.send_by, o.accepted_on,
        CASE WHEN o.status IN ('owed', 'prepared') AND o.send_by < $1 AND o.claim_cents > o.sent_cents AND NOT held.is_held_back
            THEN 'not_sent' END AS lateness
    FROM lawyer_obligations o JOIN payments p ON p.id = o.payment_id JOIN lawyers w ON w.id = o.lawyer_id
        LEFT JOIN remittances r ON r.id = o.remittance_id LEFT JOIN tickets k ON k.id = p.ticket_id";

/// Returns the query for the sums that are owed to each lawyer. $1 is the current time.
pub(super) fn owed_sql() -> String {
    format!(
        "SELECT NULL::integer AS authority_id, o.lawyer_id, w.name, count(*) FILTER (WHERE NOT is_held_back) AS payments,
            coalesce(sum(o.claim_cents - o.sent_cents) FILTER (WHERE NOT is_held_back), 0)::bigint AS amount,
            count(*) FILTER (WHERE is_held_back) AS held_back, min(o.case_accepted_at) AS since,
            count(*) FILTER (WHERE NOT is_held_back AND o.send_by < $1) AS late
         FROM lawyer_obligations o JOIN lawyers w ON w.id = o.lawyer_id {HOLDS_SQL}
         WHERE o.status = 'owed' AND o.claim_cents > o.sent_cents
         GROUP BY o.lawyer_id, w.name"
    )
}

/// Returns the statement that puts the money that can be sent to lawyer $1 into a new remittance: the oldest
/// cases first, at most $4. Skips rows that another transaction has locked.
pub(super) fn prepare_sql() -> String {
    format!(
        "WITH picked AS (
            SELECT o.payment_id, o.claim_cents - o.sent_cents AS owed FROM lawyer_obligations o {HOLDS_SQL}
            WHERE o.status = 'owed' AND o.lawyer_id = $1 AND o.claim_cents > o.sent_cents AND NOT held.is_held_back
            ORDER BY o.case_accepted_at, o.payment_id LIMIT $4 FOR UPDATE OF o SKIP LOCKED
        ), made AS (
            INSERT INTO remittances (lawyer_id, status, payments, amount_cents, prepared_by, prepared_at)
            SELECT $1, 'prepared', count(*), sum(owed), $2, $3 FROM picked HAVING count(*) > 0 RETURNING id
        ), taken AS (
            UPDATE lawyer_obligations l SET status = 'prepared', remittance_id = made.id, amount_cents = picked.owed, filed_cents = 0
            FROM picked, made WHERE l.payment_id = picked.payment_id AND l.lawyer_id = $1
        )
        SELECT id FROM made"
    )
}

impl PgStore<'_> {
    /// Returns obligations to lawyers that meet an SQL condition, oldest first. The condition must use $2 and
    /// $3, which are `first` and `second`.
    fn lawyer_obligations_where(
        &mut self,
        condition: &str,
        (first, second): (Option<i32>, Option<i32>),
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        self.entities::<ObligationRow, _>(
            // SQL: the query builder has no LATERAL, which `HOLDS_SQL` uses.
            sql_query(format!(
                "{OBLIGATION} {HOLDS_SQL} WHERE {condition} ORDER BY o.case_accepted_at, o.payment_id LIMIT $4"
            ))
            .bind::<Timestamptz, _>(now)
            .bind::<Nullable<Integer>, _>(first)
            .bind::<Nullable<Integer>, _>(second)
            .bind::<BigInt, _>(limit)
            .prepared(),
        )
    }

    /// Returns the obligation to this `lawyer` from this `payment`; `None` if there is none.
    pub(super) fn obligation_to_lawyer(
        &mut self,
        payment: PaymentId,
        lawyer: LawyerId,
        now: DateTime<Utc>,
    ) -> StoreResult<Option<Obligation>> {
        let condition = "o.payment_id = $2 AND o.lawyer_id = $3";
        let mut found =
            self.lawyer_obligations_where(condition, (Some(payment.0), Some(lawyer.0)), now, 1)?;
        Ok(found.pop())
    }

    /// Returns the obligations to a lawyer that this `remittance` contains, oldest first and at most `limit`.
    pub(super) fn lawyer_obligations_in(
        &mut self,
        remittance: RemittanceId,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let condition = "o.remittance_id = $2 AND $3::integer IS NULL";
        self.lawyer_obligations_where(condition, (Some(remittance.0), None), now, limit)
    }

    /// Returns obligations whose money lawyers must return, oldest first.
    pub(super) fn lawyer_obligations_to_recover(
        &mut self,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let condition = "$2::integer IS NULL AND $3::integer IS NULL AND o.sent_cents > o.claim_cents
            AND o.sent_cents - o.claim_cents > o.written_off_cents";
        self.lawyer_obligations_where(condition, (None, None), now, limit)
    }
}

impl LawyerObligations for PgStore<'_> {
    fn store_lawyer_obligation_if_new(&mut self, new: NewLawyerObligation) -> StoreResult<()> {
        self.execute(
            insert_into(lawyer_obligations::table)
                .values((
                    lawyer_obligations::payment_id.eq(new.payment_id.0),
                    lawyer_obligations::lawyer_id.eq(new.lawyer_id.0),
                    lawyer_obligations::status.eq(ObligationStatus::Owed.as_str()),
                    lawyer_obligations::case_accepted_at.eq(new.accepted_at),
                    lawyer_obligations::send_by.eq(new.send_by),
                ))
                .on_conflict_do_nothing(),
        )
    }

    fn lawyer_shares(&mut self, payment: PaymentId) -> StoreResult<Vec<(LawyerId, LawyerShare)>> {
        let rows: Vec<(i32, i64, i64, i64)> = self.load(
            lawyer_obligations::table
                .filter(lawyer_obligations::payment_id.eq(payment.0))
                .order(lawyer_obligations::lawyer_id)
                .select((
                    lawyer_obligations::lawyer_id,
                    lawyer_obligations::claim_cents,
                    lawyer_obligations::sent_cents,
                    lawyer_obligations::written_off_cents,
                )),
        )?;
        let share = |(lawyer, claim, sent, written_off)| {
            let [claim, sent, written_off] = [claim, sent, written_off].map(Money::from_cents);
            (LawyerId(lawyer), LawyerShare::new(claim, sent, written_off))
        };
        Ok(rows.into_iter().map(share).collect())
    }

    fn set_lawyer_earned(&mut self, payment: PaymentId, lawyer: LawyerId, earned: Money) -> StoreResult<()> {
        let changed = lawyer_obligations::table
            .find((payment.0, lawyer.0))
            .filter(lawyer_obligations::earned_cents.ne(earned.cents()));
        self.execute(update(changed).set(lawyer_obligations::earned_cents.eq(earned.cents())))
    }

    fn set_lawyer_share(
        &mut self,
        payment: PaymentId,
        lawyer: LawyerId,
        share: LawyerShare,
        send_by: DateTime<Utc>,
    ) -> StoreResult<()> {
        let obligation = lawyer_obligations::table.find((payment.0, lawyer.0));
        let owed_again = obligation
            .filter(lawyer_obligations::status.eq_any(WITH_PAYEE.map(ObligationStatus::as_str)))
            .filter(lawyer_obligations::claim_cents.gt(lawyer_obligations::sent_cents));
        self.run(|connection| {
            update(obligation)
                .set((
                    lawyer_obligations::claim_cents.eq(share.claim().cents()),
                    lawyer_obligations::sent_cents.eq(share.sent().cents()),
                    lawyer_obligations::written_off_cents.eq(share.written_off().cents()),
                ))
                .execute(connection)?;
            update(owed_again)
                .set((
                    lawyer_obligations::status.eq(ObligationStatus::Owed.as_str()),
                    lawyer_obligations::remittance_id.eq(None::<i32>),
                    lawyer_obligations::amount_cents.eq(None::<i64>),
                    lawyer_obligations::accepted_on.eq(None::<NaiveDate>),
                    lawyer_obligations::send_by.eq(send_by),
                ))
                .execute(connection)
        })?;
        Ok(())
    }
}
