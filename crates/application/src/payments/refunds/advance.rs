//! Requests refunds from the provider, fetches their status, and applies the results
//! (docs/product/payments.md#refunds).
//!
//! Rows are always locked in the same order: the item, its payment, then the refund. No database transaction
//! is open while the provider is called.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundEvent, RefundReason, RefundStatus};
use domain::security::audit::AuditAction;
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use ports::payments::gateway::{GatewayError, ProviderRefund, RefundRequest, RefundStatus as ProviderStatus};
use ports::payments::refunds::RefundCheckTimes;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::moves::is_withheld;
use crate::payments::refunds::excess::cancel_excess_refunds;
use crate::payments::refunds::records::{RefundDecision, change_refund, insert_refund};
use crate::payments::refunds::refunded::{self, refund_audit_entry};

/// How long an idempotency key reliably prevents a second refund. The provider may forget the
/// key after 24 hours.
const KEY_LASTS: TimeDelta = TimeDelta::hours(23);
/// Minimum wait before a refused refund is requested again with a new key.
pub(in crate::payments) const REFUSED_AGAIN: TimeDelta = TimeDelta::hours(6);
/// Age after which a refused refund isn't requested again. Staff then decide about the refund.
const LEFT_TO_STAFF: TimeDelta = TimeDelta::days(30);
/// Age up to which a completed refund is still checked, because a bank may return the money.
const FOLLOWED: TimeDelta = TimeDelta::days(35);
/// Minimum time between two checks of a completed refund.
const ARRIVED: TimeDelta = TimeDelta::hours(24);

/// Returns the cutoff times that decide, by status, which refunds reconciliation checks. `open_before` is the
/// cutoff for refunds that are due or pending.
pub(in crate::payments) fn refund_check_times(
    open_before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> RefundCheckTimes {
    RefundCheckTimes {
        now,
        open: open_before,
        refused: now - REFUSED_AGAIN,
        oldest_refused: now - LEFT_TO_STAFF,
        arrived: now - ARRIVED,
        oldest_arrived: now - FOLLOWED,
    }
}

/// Maximum number of rounds in [`start_refunds`]. A result may create another refund, which needs another round.
const MAX_PASSES: usize = 4;

/// Requests a payment's newly stored refunds from the provider. If a request fails, reconciliation retries it.
pub fn start_refunds(deps: &Deps, payment: PaymentId) {
    for _ in 0..MAX_PASSES {
        match start_once(deps, payment) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(payment = payment.0, %error, "could not request the refunds of a payment; reconciliation will retry");
                return;
            }
        }
    }
}

/// Calls [`start_refunds`] for the payment with this intent. Does nothing if no
/// payment has this intent.
pub(in crate::payments) fn start_refunds_of(deps: &Deps, intent_id: &str) {
    match with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(intent_id)?)) {
        Ok(Some(payment)) => start_refunds(deps, payment.id),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(intent_id, %error, "could not request the refunds of an intent; reconciliation will retry")
        }
    }
}

/// Requests a payment's new refunds from the provider, unless a bank withholds the money. Returns false if
/// there was nothing to request.
fn start_once(deps: &Deps, payment: PaymentId) -> Result<bool> {
    let new = with_store(&*deps.database, |store| {
        let mut refunds = store.refunds_of(payment)?;
        refunds.retain(|refund| refund.status == RefundStatus::Due && refund.requested_at.is_none());
        if refunds.is_empty() {
            return Ok(refunds);
        }
        let is_withheld = store.payment(payment)?.map_or(Ok(true), |payment| is_withheld(store, &payment))?;
        Ok::<_, Error>(if is_withheld { vec![] } else { refunds })
    })?;
    for refund in &new {
        advance_once(deps, refund.id)?;
    }
    Ok(!new.is_empty())
}

/// Requests a refund or fetches its status, and then requests any new refunds
/// that the result created.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider doesn't respond. The next run of reconciliation retries.
pub fn continue_refund(deps: &Deps, id: RefundId) -> Result<()> {
    advance_once(deps, id)?;
    let refund = with_store(&*deps.database, |store| Ok::<_, Error>(store.refund(id)?))?;
    if let Some(refund) = refund {
        start_refunds(deps, refund.payment_id);
    }
    Ok(())
}

