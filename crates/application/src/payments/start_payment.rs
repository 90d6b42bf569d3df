//! Beginning to pay: `POST /api/create-payment-intent` (docs/PRODUCT.md#amount-due).
//!
//! Transaction, then the provider's call with no transaction open, then a transaction. The idempotency key is in the
//! database before the first call, so that a lost answer never makes a second intent.

use domain::driving_record::fine::not_payable;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::confirmation::ConfirmationNumber;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::{GatewayError, GatewayResult, Intent, IntentRequest, IntentStatus};
use ports::payments::records::NewPayment;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::declines;
use crate::payments::moves::move_to;
use crate::payments::settlement::{self, Settled, settle_now};

/// What the page needs to take the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedPayment {
    /// Confirms the intent.
    pub client_secret: String,
    /// The provider's id; the confirmation page brings it back.
    pub intent_id: String,
    /// What will be charged.
    pub amount: Money,
}

/// How often a payment in the way (stale, cancelled elsewhere) is cleared before giving up.
const ROUNDS: usize = 4;

/// Opens an intent for an item, or answers the one that is open: two tabs share it, so there is one charge.
///
/// # Errors
/// [`Error::NotFound`] for an item that is not the caller's, [`Error::AlreadyPaid`], [`Error::PaymentBeingChecked`], [`Error::SettledWithCity`], [`Error::LawyerAtWork`], [`Error::AmountChanged`] when `shown`
/// is not what is due, [`Error::TooManyDeclines`], [`Error::LegalHelpNotOffered`] in the driver's state, [`Error::GatewayDown`] when the provider does not answer; trying again is safe.
pub fn start_payment(deps: &Deps, actor: &Actor, payable: Payable, shown: Money) -> Result<StartedPayment> {
    start(deps, actor, payable, shown, false)
}

/// The same of a ticket that a lawyer is at work on: paying is a guilty plea and ends the lawyer's work, and the driver has said yes
/// to that.
///
/// # Errors
/// As [`start_payment`], without [`Error::LawyerAtWork`].
pub fn start_payment_despite_lawyer(
    deps: &Deps,
    actor: &Actor,
    payable: Payable,
    shown: Money,
) -> Result<StartedPayment> {
    start(deps, actor, payable, shown, true)
}

fn start(
    deps: &Deps,
    actor: &Actor,
    payable: Payable,
    shown: Money,
    is_despite_lawyer: bool,
) -> Result<StartedPayment> {
    for round in 0..ROUNDS {
        let (payment, due) = in_transaction(&*deps.database, |store| {
            if !is_despite_lawyer {
                nobody_at_work(store, actor, payable)?;
            }
            let planned = plan(deps, store, actor, payable, shown)?;
            note_confirmation(store, &planned.0, is_despite_lawyer)?;
            if round == 0 {
                tell_of_staff(deps, store, actor, &planned.0)?;
            }
            Ok::<_, Error>(planned)
        })?;
        if let Some(started) = advance(deps, &payment, due)? {
            return Ok(started);
        }
    }
    Err(Error::GatewayDown(GatewayError::TimedOut))
}

/// Stores whether the driver confirmed paying a ticket despite its lawyer. Two tabs share one payment, so a confirmation in either counts.
fn note_confirmation(store: &mut dyn Store, payment: &Payment, is_despite_lawyer: bool) -> Result<()> {
    let Payable::Ticket(_) = payment.payable else { return Ok(()) };
    if is_despite_lawyer || store.despite_lawyer(payment.id)?.is_none() {
        store.note_despite_lawyer(payment.id, is_despite_lawyer)?;
    }
    Ok(())
}

/// The trail tells when staff begin, or are handed, a driver's payment.
fn tell_of_staff(deps: &Deps, store: &mut dyn Store, actor: &Actor, payment: &Payment) -> Result<()> {
    let (subject, now) = ((AuditSubject::Payment, payment.id.0), deps.clock.now());
    match actor.entry_for(payment.user_id, subject, AuditAction::PaymentBegun, now) {
        Some(entry) => Ok(store.audit(&entry.is("amount", &payment.amount))?),
        None => Ok(()),
    }
}

