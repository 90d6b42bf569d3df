//! The single entry point for the provider's events, from webhooks and from the provider's list of
//! events. An event names an object, whose current state is fetched from the provider and applied
//! (docs/product/payments.md#reconciliation).
//!
//! No database transaction is open while the provider is called. Rows are always locked in the same order:
//! the item, then its payment.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::ownership::Mismatch;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::settlement::SettlementNeed;
use ports::payments::events::{
    CHARGEBACK_CREATED, EventSubject, INTENT_CREATED, INTENT_DECLINED, INTENT_SUCCEEDED, ProviderEvent,
    ProviderObject, REFUND_CREATED,
};
use ports::payments::gateway::{
    GatewayError, GatewayResult, Intent, IntentStatus, ProviderChargeback, ProviderRefund,
};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::chargebacks::follow::{self, ChargebackSnapshot};
use crate::payments::declines;
use crate::payments::moves::mark_canceled;
use crate::payments::reconciliation::lost;
use crate::payments::refunds::advance;
use crate::payments::resettlement::settlement_need;
use crate::payments::settlement::settle;
use crate::payments::start_payment::{abandon_payment, store_intent};

/// Age at which an intent that wasn't paid is canceled.
pub(super) const ABANDONED: TimeDelta = TimeDelta::hours(24);
/// Maximum number of requests to the provider for one object. A request is repeated if the payment is
/// canceled or the chargeback changes in the meantime.
const ROUNDS: usize = 4;

/// Applies the provider's state of `about`, the object that all of the `events` are about. Stores the events in the
/// same database transaction. Returns whether the object was fetched from the provider.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider doesn't respond. In that case, no event is stored, and
/// the events can be processed again.
pub(in crate::payments) fn ingest(
    deps: &Deps,
    about: &EventSubject,
    events: &[&ProviderEvent],
) -> Result<bool> {
    match about {
        EventSubject::Object(object) => {
            record_declines(deps, object, events)?;
            ingest_object(deps, object, events)
        }
        EventSubject::Nothing | EventSubject::Unrecognized => record_events(deps, events).map(|()| false),
    }
}

/// Stores events that have no effect.
pub(super) fn record_events(deps: &Deps, events: &[&ProviderEvent]) -> Result<()> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        for event in events {
            if store.record_provider_event(event, now)? && event.about == EventSubject::Unrecognized {
                tracing::error!(event = event.id, "could not parse an event; it is stored for staff");
            }
        }
        Ok(())
    })
}

/// Fetches and stores an intent's declined attempts if one of the events reports a decline.
/// [`declines::sync_declines`] may also cancel the payment.
fn record_declines(deps: &Deps, object: &ProviderObject, events: &[&ProviderEvent]) -> Result<()> {
    let ProviderObject::Intent(id) = object else { return Ok(()) };
    if !events.iter().any(|event| event.kind == INTENT_DECLINED) {
        return Ok(());
    }
    let payment = with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(id)?))?;
    payment.map_or(Ok(()), |payment| declines::sync_declines(deps, &payment))
}

/// Fetches an object from the provider and applies its state. Stores `events`, which are about the object, in the
/// same database transaction. Returns whether the object was fetched.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider doesn't respond, or if the payment or chargeback changed during
/// each of [`ROUNDS`] requests.
pub(super) fn ingest_object(deps: &Deps, object: &ProviderObject, events: &[&ProviderEvent]) -> Result<bool> {
    if !events.is_empty() && !may_be_newer(deps, object, events)? {
        return record_events(deps, events).map(|()| false);
    }
    for _ in 0..ROUNDS {
        let provider_state = ProviderState::ask(deps, object)?;
        let is_in = in_transaction(&*deps.database, |store| {
            if !provider_state.is_still_current(deps, store)? {
                return Ok(false);
            }
            let mut is_new = events.is_empty();
            for event in events {
                is_new |= store.record_provider_event(event, deps.clock.now())?;
            }
            if is_new {
                provider_state.apply(deps, store)?;
            }
            Ok::<_, Error>(true)
        })?;
        if is_in {
            provider_state.start_refunds(deps);
            return Ok(true);
        }
    }
    Err(Error::GatewayDown(GatewayError::TimedOut))
}

/// Whether the provider may have a newer state of the object than the database, judging by
/// the kinds of `events`.
fn may_be_newer(deps: &Deps, object: &ProviderObject, events: &[&ProviderEvent]) -> Result<bool> {
    let any = |is: &dyn Fn(&ProviderEvent) -> bool| events.iter().any(|event| is(event));
    with_store(&*deps.database, |store| {
        Ok(match object {
            ProviderObject::Intent(id) => match store.payment_by_intent(id)?.map(|payment| payment.status) {
                Some(PaymentStatus::Creating | PaymentStatus::TimedOut | PaymentStatus::Open) => {
                    any(&|event| event.kind != INTENT_CREATED)
                }
                Some(PaymentStatus::Cancelled) => any(&|event| event.kind == INTENT_SUCCEEDED),
                Some(
                    PaymentStatus::Settled
                    | PaymentStatus::RefundDue
                    | PaymentStatus::Refunded
                    | PaymentStatus::ChargedBack,
                ) => false,
                None => any(&|event| {
                    event.kind == INTENT_SUCCEEDED || event.made_by.as_deref() == Some(&*deps.installation)
                }),
            },
            ProviderObject::Refund(id) => {
                any(&|event| event.kind != REFUND_CREATED) || store.refund_by_provider_id(id)?.is_none()
            }
            ProviderObject::Chargeback(id) => {
                any(&|event| event.kind != CHARGEBACK_CREATED)
                    || store.chargeback_by_provider_id(id)?.is_none()
            }
        })
    })
}

