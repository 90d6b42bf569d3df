//! Calls that the confirmation page makes: `POST /api/payment-transactions` and `POST /api/lawyer-hires`.

use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::{Payment, PaymentTransaction};
use ports::payments::gateway::{GatewayError, IntentStatus};
use ports::store::with_store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::settlement::{PaymentOutcome, find_outcome, settle_now};
use crate::payments::start_payment::set_payment_processing;

/// Returns the transaction of a succeeded payment. Settles the payment first if it isn't settled
/// yet. Repeated calls return the same record.
///
/// # Errors
/// [`Error::NotPaid`] if there is no `intent_id`, if the intent's payment hasn't succeeded, is
/// for a lawyer, or is another driver's; [`Error::PaymentProcessing`] while the bank processes
/// the payment; [`Error::MoneyGoesBack`] if the payment is refunded; [`Error::GatewayDown`] if
/// the provider doesn't respond.
pub fn confirm_item_payment(
    deps: &Deps,
    actor: &Actor,
    intent_id: Option<&str>,
) -> Result<PaymentTransaction> {
    match outcome_of_intent(deps, actor, intent_id)? {
        PaymentOutcome::Transaction(transaction) => Ok(transaction),
        PaymentOutcome::ToRefund(reason) => Err(Error::MoneyGoesBack(reason)),
        PaymentOutcome::Hire(_) | PaymentOutcome::NotOurs => Err(Error::NotPaid),
    }
}

/// Returns the hire that a succeeded payment paid for. Settles the payment first if it isn't
/// settled yet. Repeated calls return the same record.
///
/// # Errors
/// The same errors as [`confirm_item_payment`], except that `NotPaid` is returned for payments that
/// aren't for a lawyer.
pub fn confirm_hire_payment(deps: &Deps, actor: &Actor, intent_id: Option<&str>) -> Result<LawyerHire> {
    match outcome_of_intent(deps, actor, intent_id)? {
        PaymentOutcome::Hire(hire) => Ok(hire),
        PaymentOutcome::ToRefund(reason) => Err(Error::MoneyGoesBack(reason)),
        PaymentOutcome::Transaction(_) | PaymentOutcome::NotOurs => Err(Error::NotPaid),
    }
}

/// Returns the outcome of the payment with this intent. The payment must be the caller's, unless
/// the caller is staff. The error is the same for an unknown intent and for another driver's
/// intent, so callers can't find out which ids exist.
fn outcome_of_intent(deps: &Deps, actor: &Actor, intent_id: Option<&str>) -> Result<PaymentOutcome> {
    let intent_id = intent_id.ok_or(Error::NotPaid)?;
    let payment =
        with_store(&*deps.database, |store| store.payment_by_intent(intent_id).map_err(Error::from))?
            .filter(|payment| actor.must_be_owner_or_staff(payment.user_id).is_ok())
            .ok_or(Error::NotPaid)?;
    refresh_payment(deps, &payment)
}

/// Returns the outcome of a payment. If none is stored yet, fetches the intent from the provider
/// and settles the payment.
///
/// # Errors
/// [`Error::NotPaid`] or [`Error::PaymentProcessing`] if the payment has not succeeded;
/// [`Error::GatewayDown`] if the provider doesn't respond.
pub fn refresh_payment(deps: &Deps, payment: &Payment) -> Result<PaymentOutcome> {
    if let Some(settled) = with_store(&*deps.database, |store| find_outcome(store, payment))? {
        return Ok(settled);
    }
    let intent = match deps.gateway.intent(payment.provider_intent_id.as_deref().ok_or(Error::NotPaid)?) {
        Err(GatewayError::NotFound) => return Err(Error::NotPaid),
        answer => answer?,
    };
    match intent.status {
        IntentStatus::Succeeded => settle_now(deps, payment, &intent),
        IntentStatus::Processing => {
            set_payment_processing(deps, payment, true)?;
            Err(Error::PaymentProcessing)
        }
        IntentStatus::Open | IntentStatus::Cancelled => Err(Error::NotPaid),
    }
}
