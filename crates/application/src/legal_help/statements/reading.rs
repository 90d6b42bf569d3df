//! Shows statements to staff and to the lawyer who gets them, also as a PDF. Staff can download a
//! month's statements as a CSV file.

use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::Statement;
use domain::security::audit::AuditAction;
use domain::shared::money::Money;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::active_lawyer;
use crate::shared::lists::{Names, names_of};

/// One month's statements of all lawyers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthOfStatements {
    pub month: FeeMonth,
    /// The months that staff can choose, newest first: months with statements, the shown month and the current month.
    pub months: Vec<FeeMonth>,
    /// The statements, in the order of the lawyers' names.
    pub statements: Vec<Statement>,
    /// Names of the staff members who recorded payments.
    pub names: Names,
}

/// Totals of a month's statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthTotals {
    /// Sum of all fees.
    pub billed: Money,
    /// Sum of the paid fees.
    pub paid: Money,
}

impl MonthOfStatements {
    /// Adds up the fees of the statements.
    pub fn totals(&self) -> MonthTotals {
        let sum = |is_counted: fn(&&Statement) -> bool| {
            let counted = self.statements.iter().filter(is_counted);
            Money::from_cents(counted.map(|statement| statement.fee.cents()).sum())
        };
        MonthTotals { billed: sum(|_| true), paid: sum(|statement| statement.payment.is_some()) }
    }
}

/// Returns the statements of a month. `None` means the current month.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_of_month(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    month: Option<FeeMonth>,
) -> Result<MonthOfStatements> {
    actor.must_be_admin()?;
    let current = FeeMonth::at(deps.clock.now());
    let month = month.unwrap_or(current);
    let mut months = store.statement_months()?;
    months.extend([month, current]);
    months.sort_unstable_by(|one, other| other.cmp(one));
    months.dedup();
    let statements = store.statements_of_month(month)?;
    let staff = statements.iter().filter_map(|statement| statement.payment.as_ref()?.recorded_by);
    Ok(MonthOfStatements { month, months, names: names_of(store, staff)?, statements })
}

/// Returns the statements of a month for a CSV file, and adds an audit entry about the export.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn export(deps: &Deps, actor: &Actor, month: Option<FeeMonth>) -> Result<MonthOfStatements> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let shown = list_of_month(deps, store, actor, month)?;
        let entry = actor.own_audit_entry(AuditAction::ListExported, deps.clock.now());
        store.audit(&entry.with_after("list", &"statements").with_after("month", &shown.month))?;
        Ok(shown)
    })
}

/// Returns one lawyer's statement of one month, for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if no statement has this id.
pub fn show(store: &mut dyn Store, actor: &Actor, id: i64) -> Result<Statement> {
    actor.must_be_admin()?;
    store.statement(id)?.ok_or(Error::NotFound)
}

/// Returns the calling lawyer's statements, newest month first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer.
pub fn list_own(store: &mut dyn Store, actor: &Actor) -> Result<Vec<Statement>> {
    let lawyer = active_lawyer(store, actor)?.id;
    Ok(store.statements_of_lawyer(lawyer)?)
}

/// Returns one of the calling lawyer's statements.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`] if the statement doesn't exist
/// or belongs to another lawyer.
pub fn show_own(store: &mut dyn Store, actor: &Actor, id: i64) -> Result<Statement> {
    let lawyer = active_lawyer(store, actor)?.id;
    store.statement(id)?.filter(|statement| statement.lawyer_id == lawyer).ok_or(Error::NotFound)
}

/// Renders a statement as a PDF. Rendering takes a few milliseconds, so the caller must not hold a database connection.
///
/// # Errors
/// [`Error::Defect`] if rendering fails.
pub fn print_statement(deps: &Deps, statement: &Statement) -> Result<Vec<u8>> {
    deps.receipts.print_statement(statement).map_err(|error| Error::Defect(Box::new(error)))
}
