use diesel::dsl::{exists, sql};
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, PgConnection, QueryDsl, QueryResult,
    RunQueryDsl, SelectableHelper, insert_into, select, sql_query, update,
};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::shared::desk::DeskKind;
use domain::shared::ids::{HireId, PaymentId, TicketId, UserId};
use domain::shared::money::Money;
use ports::legal_help::hires::{FeeTotals, Hires, NewHire};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::legal_help::hire_rows::{
    HireCaseRow, HireRow, HireWithRefund, NEWEST_REFUND, REFUND_AMOUNT, complete_hires,
};
use crate::legal_help::steps::step_names;
use crate::shared::rows::{convert_row, row_by_name};
use crate::store::PgStore;
use schema::{cases, lawyer_hires, tickets};

/// Returns a hire with its refunds, ticket and case; `None` if the hire doesn't exist.
fn find_hire(connection: &mut PgConnection, id: i32) -> QueryResult<Option<HireWithRefund>> {
    complete_hires!().filter(lawyer_hires::id.eq(id)).first(connection).optional()
}

/// Selects the sums of all fees. Payments that settled before Lanewise started to owe fees to lawyers don't count as
/// held, because their money was posted as revenue.
const FEE_TOTALS: &str = "
    SELECT held.cents AS held, fees.sent, (fees.earned - firm.cents)::bigint AS earned, fees.to_recover
    FROM (
        SELECT coalesce(sum(sent_cents), 0)::bigint AS sent, coalesce(sum(earned_cents), 0)::bigint AS earned,
            coalesce(sum(greatest(sent_cents - claim_cents - written_off_cents, 0)), 0)::bigint AS to_recover
        FROM lawyer_obligations
    ) AS fees, (
        SELECT coalesce(-sum(l.amount_cents), 0)::bigint AS cents
        FROM ledger_changes c, ledger_postings l JOIN ledger_entries e ON e.id = l.entry_id LEFT JOIN payments p ON p.id = e.payment_id
        WHERE l.account = 'lawyers' AND c.name = 'lawyers_owed' AND NOT coalesce(p.settled_at < c.since, false)
    ) AS held, (
        SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM ledger_postings WHERE account = 'legal_fees'
    ) AS firm";

row_by_name! {
    struct FeeRow {
        held: i64,
        sent: i64,
        earned: i64,
        to_recover: i64,
    }
}

impl Hires for PgStore<'_> {
    fn insert_hire(&mut self, hire: &NewHire) -> StoreResult<LawyerHire> {
        let id: i32 = self.run_unique(|connection| {
            insert_into(lawyer_hires::table)
                .values((
                    lawyer_hires::user_id.eq(hire.user_id.0),
                    lawyer_hires::ticket_id.eq(hire.ticket_id.0),
                    lawyer_hires::payment_id.eq(hire.payment_id.0),
                    lawyer_hires::violation_type.eq(&hire.violation_type),
                    lawyer_hires::amount_cents.eq(hire.amount.cents()),
                    lawyer_hires::confirmation_number.eq(&hire.confirmation_number),
                    lawyer_hires::created_at.eq(hire.created_at),
                    lawyer_hires::recorded_at.eq(hire.recorded_at),
                ))
                .returning(lawyer_hires::id)
                .get_result(connection)
        })?;
        self.notify_desk(DeskKind::Hire, id, None)?;
        convert_row(self.run(|connection| find_hire(connection, id))?)?
            .ok_or_else(|| StoreError::Failed("a hire that was just stored is missing".into()))
    }

    fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        convert_row(self.run(|connection| find_hire(connection, id.0))?)
    }

    fn lock_hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>> {
        // The row is locked first and then read with its ticket, because PostgreSQL can't lock an outer join.
        let held: Option<i32> =
            self.first(lawyer_hires::table.find(id.0).select(lawyer_hires::id).for_no_key_update())?;
        if held.is_none() {
            return Ok(None);
        }
        self.hire(id)
    }

    fn hire_of_payment(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>> {
        self.first_entity::<HireWithRefund, _>(
            complete_hires!().filter(lawyer_hires::payment_id.eq(payment.0)),
        )
    }

    fn fee_totals(&mut self) -> StoreResult<FeeTotals> {
        // SQL: the query builder can't select from subqueries. These ones add up three tables.
        let row: FeeRow = self.get_result(sql_query(FEE_TOTALS))?;
        let FeeRow { held, sent, earned, to_recover } = row;
        let [held, sent, earned, to_recover] = [held, sent, earned, to_recover].map(Money::from_cents);
        Ok(FeeTotals { held, sent, earned, to_recover })
    }

    fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool> {
        self.get_result(select(exists(
            lawyer_hires::table
                .inner_join(cases::table)
                .filter(lawyer_hires::ticket_id.eq(ticket.0))
                .filter(cases::step.eq_any(step_names(CaseStep::blocks_another_hire))),
        )))
    }

    fn open_hires(&mut self, user: UserId) -> StoreResult<Vec<LawyerHire>> {
        self.entities::<HireWithRefund, _>(
            complete_hires!()
                .filter(lawyer_hires::user_id.eq(user.0))
                .filter(cases::step.eq_any(step_names(CaseStep::is_open)))
                .order(lawyer_hires::id),
        )
    }

    fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>> {
        let row = self.run(|connection| {
            update(lawyer_hires::table.find(id.0))
                .set(lawyer_hires::status.eq(status.as_str()))
                .execute(connection)?;
            find_hire(connection, id.0)
        })?;
        convert_row(row)
    }

    fn set_hire_solved(&mut self, id: HireId, is_solved: bool) -> StoreResult<Option<LawyerHire>> {
        let row = self.run(|connection| {
            update(lawyer_hires::table.find(id.0))
                .set(lawyer_hires::is_solved.eq(is_solved))
                .execute(connection)?;
            find_hire(connection, id.0)
        })?;
        convert_row(row)
    }

    fn set_hire_contact(
        &mut self,
        id: HireId,
        method: ContactMethod,
        value: &str,
    ) -> StoreResult<Option<LawyerHire>> {
        let row = self.run(|connection| {
            update(lawyer_hires::table.find(id.0))
                .set((
                    lawyer_hires::contact_method.eq(method.as_str()),
                    lawyer_hires::contact_value.eq(value),
                ))
                .execute(connection)?;
            find_hire(connection, id.0)
        })?;
        convert_row(row)
    }
}
