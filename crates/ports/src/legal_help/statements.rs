//! Statements of lawyers' monthly fees (docs/product/cases.md#monthly-fee).

use chrono::{DateTime, Utc};
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::{Statement, StatementPayment};
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;

use crate::driving_record::filing::LastChange;
use crate::shared::store_error::StoreResult;

/// Lawyers' monthly statements in the database.
pub trait Statements {
    /// Returns active lawyers whose monthly fee started in this month or earlier and who have no
    /// statement for this month.
    fn lawyers_without_statement(&mut self, month: FeeMonth) -> StoreResult<Vec<Lawyer>>;
    /// Stores a statement. Returns `false`, and changes nothing, if the lawyer already has a statement for this month.
    fn insert_statement(
        &mut self,
        lawyer: LawyerId,
        month: FeeMonth,
        fee: Money,
        made_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Returns the statements of a month, ordered by the lawyers' names.
    fn statements_of_month(&mut self, month: FeeMonth) -> StoreResult<Vec<Statement>>;
    /// Returns the months that have statements, newest first.
    fn statement_months(&mut self) -> StoreResult<Vec<FeeMonth>>;
    /// Returns a statement by its id.
    fn statement(&mut self, id: i64) -> StoreResult<Option<Statement>>;
    /// Locks a statement until the transaction ends.
    fn lock_statement(&mut self, id: i64) -> StoreResult<Option<Statement>>;
    /// Returns the last change of a statement's payment, according to the audit trail.
    fn last_statement_change(&mut self, statement: &Statement) -> StoreResult<Option<LastChange>>;
    /// Returns a lawyer's statements, newest month first.
    fn statements_of_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Statement>>;
    /// Stores a statement's payment, or removes it if `payment` is `None`. Increments the statement's version.
    /// Returns `None` if the statement doesn't exist.
    fn set_statement_payment(
        &mut self,
        id: i64,
        payment: Option<&StatementPayment>,
    ) -> StoreResult<Option<Statement>>;
}
