//! Remittances. Staff prepare a remittance, send its money outside Lanewise, and record when the
//! payee accepts the money (docs/product/money-to-authorities.md#remittances).

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::payments::ledger::{HeldMoney, LedgerEvent, ShareChange};
use domain::payments::remittances::obligation::send_by;
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::prepared::{InclusionChoice, SendingOutcome};
use domain::payments::remittances::remittance::{MAX_PAYMENTS, Remittance, RemittanceStatus, TransferRecord};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::business_time::start_of;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{PaymentId, RemittanceId};
use domain::shared::money::Money;
use ports::payments::books::NewEntry;
use ports::payments::remittances::proofs::Proof;
use ports::payments::remittances::{Obligation, ObligationKey};
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, RefundedSinceFile, Result};
use crate::shared::lists::{Names, names_of};

/// The subject of audit entries about remittances.
pub(super) const SUBJECT: AuditSubject = AuditSubject::Remittance;

/// A remittance with its payments and files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemittanceDetails {
    pub remittance: Remittance,
    /// The obligations in the remittance. If the payee returns an obligation's money, the
    /// obligation leaves the remittance.
    pub obligations: Vec<Obligation>,
    /// Files that show that the remittance was sent, oldest first.
    pub proofs: Vec<Proof>,
    /// Names of the drivers, and of the staff members who uploaded the files.
    pub names: Names,
}

/// Returns a remittance with its payments and files.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn show_remittance(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: RemittanceId,
) -> Result<RemittanceDetails> {
    actor.must_be_admin()?;
    let remittance = store.remittance(id)?.ok_or(Error::NotFound)?;
    let obligations = store.obligations_in(id, deps.clock.now(), MAX_PAYMENTS)?;
    let proofs = store.proofs_of(&[id])?;
    let drivers = obligations.iter().map(|one| one.user_id);
    let names = names_of(store, drivers.chain(proofs.iter().filter_map(|proof| proof.added_by)))?;
    Ok(RemittanceDetails { remittance, obligations, proofs, names })
}

/// Returns a remittance's payments for a file that staff download, and adds an audit entry. If the
/// remittance isn't sent yet, also records which amount the file has for each payment.
///
/// # Errors
/// The same errors as [`show_remittance`].
pub fn export_remittance(deps: &Deps, actor: &Actor, id: RemittanceId) -> Result<RemittanceDetails> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        store.lock_remittance(id)?.ok_or(Error::NotFound)?;
        let shown = show_remittance(deps, store, actor, id)?;
        if shown.remittance.status == RemittanceStatus::Prepared {
            let file: Vec<_> = shown.obligations.iter().map(|one| (one.payment_id, one.amount)).collect();
            store.record_remittance_download(id, now, &file)?;
        }
        let entry = actor.audit_entry((SUBJECT, id.0), AuditAction::ListExported, now);
        store.audit(&entry.with_after("list", &"remittance"))?;
        Ok(shown)
    })
}

/// Prepares a remittance of the money that can be sent to an authority or a lawyer, at most [`MAX_PAYMENTS`]
/// payments. Payments with an open refund or chargeback aren't included, and their money stays owed.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::NothingToSend`].
pub fn prepare_remittance(deps: &Deps, actor: &Actor, payee: PayeeId) -> Result<Remittance> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        must_exist(store, payee)?;
        let made = store.prepare_remittance(payee, actor.id(), deps.clock.now(), MAX_PAYMENTS)?;
        let made = made.ok_or(Error::NothingToSend)?;
        audit_change(deps, store, actor, &made, RemittanceStatus::Prepared.as_str())?;
        Ok(made)
    })
}

/// Checks that the payee exists. For an authority, locks the register until the transaction ends,
/// so that no merge can delete the authority.
fn must_exist(store: &mut dyn Store, payee: PayeeId) -> Result<()> {
    let exists = match payee {
        PayeeId::Authority(id) => {
            store.lock_authority_register()?;
            store.authorities()?.iter().any(|authority| authority.id == id)
        }
        PayeeId::Lawyer(id) => store.lawyer(id)?.is_some(),
    };
    if exists { Ok(()) } else { Err(Error::NotFound) }
}

/// Undoes a remittance that wasn't sent, and returns it. The remittance's money is owed again.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the
/// remittance was already sent.
pub fn undo_remittance(deps: &Deps, actor: &Actor, id: RemittanceId) -> Result<Remittance> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let remittance = lock_in_status(store, id, RemittanceStatus::Prepared)?;
        store.undo_remittance(id)?;
        audit_change(deps, store, actor, &remittance, "taken_apart")?;
        Ok(remittance)
    })
}