/// Requests a refund or fetches its status. Requests with the same key make only one refund at the
/// provider. A refused refund is requested with a new key, unless the provider's list already
/// contains it. While a bank withholds the money, requests nothing.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider doesn't respond. The next run of reconciliation retries.
fn advance_once(deps: &Deps, id: RefundId) -> Result<()> {
    let (refund, intent_id, withheld) = with_store(&*deps.database, |store| {
        let refund = store.refund(id)?.ok_or(Error::NotFound)?;
        let payment = store.payment(refund.payment_id)?.ok_or(Error::NotFound)?;
        let withheld = is_withheld(store, &payment)?;
        Ok::<_, Error>((refund, payment.provider_intent_id.ok_or(Error::NotFound)?, withheld))
    })?;
    let answer = match (refund.status, &refund.provider_refund_id) {
        // A bank holds the money because of an open chargeback. The bank's decision determines whether any
        // money is left to refund.
        (RefundStatus::Due | RefundStatus::Refused, _) if withheld => None,
        (RefundStatus::Due, _) => request_refund(deps, &refund, &intent_id)?,
        (RefundStatus::Refused, _) => request_with_new_key(deps, &refund, &intent_id)?,
        (RefundStatus::Pending | RefundStatus::Succeeded, Some(theirs)) => {
            Some(RefundAnswer::Made(deps.gateway.refund(theirs)?))
        }
        _ => None,
    };
    let Some(answer) = answer else { return Ok(()) };
    in_transaction(&*deps.database, |store| {
        let Some((mut payment, mut refund)) = lock_refund_with_payment(store, id)? else { return Ok(()) };
        match &answer {
            RefundAnswer::Made(refund_made) => {
                apply_reported(deps, store, &mut payment, &mut refund, refund_made)
            }
            RefundAnswer::Refused(message) => record_refusal(deps, store, &payment, &mut refund, message),
        }
    })
}

/// The provider's response to a refund request.
enum RefundAnswer {
    /// The provider made the refund, because of this request or an earlier one.
    Made(ProviderRefund),
    /// The provider refused to make the refund. Contains the provider's message.
    Refused(String),
}

/// Requests a refund with its stored idempotency key, or with a new key if the stored one may no longer work.
/// Returns `None` if the refund has changed since the caller read it.
fn request_refund(deps: &Deps, refund: &Refund, intent_id: &str) -> Result<Option<RefundAnswer>> {
    let now = deps.clock.now();
    if refund.requested_at.is_some_and(|requested_at| now - requested_at > KEY_LASTS) {
        return request_with_new_key(deps, refund, intent_id);
    }
    let is_ours = update_before_request(deps, refund, |stored| {
        stored.requested_at = stored.requested_at.or(Some(now));
    })?;
    if !is_ours {
        return Ok(None);
    }
    match request_with_key(deps, refund, &refund.idempotency_key, intent_id) {
        // For a day, the provider may return the same server error for the same key. So the
        // provider's list of refunds is checked for this refund instead.
        Err(Error::GatewayDown(GatewayError::Unavailable(_))) if refund.requested_at.is_some() => {
            request_with_new_key(deps, refund, intent_id)
        }
        answer => answer.map(Some),
    }
}

/// Returns the refund if the provider's list contains it. Otherwise requests it with a new idempotency key.
/// Returns `None` if the stored refund has changed since the caller read it.
fn request_with_new_key(deps: &Deps, refund: &Refund, intent_id: &str) -> Result<Option<RefundAnswer>> {
    match find_made_refund(deps, refund, intent_id)? {
        Some(refund_made) => Ok(Some(RefundAnswer::Made(refund_made))),
        None => {
            let key = deps.tokens.new_idempotency_key();
            let is_ours = update_before_request(deps, refund, |stored| {
                stored.idempotency_key.clone_from(&key);
                stored.requested_at = Some(deps.clock.now());
                if stored.status == RefundStatus::Refused {
                    stored.status = RefundStatus::Due;
                }
            })?;
            if is_ours { request_with_key(deps, refund, &key, intent_id).map(Some) } else { Ok(None) }
        }
    }
}

/// Stores a change to a refund just before a request to the provider. Returns false if the refund has changed
/// since the caller read it, for example because another process is working on it.
fn update_before_request(deps: &Deps, expected: &Refund, change: impl FnOnce(&mut Refund)) -> Result<bool> {
    in_transaction(&*deps.database, |store| {
        let Some((_, mut stored)) = lock_refund_with_payment(store, expected.id)? else { return Ok(false) };
        if (stored.status, &stored.idempotency_key) != (expected.status, &expected.idempotency_key) {
            return Ok(false);
        }
        change(&mut stored);
        store.update_refund(&stored)?;
        Ok::<_, Error>(true)
    })
}

