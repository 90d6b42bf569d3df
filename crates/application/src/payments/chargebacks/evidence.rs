//! Evidence against a chargeback. The evidence is collected from stored data, edited by staff, and submitted
//! to the bank before the deadline (docs/product/payments.md#evidence).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::help::inquiry::{ChatMessage, SenderType};
use domain::payments::chargeback::Chargeback;
use domain::payments::evidence::{Evidence, EvidenceField};
use domain::payments::payment::Payment;
use domain::payments::receipt::{format_local_time, hire_receipt_number, receipt_number};
use domain::payments::refund::RefundStatus;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{ChargebackId, UserId};
use domain::shared::payable::PayableKind;
use ports::help::lists::InquiryQuery;
use ports::payments::gateway::{EvidenceRequest, GatewayError};
use ports::security::watch::AuditFilter;
use ports::shared::paging::Page;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::chargebacks::follow::{self, ChargebackSnapshot, apply_answer, refresh_chargeback};

/// Maximum number of logins in the evidence.
const LOGINS: Page = Page { limit: 25, offset: 0 };
/// Maximum number of help inquiries that the evidence quotes.
const INQUIRIES: Page = Page { limit: 5, offset: 0 };
/// Maximum number of messages per inquiry that the evidence quotes.
const MESSAGES: Page = Page { limit: 50, offset: 0 };
/// Maximum length of one quoted message, in characters.
const MESSAGE_LENGTH: usize = 300;

/// A chargeback's evidence, for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceDraft {
    /// The chargeback in its current state at the provider.
    pub chargeback: Chargeback,
    /// The evidence that staff saved. If staff haven't saved any, the evidence that was
    /// collected from stored data.
    pub evidence: Evidence,
}

/// Evidence that staff save or submit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceUpdate {
    /// The value of each field, as staff typed it.
    pub texts: BTreeMap<EvidenceField, String>,
    /// The chargeback's version that staff saw.
    pub version: i32,
    /// Whether to submit the evidence to the bank. If false, it is only saved.
    pub submits: bool,
}

/// Fetches the chargeback's state from the provider, and returns its evidence.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::GatewayDown`].
pub fn draft_evidence(deps: &Deps, actor: &Actor, id: ChargebackId) -> Result<EvidenceDraft> {
    let known = with_store(&*deps.database, |store| follow::show_chargeback(store, actor, id))?;
    let theirs = refresh_chargeback(deps, &known.provider_id)?;
    with_store(&*deps.database, |store| {
        let chargeback = follow::show_chargeback(store, actor, id)?;
        // Evidence that staff saved is returned unchanged, so fields that staff cleared stay empty.
        let evidence =
            if theirs.evidence.is_empty() { collect_evidence(store, &chargeback)? } else { theirs.evidence };
        Ok(EvidenceDraft { chargeback, evidence })
    })
}

/// Saves evidence, or submits it to the bank. Most banks accept only one submission.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::EvidenceClosed`] after the
/// deadline or an earlier submission; a field error for a text that is too long, or if staff submit no text;
/// [`Error::ChangedMeanwhile`] if another staff member has saved evidence in the meantime. After
/// [`Error::GatewayDown`], the same call can be repeated.
pub fn update_evidence(
    deps: &Deps,
    actor: &Actor,
    id: ChargebackId,
    update: &EvidenceUpdate,
) -> Result<Chargeback> {
    actor.must_be_admin()?;
    let evidence = Evidence::parse(&update.texts).map_err(|field| {
        Error::field(field.as_str(), format!("Use at most {} characters.", field.max_chars()))
    })?;
    if update.submits && evidence.is_empty() {
        return Err(Error::field(EvidenceField::Other.as_str(), "Enter something for the bank to read."));
    }
    let (provider_id, known) = in_transaction(&*deps.database, |store| {
        let provider_id = increment_version(deps, store, actor, id, update)?;
        let known = ChargebackSnapshot::of(store, &provider_id)?;
        Ok::<_, Error>((provider_id, known))
    })?;
    let request = EvidenceRequest {
        idempotency_key: deps.tokens.new_idempotency_key(),
        chargeback_id: provider_id.clone(),
        evidence,
        submits: update.submits,
    };
    let response = match deps.gateway.submit_evidence(&request) {
        // Either the bank no longer accepts evidence, or an earlier call whose response was lost
        // has already submitted it. The chargeback's state at the provider shows which is true.
        Err(GatewayError::Refused { .. }) => {
            refresh_chargeback(deps, &provider_id)?;
            return Err(Error::EvidenceClosed);
        }
        answer => answer?,
    };
    if !apply_answer(deps, known, &response)? {
        refresh_chargeback(deps, &provider_id)?;
    }
    in_transaction(&*deps.database, |store| {
        let chargeback = follow::show_chargeback(store, actor, id)?;
        let action = if update.submits { AuditAction::EvidenceSubmitted } else { AuditAction::EvidenceSaved };
        let entry =
            actor.audit_entry((AuditSubject::Payment, chargeback.payment_id.0), action, deps.clock.now());
        store.audit(&entry.with_after("chargeback", &chargeback.id))?;
        Ok(chargeback)
    })
}