/// Staff's answers to the question whether a payment's money was sent, for each payment that was refunded or charged
/// back after the last file was downloaded.
pub type InclusionChoices = BTreeMap<PaymentId, InclusionChoice>;

/// Records that a remittance was sent, and posts its money. Money that was refunded or charged
/// back before the last file was downloaded is left out. For each payment that was refunded or
/// charged back after the download, `choices` says whether its money was left out, or was sent
/// and must be recovered.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`];
/// [`Error::ChangedMeanwhile`] if the remittance is already recorded as sent;
/// [`Error::RefundedSinceFile`] if `choices` lacks a payment that was refunded or charged back
/// since the last download; [`Error::NothingToSend`] if every payment is left out; a field error
/// if `choices` has a payment that isn't in the remittance.
pub fn record_sent(
    deps: &Deps,
    actor: &Actor,
    id: RemittanceId,
    transfer: &TransferRecord,
    choices: &InclusionChoices,
) -> Result<Remittance> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        lock_in_status(store, id, RemittanceStatus::Prepared)?;
        // The payments are locked before they are read, so that no refund or chargeback changes them before
        // this transaction ends.
        let positions: BTreeMap<_, _> = store.lock_payments_with_sums(id)?.into_iter().collect();
        let obligations = store.obligations_in(id, now, MAX_PAYMENTS)?;
        let decided = choose_sent_obligations(&obligations, choices)?;
        let (mut entries, mut owed_more, mut shares) = (Vec::new(), Vec::new(), Vec::new());
        for (obligation, amount) in &decided {
            let held =
                positions.get(&obligation.payment_id).map(|sums| HeldMoney::of(sums)).unwrap_or_default();
            let event = if let Some(before) = obligation.share {
                let change = ShareChange { before, after: before.after_sending(*amount) };
                shares.push((obligation.key(), change.after));
                LedgerEvent::SentToLawyer(change)
            } else {
                if held.owed_to_authority() > *amount {
                    owed_more.push(obligation.payment_id);
                }
                LedgerEvent::Remitted { amount: *amount, held: &held }
            };
            entries.push(NewEntry {
                kind: event.kind(),
                source: format!("remitted:{id}:{}", obligation.payment_id),
                subject: None,
                payment_id: Some(obligation.payment_id),
                happened_at: start_of(transfer.on, BUSINESS_ZONE).max(obligation.charged_at).min(now),
                postings: event.postings(),
            });
        }
        store.post_entries(&entries)?;
        let sent: Vec<_> = decided.iter().map(|(one, amount)| (one.payment_id, *amount)).collect();
        store.record_sent(id, transfer, now, &sent)?;
        // An authority can be owed more than was sent, for example because it returned money after
        // the remittance was prepared. The rest must be sent by a new deadline.
        let next_deadline = send_by(now, BUSINESS_ZONE);
        owed_more.into_iter().try_for_each(|payment| store.reopen_obligation(payment, next_deadline))?;
        for (key, share) in shares {
            if let Some(lawyer) = key.lawyer_id {
                store.set_lawyer_share(key.payment_id, lawyer, share, next_deadline)?;
            }
        }
        let sent = store.remittance(id)?.ok_or(Error::NotFound)?;
        let entry = change_entry(deps, actor, &sent, RemittanceStatus::Sent.as_str());
        let chosen = |word: InclusionChoice| {
            let chosen_obligations =
                obligations.iter().filter(|one| choices.get(&one.payment_id) == Some(&word));
            let numbers: Vec<&str> = chosen_obligations.map(|one| one.confirmation_number.as_str()).collect();
            (!numbers.is_empty()).then(|| numbers.join(", "))
        };
        let entry = entry
            .with_all_after(chosen(InclusionChoice::Sent).map(|numbers| ("sentThoughRefunded", numbers)));
        store.audit(
            &entry.with_all_after(chosen(InclusionChoice::LeftOut).map(|numbers| ("leftOut", numbers))),
        )?;
        Ok(sent)
    })
}

