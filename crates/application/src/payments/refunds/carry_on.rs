//! Refunds: carrying one on at the provider, and what follows when the money is back (docs/PRODUCT.md#refunds).
//!
//! Rows are locked in one order everywhere: the item, its payment, then the refund. No transaction is open while the provider
//! is asked.

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundReason, RefundStatus};
use domain::security::audit::AuditAction;
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use ports::payments::gateway::{GatewayError, ProviderRefund, RefundRequest, RefundStatus as ProviderStatus};
use ports::payments::refunds::RefundsBefore;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::moves::{is_withheld, left_of};
use crate::payments::refunds::records::{Why, change, write_down};
use crate::payments::refunds::refunded::{self, entry};

/// The provider may forget a key after 24 hours: from then on its list is read before anything is asked for.
const KEY_LASTS: TimeDelta = TimeDelta::hours(23);
/// A refused try is repeated after this, and later after half its age, with a new key.
pub(in crate::payments) const REFUSED_AGAIN: TimeDelta = TimeDelta::hours(6);
/// After this a refused one is left to staff.
const LEFT_TO_STAFF: TimeDelta = TimeDelta::days(30);
/// One that has arrived is looked at after a day, then after twice as long each time, for so long: a bank may send it back.
const FOLLOWED: TimeDelta = TimeDelta::days(35);
const ARRIVED: TimeDelta = TimeDelta::hours(24);

/// Until when refunds must have been left alone to be looked at now.
pub(in crate::payments) fn to_look_at(open_before: DateTime<Utc>, now: DateTime<Utc>) -> RefundsBefore {
    RefundsBefore {
        now,
        open: open_before,
        refused: now - REFUSED_AGAIN,
        left_to_staff: now - LEFT_TO_STAFF,
        arrived: now - ARRIVED,
        forgotten: now - FOLLOWED,
    }
}

/// Rounds of [`start_refunds`]: an answer may decide another refund.
const ROUNDS: usize = 4;

/// Asks the provider at once for a payment's refunds that were just committed. A failure is left to reconciliation.
pub fn start_refunds(deps: &Deps, payment: PaymentId) {
    for _ in 0..ROUNDS {
        match start_once(deps, payment) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(payment = payment.0, %error, "reconciliation will ask for this payment's refunds");
                return;
            }
        }
    }
}

/// The same for the payment of an intent, if it is ours.
pub(in crate::payments) fn start_refunds_of(deps: &Deps, intent_id: &str) {
    match with_store(&*deps.database, |store| Ok::<_, Error>(store.payment_by_intent(intent_id)?)) {
        Ok(Some(payment)) => start_refunds(deps, payment.id),
        Ok(None) => {}
        Err(error) => tracing::warn!(intent_id, %error, "reconciliation will ask for this intent's refunds"),
    }
}

/// Answers whether there was any refund to ask for.
fn start_once(deps: &Deps, payment: PaymentId) -> Result<bool> {
    let new = with_store(&*deps.database, |store| {
        if store.payment(payment)?.map_or(Ok(true), |payment| is_withheld(store, &payment))? {
            return Ok(vec![]);
        }
        let mut refunds = store.refunds_of(payment)?;
        refunds.retain(|refund| refund.status == RefundStatus::Due && refund.asked_at.is_none());
        Ok::<_, Error>(refunds)
    })?;
    for refund in &new {
        carry_on_once(deps, refund.id)?;
    }
    Ok(!new.is_empty())
}

/// Carries a refund on, then starts those that its outcome decided.
///
/// # Errors
/// As [`carry_on_once`].
pub fn carry_on(deps: &Deps, id: RefundId) -> Result<()> {
    carry_on_once(deps, id)?;
    let refund = with_store(&*deps.database, |store| Ok::<_, Error>(store.refund(id)?))?;
    if let Some(refund) = refund {
        start_refunds(deps, refund.payment_id);
    }
    Ok(())
}