/// Cancels an intent at the provider and returns it. If it can no longer be canceled, returns its
/// current state. Returns `None` if the provider doesn't know the intent.
///
/// # Errors
/// Every gateway error except [`GatewayError::NotFound`].
pub(super) fn cancel_intent(deps: &Deps, id: &str) -> GatewayResult<Option<Intent>> {
    match deps.gateway.cancel_intent(id) {
        Err(GatewayError::Refused { .. }) => none_if_not_found(deps.gateway.intent(id)),
        answer => none_if_not_found(answer),
    }
}

/// Converts the error that the provider doesn't know the object to `None`.
fn none_if_not_found<T>(answer: GatewayResult<T>) -> GatewayResult<Option<T>> {
    match answer {
        Err(GatewayError::NotFound) => Ok(None),
        answer => answer.map(Some),
    }
}

/// The state of an object at the provider. Also has the object's intent, if the intent's
/// success isn't stored yet.
struct ProviderState {
    asked_at: DateTime<Utc>,
    intent: Option<Intent>,
    /// Id of the intent, if the provider doesn't know it.
    gone: Option<String>,
    refund: Option<ProviderRefund>,
    chargeback: Option<(ChargebackSnapshot, ProviderChargeback)>,
}

impl ProviderState {
    /// Fetches an object's state from the provider, and the state of the object's intent if the
    /// intent's success isn't stored yet.
    fn ask(deps: &Deps, object: &ProviderObject) -> Result<Self> {
        let asked_at = deps.clock.now();
        let mut state = Self { asked_at, intent: None, gone: None, refund: None, chargeback: None };
        match object {
            ProviderObject::Intent(id) => state.refresh_intent(deps, id)?,
            ProviderObject::Refund(id) => {
                state.refund = none_if_not_found(deps.gateway.refund(id))?;
                let intent_id = state.refund.as_ref().and_then(|refund| refund.intent_id.clone());
                state.refresh_intent_first(deps, intent_id)?;
            }
            ProviderObject::Chargeback(id) => {
                let known = with_store(&*deps.database, |store| ChargebackSnapshot::of(store, id))?;
                let chargeback = none_if_not_found(deps.gateway.chargeback(id))?;
                let intent_id = chargeback.as_ref().and_then(|chargeback| chargeback.intent_id.clone());
                state.chargeback = chargeback.map(|chargeback| (known, chargeback));
                state.refresh_intent_first(deps, intent_id)?;
            }
        }
        Ok(state)
    }

