//! Statements of lawyers' monthly fees.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::{exists, not};
use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, PgAnyJsonExpressionMethods,
    PgConnection, QueryDsl, QueryResult, Queryable, RunQueryDsl, Selectable, SelectableHelper, insert_into,
    update,
};
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::{PaymentReceived, Statement, StatementPayment};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{LawyerId, UserId};
use domain::shared::money::Money;
use ports::driving_record::filing::LastChange;
use ports::legal_help::statements::Statements;
use ports::shared::store_error::StoreResult;

use crate::legal_help::lawyer_rows::{Areas, CompleteLawyer, LawyerRow, Licenses};
use crate::store::PgStore;
use schema::{audit_log, lawyer_statements, lawyers, users};

#[derive(Queryable, Selectable)]
#[diesel(table_name = lawyer_statements)]
struct StatementRow {
    id: i64,
    lawyer_id: i32,
    month: NaiveDate,
    fee_cents: i64,
    made_at: DateTime<Utc>,
    paid_on: Option<NaiveDate>,
    reference: Option<String>,
    recorded_at: Option<DateTime<Utc>>,
    recorded_by: Option<i32>,
    version: i32,
}

/// A statement, with the name and firm of its lawyer.
type StatementOfLawyer = (StatementRow, String, String);

/// Converts a row to a statement for the lawyer with this name and `firm`.
fn to_statement((row, lawyer_name, firm): StatementOfLawyer) -> Statement {
    let receipt = row.paid_on.zip(row.reference).map(|(on, reference)| PaymentReceived { on, reference });
    let payment = receipt.zip(row.recorded_at).map(|(receipt, recorded_at)| StatementPayment {
        receipt,
        recorded_at,
        recorded_by: row.recorded_by.map(UserId),
    });
    Statement {
        id: row.id,
        lawyer_id: LawyerId(row.lawyer_id),
        lawyer_name,
        firm,
        month: FeeMonth::of_day(row.month),
        fee: Money::from_cents(row.fee_cents),
        made_at: row.made_at,
        payment,
        version: row.version,
    }
}

/// Selects statements, with the names and firms of their lawyers.
macro_rules! statements {
    () => {
        lawyer_statements::table.inner_join(lawyers::table).select((
            StatementRow::as_select(),
            lawyers::name,
            lawyers::firm,
        ))
    };
}

/// Returns the statement `id`; `None` if there is none.
fn find_statement(connection: &mut PgConnection, id: i64) -> QueryResult<Option<Statement>> {
    let row: Option<StatementOfLawyer> =
        statements!().filter(lawyer_statements::id.eq(id)).first(connection).optional()?;
    Ok(row.map(to_statement))
}

impl Statements for PgStore<'_> {
    fn lawyers_without_statement(&mut self, month: FeeMonth) -> StoreResult<Vec<Lawyer>> {
        let has_statement = exists(
            lawyer_statements::table
                .filter(lawyer_statements::lawyer_id.eq(lawyers::id))
                .filter(lawyer_statements::month.eq(month.first_day())),
        );
        self.entities::<CompleteLawyer, _>(
            lawyers::table
                .filter(lawyers::is_active)
                .filter(lawyers::monthly_fee_cents.is_not_null())
                .filter(lawyers::fee_from.le(month.first_day()))
                .filter(not(has_statement))
                .order(lawyers::id)
                .select((LawyerRow::as_select(), Licenses, Areas)),
        )
    }

    fn insert_statement(
        &mut self,
        lawyer: LawyerId,
        month: FeeMonth,
        fee: Money,
        made_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let inserted = self.count_changed(
            insert_into(lawyer_statements::table)
                .values((
                    lawyer_statements::lawyer_id.eq(lawyer.0),
                    lawyer_statements::month.eq(month.first_day()),
                    lawyer_statements::fee_cents.eq(fee.cents()),
                    lawyer_statements::made_at.eq(made_at),
                ))
                .on_conflict((lawyer_statements::lawyer_id, lawyer_statements::month))
                .do_nothing(),
        )?;
        Ok(inserted > 0)
    }

    fn statements_of_month(&mut self, month: FeeMonth) -> StoreResult<Vec<Statement>> {
        let rows: Vec<StatementOfLawyer> = self.load(
            statements!()
                .filter(lawyer_statements::month.eq(month.first_day()))
                .order((lawyers::name, lawyer_statements::id)),
        )?;
        Ok(rows.into_iter().map(to_statement).collect())
    }

    fn statement_months(&mut self) -> StoreResult<Vec<FeeMonth>> {
        let months: Vec<NaiveDate> = self.load(
            lawyer_statements::table
                .select(lawyer_statements::month)
                .distinct()
                .order(lawyer_statements::month.desc()),
        )?;
        Ok(months.into_iter().map(FeeMonth::of_day).collect())
    }

    fn statement(&mut self, id: i64) -> StoreResult<Option<Statement>> {
        self.run(|connection| find_statement(connection, id))
    }

    fn last_statement_change(&mut self, statement: &Statement) -> StoreResult<Option<LastChange>> {
        let found: Option<(DateTime<Utc>, Option<String>, Option<String>)> = self.first(
            audit_log::table
                .left_join(users::table.on(audit_log::actor_id.eq(users::id.nullable())))
                .filter(audit_log::subject_kind.eq(AuditSubject::Lawyer.as_str()))
                .filter(audit_log::subject_id.eq(statement.lawyer_id.0))
                .filter(audit_log::action.eq(AuditAction::StatementChanged.as_str()))
                .filter(audit_log::after.retrieve_as_text("statement").eq(statement.number()))
                .order(audit_log::id.desc())
                .select((audit_log::created_at, users::full_name.nullable(), users::email.nullable())),
        )?;
        Ok(found.map(|(at, name, email)| LastChange { by: name.or(email), at }))
    }

    fn statements_of_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Statement>> {
        let rows: Vec<StatementOfLawyer> = self.load(
            statements!()
                .filter(lawyer_statements::lawyer_id.eq(lawyer.0))
                .order(lawyer_statements::month.desc()),
        )?;
        Ok(rows.into_iter().map(to_statement).collect())
    }

    fn lock_statement(&mut self, id: i64) -> StoreResult<Option<Statement>> {
        self.run(|connection| {
            let held: Option<i64> = lawyer_statements::table
                .find(id)
                .select(lawyer_statements::id)
                .for_no_key_update()
                .first(connection)
                .optional()?;
            held.map_or(Ok(None), |id| find_statement(connection, id))
        })
    }

    fn set_statement_payment(
        &mut self,
        id: i64,
        payment: Option<&StatementPayment>,
    ) -> StoreResult<Option<Statement>> {
        self.run(|connection| {
            update(lawyer_statements::table.find(id))
                .set((
                    lawyer_statements::paid_on.eq(payment.map(|payment| payment.receipt.on)),
                    lawyer_statements::reference
                        .eq(payment.map(|payment| payment.receipt.reference.as_str())),
                    lawyer_statements::recorded_at.eq(payment.map(|payment| payment.recorded_at)),
                    lawyer_statements::recorded_by
                        .eq(payment.and_then(|payment| payment.recorded_by).map(|user| user.0)),
                    lawyer_statements::version.eq(lawyer_statements::version + 1),
                ))
                .execute(connection)?;
            find_statement(connection, id)
        })
    }
}
