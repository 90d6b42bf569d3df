//! Start of a payment: `POST /api/create-payment-intent` (docs/product/payments.md#amount-due).
//!
//! Starting a payment takes a database transaction, a call to the provider, and a second database
//! transaction. The idempotency key is stored before the call, so that a lost response never causes
//! a second intent.

use domain::driving_record::fine::not_payable;
use domain::driving_record::standing::HasStanding;
use domain::payments::payment::{Payment, PaymentEvent, PaymentStatus};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::confirmation::ConfirmationNumber;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::payments::gateway::{GatewayError, GatewayResult, Intent, IntentRequest, IntentStatus};
use ports::payments::records::NewPayment;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::declines;
use crate::payments::moves::{change_payment_status, mark_canceled};
use crate::payments::settlement::{self, PaymentOutcome, settle_now};
use crate::shared::cases::pool::{LawyerPool, court_of_case};

/// The data that the page needs to show the card form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedPayment {
    /// The secret with which the page confirms the intent at the provider.
    pub client_secret: String,
    /// The intent's id, which the confirmation page sends back.
    pub intent_id: String,
    /// The amount that will be charged.
    pub amount: Money,
}

/// Maximum number of attempts to start a payment. Another attempt is made if the payment was
/// canceled or its amount is outdated.
const ROUNDS: usize = 4;

/// Creates an intent for an item, or returns the item's open intent. Two browser tabs get the same intent, so
/// that only one charge is possible.
///
/// # Errors
/// [`Error::NotFound`] for another driver's item; [`Error::Forbidden`] for lawyers;
/// [`Error::AmountChanged`] if `shown_amount` is not the amount due; a field error for `itemId`
/// if the item's amount can't be charged; [`Error::GatewayDown`] if the provider doesn't
/// respond, after which the call can be repeated. Also [`Error::AlreadyPaid`],
/// [`Error::SettledWithCity`], [`Error::PaymentBeingChecked`], [`Error::LawyerAtWork`],
/// [`Error::TooManyDeclines`], [`Error::NoLawyerForCourt`], [`Error::LegalHelpNotOffered`],
/// [`Error::CaseDecided`], [`Error::Dismissed`], [`Error::BeingChecked`],
/// [`Error::PaymentProcessing`], [`Error::MoneyGoesBack`] and [`Error::PaymentRefused`].
pub fn start_payment(
    deps: &Deps,
    actor: &Actor,
    payable: Payable,
    shown_amount: Money,
) -> Result<StartedPayment> {
    start_with_retries(deps, actor, payable, shown_amount, false)
}

/// Starts a payment like [`start_payment`], even for a ticket that a lawyer works on. The driver
/// must have confirmed that paying ends the lawyer's work.
///
/// # Errors
/// The same errors as [`start_payment`], except [`Error::LawyerAtWork`].
pub fn start_payment_despite_lawyer(
    deps: &Deps,
    actor: &Actor,
    payable: Payable,
    shown_amount: Money,
) -> Result<StartedPayment> {
    start_with_retries(deps, actor, payable, shown_amount, true)
}

/// Calls [`plan_payment`] and [`advance_intent`]. Repeats both calls, up to [`ROUNDS`] times, if the payment
/// changed in the meantime. `is_despite_lawyer` says whether the driver confirmed paying although a
/// lawyer works on the ticket.
fn start_with_retries(
    deps: &Deps,
    actor: &Actor,
    payable: Payable,
    shown_amount: Money,
    is_despite_lawyer: bool,
) -> Result<StartedPayment> {
    for round in 0..ROUNDS {
        let (payment, due) = in_transaction(&*deps.database, |store| {
            let planned = plan_payment(deps, store, actor, payable, shown_amount, is_despite_lawyer)?;
            if round == 0 {
                audit_staff_start(deps, store, actor, &planned.0)?;
            }
            Ok::<_, Error>(planned)
        })?;
        if let Some(started_payment) = advance_intent(deps, &payment, due)? {
            return Ok(started_payment);
        }
    }
    Err(Error::GatewayDown(GatewayError::TimedOut))
}

/// Stores whether the driver confirmed paying although a lawyer works on the ticket. Browser tabs share one
/// payment, so a confirmation in one tab counts for all.
fn store_confirmation(store: &mut dyn Store, payment: &Payment, is_despite_lawyer: bool) -> Result<()> {
    let Payable::Ticket(_) = payment.payable else { return Ok(()) };
    if is_despite_lawyer || store.was_paid_despite_lawyer(payment.id)?.is_none() {
        store.set_despite_lawyer_confirmed(payment.id, is_despite_lawyer)?;
    }
    Ok(())
}

