//! Payments of statements, which staff record, correct or remove.

use chrono::NaiveDate;
use domain::legal_help::statement::{PaymentReceived, Statement, StatementPayment};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::business_date;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;
use crate::shared::lists::{Names, names_of};

/// Records that a lawyer paid a statement, or corrects the recorded payment. `version` is the
/// statement's version that the caller saw. Recording the same payment again changes nothing, even
/// with an outdated version. Also returns the name of the staff member who recorded the payment.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::ChangedMeanwhile`]
/// if the version is outdated, field errors for `paidOn` and `reference`.
pub fn record_payment(
    deps: &Deps,
    actor: &Actor,
    id: i64,
    (paid_on, reference): (NaiveDate, &str),
    version: i32,
) -> Result<(Statement, Names)> {
    actor.must_be_admin()?;
    let recorded_at = deps.clock.now();
    let today = business_date(recorded_at);
    let receipt = PaymentReceived::parse(paid_on, reference, today).map_err(Error::Fields)?;
    let payment = StatementPayment { receipt, recorded_at, recorded_by: Some(actor.id()) };
    in_transaction(&*deps.database, |store| {
        let paid = set_payment(deps, store, actor, id, Some(&payment), version)?;
        let staff = paid.payment.as_ref().and_then(|payment| payment.recorded_by);
        let names = names_of(store, staff.into_iter())?;
        Ok((paid, names))
    })
}

/// Removes a payment that was recorded by mistake. Does nothing if the statement has no payment. `version` is the
/// statement's version that the caller saw.
///
/// # Errors
/// The same errors as [`record_payment`], except field errors.
pub fn undo_payment(deps: &Deps, actor: &Actor, id: i64, version: i32) -> Result<Statement> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| set_payment(deps, store, actor, id, None, version))
}

/// Stores a statement's payment or, with `None`, removes it. Adds an audit entry.
fn set_payment(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: i64,
    payment: Option<&StatementPayment>,
    version: i32,
) -> Result<Statement> {
    let held = store.lock_statement(id)?.ok_or(Error::NotFound)?;
    let before = held.payment.as_ref().map(|payment| &payment.receipt);
    let after = payment.map(|payment| &payment.receipt);
    if before == after {
        return Ok(held);
    }
    if held.version != version {
        return Err(Error::ChangedMeanwhile(store.last_statement_change(&held)?));
    }
    let day = |receipt: Option<&PaymentReceived>| receipt.map(|one| one.on.to_string()).unwrap_or_default();
    let reference =
        |receipt: Option<&PaymentReceived>| receipt.map(|one| one.reference.clone()).unwrap_or_default();
    let mut changes = Changes::default();
    changes.add("paid_on", day(before), day(after));
    changes.add("reference", reference(before), reference(after));
    let subject = (AuditSubject::Lawyer, held.lawyer_id.0);
    let entry = actor.audit_entry(subject, AuditAction::StatementChanged, deps.clock.now());
    store.audit(&changes.add_to(entry.with_after("statement", &held.number())))?;
    store.set_statement_payment(id, payment)?.ok_or(Error::NotFound)
}
