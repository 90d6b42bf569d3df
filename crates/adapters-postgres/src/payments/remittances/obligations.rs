use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::{exists, not};
use diesel::sql_types::{BigInt, Bool, Double, Integer, Nullable, Text, Timestamptz};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, sql_query, update,
};
use domain::payments::remittances::obligation::{MoneyTrail, OPEN_AT_SOURCE_AFTER, ObligationStatus};
use domain::shared::business_time::{BUSINESS_ZONE, business_date};
use domain::shared::citation_number::{issuer_key, normalize_citation_number};
use domain::shared::ids::{PaymentId, RemittanceId, TransactionId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::remittances::{
    AmountOwed, NewObligation, Obligation, ObligationFilter, ObligationKey, Obligations,
    UnrecordedTransaction,
};
use ports::shared::store_error::StoreResult;

use super::held_money::HELD_MONEY_SQL;
use super::lawyers;
use super::rows::{
    ObligationRow, OwedRow, SettledRow, TrailRow, UnrecordedTransactionRow, WITH_PAYEE, payee_id,
};
use crate::connection::prepared::Prepared;
use crate::shared::rows::OneColumn;
use crate::shared::search::{substring_pattern, without_nul};
use crate::store::PgStore;
use schema::{
    authorities, lawyer_obligations, ledger_entries, obligations, parking,
    payment_transactions as transactions, payments, remittances, source_citations, tickets, tolls,
};

/// Beginning of a query for obligations to authorities, with their amounts. [`HELD_MONEY_SQL`], which defines
/// `money` and `held`, must follow. $1 is the current time. $2 is the number of seconds after sending within
/// which the city's data must show the item as paid.
const OBLIGATION: &str = "
    SELECT o.payment_id, p.user_id, p.kind, coalesce(p.ticket_id, p.parking_id, p.toll_id) AS item_id,
        coalesce(k.violation_type, g.violation_type, t.toll_road) AS label,
        coalesce(k.citation_number, g.citation_number, t.citation_number, c.number) AS number, p.confirmation_number, o.authority_id, NULL::integer AS lawyer_id, a.name AS payee, o.issuer,
        o.status, o.remittance_id, o.amount_cents, money.owed AS owed_cents, o.filed_cents, r.downloaded_at, money.to_recover,
        money.with_authority AS with_payee, NULL::bigint AS claim_cents, NULL::bigint AS sent_cents, NULL::bigint AS written_off_cents, held.is_held_back,
        o.charged_at, o.send_by, o.accepted_on,
        CASE WHEN o.status IN ('owed', 'prepared') AND o.send_by < $1 AND money.owed > 0 AND NOT held.is_held_back THEN 'not_sent'
            WHEN o.status = 'sent' AND c.owed_cents > 0 AND c.as_of >= r.sent_at + make_interval(secs => $2) THEN 'open_at_source'
        END AS lateness
    FROM obligations o JOIN payments p ON p.id = o.payment_id LEFT JOIN remittances r ON r.id = o.remittance_id
        LEFT JOIN authorities a ON a.id = o.authority_id LEFT JOIN tickets k ON k.id = p.ticket_id LEFT JOIN parking g ON g.id = p.parking_id LEFT JOIN tolls t ON t.id = p.toll_id
        LEFT JOIN source_citations c ON c.parking_id = p.parking_id";

/// Selects the authority that has the name $2, and locks the authority so that it can't be merged. Selects none if a
/// concurrent merge has just deleted the authority.
const AUTHORITY_NAMED: &str = "
    SELECT a.id FROM authority_names n JOIN authorities a ON a.id = n.authority_id WHERE n.key = $2 FOR KEY SHARE OF a";

impl PgStore<'_> {
    /// Returns obligations to authorities that meet an SQL condition, oldest first. The condition must use
    /// $3, which is `number`.
    fn obligations_where(
        &mut self,
        condition: &str,
        number: Option<i32>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        self.entities::<ObligationRow, _>(
            // SQL: the query builder has no LATERAL, which `HELD_MONEY_SQL` uses.
            sql_query(format!(
                "{OBLIGATION} {HELD_MONEY_SQL} WHERE {condition} ORDER BY o.charged_at, o.payment_id LIMIT $4"
            ))
            .bind::<Timestamptz, _>(now)
            .bind::<Double, _>(OPEN_AT_SOURCE_AFTER.as_seconds_f64())
            .bind::<Nullable<Integer>, _>(number)
            .bind::<BigInt, _>(limit)
            .prepared(),
        )
    }
}