/// Adds an audit entry if staff start or continue a driver's payment.
fn audit_staff_start(deps: &Deps, store: &mut dyn Store, actor: &Actor, payment: &Payment) -> Result<()> {
    let (subject, now) = ((AuditSubject::Payment, payment.id.0), deps.clock.now());
    match actor.audit_entry_if_staff(payment.user_id, subject, AuditAction::PaymentBegun, now) {
        Some(entry) => Ok(store.audit(&entry.with_after("amount", &payment.amount))?),
        None => Ok(()),
    }
}

/// Checks the amount due and stores the payment, without calling the provider. Returns the
/// payment and the amount due. Locks the item, so that concurrent browser tabs wait for each
/// other and get the same payment.
fn plan_payment(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    payable: Payable,
    shown_amount: Money,
    is_despite_lawyer: bool,
) -> Result<(Payment, Money)> {
    let item = store.lock_payable_item(payable)?.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(item.user_id)?;
    let hired = match payable {
        Payable::Lawyer(ticket) => store.has_active_hire(ticket)?,
        Payable::Ticket(_) | Payable::Parking(_) | Payable::Toll(_) => false,
    };
    if item.is_paid || hired {
        return Err(Error::AlreadyPaid);
    }
    let facts = store.standing_facts(payable)?;
    let is_ticket = matches!(payable, Payable::Ticket(_));
    if is_ticket && facts.open_hire.is_some() && !is_despite_lawyer {
        return Err(Error::LawyerAtWork);
    }
    if store.has_lost_payment(payable)? {
        return Err(Error::PaymentBeingChecked);
    }
    if facts.is_settled_with_city() && matches!(payable, Payable::Parking(_)) {
        return Err(Error::SettledWithCity);
    }
    if facts.is_dismissed {
        return Err(Error::Dismissed);
    }
    if facts.is_being_checked() {
        return Err(Error::BeingChecked);
    }
    if let Payable::Lawyer(ticket) = payable {
        must_be_offered(deps, store, ticket, item.user_id)?;
    }
    let due = payable.due(item.fine);
    if let Some(reason) = not_payable(due) {
        return Err(Error::field("itemId", reason.sentence()));
    }
    if shown_amount != due {
        return Err(Error::AmountChanged(due));
    }
    declines::check_throttling(deps, store, actor, item.user_id)?;
    let now = deps.clock.now();
    if let Some(live) = store.lock_live_payment(payable)? {
        store.set_payment_ip_address(live.id, &actor.address, now)?;
        store_confirmation(store, &live, is_despite_lawyer)?;
        return Ok((live, due));
    }
    declines::cancel_oldest_payments(deps, store, item.user_id, due)?;
    let payment = store.insert_payment(&NewPayment {
        user_id: item.user_id,
        payable,
        amount: due,
        idempotency_key: deps.tokens.new_idempotency_key(),
        confirmation_number: ConfirmationNumber::from_random(deps.tokens.ten_random_bytes())
            .as_str()
            .to_owned(),
        is_despite_lawyer: is_ticket.then_some(is_despite_lawyer),
        created_at: now,
    })?;
    store.set_payment_ip_address(payment.id, &actor.address, now)?;
    Ok((payment, due))
}

/// Checks that a lawyer can be hired for a ticket. Staff can't skip this check.
fn must_be_offered(deps: &Deps, store: &mut dyn Store, ticket: TicketId, driver: UserId) -> Result<()> {
    let ticket = store.ticket(ticket)?.ok_or(Error::NotFound)?;
    let facts = store.standing_facts(Payable::Ticket(ticket.id))?;
    if facts.is_dismissed {
        return Err(Error::Dismissed);
    }
    if facts.is_being_checked() {
        return Err(Error::BeingChecked);
    }
    if facts.is_court_decided {
        return Err(Error::CaseDecided);
    }
    let driver_state = store.user(driver)?.ok_or(Error::NotFound)?.state;
    let court = court_of_case(ticket.court_state(), &facts, driver_state);
    if !deps.legal_help.is_offered(court.state) {
        return Err(Error::LegalHelpNotOffered(court.state.map_or("your state", UsState::name)));
    }
    let lawyers = LawyerPool::read(store, court.state)?;
    if lawyers.can_take(&court) { Ok(()) } else { Err(Error::NoLawyerForCourt) }
}

/// Creates, fetches or cancels the payment's intent. `due` is the amount due. Returns `None` if the caller
/// must call [`plan_payment`] again.
fn advance_intent(deps: &Deps, payment: &Payment, due: Money) -> Result<Option<StartedPayment>> {
    let intent = match payment.provider_intent_id.as_deref().filter(|_| payment.status == PaymentStatus::Open)
    {
        None => create_intent(deps, payment)?,
        Some(id) => read_or_cancel_intent(deps, payment, id, due)?,
    };
    let Some(intent) = intent else { return Ok(None) };
    match intent.status {
        IntentStatus::Succeeded => match settle_now(deps, payment, &intent)? {
            PaymentOutcome::ToRefund(reason) => Err(Error::MoneyGoesBack(reason)),
            PaymentOutcome::Transaction(_) | PaymentOutcome::Hire(_) => Err(Error::AlreadyPaid),
            PaymentOutcome::NotOurs => Err(Error::NotPaid),
        },
        IntentStatus::Processing => {
            set_payment_processing(deps, payment, true)?;
            Err(Error::PaymentProcessing)
        }
        IntentStatus::Cancelled => {
            in_transaction(&*deps.database, |store| abandon_payment(deps, store, payment))?;
            Ok(None)
        }
        IntentStatus::Open if payment.amount != due => Ok(None),
        IntentStatus::Open => Ok(started_payment(payment, intent)),
    }
}

