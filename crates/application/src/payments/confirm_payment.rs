//! The confirmation page's calls: `POST /api/payment-transactions` and `POST /api/lawyer-hires`.

use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::{Payment, PaymentTransaction};
use ports::payments::gateway::{GatewayError, IntentStatus};
use ports::store::with_store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::settlement::{Settled, already, settle_now};
use crate::payments::start_payment::note_processing;

/// The transaction of a payment that has succeeded. Repeating the call answers the same record.
///
/// # Errors
/// [`Error::NotPaid`] without a succeeded payment of the caller's behind it, [`Error::MoneyGoesBack`] when the money settles nothing.
pub fn transaction(deps: &Deps, actor: &Actor, intent_id: Option<&str>) -> Result<PaymentTransaction> {
    match confirm(deps, actor, intent_id)? {
        Settled::Transaction(transaction) => Ok(transaction),
        Settled::GoesBack(reason) => Err(Error::MoneyGoesBack(reason)),
        Settled::Hire(_) | Settled::NotOurs => Err(Error::NotPaid),
    }
}

/// The hire of a lawyer's payment that has succeeded. Repeating the call answers the same record.
///
/// # Errors
/// As [`transaction`].
pub fn hire(deps: &Deps, actor: &Actor, intent_id: Option<&str>) -> Result<LawyerHire> {
    match confirm(deps, actor, intent_id)? {
        Settled::Hire(hire) => Ok(hire),
        Settled::GoesBack(reason) => Err(Error::MoneyGoesBack(reason)),
        Settled::Transaction(_) | Settled::NotOurs => Err(Error::NotPaid),
    }
}

/// An intent that is unknown gets the same answer as one that is somebody else's.
fn confirm(deps: &Deps, actor: &Actor, intent_id: Option<&str>) -> Result<Settled> {
    let intent_id = intent_id.ok_or(Error::NotPaid)?;
    let payment =
        with_store(&*deps.database, |store| store.payment_by_intent(intent_id).map_err(Error::from))?
            .filter(|payment| actor.must_own(payment.user_id).is_ok())
            .ok_or(Error::NotPaid)?;
    bring_up_to_date(deps, &payment)
}

/// What a payment has led to, asking the provider if nothing here says so yet.
///
/// # Errors
/// [`Error::NotPaid`] or [`Error::PaymentProcessing`] when the money is not in.
pub fn bring_up_to_date(deps: &Deps, payment: &Payment) -> Result<Settled> {
    if let Some(settled) = with_store(&*deps.database, |store| already(store, payment))? {
        return Ok(settled);
    }
    let intent = match deps.gateway.intent(payment.provider_intent_id.as_deref().ok_or(Error::NotPaid)?) {
        Err(GatewayError::NotFound) => return Err(Error::NotPaid),
        answer => answer?,
    };
    match intent.status {
        IntentStatus::Succeeded => settle_now(deps, payment.id, &intent),
        IntentStatus::Processing => {
            note_processing(deps, payment, true)?;
            Err(Error::PaymentProcessing)
        }
        IntentStatus::Open | IntentStatus::Cancelled => Err(Error::NotPaid),
    }
}
