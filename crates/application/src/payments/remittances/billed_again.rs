//! Second bills: a driver was billed again for an item that they paid in Lanewise. Staff resolve the second
//! bill, and the driver can get a letter for the court (docs/product/money-to-authorities.md#billed-again).

use std::collections::BTreeMap;

use domain::payments::remittances::billed_again::{MAX_REPORTED, REPORTED_WITHIN, SecondBillOutcome};
use domain::payments::remittances::obligation::MoneyTrail;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{PaymentId, RemittanceId, SecondBillId, TransactionId, UserId};
use ports::payments::receipts::{CourtLetter, Receipt};
use ports::payments::remittances::Obligation;
use ports::payments::remittances::billed_again::{SecondBill, SecondBillResolution};
use ports::payments::remittances::proofs::Proof;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::receipts::{self, PrintedReceipt};
use crate::shared::lists::{Names, names_of};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// The subject of audit entries about second bills.
const SUBJECT: AuditSubject = AuditSubject::BilledAgain;
/// Maximum number of open second bills in the list.
const MAX_OPEN: i64 = 200;
/// Maximum number of resolved second bills in the list.
const MAX_SETTLED: i64 = 20;

/// A second bill, with the data that staff need to resolve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondBillDetails {
    /// The second bill, with its outcome once it is resolved.
    pub bill: SecondBill,
    /// The payment's money that is owed to the authority.
    pub obligation: Obligation,
    /// The stages of the payment's money on its way to the authority.
    pub trail: MoneyTrail,
    /// Files that show that the remittance with this money was sent.
    pub proofs: Vec<Proof>,
}

/// Open and recently resolved second bills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondBillList {
    /// Open second bills, oldest first.
    pub open: Vec<SecondBillDetails>,
    /// Resolved second bills, newest first.
    pub settled: Vec<SecondBillDetails>,
    /// Names of the drivers and staff members of these second bills.
    pub names: Names,
}

/// Stores a driver's report of a second bill. If the transaction already has an open report, returns that report.
///
/// # Errors
/// [`Error::NotFound`] if the transaction is another driver's; [`Error::Forbidden`] for lawyers;
/// [`Error::NothingToProve`] if no authority gets the payment's money, for example because the
/// payment was refunded; [`Error::TooManySecondBills`].
pub fn report_second_bill(deps: &Deps, actor: &Actor, id: TransactionId) -> Result<SecondBill> {
    in_transaction(&*deps.database, |store| {
        let (_, payment, owner) = receipt_for_proof(store, actor, id)?;
        // The lock makes concurrent requests wait for each other, so that only the first opens a
        // report.
        store.lock_user(owner)?.ok_or(Error::NotFound)?;
        let known = store.newest_second_bills(&[payment])?.pop();
        if let Some(open) = known.filter(|bill| bill.settled.is_none()) {
            return Ok(open);
        }
        let now = deps.clock.now();
        if store.count_second_bills_since(owner, now - REPORTED_WITHIN)? >= MAX_REPORTED {
            return Err(Error::TooManySecondBills);
        }
        let opened = store.open_second_bill(payment, id, owner, now)?.ok_or(Error::ChangedMeanwhile(None))?;
        let subject = (SUBJECT, opened.id.0);
        if let Some(entry) = actor.audit_entry_if_staff(owner, subject, AuditAction::BilledAgainAsked, now) {
            store.audit(&entry)?;
        }
        Ok(opened)
    })
}

/// Returns the data of the letter for the court: the receipt and the stages of the money.
///
/// # Errors
/// [`Error::NotFound`] if the transaction is another driver's; [`Error::Forbidden`] for lawyers;
/// [`Error::NothingToProve`] if no authority gets the payment's money.
pub fn letter_to_court(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: TransactionId,
) -> Result<CourtLetter> {
    let (receipt, payment, _) = receipt_for_proof(store, actor, id)?;
    let written_at = deps.clock.now();
    let obligation = store.obligation(payment.into(), written_at)?.ok_or(Error::NothingToProve)?;
    let trail = receipt.trail.clone().ok_or(Error::NothingToProve)?;
    let mut receipt = receipt;
    // If the item has no citation number, the number in the city's data is used.
    receipt.item.citation_number = receipt.item.citation_number.or(obligation.number);
    Ok(CourtLetter { receipt, issuer: obligation.issuer, trail, written_at })
}