/// Stores whether the driver's bank is processing a payment. Until the bank is done, the item isn't due.
pub fn set_payment_processing(deps: &Deps, payment: &Payment, is_processing: bool) -> Result<()> {
    with_store(&*deps.database, |store| Ok(store.set_payment_processing(payment.id, is_processing)?))
}

/// Returns the data for the card form; `None` if the intent's client secret is unknown.
fn started_payment(payment: &Payment, intent: Intent) -> Option<StartedPayment> {
    Some(StartedPayment {
        client_secret: intent.client_secret.or_else(|| payment.client_secret.clone())?,
        intent_id: intent.id,
        amount: payment.amount,
    })
}

/// Creates the payment's intent at the provider, with the payment's idempotency key. Returns `None` if the
/// payment was paid, canceled or abandoned in the meantime, so that the page doesn't get the intent.
fn create_intent(deps: &Deps, payment: &Payment) -> Result<Option<Intent>> {
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
            Ok(intent) => store_intent(deps, store, &mut stored, intent)?,
            Err(GatewayError::TimedOut) if stored.status == PaymentStatus::Creating => {
                change_payment_status(
                    deps,
                    store,
                    &mut stored,
                    PaymentEvent::NoResponse,
                    PaymentStatus::TimedOut,
                )?;
            }
            // The provider returns the same error again for this idempotency key, so the next
            // attempt needs a new payment. If the provider created an intent anyway, no page has
            // its client secret, so it can't be paid.
            Err(GatewayError::Refused { .. } | GatewayError::Unavailable(_)) if has_no_intent(&stored) => {
                mark_canceled(deps, store, &mut stored)?;
            }
            Err(_) => {}
        }
        Ok(stored.status == PaymentStatus::Open)
    })?;
    Ok(Some(answer?).filter(|_| is_open))
}

/// Stores the provider's intent, unless the payment already has one or was canceled.
pub fn store_intent(
    deps: &Deps,
    store: &mut dyn Store,
    payment: &mut Payment,
    intent: &Intent,
) -> Result<()> {
    if !has_no_intent(payment) {
        return Ok(());
    }
    payment.provider_intent_id = Some(intent.id.clone());
    payment.client_secret.clone_from(&intent.client_secret);
    change_payment_status(deps, store, payment, PaymentEvent::IntentCreated, PaymentStatus::Open)
}

/// Whether no intent is known for the payment, because the provider hasn't responded to the call that creates one.
pub fn has_no_intent(payment: &Payment) -> bool {
    matches!(payment.status, PaymentStatus::Creating | PaymentStatus::TimedOut)
}

/// Fetches an open payment's intent. If the payment's amount is no longer due, cancels the intent. If the
/// provider doesn't know the intent, cancels the payment and returns `None`.
fn read_or_cancel_intent(deps: &Deps, payment: &Payment, id: &str, due: Money) -> Result<Option<Intent>> {
    match if payment.amount == due { deps.gateway.intent(id) } else { cancel_intent(deps, id) } {
        Err(GatewayError::NotFound) => {
            tracing::warn!(
                payment = payment.id.0,
                "the provider has no such intent; its payment is canceled"
            );
            in_transaction(&*deps.database, |store| abandon_payment(deps, store, payment))?;
            Ok(None)
        }
        answer => Ok(Some(answer?)),
    }
}

/// Cancels an intent at the provider, or fetches the intent if it can no longer be canceled.
fn cancel_intent(deps: &Deps, id: &str) -> GatewayResult<Intent> {
    match deps.gateway.cancel_intent(id) {
        Err(GatewayError::Refused { .. }) => deps.gateway.intent(id),
        answer => answer,
    }
}

/// Marks a payment as canceled, unless its money was already received.
pub fn abandon_payment(deps: &Deps, store: &mut dyn Store, payment: &Payment) -> Result<()> {
    store.lock_payable_item(payment.payable)?;
    let Some(mut stored) = store.lock_payment(payment.id)? else { return Ok(()) };
    if settlement::find_outcome(store, &stored)?.is_none() && stored.status != PaymentStatus::Cancelled {
        mark_canceled(deps, store, &mut stored)?;
    }
    Ok(())
}