impl Obligations for PgStore<'_> {
    fn issuer_of(&mut self, payable: Payable) -> StoreResult<Option<String>> {
        let found: Option<(Option<String>, Option<String>)> = self.run(|connection| {
            match payable {
                Payable::Ticket(id) | Payable::Lawyer(id) => tickets::table
                    .find(id.0)
                    .select((tickets::issuer, tickets::issuing_officer_agency))
                    .first(connection),
                Payable::Parking(id) => parking::table
                    .left_join(source_citations::table)
                    .filter(parking::id.eq(id.0))
                    .select((parking::issuer, source_citations::authority.nullable()))
                    .first(connection),
                Payable::Toll(id) => tolls::table
                    .find(id.0)
                    .select((tolls::issuer, tolls::toll_road.nullable()))
                    .first(connection),
            }
            .optional()
        })?;
        let issuer = found.and_then(|(issuer, otherwise)| issuer.or(otherwise));
        Ok(issuer.filter(|issuer| !issuer.trim().is_empty()))
    }

    fn update_obligation_issuer(&mut self, payable: Payable, issuer: &str) -> StoreResult<()> {
        let column = match payable {
            Payable::Ticket(_) | Payable::Lawyer(_) => "ticket_id",
            Payable::Parking(_) => "parking_id",
            Payable::Toll(_) => "toll_id",
        };
        self.execute(
            // SQL: the query builder has no UPDATE … FROM.
            sql_query(format!(
                "UPDATE obligations o SET issuer = $2, issuer_key = $3,
                    authority_id = (SELECT authority_id FROM authority_names WHERE key = $3)
                 FROM payments p WHERE p.{column} = $1 AND o.payment_id = p.id AND o.status = 'owed' AND o.authority_id IS NULL"
            ))
            .bind::<Integer, _>(payable.item_id())
            .bind::<Text, _>(issuer)
            .bind::<Text, _>(issuer_key(issuer)),
        )
    }

    fn store_obligation_if_new(&mut self, new: &NewObligation) -> StoreResult<()> {
        let key = new.issuer.as_deref().map(issuer_key).unwrap_or_default();
        self.run(|connection| {
            // SQL: the query builder has no FOR KEY SHARE OF, which `AUTHORITY_NAMED` uses.
            let added: Option<OneColumn<Option<i32>>> = sql_query(format!(
                "INSERT INTO obligations (payment_id, authority_id, issuer, issuer_key, status, charged_at, send_by, told_late_at)
                 VALUES ($1, ({AUTHORITY_NAMED}), $3, $2, 'owed', $4, $5, CASE WHEN $6 THEN $4 END)
                 ON CONFLICT (payment_id) DO NOTHING RETURNING authority_id"
            ))
                .bind::<Integer, _>(new.payment_id.0)
                .bind::<Text, _>(&key)
                .bind::<Nullable<Text>, _>(&new.issuer)
                .bind::<Timestamptz, _>(new.charged_at)
                .bind::<Timestamptz, _>(new.send_by)
                .bind::<Bool, _>(new.is_late_notified)
                .prepared()
                .get_result(connection)
                .optional()?;
            if key.is_empty() || added.is_none_or(|OneColumn(authority)| authority.is_some()) {
                return Ok(0);
            }
            // If the authority was merged into another one in the meantime, this statement sees the names after
            // the merge.
            // SQL: the query builder has no FOR KEY SHARE OF, which `AUTHORITY_NAMED` uses.
            sql_query(format!(
                "UPDATE obligations SET authority_id = ({AUTHORITY_NAMED}) WHERE payment_id = $1 AND authority_id IS NULL"
            ))
            .bind::<Integer, _>(new.payment_id.0)
            .bind::<Text, _>(&key)
            .execute(connection)
        })?;
        Ok(())
    }

    fn transactions_without_obligation(
        &mut self,
        after: TransactionId,
        limit: i64,
    ) -> StoreResult<Vec<UnrecordedTransaction>> {
        let has_obligation = exists(obligations::table.filter(obligations::payment_id.eq(payments::id)));
        let is_posted =
            exists(ledger_entries::table.filter(ledger_entries::payment_id.eq(payments::id.nullable())));
        let rows: Vec<UnrecordedTransactionRow> = self.load(
            transactions::table
                .inner_join(payments::table)
                .filter(transactions::id.gt(after.0))
                .filter(not(has_obligation))
                .filter(is_posted)
                .order(transactions::id)
                .limit(limit)
                .select((
                    transactions::id,
                    payments::id,
                    payments::kind,
                    (payments::ticket_id, payments::parking_id, payments::toll_id),
                    (payments::charged_at, payments::settled_at),
                    transactions::created_at,
                )),
        )?;
        rows.into_iter().map(UnrecordedTransaction::try_from).collect()
    }

    fn amounts_owed(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<AmountOwed>> {
        let rows: Vec<OwedRow> = self.load(
            // SQL: the query builder has no LATERAL, which `HELD_MONEY_SQL` uses.
            sql_query(format!(
                "(SELECT o.authority_id, NULL::integer AS lawyer_id, coalesce(a.name, min(o.issuer)) AS name,
                    count(*) FILTER (WHERE NOT is_held_back) AS payments,
                    coalesce(sum(owed) FILTER (WHERE NOT is_held_back), 0)::bigint AS amount,
                    count(*) FILTER (WHERE is_held_back) AS held_back, min(o.charged_at) AS since,
                    count(*) FILTER (WHERE NOT is_held_back AND o.send_by < $1) AS late
                 FROM obligations o LEFT JOIN authorities a ON a.id = o.authority_id {HELD_MONEY_SQL}
                 WHERE o.status = 'owed' AND owed > 0
                 GROUP BY o.authority_id, a.name, CASE WHEN o.authority_id IS NULL THEN o.issuer_key END)
                 UNION ALL ({})
                 ORDER BY since, name LIMIT 500",
                lawyers::owed_sql()
            ))
            .bind::<Timestamptz, _>(now)
            .prepared(),
        )?;
        let owed = |row: OwedRow| AmountOwed {
            payee: payee_id(row.authority_id, row.lawyer_id),
            name: row.name,
            payments: row.payments,
            amount: Money::from_cents(row.amount),
            held_back: row.held_back,
            since: row.since,
            late: row.late,
        };
        Ok(rows.into_iter().map(owed).collect())
    }

    fn obligations_owed(
        &mut self,
        which: &ObligationFilter,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let pattern = which.query.as_deref().map(|query| substring_pattern(&without_nul(query)));
        let number =
            which.query.as_deref().map(normalize_citation_number).filter(|number| !number.is_empty());
        let number = number.map(|number| substring_pattern(&without_nul(&number)));
        self.entities::<ObligationRow, _>(
            // SQL: the query builder has no LATERAL, which `HELD_MONEY_SQL` uses.
            sql_query(format!(
                "{OBLIGATION} {HELD_MONEY_SQL} WHERE o.status = 'owed' AND o.authority_id IS NOT DISTINCT FROM $3 AND money.owed > 0
                    AND ($5::text IS NULL OR o.issuer_key = $5)
                    AND ($6::text IS NULL OR p.confirmation_number ILIKE $6 OR upper(translate(
                        coalesce(k.citation_number, g.citation_number, t.citation_number, c.number), ' -', '') COLLATE \"C\") LIKE $7)
                 ORDER BY o.charged_at, o.payment_id LIMIT $4"
            ))
            .bind::<Timestamptz, _>(now)
            .bind::<Double, _>(OPEN_AT_SOURCE_AFTER.as_seconds_f64())
            .bind::<Nullable<Integer>, _>(which.to.map(|id| id.0))
            .bind::<BigInt, _>(limit)
            .bind::<Nullable<Text>, _>(which.issuer_key.as_deref())
            .bind::<Nullable<Text>, _>(pattern)
            .bind::<Nullable<Text>, _>(number),
        )
    }

    fn obligations_in(
        &mut self,
        remittance: RemittanceId,
        now: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<Obligation>> {
        let mut inside = self.obligations_where("o.remittance_id = $3", Some(remittance.0), now, limit)?;
        if inside.is_empty() {
            inside = self.lawyer_obligations_in(remittance, now, limit)?;
        }
        Ok(inside)
    }

    fn obligations_to_recover(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>> {
        let condition = "$3::integer IS NULL AND money.to_recover > 0 AND o.payment_id IN (
            SELECT e.payment_id FROM ledger_postings l JOIN ledger_entries e ON e.id = l.entry_id WHERE l.account = 'to_recover')";
        let mut all = self.obligations_where(condition, None, now, limit)?;
        all.extend(self.lawyer_obligations_to_recover(now, limit)?);
        all.sort_by_key(|one| (one.charged_at, one.key()));
        all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(all)
    }

    fn obligations_open_at_source(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>> {
        let condition = "$3::integer IS NULL AND o.status = 'sent' AND c.owed_cents > 0
            AND c.as_of >= r.sent_at + make_interval(secs => $2)";
        self.obligations_where(condition, None, now, limit)
    }

    fn late_obligations_to_notify(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Obligation>> {
        let condition = "$3::integer IS NULL AND o.status IN ('owed', 'prepared') AND o.send_by < $1 AND o.told_late_at IS NULL
            AND money.owed > 0 AND NOT held.is_held_back";
        self.obligations_where(condition, None, now, limit)
    }

    fn mark_late_notified(&mut self, payment: PaymentId, notified_at: DateTime<Utc>) -> StoreResult<bool> {
        let changed = self.count_changed(
            update(obligations::table.find(payment.0).filter(obligations::told_late_at.is_null()))
                .set(obligations::told_late_at.eq(notified_at)),
        )?;
        Ok(changed > 0)
    }

    fn obligation(&mut self, key: ObligationKey, now: DateTime<Utc>) -> StoreResult<Option<Obligation>> {
        if let Some(lawyer) = key.lawyer_id {
            return self.obligation_to_lawyer(key.payment_id, lawyer, now);
        }
        let mut found = self.obligations_where("o.payment_id = $3", Some(key.payment_id.0), now, 1)?;
        Ok(found.pop())
    }

    fn accept_obligation(&mut self, key: ObligationKey, accepted_on: NaiveDate) -> StoreResult<bool> {
        let (sent, accepted) = (ObligationStatus::Sent.as_str(), ObligationStatus::Accepted.as_str());
        let moved = self.run(|connection| match key.lawyer_id {
            Some(lawyer) => {
                let obligation = lawyer_obligations::table.find((key.payment_id.0, lawyer.0));
                update(obligation.filter(lawyer_obligations::status.eq(sent)))
                    .set((
                        lawyer_obligations::status.eq(accepted),
                        lawyer_obligations::accepted_on.eq(accepted_on),
                    ))
                    .execute(connection)
            }
            None => {
                let obligation = obligations::table.find(key.payment_id.0);
                update(obligation.filter(obligations::status.eq(sent)))
                    .set((obligations::status.eq(accepted), obligations::accepted_on.eq(accepted_on)))
                    .execute(connection)
            }
        })?;
        Ok(moved > 0)
    }

    fn reopen_obligation(&mut self, payment: PaymentId, send_by: DateTime<Utc>) -> StoreResult<()> {
        let with_payee = obligations::table
            .find(payment.0)
            .filter(obligations::status.eq_any(WITH_PAYEE.map(ObligationStatus::as_str)));
        self.execute(update(with_payee).set((
            obligations::status.eq(ObligationStatus::Owed.as_str()),
            obligations::remittance_id.eq(None::<i32>),
            obligations::amount_cents.eq(None::<i64>),
            obligations::accepted_on.eq(None::<NaiveDate>),
            obligations::send_by.eq(send_by),
        )))
    }

    fn payments_settled_at_source(&mut self, limit: i64) -> StoreResult<Vec<(PaymentId, NaiveDate)>> {
        let rows: Vec<SettledRow> = self.load(
            // SQL: the query builder can't cast a date to a timestamp.
            sql_query(
                "SELECT o.payment_id, c.as_of FROM obligations o JOIN payments p ON p.id = o.payment_id
                    JOIN remittances r ON r.id = o.remittance_id JOIN source_citations c ON c.parking_id = p.parking_id
                 WHERE o.status = 'sent' AND c.owed_cents = 0 AND c.settled_at >= r.sent_on::timestamp AT TIME ZONE $2
                 ORDER BY o.payment_id LIMIT $1",
            )
            .bind::<BigInt, _>(limit)
            .bind::<Text, _>(BUSINESS_ZONE.name())
            .prepared(),
        )?;
        let day = |row: SettledRow| (PaymentId(row.payment_id), business_date(row.as_of));
        Ok(rows.into_iter().map(day).collect())
    }

    fn money_trails(&mut self, payments: &[PaymentId]) -> StoreResult<Vec<(PaymentId, MoneyTrail)>> {
        let ids: Vec<i32> = payments.iter().map(|payment| payment.0).collect();
        let rows: Vec<TrailRow> = self.load(
            obligations::table
                .left_join(authorities::table)
                .left_join(remittances::table)
                .filter(obligations::payment_id.eq_any(ids))
                .select((
                    obligations::payment_id,
                    obligations::charged_at,
                    obligations::send_by,
                    authorities::name.nullable(),
                    remittances::sent_to.nullable(),
                    remittances::sent_on.nullable(),
                    remittances::reference.nullable(),
                    obligations::accepted_on,
                ))
                .prepared(),
        )?;
        Ok(rows.into_iter().map(TrailRow::trail).collect())
    }
}