/// Carries a refund on: asks for it, or asks how it stands. A repeated call within one try is the same refund at the provider; a
/// refused try is repeated under a new key, after the provider's list has shown that it made none.
///
/// # Errors
/// The provider's and the database's; the next run tries again.
fn carry_on_once(deps: &Deps, id: RefundId) -> Result<()> {
    let (refund, intent_id, withheld) = with_store(&*deps.database, |store| {
        let refund = store.refund(id)?.ok_or(Error::NotFound)?;
        let payment = store.payment(refund.payment_id)?.ok_or(Error::NotFound)?;
        let withheld = is_withheld(store, &payment)?;
        Ok::<_, Error>((refund, payment.provider_intent_id.ok_or(Error::NotFound)?, withheld))
    })?;
    let answer = match (refund.status, &refund.provider_refund_id) {
        // Its bank has the money: what it decides says whether anything is left to refund.
        (RefundStatus::Due | RefundStatus::Refused, _) if withheld => None,
        (RefundStatus::Due, _) => ask(deps, &refund, &intent_id)?,
        (RefundStatus::Refused, _) => ask_anew(deps, &refund, &intent_id)?,
        (RefundStatus::Pending | RefundStatus::Succeeded, Some(theirs)) => {
            Some(Answer::Made(deps.gateway.refund_status(theirs)?))
        }
        _ => None,
    };
    let Some(answer) = answer else { return Ok(()) };
    in_transaction(&*deps.database, |store| {
        let Some((mut payment, mut refund)) = lock(store, id)? else { return Ok(()) };
        match &answer {
            Answer::Made(made) => note(deps, store, &mut payment, &mut refund, made),
            Answer::Refused(words) => note_refusal(deps, store, &payment, &mut refund, words),
        }
    })
}

/// What the provider says to a refund that is asked for.
enum Answer {
    /// It made one, now or before.
    Made(ProviderRefund),
    /// It definitely did not, for this reason.
    Refused(String),
}

/// Asks with the refund's key; none when it has moved on meanwhile.
fn ask(deps: &Deps, refund: &Refund, intent_id: &str) -> Result<Option<Answer>> {
    let now = deps.clock.now();
    if refund.asked_at.is_some_and(|asked_at| now - asked_at > KEY_LASTS) {
        return ask_anew(deps, refund, intent_id);
    }
    let is_ours = take_up(deps, refund, |stored| {
        stored.asked_at = stored.asked_at.or(Some(now));
    })?;
    if !is_ours {
        return Ok(None);
    }
    match call(deps, refund, &refund.idempotency_key, intent_id) {
        // It answers this key with an error of its own once more, and may for a day: its list tells whether it made the refund.
        Err(Error::GatewayDown(GatewayError::Unavailable(_))) if refund.asked_at.is_some() => {
            ask_anew(deps, refund, intent_id)
        }
        answer => answer.map(Some),
    }
}

/// Asks with a new key, after the provider's list has shown that it made no such refund before; none when it has moved on meanwhile.
fn ask_anew(deps: &Deps, refund: &Refund, intent_id: &str) -> Result<Option<Answer>> {
    match made_before(deps, refund, intent_id)? {
        Some(made) => Ok(Some(Answer::Made(made))),
        None => {
            let key = deps.tokens.idempotency_key();
            let is_ours = take_up(deps, refund, |stored| {
                stored.idempotency_key.clone_from(&key);
                stored.asked_at = Some(deps.clock.now());
                if stored.status == RefundStatus::Refused {
                    stored.status = RefundStatus::Due;
                }
            })?;
            if is_ours { call(deps, refund, &key, intent_id).map(Some) } else { Ok(None) }
        }
    }
}

/// Notes that the provider is about to be asked, unless the refund is not what was seen any more: staff may have given the money back
/// in another way, or another process is at it.
fn take_up(deps: &Deps, seen: &Refund, change: impl FnOnce(&mut Refund)) -> Result<bool> {
    in_transaction(&*deps.database, |store| {
        let Some((_, mut stored)) = lock(store, seen.id)? else { return Ok(false) };
        if (stored.status, &stored.idempotency_key) != (seen.status, &seen.idempotency_key) {
            return Ok(false);
        }
        change(&mut stored);
        store.update_refund(&stored)?;
        Ok::<_, Error>(true)
    })
}