/// A ticket that a lawyer is at work on is not paid by the way. What is paid, or not the caller's, is answered as such first.
fn nobody_at_work(store: &mut dyn Store, actor: &Actor, payable: Payable) -> Result<()> {
    let Payable::Ticket(_) = payable else { return Ok(()) };
    let item = store.lock_payable_item(payable)?.ok_or(Error::NotFound)?;
    actor.must_own(item.user_id)?;
    let is_at_work = store.standing_facts(payable)?.lawyer_at_work.is_some();
    if is_at_work && !item.is_paid { Err(Error::LawyerAtWork) } else { Ok(()) }
}

/// Decides what is due and writes the payment down; no call to the provider here. The item's lock makes two tabs wait for
/// each other, so that they find one payment.
fn plan(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    payable: Payable,
    shown: Money,
) -> Result<(Payment, Money)> {
    let item = store.lock_payable_item(payable)?.ok_or(Error::NotFound)?;
    actor.must_own(item.user_id)?;
    let hired = match payable {
        Payable::Lawyer(ticket) => store.has_active_hire(ticket)?,
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => false,
    };
    if item.is_paid || hired {
        return Err(Error::AlreadyPaid);
    }
    if store.has_lost_payment(payable)? {
        return Err(Error::PaymentBeingChecked);
    }
    if let Payable::Parking(_) = payable
        && store.standing_facts(payable)?.is_settled_with_city()
    {
        return Err(Error::SettledWithCity);
    }
    if matches!(payable, Payable::Lawyer(_)) {
        must_be_offered(deps, store, item.user_id)?;
    }
    let due = payable.due(item.fine);
    if let Some(reason) = not_payable(due) {
        return Err(Error::field("itemId", reason.sentence()));
    }
    if shown != due {
        return Err(Error::AmountChanged(due));
    }
    declines::nobody_waits(deps, store, actor, item.user_id)?;
    let now = deps.clock.now();
    if let Some(live) = store.lock_live_payment(payable)? {
        store.note_asker(live.id, &actor.address, now)?;
        return Ok((live, due));
    }
    declines::make_room(deps, store, item.user_id, due)?;
    let payment = store.insert_payment(&NewPayment {
        user_id: item.user_id,
        payable,
        amount: due,
        idempotency_key: deps.tokens.idempotency_key(),
        confirmation_number: ConfirmationNumber::from_random(deps.tokens.ten_bytes()).as_str().to_owned(),
        created_at: now,
    })?;
    store.note_asker(payment.id, &actor.address, now)?;
    Ok((payment, due))
}

/// What counts is the driver's own state, also when staff begin the payment.
fn must_be_offered(deps: &Deps, store: &mut dyn Store, driver: UserId) -> Result<()> {
    let state = store.user(driver)?.ok_or(Error::NotFound)?.state;
    match state.filter(|state| !deps.legal_help.is_offered(Some(*state))) {
        Some(state) => Err(Error::LegalHelpNotOffered(state.name())),
        None => Ok(()),
    }
}

/// Takes the payment one step further at the provider; none means: look again.
fn advance(deps: &Deps, payment: &Payment, due: Money) -> Result<Option<StartedPayment>> {
    let intent = match payment.provider_intent_id.as_deref().filter(|_| payment.status == PaymentStatus::Open)
    {
        None => create(deps, payment)?,
        Some(id) => look_at(deps, payment, id, due)?,
    };
    let Some(intent) = intent else { return Ok(None) };
    match intent.status {
        IntentStatus::Succeeded => match settle_now(deps, payment.id, &intent)? {
            Settled::GoesBack(reason) => Err(Error::MoneyGoesBack(reason)),
            Settled::Transaction(_) | Settled::Hire(_) => Err(Error::AlreadyPaid),
            Settled::NotOurs => Err(Error::NotPaid),
        },
        IntentStatus::Processing => {
            note_processing(deps, payment, true)?;
            Err(Error::PaymentProcessing)
        }
        IntentStatus::Cancelled => {
            in_transaction(&*deps.database, |store| cancel(deps, store, payment))?;
            Ok(None)
        }
        IntentStatus::Open if payment.amount != due => Ok(None),
        IntentStatus::Open => Ok(started(payment, intent)),
    }
}

/// Notes whether the driver's bank is working on a payment: its item is not due meanwhile.
///
/// # Errors
/// Only the database's.
pub fn note_processing(deps: &Deps, payment: &Payment, is_processing: bool) -> Result<()> {
    with_store(&*deps.database, |store| Ok(store.note_processing(payment.id, is_processing)?))
}