    /// Fetches the intent `id` of a refund or chargeback, unless `id` is `None` or the intent's
    /// success is already stored. This is needed because a refund's or chargeback's event may
    /// arrive before the intent's own event.
    fn refresh_intent_first(&mut self, deps: &Deps, id: Option<String>) -> Result<()> {
        let Some(id) = id else { return Ok(()) };
        let payment = with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(&id)?))?;
        if payment.is_some_and(|payment| payment.is_received()) {
            Ok(())
        } else {
            self.refresh_intent(deps, &id)
        }
    }

    /// Fetches an intent. If the intent is open but its payment is abandoned or no longer
    /// needed, cancels the intent.
    fn refresh_intent(&mut self, deps: &Deps, id: &str) -> Result<()> {
        let payment = with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(id)?))?;
        let is_abandoned = |payment: &Payment| {
            payment.status == PaymentStatus::Open && self.asked_at - payment.created_at > ABANDONED
        };
        let mut intent = if payment.as_ref().is_some_and(is_abandoned) {
            cancel_intent(deps, id)?
        } else {
            none_if_not_found(deps.gateway.intent(id))?
        };
        if let Some(open) = intent.as_ref().filter(|intent| intent.status == IntentStatus::Open)
            && self.is_superfluous(deps, open)?
        {
            intent = cancel_intent(deps, id)?;
        }
        self.gone = intent.is_none().then(|| id.to_owned());
        self.intent = intent;
        Ok(())
    }

    /// Whether an open intent of this installation should be canceled: its payment was canceled or is too
    /// old, or the item no longer needs to be paid or has another price.
    fn is_superfluous(&self, deps: &Deps, intent: &Intent) -> Result<bool> {
        with_store(&*deps.database, |store| {
            let Ok(payment) = find_payment(deps, store, intent)? else { return Ok(false) };
            if payment.status == PaymentStatus::Cancelled {
                return Ok(true);
            }
            let is_live = !payment.is_received();
            Ok(is_live
                && (self.asked_at - payment.created_at > ABANDONED || !is_still_to_pay(store, &payment)?))
        })
    }

    /// Whether the response can still be applied: since the request to the provider, the chargeback hasn't changed,
    /// and the payment of an open intent wasn't canceled. Keeps the payment locked until the transaction ends.
    fn is_still_current(&self, deps: &Deps, store: &mut dyn Store) -> Result<bool> {
        if let Some((known, response)) = &self.chargeback
            && !known.is_current(store, response)?
        {
            return Ok(false);
        }
        let Some(intent) = self.intent.as_ref().filter(|intent| intent.status == IntentStatus::Open) else {
            return Ok(true);
        };
        let Ok(payment) = find_payment(deps, store, intent)? else { return Ok(true) };
        store.lock_payable_item(payment.payable)?;
        let payment = store.lock_payment(payment.id)?;
        Ok(payment.is_none_or(|payment| payment.status != PaymentStatus::Cancelled))
    }

    /// Requests new refunds of the affected payment from the provider. Must be called after the commit.
    fn start_refunds(&self, deps: &Deps) {
        let refunded = self.refund.as_ref().and_then(|refund| refund.intent_id.as_deref());
        let disputed = self.chargeback.as_ref().and_then(|(_, chargeback)| chargeback.intent_id.as_deref());
        let succeeded = self.intent.as_ref().filter(|intent| intent.status == IntentStatus::Succeeded);
        if let Some(intent_id) = refunded.or(disputed).or(succeeded.map(|intent| intent.id.as_str())) {
            advance::start_refunds_of(deps, intent_id);
        }
    }

    /// Applies the fetched states to the database.
    fn apply(&self, deps: &Deps, store: &mut dyn Store) -> Result<()> {
        if let Some(id) = &self.gone {
            cancel_payment_of_unknown_intent(deps, store, id)?;
        }
        if let Some(intent) = &self.intent {
            apply_intent(deps, store, intent)?;
        }
        if let Some(refund) = &self.refund {
            advance::apply_refund(deps, store, refund)?;
        }
        match &self.chargeback {
            Some((_, chargeback)) => follow::apply_chargeback(deps, store, chargeback),
            None => Ok(()),
        }
    }
}

/// Cancels the payment of an intent that the provider doesn't know, for example because the API
/// keys now belong to another account.
fn cancel_payment_of_unknown_intent(deps: &Deps, store: &mut dyn Store, intent_id: &str) -> Result<()> {
    let Some(payment) = store.payment_by_intent(intent_id)?.filter(|payment| !payment.is_received()) else {
        return Ok(());
    };
    tracing::warn!(payment = payment.id.0, "the provider has no such intent; its payment is canceled");
    abandon_payment(deps, store, &payment)
}

/// Applies an intent's state to its payment. A succeeded intent that matches no payment is recorded for staff; other
/// intents without a payment are ignored.
fn apply_intent(deps: &Deps, store: &mut dyn Store, intent: &Intent) -> Result<()> {
    let payment = match find_payment(deps, store, intent)? {
        Ok(payment) => payment,
        Err(mismatch) if intent.status == IntentStatus::Succeeded => {
            return lost::record_unmatched(deps, store, intent, mismatch);
        }
        Err(_) => return Ok(()),
    };
    if intent.status == IntentStatus::Succeeded {
        return settle(deps, store, &payment, intent).map(drop);
    }
    store.lock_payable_item(payment.payable)?;
    let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
    store_intent(deps, store, &mut stored, intent)?;
    if intent.status != IntentStatus::Cancelled {
        let is_processing = intent.status == IntentStatus::Processing;
        store.set_payment_processing(stored.id, is_processing)?;
        // Storing the payment marks it as just checked, so reconciliation checks other payments first.
        stored.updated_at = deps.clock.now();
        return Ok(store.update_payment(&stored)?);
    }
    if stored.status == PaymentStatus::Open {
        mark_canceled(deps, store, &mut stored)?;
    }
    Ok(())
}

/// Finds the payment with this intent's id or, if no payment has the id yet, the payment that the
/// intent's metadata names. Otherwise, returns why no payment matches.
fn find_payment(
    deps: &Deps,
    store: &mut dyn Store,
    intent: &Intent,
) -> Result<std::result::Result<Payment, Mismatch>> {
    if let Some(payment) = store.payment_by_intent(&intent.id)? {
        return Ok(Ok(payment));
    }
    let named = intent.labels.payment_id.map_or(Ok(None), |id| store.payment(id))?;
    let Some(payment) = named else { return Ok(Err(Mismatch::Payment)) };
    Ok(intent.identity().must_match_payment(&payment, &deps.installation).map(|()| payment))
}

/// Whether the item must still be paid and still costs the payment's amount.
fn is_still_to_pay(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    let item = store.payable_item(payment.payable)?;
    let facts = store.standing_facts(payment.payable)?;
    Ok(settlement_need(store, payment, item.as_ref(), &facts)? == SettlementNeed::Due(payment.amount))
}