/// Checks that the bank still accepts evidence, and that no other staff member has saved
/// evidence since the caller loaded it. Increments the version. The staff member who saved last
/// may repeat the call, because the first response may have been lost. Returns the chargeback's
/// id at the provider.
fn increment_version(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: ChargebackId,
    update: &EvidenceUpdate,
) -> Result<String> {
    let stored = store.chargeback(id)?.ok_or(Error::NotFound)?;
    let payment = store.payment(stored.payment_id)?.ok_or(Error::NotFound)?;
    store.lock_payable_item(payment.payable)?;
    store.lock_payment(payment.id)?;
    let mut chargeback = store.chargeback(id)?.ok_or(Error::NotFound)?;
    if !chargeback.accepts_evidence(deps.clock.now()) {
        return Err(Error::EvidenceClosed);
    }
    if chargeback.version != update.version && chargeback.evidence_by != Some(actor.id()) {
        return Err(Error::ChangedMeanwhile(store.last_change(AuditSubject::Payment, payment.id.0)?));
    }
    chargeback.version += 1;
    chargeback.evidence_by = Some(actor.id());
    store.update_chargeback(&chargeback)?;
    Ok(chargeback.provider_id)
}

/// Collects stored data about the payment and writes it into the fields of the bank's form.
fn collect_evidence(store: &mut dyn Store, chargeback: &Chargeback) -> Result<Evidence> {
    let payment = store.payment(chargeback.payment_id)?.ok_or(Error::NotFound)?;
    let user = store.user(payment.user_id)?.ok_or(Error::NotFound)?;
    let record = purchase_record(store, &payment)?;
    let paid_at = record.paid_at;
    // The login before the payment is read separately, because it may not be among the newest
    // logins, which the access log lists.
    let before = newest_logins(store, user.id, Some(paid_at))?;
    let lines: Vec<String> = newest_logins(store, user.id, None)?
        .iter()
        .map(|(at, address)| format!("{}: logged in from {address}", format_time(*at)))
        .collect();
    Ok(Evidence::default()
        .with(EvidenceField::CustomerName, user.full_name.as_deref().unwrap_or_default())
        .with(EvidenceField::CustomerEmail, &user.email)
        .with(EvidenceField::CustomerAddress, before.first().map_or("", |(_, address)| address))
        .with(EvidenceField::Product, &record.product)
        .with(
            EvidenceField::ServiceDate,
            &paid_at.with_timezone(&BUSINESS_ZONE).format("%Y-%m-%d").to_string(),
        )
        .with(EvidenceField::AccessLog, &lines.join("\n"))
        .with(EvidenceField::Other, &describe_payment(store, &payment, &record)?))
}

/// The product, receipt number and time of a payment, read from the payment's transaction or hire if there is one.
struct PurchaseRecord {
    product: String,
    receipt: Option<String>,
    paid_at: DateTime<Utc>,
}