/// Returns the obligations whose money was sent, each with the amount sent. `choices` are staff's
/// answers about payments that were refunded or charged back.
fn choose_sent_obligations<'a>(
    obligations: &'a [Obligation],
    choices: &InclusionChoices,
) -> Result<Vec<(&'a Obligation, Money)>> {
    if choices.keys().any(|payment| !obligations.iter().any(|one| one.payment_id == *payment)) {
        return Err(Error::field("refunded", "One of these payments isn’t in this remittance."));
    }
    let (mut sent, mut must_choose) = (Vec::new(), Vec::new());
    for one in obligations {
        let Some(prepared) = &one.prepared else { continue };
        match prepared.outcome(choices.get(&one.payment_id).copied()) {
            SendingOutcome::Sent(amount) => sent.push((one, amount)),
            SendingOutcome::LeftOut => {}
            SendingOutcome::MustChoose => must_choose.push(RefundedSinceFile {
                payment_id: one.payment_id,
                confirmation_number: one.confirmation_number.clone(),
                in_file: prepared.in_file.unwrap_or_default(),
                sendable: prepared.sendable,
            }),
        }
    }
    if !must_choose.is_empty() {
        Err(Error::RefundedSinceFile(must_choose))
    } else if sent.is_empty() {
        Err(Error::NothingToSend)
    } else {
        Ok(sent)
    }
}

/// Records that the payee accepted a remittance. With `numbers`, only the payments with these confirmation or
/// citation numbers are accepted. Repeated calls change nothing.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`]
/// if the remittance wasn't sent; a field error if one of the `numbers` isn't in the remittance.
pub fn record_acceptance(
    deps: &Deps,
    actor: &Actor,
    id: RemittanceId,
    accepted_on: NaiveDate,
    numbers: Option<&[String]>,
) -> Result<Remittance> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let remittance = store.lock_remittance(id)?.ok_or(Error::NotFound)?;
        if remittance.status == RemittanceStatus::Prepared {
            return Err(Error::ChangedMeanwhile(None));
        }
        let inside = store.obligations_in(id, deps.clock.now(), MAX_PAYMENTS)?;
        let accepted = match numbers {
            None => inside.iter().map(Obligation::key).collect(),
            Some(numbers) => find_payments(&inside, numbers)?,
        };
        let mut is_news = false;
        for key in accepted {
            is_news |= accept(store, key, accepted_on)?;
        }
        is_news |= store.mark_accepted_if_complete(id, accepted_on)?;
        let after = store.remittance(id)?.ok_or(Error::NotFound)?;
        if !is_news {
            return Ok(after);
        }
        audit_change(deps, store, actor, &after, RemittanceStatus::Accepted.as_str())?;
        Ok(after)
    })
}

/// Records that the payee accepted an obligation's money. Returns whether the obligation changed.
pub(super) fn accept(store: &mut dyn Store, key: ObligationKey, accepted_on: NaiveDate) -> Result<bool> {
    store.accept_obligation(key, accepted_on).map_err(Error::from)
}

/// Returns the obligations with these confirmation or citation numbers.
fn find_payments(obligations: &[Obligation], numbers: &[String]) -> Result<Vec<ObligationKey>> {
    let mut accepted = Vec::new();
    let mut unknown = Vec::new();
    for number in numbers {
        let is_it = |one: &&Obligation| {
            one.confirmation_number.eq_ignore_ascii_case(number)
                || one
                    .number
                    .as_ref()
                    .is_some_and(|own| normalize_citation_number(own) == normalize_citation_number(number))
        };
        match obligations.iter().find(is_it) {
            Some(one) => accepted.push(one.key()),
            None => unknown.push(number.as_str()),
        }
    }
    match unknown.as_slice() {
        [] => Ok(accepted),
        [first, rest @ ..] => {
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            Err(Error::field("numbers", format!("{first}{more}: not in this remittance.")))
        }
    }
}

/// Locks a remittance and checks that it has the status `status`.
fn lock_in_status(store: &mut dyn Store, id: RemittanceId, status: RemittanceStatus) -> Result<Remittance> {
    let remittance = store.lock_remittance(id)?.ok_or(Error::NotFound)?;
    if remittance.status == status { Ok(remittance) } else { Err(Error::ChangedMeanwhile(None)) }
}

/// Adds an audit entry about a remittance's new status.
fn audit_change(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    remittance: &Remittance,
    new_status: &str,
) -> Result<()> {
    Ok(store.audit(&change_entry(deps, actor, remittance, new_status))?)
}

/// Builds the audit entry about a remittance's new status.
fn change_entry(deps: &Deps, actor: &Actor, remittance: &Remittance, new_status: &str) -> AuditEntry {
    let entry =
        actor.audit_entry((SUBJECT, remittance.id.0), AuditAction::RemittanceChanged, deps.clock.now());
    let entry = entry
        .with_after("status", &new_status)
        .with_after(remittance.payee.id.kind().as_str(), &remittance.payee.name)
        .with_after("amount", &remittance.amount);
    match &remittance.sent {
        Some(sent) => entry.with_after("sentOn", &sent.on).with_after("reference", &sent.reference),
        None => entry,
    }
}
