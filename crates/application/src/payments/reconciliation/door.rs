//! The one door for all that is heard of the provider, pushed or listed: an event names an object, the object is asked for, and
//! what it says now is brought in (docs/PRODUCT.md#reconciliation).
//!
//! No transaction is open while the provider is asked. Rows are locked in one order everywhere: the item, then its payment.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::ownership::Mismatch;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::settlement::Need;
use ports::payments::events::{
    About, CHARGEBACK_CREATED, INTENT_CREATED, INTENT_DECLINED, INTENT_SUCCEEDED, ProviderEvent,
    ProviderObject, REFUND_CREATED,
};
use ports::payments::gateway::{
    GatewayError, GatewayResult, Intent, IntentStatus, ProviderChargeback, ProviderRefund,
};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::chargebacks::follow::{self, Known};
use crate::payments::declines;
use crate::payments::moves::move_to;
use crate::payments::reconciliation::lost;
use crate::payments::refunds::carry_on;
use crate::payments::resettlement::need;
use crate::payments::settlement::settle;
use crate::payments::start_payment::{adopt, cancel};

/// An intent nobody pays is called off after this.
pub(super) const ABANDONED: TimeDelta = TimeDelta::hours(24);
/// How often it is asked anew when something else happened meanwhile.
const ROUNDS: usize = 4;

/// Brings in what these events are about, which is one thing, and records them in the same transaction. Answers whether the provider
/// was asked.
///
/// # Errors
/// The provider's and the database's: nothing is recorded then, and the same can be heard again.
pub(in crate::payments) fn hear(deps: &Deps, about: &About, events: &[&ProviderEvent]) -> Result<bool> {
    match about {
        About::Object(object) => {
            note_declines(deps, object, events)?;
            enter(deps, object, events)
        }
        About::Nothing | About::NotUnderstood => record(deps, events).map(|()| false),
    }
}

/// Records events that have no effect.
///
/// # Errors
/// Only the database's.
pub(super) fn record(deps: &Deps, events: &[&ProviderEvent]) -> Result<()> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        for event in events {
            if store.record_event(event, now)? && event.about == About::NotUnderstood {
                tracing::error!(event = event.id, "an event was not understood; it is stored");
            }
        }
        Ok(())
    })
}

/// An intent does not tell of the tries that failed: they are asked for by themselves.
fn note_declines(deps: &Deps, object: &ProviderObject, events: &[&ProviderEvent]) -> Result<()> {
    let ProviderObject::Intent(id) = object else { return Ok(()) };
    if !events.iter().any(|event| event.kind == INTENT_DECLINED) {
        return Ok(());
    }
    let payment = with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(id)?))?;
    payment.map_or(Ok(()), |payment| declines::look_at(deps, &payment))
}

/// Asks for an object and brings us to what it says, with the events that named it, if any did.
///
/// # Errors
/// The provider's and the database's.
pub(super) fn enter(deps: &Deps, object: &ProviderObject, events: &[&ProviderEvent]) -> Result<bool> {
    if !events.is_empty() && !is_news(deps, object, events)? {
        return record(deps, events).map(|()| false);
    }
    for _ in 0..ROUNDS {
        let seen = Seen::ask(deps, object)?;
        let is_in = in_transaction(&*deps.database, |store| {
            if !seen.still_holds(deps, store)? {
                return Ok(false);
            }
            let mut is_new = events.is_empty();
            for event in events {
                is_new |= store.record_event(event, deps.clock.now())?;
            }
            if is_new {
                seen.apply(deps, store)?;
            }
            Ok::<_, Error>(true)
        })?;
        if is_in {
            seen.start_refunds(deps);
            return Ok(true);
        }
    }
    Err(Error::GatewayDown(GatewayError::TimedOut))
}