/// Returns what a payment paid for, its receipt number, and when it was paid.
fn purchase_record(store: &mut dyn Store, payment: &Payment) -> Result<PurchaseRecord> {
    let kind = match payment.payable.kind() {
        PayableKind::Ticket => "Traffic ticket",
        PayableKind::Parking => "Parking ticket",
        PayableKind::Toll => "Toll",
        PayableKind::Lawyer => "Lawyer for a traffic ticket",
    };
    let (label, receipt, paid_at) = if let Some(found) = store.transaction_of_payment(payment.id)? {
        (
            found.violation_type,
            Some(receipt_number(found.id, found.created_at, BUSINESS_ZONE)),
            found.created_at,
        )
    } else if let Some(hire) = store.hire_of_payment(payment.id)? {
        (
            hire.violation_type,
            Some(hire_receipt_number(hire.id, hire.created_at, BUSINESS_ZONE)),
            hire.created_at,
        )
    } else {
        (None, None, payment.payment_date(payment.created_at))
    };
    let product = label.map_or_else(|| kind.to_owned(), |label| format!("{kind}: {label}"));
    Ok(PurchaseRecord { product, receipt, paid_at })
}

/// Returns the times and IP addresses of a user's newest logins. With `before`, returns only logins before that time.
fn newest_logins(
    store: &mut dyn Store,
    user: UserId,
    before: Option<DateTime<Utc>>,
) -> Result<Vec<(DateTime<Utc>, String)>> {
    let action = Some(AuditAction::LoggedIn);
    let filter = AuditFilter { actor: Some(user), action, to: before, ..AuditFilter::default() };
    let entries = store.audit_entries(&filter, LOGINS)?.items;
    Ok(entries.into_iter().filter_map(|entry| Some((entry.at, entry.address?))).collect())
}

/// Composes the evidence field [`EvidenceField::Other`]: the amount that the driver confirmed, the receipt,
/// refunds and chat messages.
fn describe_payment(store: &mut dyn Store, payment: &Payment, record: &PurchaseRecord) -> Result<String> {
    let mut lines = vec![
        format!("Paid for: {}", record.product),
        format!("Amount shown and confirmed: ${}", payment.amount),
        format!("Confirmation number: {}", payment.confirmation_number),
    ];
    lines.extend(record.receipt.iter().map(|number| format!("Receipt: {number}")));
    lines.push(format!("Payment started: {}", format_time(payment.created_at)));
    lines.push(format!("Paid: {}", format_time(record.paid_at)));
    for refund in store.refunds_of(payment.id)? {
        let what = match refund.status {
            RefundStatus::Succeeded => "Refunded",
            RefundStatus::PaidOtherwise => "Refunded another way",
            _ => continue,
        };
        let refunded_at = format_time(refund.completed_at.unwrap_or(refund.updated_at));
        lines.push(format!("{what}: ${} on {refunded_at}", refund.amount));
    }
    let messages = latest_messages(store, payment.user_id)?;
    if !messages.is_empty() {
        lines.push("\nMessages between the customer and our support:".to_owned());
        lines.extend(messages.iter().map(format_message));
    }
    Ok(lines.join("\n"))
}

/// Returns the latest messages of a driver's latest inquiries, oldest message first.
fn latest_messages(store: &mut dyn Store, user: UserId) -> Result<Vec<ChatMessage>> {
    let inquiries = store.list(&InquiryQuery::all(INQUIRIES).of(user))?.items;
    let mut all = vec![];
    for inquiry in inquiries {
        all.extend(store.chat_messages(inquiry.id, None, MESSAGES)?.items);
    }
    all.sort_by_key(|message| (message.created_at, message.id));
    Ok(all)
}

/// Returns a message with its time and sender. A text longer than [`MESSAGE_LENGTH`] is cut.
fn format_message(message: &ChatMessage) -> String {
    let who = match message.sender_type {
        SenderType::Admin => "support",
        SenderType::User => "customer",
    };
    let mut text: String = message.message.chars().take(MESSAGE_LENGTH).collect();
    if message.message.chars().count() > MESSAGE_LENGTH {
        text.push_str(" [...]");
    }
    format!("{}, {who}: {text}", format_time(message.created_at))
}

fn format_time(time: DateTime<Utc>) -> String {
    format_local_time(time, BUSINESS_ZONE)
}
