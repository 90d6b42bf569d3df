//! Posts recorded charges and refunds that are missing from the books. During a rollout, a server that still runs an
//! earlier release may record charges and refunds without posting them.

use domain::payments::payment::Payment;
use domain::payments::refund::{Refund, RefundStatus};
use domain::shared::ids::PaymentId;
use ports::payments::gateway::{ProviderRefund, RefundStatus as ProviderStatus};
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::books::post;
use crate::payments::refunds::refunded::update_transaction;

/// Maximum number of payments that one run posts.
const BATCH: i64 = 1_000;

/// Posts recorded charges and refunds that are missing from the books. Missing chargebacks are posted when their
/// state is next fetched from the provider.
pub(super) fn catch_up(deps: &Deps) -> Result<()> {
    let missing = with_store(&*deps.database, |store| Ok::<_, Error>(store.unposted_payments(BATCH)?))?;
    for id in missing {
        in_transaction(&*deps.database, |store| post_unposted_payment(deps, store, id))?;
        tracing::warn!(payment = id.0, "posted a payment to the books late");
    }
    Ok(())
}

/// Posts a payment's charge and refunds, if its money was received. Entries that are already in the
/// books aren't posted again.
fn post_unposted_payment(deps: &Deps, store: &mut dyn Store, id: PaymentId) -> Result<()> {
    let Some(payment) = store.payment(id)? else { return Ok(()) };
    store.lock_payable_item(payment.payable)?;
    let Some(payment) = store.lock_payment(id)? else { return Ok(()) };
    if !payment.is_received() {
        return Ok(());
    }
    post::post_charge(deps, store, &payment, payment.amount_received.unwrap_or_default())?;
    for refund in store.refunds_of(id)? {
        if let Some(heard) = provider_refund(&payment, &refund) {
            post::post_refund(deps, store, &payment, &refund, &heard)?;
        }
        if refund.status == RefundStatus::PaidOtherwise {
            post::post_paid_otherwise(deps, store, &payment, &refund)?;
        }
    }
    post::allocate_fee(deps, store, &payment)?;
    match store.transaction_of_payment(id)? {
        Some(transaction) => update_transaction(store, &payment, &transaction),
        None => Ok(()),
    }
}

/// Builds the provider's state of a refund from the stored refund, for posting; `None` if the
/// provider has moved no money for the refund.
fn provider_refund(payment: &Payment, refund: &Refund) -> Option<ProviderRefund> {
    let status = match refund.status {
        RefundStatus::Pending | RefundStatus::Succeeded => ProviderStatus::Succeeded,
        RefundStatus::Failed | RefundStatus::PaidOtherwise => ProviderStatus::Failed,
        RefundStatus::Due | RefundStatus::Refused | RefundStatus::CalledOff => return None,
    };
    Some(ProviderRefund {
        id: refund.provider_refund_id.clone()?,
        intent_id: payment.provider_intent_id.clone(),
        status,
        amount: refund.amount,
        label: None,
        failure: None,
    })
}