/// Whether asking can tell anything that is not known here.
fn is_news(deps: &Deps, object: &ProviderObject, events: &[&ProviderEvent]) -> Result<bool> {
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

/// Calls an intent off. One that can no longer be is looked at instead; none when the provider does not know it.
///
/// # Errors
/// The provider's.
pub(super) fn call_off(deps: &Deps, id: &str) -> GatewayResult<Option<Intent>> {
    match deps.gateway.cancel_intent(id) {
        Err(GatewayError::Refused { .. }) => found(deps.gateway.intent(id)),
        answer => found(answer),
    }
}

fn found<T>(answer: GatewayResult<T>) -> GatewayResult<Option<T>> {
    match answer {
        Err(GatewayError::NotFound) => Ok(None),
        answer => answer.map(Some),
    }
}

/// What the provider said of an object, and of the intent it belongs to when that one's success was not heard of before.
struct Seen {
    asked_at: DateTime<Utc>,
    intent: Option<Intent>,
    /// The provider does not know this intent.
    gone: Option<String>,
    refund: Option<ProviderRefund>,
    chargeback: Option<(Known, ProviderChargeback)>,
}

impl Seen {
    fn ask(deps: &Deps, object: &ProviderObject) -> Result<Self> {
        let asked_at = deps.clock.now();
        let mut seen = Self { asked_at, intent: None, gone: None, refund: None, chargeback: None };
        match object {
            ProviderObject::Intent(id) => seen.ask_intent(deps, id)?,
            ProviderObject::Refund(id) => {
                seen.refund = found(deps.gateway.refund_status(id))?;
                let of = seen.refund.as_ref().and_then(|refund| refund.intent_id.clone());
                seen.ask_intent_first(deps, of)?;
            }
            ProviderObject::Chargeback(id) => {
                let known = with_store(&*deps.database, |store| Known::of(store, id))?;
                let heard = found(deps.gateway.chargeback(id))?;
                let of = heard.as_ref().and_then(|heard| heard.intent_id.clone());
                seen.chargeback = heard.map(|heard| (known, heard));
                seen.ask_intent_first(deps, of)?;
            }
        }
        Ok(seen)
    }

    /// What comes after the money may be heard of before the money itself.
    fn ask_intent_first(&mut self, deps: &Deps, id: Option<String>) -> Result<()> {
        let Some(id) = id else { return Ok(()) };
        let payment = with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(&id)?))?;
        if payment.is_some_and(|payment| payment.has_come_in()) { Ok(()) } else { self.ask_intent(deps, &id) }
    }

    fn ask_intent(&mut self, deps: &Deps, id: &str) -> Result<()> {
        let payment = with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(id)?))?;
        let is_abandoned = |payment: &Payment| {
            payment.status == PaymentStatus::Open && self.asked_at - payment.created_at > ABANDONED
        };
        let mut intent = if payment.as_ref().is_some_and(is_abandoned) {
            call_off(deps, id)?
        } else {
            found(deps.gateway.intent(id))?
        };
        if let Some(open) = intent.as_ref().filter(|intent| intent.status == IntentStatus::Open)
            && self.is_superfluous(deps, open)?
        {
            intent = call_off(deps, id)?;
        }
        self.gone = intent.is_none().then(|| id.to_owned());
        self.intent = intent;
        Ok(())
    }

    /// Whether an open intent of ours should not be paid any more: its payment was given up, perhaps without ever having heard of it,
    /// or nobody needs it, or not by this amount.
    fn is_superfluous(&self, deps: &Deps, intent: &Intent) -> Result<bool> {
        with_store(&*deps.database, |store| {
            let Ok(payment) = find(deps, store, intent)? else { return Ok(false) };
            if payment.status == PaymentStatus::Cancelled {
                return Ok(true);
            }
            let is_live = !payment.has_come_in();
            Ok(is_live && (self.asked_at - payment.created_at > ABANDONED || !is_wanted(store, &payment)?))
        })
    }

    /// Whether what was decided while asking is still right. The payment stays locked.
    fn still_holds(&self, deps: &Deps, store: &mut dyn Store) -> Result<bool> {
        if let Some((known, heard)) = &self.chargeback
            && !known.is_all(store, heard)?
        {
            return Ok(false);
        }
        let Some(intent) = self.intent.as_ref().filter(|intent| intent.status == IntentStatus::Open) else {
            return Ok(true);
        };
        let Ok(payment) = find(deps, store, intent)? else { return Ok(true) };
        store.lock_payable_item(payment.payable)?;
        let payment = store.lock_payment(payment.id)?;
        Ok(payment.is_none_or(|payment| payment.status != PaymentStatus::Cancelled))
    }

    /// Asks the provider for the refunds that this decided, now that they are committed.
    fn start_refunds(&self, deps: &Deps) {
        let refunded = self.refund.as_ref().and_then(|refund| refund.intent_id.as_deref());
        let disputed = self.chargeback.as_ref().and_then(|(_, heard)| heard.intent_id.as_deref());
        let succeeded = self.intent.as_ref().filter(|intent| intent.status == IntentStatus::Succeeded);
        if let Some(intent_id) = refunded.or(disputed).or(succeeded.map(|intent| intent.id.as_str())) {
            carry_on::start_refunds_of(deps, intent_id);
        }
    }

    fn apply(&self, deps: &Deps, store: &mut dyn Store) -> Result<()> {
        if let Some(id) = &self.gone {
            give_up(deps, store, id)?;
        }
        if let Some(intent) = &self.intent {
            bring_in(deps, store, intent)?;
        }
        if let Some(refund) = &self.refund {
            carry_on::heard_of(deps, store, refund)?;
        }
        match &self.chargeback {
            Some((_, heard)) => follow::heard_of(deps, store, heard),
            None => Ok(()),
        }
    }
}

