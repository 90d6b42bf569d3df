//! Limits on payments after declined cards: how long a driver must wait, and which open
//! payments are canceled (docs/product/payments.md#declined-cards).

use domain::payments::card_testing::{COUNTED_FOR, DeclineCount, MAX_PER_CARD, count_to_cancel, wait_left};
use domain::payments::payment::Payment;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::security::trail::SecurityEvent;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::live_payments;

/// The path in security events about declined cards. A driver enters the card in the provider's form, so no
/// request to our server has a path to record.
const PATH: &str = "/payment";

/// Refuses a new payment while its driver or the caller's IP address must wait because of declined
/// cards. Staff never have to wait.
///
/// # Errors
/// [`Error::TooManyDeclines`] while the wait lasts.
pub(super) fn check_throttling(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    driver: UserId,
) -> Result<()> {
    if actor.is_admin() || !deps.guard.is_on {
        return Ok(());
    }
    let since = deps.clock.now() - COUNTED_FOR;
    let account = store.count_declines_of_account(driver, since)?;
    let address = store.count_declines_of_address(&actor.address, since)?;
    match remaining_wait(deps, store, driver, account, address)? {
        Some(seconds) => Err(Error::TooManyDeclines { seconds }),
        None => Ok(()),
    }
}

/// Returns how many seconds the driver has to wait; `None` if there is no wait. `account` and `address` count
/// the declines of the driver and of the IP address.
fn remaining_wait(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    account: DeclineCount,
    address: DeclineCount,
) -> Result<Option<u64>> {
    let has_paid = address.times > 0 && store.has_settled_payment(driver)?;
    let remaining = wait_left(account, address, has_paid, deps.clock.now());
    Ok(remaining
        .and_then(|remaining| u64::try_from(remaining.num_seconds()).ok())
        .map(|seconds| seconds.max(1)))
}

/// Cancels the driver's oldest open payments until the limits allow one more payment of this amount.
pub(super) fn cancel_oldest_payments(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    amount: Money,
) -> Result<()> {
    store.lock_limit(Limit::LivePayments(driver))?;
    let open: Vec<_> = store
        .unfinished_payments_of(driver)?
        .into_iter()
        .filter(|payment| payment.status.is_live())
        .collect();
    let amounts: Vec<Money> = open.iter().map(|payment| payment.amount).collect();
    for payment in open.iter().take(count_to_cancel(&amounts, amount)) {
        live_payments::cancel_payment(deps, store, payment.id)?;
    }
    Ok(())
}

/// Fetches a payment's declined attempts from the provider, and stores the new ones. If throttling is on and
/// the driver, the IP address or the card has reached a limit, cancels the payment.
///
/// # Errors
/// [`Error::GatewayDown`] if the provider doesn't respond.
pub fn sync_declines(deps: &Deps, payment: &Payment) -> Result<()> {
    let Some(intent_id) = payment.provider_intent_id.as_deref() else { return Ok(()) };
    let declines = deps.gateway.declines_of(intent_id)?;
    in_transaction(&*deps.database, |store| {
        if store.insert_declines(payment.id, &declines)? == 0 {
            return Ok(());
        }
        let now = deps.clock.now();
        let since = now - COUNTED_FOR;
        let asker = store.payment_ip_address(payment.id)?.unwrap_or_default();
        let account = store.count_declines_of_account(payment.user_id, since)?;
        let address = store.count_declines_of_address(&asker, since)?;
        let mut is_tested = remaining_wait(deps, store, payment.user_id, account, address)?.is_some();
        for fingerprint in declines.iter().filter_map(|decline| decline.fingerprint.as_deref()) {
            is_tested = is_tested || store.count_declines_of_card(fingerprint, since)? >= MAX_PER_CARD;
        }
        if !is_tested || !deps.guard.is_on {
            return Ok(());
        }
        store.record_security_event(&SecurityEvent {
            kind: SecurityEventKind::CardsDeclined,
            address: asker,
            path: PATH.to_owned(),
            user_id: Some(payment.user_id),
            times: 1,
            at: now,
        })?;
        live_payments::cancel_payment(deps, store, payment.id)
    })
}