/// Requests a refund from the provider with this idempotency key. Returns the refund, or why the provider refused it.
fn request_with_key(deps: &Deps, refund: &Refund, key: &str, intent_id: &str) -> Result<RefundAnswer> {
    let request = RefundRequest {
        idempotency_key: key.to_owned(),
        intent_id: intent_id.to_owned(),
        amount: refund.amount,
        refund_id: refund.id,
        installation: deps.installation.to_string(),
    };
    match deps.gateway.create_refund(&request) {
        Ok(refund_made) => Ok(RefundAnswer::Made(refund_made)),
        // The provider says that the payment is already refunded. If the provider's list doesn't
        // contain this refund, staff refunded the payment in the provider's dashboard.
        Err(GatewayError::AlreadyRefunded(message)) => Ok(find_made_refund(deps, refund, intent_id)?
            .map_or(RefundAnswer::Refused(message), RefundAnswer::Made)),
        Err(GatewayError::Refused { message, .. }) => Ok(RefundAnswer::Refused(message)),
        Err(GatewayError::NotFound) => {
            Ok(RefundAnswer::Refused("The payment provider has no such payment.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Finds the provider's refund whose metadata has this refund's id, if the provider made one.
fn find_made_refund(deps: &Deps, refund: &Refund, intent_id: &str) -> Result<Option<ProviderRefund>> {
    let refunds = deps.gateway.refunds_of(intent_id)?;
    Ok(refunds.into_iter().find(|refunds| refunds.refund_id(&deps.installation) == Some(refund.id)))
}

/// Fetches all refunds of this refund's payment from the provider, and applies them. Called before
/// staff decide about a refund, so that refunds made in the provider's dashboard are stored.
///
/// # Errors
/// [`Error::NotFound`]; [`Error::GatewayDown`] if the provider doesn't respond.
pub(in crate::payments) fn fetch_refunds_of_payment(deps: &Deps, id: RefundId) -> Result<()> {
    let intent_id = with_store(&*deps.database, |store| {
        let refund = store.refund(id)?.ok_or(Error::NotFound)?;
        store
            .payment(refund.payment_id)?
            .and_then(|payment| payment.provider_intent_id)
            .ok_or(Error::NotFound)
    })?;
    let reported = deps.gateway.refunds_of(&intent_id)?;
    in_transaction(&*deps.database, |store| {
        reported.iter().try_for_each(|refund| apply_refund(deps, store, refund))
    })
}

/// Applies the state of a refund that an event or the provider's list reported. A refund that isn't
/// in the database was made in the provider's dashboard, and is stored. Ignores a refund of an
/// unknown payment, or of a payment without received money.
pub fn apply_refund(deps: &Deps, store: &mut dyn Store, reported: &ProviderRefund) -> Result<()> {
    let Some(intent_id) = &reported.intent_id else { return Ok(()) };
    let Some(payment) = store.payment_by_intent(intent_id)? else { return Ok(()) };
    store.lock_payable_item(payment.payable)?;
    let Some(mut payment) = store.lock_payment(payment.id)? else { return Ok(()) };
    if !payment.is_received() {
        return Ok(());
    }
    let known = match store.refund_by_provider_id(&reported.id)? {
        Some(known) => store.lock_refund(known.id)?,
        None => {
            match reported
                .refund_id(&deps.installation)
                .map(|id| store.lock_refund(id))
                .transpose()?
                .flatten()
            {
                // The id in the metadata is ignored if the stored refund has another payment or
                // amount, or already belongs to another refund at the provider.
                Some(ours)
                    if ours.provider_refund_id.is_none()
                        && ours.payment_id == payment.id
                        && ours.amount == reported.amount =>
                {
                    Some(ours)
                }
                _ => None,
            }
        }
    };
    let mut refund = match known {
        Some(known) => known,
        None => insert_refund(
            deps,
            store,
            &payment,
            reported.amount,
            RefundDecision::automatic(RefundReason::AtProvider),
        )?,
    };
    apply_reported(deps, store, &mut payment, &mut refund, reported)
}

/// Applies the provider's state to a stored refund, and posts its balance changes to the books.
fn apply_reported(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &mut Refund,
    reported: &ProviderRefund,
) -> Result<()> {
    advance_status(deps, store, payment, refund, reported)?;
    post::post_refund(deps, store, payment, refund, reported)
}

/// Changes a refund's status to the provider's status. Ignores a reported status that can't follow
/// the current status, for example because the report is late.
fn advance_status(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &mut Refund,
    reported: &ProviderRefund,
) -> Result<()> {
    if refund.provider_refund_id.as_ref().is_some_and(|known| *known != reported.id) {
        return Ok(());
    }
    let new_status = match reported.status {
        ProviderStatus::Pending => RefundStatus::Pending,
        ProviderStatus::Succeeded => RefundStatus::Succeeded,
        ProviderStatus::Failed => RefundStatus::Failed,
    };
    refund.provider_refund_id = Some(reported.id.clone());
    if !refund.status.can_become(new_status) {
        refund.updated_at = deps.clock.now();
        return Ok(store.update_refund(refund)?);
    }
    refund.provider_words.clone_from(&reported.failure);
    let was_back = refund.status.has_reached_driver();
    change_refund(deps, store, refund, RefundEvent::ProviderReported, new_status)?;
    match new_status {
        RefundStatus::Succeeded => {
            refunded::record_refund_completed(deps, store, payment, refund)?;
            cancel_excess_refunds(deps, store, payment)
        }
        RefundStatus::Failed => {
            tracing::error!(
                payment = payment.id.0,
                refund = refund.id.0,
                "a refund failed; staff must handle it"
            );
            if was_back {
                handle_refund_sent_back(deps, store, payment, refund)?;
            }
            store.audit(&refund_audit_entry(deps, payment, refund, AuditAction::RefundFailed))?;
            cancel_excess_refunds(deps, store, payment)
        }
        _ => Ok(()),
    }
}

/// Handles a refund whose money a bank returned. The payment may then settle its item again. If
/// more money is left than the item costs, a new refund of the excess replaces this refund.
/// Otherwise, this refund stays failed.
fn handle_refund_sent_back(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &mut Refund,
) -> Result<()> {
    let excess = refunded::record_refund_sent_back(deps, store, payment, refund)?;
    if excess > Money::ZERO {
        change_refund(deps, store, refund, RefundEvent::Withdrawn, RefundStatus::CalledOff)?;
        insert_refund(deps, store, payment, excess, RefundDecision::automatic(RefundReason::PaidTooMuch))?;
    }
    Ok(())
}

/// Marks a due refund as refused by the provider. `message` is the provider's message. Does nothing
/// if the refund isn't due.
fn record_refusal(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    refund: &mut Refund,
    message: &str,
) -> Result<()> {
    if refund.status != RefundStatus::Due {
        return Ok(());
    }
    tracing::error!(
        payment = payment.id.0,
        refund = refund.id.0,
        words = message,
        "the provider refused a refund; staff must handle it"
    );
    refund.provider_words = Some(message.to_owned());
    change_refund(deps, store, refund, RefundEvent::ProviderRefused, RefundStatus::Refused)?;
    store.audit(&refund_audit_entry(deps, payment, refund, AuditAction::RefundFailed))?;
    cancel_excess_refunds(deps, store, payment)
}

/// Marks a refund as just checked, unless it has changed since `started_at`, when the check started.
pub(in crate::payments) fn mark_checked(deps: &Deps, id: RefundId, started_at: DateTime<Utc>) -> Result<()> {
    in_transaction(&*deps.database, |store| match lock_refund_with_payment(store, id)? {
        Some((_, mut stored)) if stored.updated_at < started_at => {
            stored.updated_at = deps.clock.now();
            Ok(store.update_refund(&stored)?)
        }
        _ => Ok(()),
    })
}

/// Locks a refund's item, its payment and the refund. Returns the payment and the refund; `None` if
/// the refund doesn't exist.
pub(in crate::payments) fn lock_refund_with_payment(
    store: &mut dyn Store,
    id: RefundId,
) -> Result<Option<(Payment, Refund)>> {
    let Some(refund) = store.refund(id)? else { return Ok(None) };
    let Some(payment) = store.payment(refund.payment_id)? else { return Ok(None) };
    store.lock_payable_item(payment.payable)?;
    let payment = store.lock_payment(payment.id)?;
    Ok(payment.zip(store.lock_refund(id)?))
}
