//! Creates each month's statements, and sets when a lawyer's changed fee starts to apply.

use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::fee_for;
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::Result;

/// Creates the current month's missing statements. Returns how many it created.
///
/// # Errors
/// Fails if the database can't be read or written.
pub fn make_statements(deps: &Deps) -> Result<usize> {
    let month = FeeMonth::at(deps.clock.now());
    in_transaction(&*deps.database, |store| {
        let mut made = 0;
        for lawyer in store.lawyers_without_statement(month)? {
            made += usize::from(make_statement(deps, store, &lawyer, month)?);
        }
        Ok(made)
    })
}

/// Prepares a change of the fee of a lawyer whom the caller has locked. Creates the current month's
/// statement with the old fee. The new fee applies starting next month.
pub(in crate::legal_help) fn start_fee_next_month(
    deps: &Deps,
    store: &mut dyn Store,
    lawyer: &Lawyer,
) -> Result<()> {
    let month = FeeMonth::at(deps.clock.now());
    make_statement(deps, store, lawyer, month)?;
    Ok(store.set_fee_start(lawyer.id, month.next())?)
}

/// Creates a lawyer's statement for a month, if the lawyer owes a fee and has no statement yet. Returns
/// whether a statement was created.
fn make_statement(deps: &Deps, store: &mut dyn Store, lawyer: &Lawyer, month: FeeMonth) -> Result<bool> {
    let Some(fee) = fee_for(lawyer, month, &deps.legal_help) else { return Ok(false) };
    Ok(store.insert_statement(lawyer.id, month, fee, deps.clock.now())?)
}