/// The provider does not know an intent, as after a change of its keys: a payment that waits for it is given up.
fn give_up(deps: &Deps, store: &mut dyn Store, intent_id: &str) -> Result<()> {
    let Some(payment) = store.payment_by_intent(intent_id)?.filter(|payment| !payment.has_come_in()) else {
        return Ok(());
    };
    tracing::warn!(payment = payment.id.0, "the provider does not know this intent; its payment is given up");
    cancel(deps, store, &payment)
}

/// Brings a payment to where its intent is.
fn bring_in(deps: &Deps, store: &mut dyn Store, intent: &Intent) -> Result<()> {
    let payment = match find(deps, store, intent)? {
        Ok(payment) => payment,
        Err(mismatch) if intent.status == IntentStatus::Succeeded => {
            return lost::note(deps, store, intent, mismatch);
        }
        Err(_) => return Ok(()),
    };
    if intent.status == IntentStatus::Succeeded {
        return settle(deps, store, payment.id, intent).map(drop);
    }
    store.lock_payable_item(payment.payable)?;
    let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
    adopt(deps, store, &mut stored, intent)?;
    if intent.status != IntentStatus::Cancelled {
        let is_processing = intent.status == IntentStatus::Processing;
        store.note_processing(stored.id, is_processing)?;
        // It was looked at just now: its turn to be asked about by itself comes later.
        stored.updated_at = deps.clock.now();
        return Ok(store.update_payment(&stored)?);
    }
    if stored.status == PaymentStatus::Open {
        move_to(deps, store, &mut stored, PaymentStatus::Cancelled)?;
    }
    Ok(())
}

/// By the intent's id, or, when the create call's answer was lost, by its labels; else what does not agree.
fn find(
    deps: &Deps,
    store: &mut dyn Store,
    intent: &Intent,
) -> Result<std::result::Result<Payment, Mismatch>> {
    if let Some(payment) = store.payment_by_intent(&intent.id)? {
        return Ok(Ok(payment));
    }
    let named = intent.labels.payment_id.map_or(Ok(None), |id| store.payment(id))?;
    let Some(payment) = named else { return Ok(Err(Mismatch::Payment)) };
    Ok(intent.claim().must_be_of(&payment, &deps.installation).map(|()| payment))
}

/// Whether the item still needs paying, by this amount.
fn is_wanted(store: &mut dyn Store, payment: &Payment) -> Result<bool> {
    let item = store.payable_item(payment.payable)?;
    Ok(need(store, payment, item.as_ref())? == Need::Due(payment.amount))
}