/// Renders the court letter as a PDF. Rendering takes a few milliseconds, so the caller must not
/// hold a database connection.
///
/// # Errors
/// [`Error::Defect`] if rendering fails.
pub fn print_letter(deps: &Deps, letter: &CourtLetter) -> Result<PrintedReceipt> {
    let pdf = deps.receipts.print_letter(letter).map_err(|error| Error::Defect(Box::new(error)))?;
    Ok(PrintedReceipt { number: letter.receipt.number.clone(), pdf })
}

/// Lists open and resolved second bills for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_second_bills(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<SecondBillList> {
    actor.must_be_admin()?;
    let open = store.open_second_bills(MAX_OPEN)?;
    let settled = store.resolved_second_bills(MAX_SETTLED)?;
    let open = with_trails(deps, store, open)?;
    let settled = with_trails(deps, store, settled)?;
    let people = open.iter().chain(&settled).flat_map(|one| {
        let staff = one.bill.settled.as_ref().and_then(|settled| settled.by);
        let proofs = one.proofs.iter().filter_map(|proof| proof.added_by);
        proofs.chain(staff).chain([one.bill.user_id])
    });
    let names = names_of(store, people.collect::<Vec<_>>().into_iter())?;
    Ok(SecondBillList { open, settled, names })
}

/// Resolves a second bill, emails the driver and returns the bill.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the
/// second bill is already resolved.
pub fn resolve_second_bill(
    deps: &Deps,
    actor: &Actor,
    id: SecondBillId,
    outcome: SecondBillOutcome,
    note: &str,
) -> Result<SecondBill> {
    actor.must_be_admin()?;
    let at = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let bill = store.second_bill(id)?.ok_or(Error::NotFound)?;
        let settled = SecondBillResolution { at, by: Some(actor.id()), outcome, note: note.to_owned() };
        if !store.resolve_second_bill(id, &settled)? {
            return Err(Error::ChangedMeanwhile(None));
        }
        let entry = actor.audit_entry((SUBJECT, id.0), AuditAction::BilledAgainSettled, at);
        store.audit(&entry.with_after("outcome", &outcome))?;
        enqueue(deps, store, &QueuedEmail::SecondBillSettled(id))?;
        Ok(SecondBill { settled: Some(settled), ..bill })
    })
}

/// Returns the receipt, the payment and the driver of a transaction. Fails if the money doesn't
/// go to an authority.
fn receipt_for_proof(
    store: &mut dyn Store,
    actor: &Actor,
    id: TransactionId,
) -> Result<(Receipt, PaymentId, UserId)> {
    let transaction = store.transaction(id)?.ok_or(Error::NotFound)?;
    let owner = transaction.user_id;
    actor.must_be_owner_or_staff(owner)?;
    let payment = transaction.payment_id.ok_or(Error::NothingToProve)?;
    let receipt = receipts::transaction_receipt(store, transaction)?;
    if receipt.trail.is_none() {
        return Err(Error::NothingToProve);
    }
    Ok((receipt, payment, owner))
}

/// Returns the second bills with their obligations, the stages of their money and the proofs.
/// Leaves out second bills without an obligation.
fn with_trails(deps: &Deps, store: &mut dyn Store, bills: Vec<SecondBill>) -> Result<Vec<SecondBillDetails>> {
    let now = deps.clock.now();
    let payments: Vec<PaymentId> = bills.iter().map(|bill| bill.payment_id).collect();
    let trails: BTreeMap<PaymentId, MoneyTrail> = store.money_trails(&payments)?.into_iter().collect();
    let mut shown = Vec::new();
    for bill in bills {
        let obligation = store.obligation(bill.payment_id.into(), now)?;
        let Some((obligation, trail)) = obligation.zip(trails.get(&bill.payment_id).cloned()) else {
            continue;
        };
        shown.push(SecondBillDetails { bill, obligation, trail, proofs: vec![] });
    }
    let remittances: Vec<RemittanceId> =
        shown.iter().filter_map(|one| one.obligation.remittance_id).collect();
    for proof in store.proofs_of(&remittances)? {
        for one in &mut shown {
            if one.obligation.remittance_id == Some(proof.remittance_id) {
                one.proofs.push(proof.clone());
            }
        }
    }
    Ok(shown)
}
