//! Records money that authorities and lawyers returned, and writes off overpayments
//! (docs/product/money-to-authorities.md#recovering).

use domain::payments::ledger::{Account, HeldMoney, LedgerEvent, ShareChange};
use domain::payments::payment::Payment;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::money::Money;
use ports::payments::remittances::{Obligation, ObligationKey};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post::{EntrySubject, post, send_deadline_from_now};

/// Records that the payee, an authority or a lawyer, returned money of a payment. If the payee has
/// money to return, `amount` is at most this money. Otherwise, `amount` must be all the money that
/// the payee got for the payment, and Lanewise owes this money to the payee again.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`]
/// if there is nothing to return; a field error for an invalid `amount`.
pub fn record_returned(
    deps: &Deps,
    actor: &Actor,
    key: ObligationKey,
    amount: Money,
    note: &str,
) -> Result<Obligation> {
    actor.must_be_admin()?;
    with_locked_obligation(deps, key, |store, payment, obligation, held| {
        let is_owed_again = obligation.to_recover == Money::ZERO;
        let (is_out, all) = match obligation.share {
            Some(share) => (share.sent() > Money::ZERO, share.not_to_return()),
            None => {
                (obligation.status.is_sent() && held.with_authority() > Money::ZERO, held.with_authority())
            }
        };
        if !is_out && is_owed_again {
            return Err(Error::ChangedMeanwhile(None));
        }
        let most = if is_owed_again { all } else { obligation.to_recover };
        let fits = if is_owed_again { amount == most } else { amount > Money::ZERO && amount <= most };
        if !fits {
            let bound = if is_owed_again { "Enter the full amount:" } else { "Enter at most" };
            return Err(Error::field("amount", format!("{bound} ${most}.")));
        }
        if let Some((lawyer, before)) = key.lawyer_id.zip(obligation.share) {
            let change = ShareChange { before, after: before.after_return(amount) };
            post_once(deps, store, payment, "recovered", &LedgerEvent::ReturnedByLawyer(change))?;
            store.set_lawyer_share(payment.id, lawyer, change.after, send_deadline_from_now(deps))?;
        } else {
            let event = LedgerEvent::Recovered { amount, held: &held, target: Account::of(payment.payable) };
            post_once(deps, store, payment, "recovered", &event)?;
            if is_owed_again {
                store.reopen_obligation(payment.id, send_deadline_from_now(deps))?;
            }
        }
        audit_recovery(deps, store, actor, AuditAction::MoneyRecovered, (key, amount, note))
    })
}

/// Writes off an overpayment that the authority or the lawyer won't return.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], a field error for `amount`
/// if it isn't positive or is more than the payee must return.
pub fn write_off(
    deps: &Deps,
    actor: &Actor,
    key: ObligationKey,
    amount: Money,
    reason: &str,
) -> Result<Obligation> {
    actor.must_be_admin()?;
    with_locked_obligation(deps, key, |store, payment, obligation, _| {
        if amount <= Money::ZERO || amount > obligation.to_recover {
            return Err(Error::field("amount", format!("Enter at most ${}.", obligation.to_recover)));
        }
        if let Some((lawyer, before)) = key.lawyer_id.zip(obligation.share) {
            let change = ShareChange { before, after: before.after_write_off(amount) };
            post_once(deps, store, payment, "written_off", &LedgerEvent::LawyerWrittenOff(change))?;
            store.set_lawyer_share(payment.id, lawyer, change.after, send_deadline_from_now(deps))?;
        } else {
            post_once(deps, store, payment, "written_off", &LedgerEvent::WrittenOff(amount))?;
        }
        audit_recovery(deps, store, actor, AuditAction::MoneyWrittenOff, (key, amount, reason))
    })
}

/// Runs `work` with a locked payment, its obligation, and the amounts of its money by account.
/// Returns the obligation as it is afterwards.
fn with_locked_obligation(
    deps: &Deps,
    key: ObligationKey,
    work: impl FnOnce(&mut dyn Store, &Payment, Obligation, HeldMoney) -> Result<()>,
) -> Result<Obligation> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let id = key.payment_id;
        let payable = store.payment(id)?.ok_or(Error::NotFound)?.payable;
        store.lock_payable_item(payable)?;
        let payment = store.lock_payment(id)?.ok_or(Error::NotFound)?;
        let obligation = store.obligation(key, now)?.ok_or(Error::NotFound)?;
        let held = HeldMoney::of(&store.posted_sums_of_payment(id)?.sums);
        work(store, &payment, obligation, held)?;
        store.obligation(key, now)?.ok_or(Error::NotFound)
    })
}

/// Posts an event with a unique key: `kind`, the payment, and the number of the payment's entries so far. The
/// caller must have locked the payment, so that no other call uses the same number.
fn post_once(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    kind: &str,
    event: &LedgerEvent<'_>,
) -> Result<()> {
    let entries = store.posted_sums_of_payment(payment.id)?.entries;
    let about = EntrySubject {
        source: format!("{kind}:{}:{entries}", payment.id),
        subject: None,
        payment: Some(payment.id),
        at: deps.clock.now(),
    };
    post(store, about, event).map(drop)
}

/// Adds an audit entry about `amount` of the obligation `key`. `note` is staff's note.
fn audit_recovery(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    action: AuditAction,
    (key, amount, note): (ObligationKey, Money, &str),
) -> Result<()> {
    let entry = actor.audit_entry((AuditSubject::Payment, key.payment_id.0), action, deps.clock.now());
    let entry = entry.with_after("amount", &amount).with_after("how", &note);
    Ok(store.audit(&entry.with_all_after(key.lawyer_id.map(|lawyer| ("lawyer", lawyer.to_string()))))?)
}