fn call(deps: &Deps, refund: &Refund, key: &str, intent_id: &str) -> Result<Answer> {
    let request = RefundRequest {
        idempotency_key: key.to_owned(),
        intent_id: intent_id.to_owned(),
        amount: refund.amount,
        refund_id: refund.id,
        installation: deps.installation.to_string(),
    };
    match deps.gateway.refund(&request) {
        Ok(made) => Ok(Answer::Made(made)),
        // It says that this was done: then it has the refund, unless it was made in its dashboard.
        Err(GatewayError::AlreadyRefunded(message)) => {
            Ok(made_before(deps, refund, intent_id)?.map_or(Answer::Refused(message), Answer::Made))
        }
        Err(GatewayError::Refused { message, .. }) => Ok(Answer::Refused(message)),
        Err(GatewayError::NotFound) => {
            Ok(Answer::Refused("The provider does not know this payment.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// The provider's refund that was made for this one, by its label.
fn made_before(deps: &Deps, refund: &Refund, intent_id: &str) -> Result<Option<ProviderRefund>> {
    let made = deps.gateway.refunds_of(intent_id)?;
    Ok(made.into_iter().find(|made| made.made_for(&deps.installation) == Some(refund.id)))
}

/// Brings us to what the provider says of one of its refunds, by an event or a list. One that we do not know was made in its
/// dashboard: it is written down as such.
///
/// # Errors
/// Only the database's.
pub fn heard_of(deps: &Deps, store: &mut dyn Store, heard: &ProviderRefund) -> Result<()> {
    let Some(intent_id) = &heard.intent_id else { return Ok(()) };
    let Some(payment) = store.payment_by_intent(intent_id)? else { return Ok(()) };
    store.lock_payable_item(payment.payable)?;
    let Some(mut payment) = store.lock_payment(payment.id)? else { return Ok(()) };
    if !payment.has_come_in() {
        return Ok(());
    }
    let known = match store.refund_by_provider_id(&heard.id)? {
        Some(known) => store.lock_refund(known.id)?,
        None => {
            match heard.made_for(&deps.installation).map(|id| store.lock_refund(id)).transpose()?.flatten() {
                // A label is believed only where it fits: the refund waits for one, of this payment and this amount.
                Some(ours)
                    if ours.provider_refund_id.is_none()
                        && ours.payment_id == payment.id
                        && ours.amount == heard.amount =>
                {
                    Some(ours)
                }
                _ => None,
            }
        }
    };
    let mut refund = match known {
        Some(known) => known,
        None => write_down(deps, store, &payment, heard.amount, Why::rule(RefundReason::AtProvider))?,
    };
    note(deps, store, &mut payment, &mut refund, heard)
}

/// Brings a refund to where the provider has it, and the books to what it has moved.
///
/// # Errors
/// Only the database's.
fn note(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &mut Refund,
    heard: &ProviderRefund,
) -> Result<()> {
    bring_on(deps, store, payment, refund, heard)?;
    post::refund_heard(deps, store, payment, refund, heard)
}

/// What is heard late, of a refund that has moved on since, changes nothing.
fn bring_on(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    refund: &mut Refund,
    heard: &ProviderRefund,
) -> Result<()> {
    if refund.provider_refund_id.as_ref().is_some_and(|known| *known != heard.id) {
        return Ok(());
    }
    let to = match heard.status {
        ProviderStatus::Pending => RefundStatus::Pending,
        ProviderStatus::Succeeded => RefundStatus::Succeeded,
        ProviderStatus::Failed => RefundStatus::Failed,
    };
    refund.provider_refund_id = Some(heard.id.clone());
    if !refund.status.can_become(to) {
        refund.updated_at = deps.clock.now();
        return Ok(store.update_refund(refund)?);
    }
    refund.provider_words.clone_from(&heard.failure);
    let was_back = refund.status.is_back();
    change(deps, store, refund, to)?;
    match to {
        RefundStatus::Succeeded => {
            refunded::money_is_back(deps, store, payment, refund)?;
            fit_the_rest(deps, store, payment)
        }
        RefundStatus::Failed => {
            tracing::error!(payment = payment.id.0, refund = refund.id.0, "a refund failed; staff must look");
            if was_back {
                came_again(deps, store, payment, refund)?;
            }
            store.audit(&entry(deps, payment, refund, AuditAction::RefundFailed))?;
            fit_the_rest(deps, store, payment)
        }
        _ => Ok(()),
    }
}

/// The money of a refund is here again. If it pays its item, a refund of the excess takes this one's place. If it pays nothing, this
/// refund stays failed, for staff.
fn came_again(deps: &Deps, store: &mut dyn Store, payment: &mut Payment, refund: &mut Refund) -> Result<()> {
    let excess = refunded::money_came_again(deps, store, payment, refund)?;
    if excess > Money::ZERO {
        change(deps, store, refund, RefundStatus::CalledOff)?;
        write_down(deps, store, payment, excess, Why::rule(RefundReason::PaidTooMuch))?;
    }
    Ok(())
}

fn note_refusal(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &Payment,
    refund: &mut Refund,
    words: &str,
) -> Result<()> {
    if refund.status != RefundStatus::Due {
        return Ok(());
    }
    tracing::error!(
        payment = payment.id.0,
        refund = refund.id.0,
        words,
        "a refund was refused; staff must look"
    );
    refund.provider_words = Some(words.to_owned());
    change(deps, store, refund, RefundStatus::Refused)?;
    store.audit(&entry(deps, payment, refund, AuditAction::RefundFailed))?;
    fit_the_rest(deps, store, payment)
}

/// What waits to go back, or what a bank sent back, is more than there is left, because another refund took a part of it: it is called
/// off, and where all of the payment must go back, what is left does in its place. One whose call may still be out at the provider is
/// left to that call's answer.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn fit_the_rest(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    let all = store.refunds_of(payment.id)?;
    let waits = |refund: &Refund| match refund.status {
        RefundStatus::Refused => true,
        RefundStatus::Due => refund.asked_at.is_none(),
        _ => false,
    };
    let settled: Vec<Refund> = all.iter().filter(|refund| !waits(refund)).cloned().collect();
    let mut left = left_of(store, payment, &settled)?.cents();
    for refund in all {
        let asks = refund.amount.cents();
        let can_be_called_off = waits(&refund) || refund.status == RefundStatus::Failed;
        if !can_be_called_off || asks <= left {
            left -= if waits(&refund) { asks } else { 0 };
            continue;
        }
        let Some(mut held) = store.lock_refund(refund.id)? else { continue };
        change(deps, store, &mut held, RefundStatus::CalledOff)?;
        if left > 0 && refund.reason.is_of_all() {
            let rest = Money::from_cents(std::mem::take(&mut left));
            let why = Why { reason: refund.reason, note: refund.note, by: refund.requested_by };
            write_down(deps, store, payment, rest, why)?;
        }
    }
    Ok(())
}

/// Notes that a refund was looked at, so that the longest untouched come first next time.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn let_others_go_first(
    deps: &Deps,
    id: RefundId,
    begun_at: DateTime<Utc>,
) -> Result<()> {
    in_transaction(&*deps.database, |store| match lock(store, id)? {
        Some((_, mut stored)) if stored.updated_at < begun_at => {
            stored.updated_at = deps.clock.now();
            Ok(store.update_refund(&stored)?)
        }
        _ => Ok(()),
    })
}

/// A refund with its payment, locked in order.
///
/// # Errors
/// Only the database's.
pub(in crate::payments) fn lock(store: &mut dyn Store, id: RefundId) -> Result<Option<(Payment, Refund)>> {
    let Some(refund) = store.refund(id)? else { return Ok(None) };
    let Some(payment) = store.payment(refund.payment_id)? else { return Ok(None) };
    store.lock_payable_item(payment.payable)?;
    let payment = store.lock_payment(payment.id)?;
    Ok(payment.zip(store.lock_refund(id)?))
}