fn started(payment: &Payment, intent: Intent) -> Option<StartedPayment> {
    Some(StartedPayment {
        client_secret: intent.client_secret.or_else(|| payment.client_secret.clone())?,
        intent_id: intent.id,
        amount: payment.amount,
    })
}

/// Asks the provider for the intent of a payment that is written down, always with the payment's own key. None when the
/// payment went another way meanwhile (paid, called off, given up): an intent that we do not hold open is not handed out.
fn create(deps: &Deps, payment: &Payment) -> Result<Option<Intent>> {
    let answer = deps.gateway.create_intent(&IntentRequest {
        idempotency_key: payment.idempotency_key.clone(),
        payment_id: payment.id,
        user_id: payment.user_id,
        installation: deps.installation.to_string(),
        confirmation_number: payment.confirmation_number.clone(),
        payable: payment.payable,
        amount: payment.amount,
        description: format!(
            "Lanewise {} payment {}",
            payment.payable.kind().as_str(),
            payment.confirmation_number
        ),
    });
    let is_open = in_transaction(&*deps.database, |store| {
        store.lock_payable_item(payment.payable)?;
        let Some(mut stored) = store.lock_payment(payment.id)? else { return Err(Error::NotFound) };
        match &answer {
            Ok(intent) => adopt(deps, store, &mut stored, intent)?,
            Err(GatewayError::TimedOut) if stored.status == PaymentStatus::Creating => {
                move_to(deps, store, &mut stored, PaymentStatus::TimedOut)?;
            }
            // The provider keeps an error of its own under the key: the next request is a fresh payment. Should it have made an
            // intent all the same, nobody holds its secret.
            Err(GatewayError::Refused { .. } | GatewayError::Unavailable(_)) if is_unopened(&stored) => {
                move_to(deps, store, &mut stored, PaymentStatus::Cancelled)?;
            }
            Err(_) => {}
        }
        Ok(stored.status == PaymentStatus::Open)
    })?;
    Ok(Some(answer?).filter(|_| is_open))
}

/// Stores what the provider says about an intent, unless the payment has moved on meanwhile.
///
/// # Errors
/// Only the database's.
pub fn adopt(deps: &Deps, store: &mut dyn Store, payment: &mut Payment, intent: &Intent) -> Result<()> {
    if !is_unopened(payment) {
        return Ok(());
    }
    payment.provider_intent_id = Some(intent.id.clone());
    payment.client_secret.clone_from(&intent.client_secret);
    move_to(deps, store, payment, PaymentStatus::Open)
}

/// Whether the provider's answer to the create call is still out.
pub fn is_unopened(payment: &Payment) -> bool {
    matches!(payment.status, PaymentStatus::Creating | PaymentStatus::TimedOut)
}

/// An intent that we hold open, called off if its amount is no longer due. None when the provider does not know it, as after
/// a change of its keys: the payment is given up, and the next round makes another.
fn look_at(deps: &Deps, payment: &Payment, id: &str, due: Money) -> Result<Option<Intent>> {
    match if payment.amount == due { deps.gateway.intent(id) } else { call_off(deps, id) } {
        Err(GatewayError::NotFound) => {
            tracing::warn!(
                payment = payment.id.0,
                "the provider does not know this intent; its payment is given up"
            );
            in_transaction(&*deps.database, |store| cancel(deps, store, payment))?;
            Ok(None)
        }
        answer => Ok(Some(answer?)),
    }
}

/// One that can no longer be called off is looked at instead.
fn call_off(deps: &Deps, id: &str) -> GatewayResult<Intent> {
    match deps.gateway.cancel_intent(id) {
        Err(GatewayError::Refused { .. }) => deps.gateway.intent(id),
        answer => answer,
    }
}

/// Notes that a payment's intent was called off.
///
/// # Errors
/// Only the database's.
pub fn cancel(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    store.lock_payable_item(payment.payable)?;
    let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
    if settlement::already(store, &stored)?.is_none() && stored.status != PaymentStatus::Cancelled {
        move_to(deps, store, &mut stored, PaymentStatus::Cancelled)?;
    }
    Ok(())
}
