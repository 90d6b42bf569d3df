//! Declined cards: what they make wait, and what is called off (docs/PRODUCT.md#declined-cards).

use domain::payments::card_testing::{COUNTED_FOR, Declined, MOST_OF_CARD, too_many_open, wait_left};
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

/// Where cards are tried: the provider's form, which no address of ours names.
const PATH: &str = "/payment";

/// A payment does not begin while its driver, or the address that asks, has to wait. Staff never do.
///
/// # Errors
/// [`Error::TooManyDeclines`].
pub(super) fn nobody_waits(deps: &Deps, store: &mut dyn Store, actor: &Actor, driver: UserId) -> Result<()> {
    if actor.is_admin() || !deps.guard.is_on {
        return Ok(());
    }
    let since = deps.clock.now() - COUNTED_FOR;
    let account = store.declines_of_account(driver, since)?;
    let address = store.declines_of_address(&actor.address, since)?;
    match wait(deps, store, driver, account, address)? {
        Some(seconds) => Err(Error::TooManyDeclines { seconds }),
        None => Ok(()),
    }
}

/// How many seconds a driver has to wait, if at all.
fn wait(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    account: Declined,
    address: Declined,
) -> Result<Option<u64>> {
    let has_paid = address.times > 0 && store.has_paid(driver)?;
    let left = wait_left(account, address, has_paid, deps.clock.now());
    Ok(left.and_then(|left| u64::try_from(left.num_seconds()).ok()).map(|seconds| seconds.max(1)))
}

/// Makes room for another payment of an account: the oldest ones are called off.
pub(super) fn make_room(deps: &Deps, store: &mut dyn Store, driver: UserId, amount: Money) -> Result<()> {
    store.lock_limit(Limit::LivePayments(driver))?;
    let open: Vec<_> =
        store.moving_payments_of(driver)?.into_iter().filter(|payment| payment.status.is_live()).collect();
    let amounts: Vec<Money> = open.iter().map(|payment| payment.amount).collect();
    for payment in open.iter().take(too_many_open(&amounts, amount)) {
        live_payments::call_off_payment(deps, store, payment.id)?;
    }
    Ok(())
}

/// Reads a payment's declines at the provider, when it told of one. The form stays open at the provider, so the
/// payment of somebody who has to wait is called off.
///
/// # Errors
/// [`Error::GatewayDown`], or the database's.
pub fn look_at(deps: &Deps, payment: &Payment) -> Result<()> {
    let Some(intent_id) = payment.provider_intent_id.as_deref() else { return Ok(()) };
    let declines = deps.gateway.declines_of(intent_id)?;
    in_transaction(&*deps.database, |store| {
        if store.insert_declines(payment.id, &declines)? == 0 {
            return Ok(());
        }
        let now = deps.clock.now();
        let since = now - COUNTED_FOR;
        let asker = store.asker(payment.id)?.unwrap_or_default();
        let account = store.declines_of_account(payment.user_id, since)?;
        let address = store.declines_of_address(&asker, since)?;
        let mut is_tested = wait(deps, store, payment.user_id, account, address)?.is_some();
        for fingerprint in declines.iter().filter_map(|decline| decline.fingerprint.as_deref()) {
            is_tested = is_tested || store.declines_of_card(fingerprint, since)? >= MOST_OF_CARD;
        }
        if !is_tested || !deps.guard.is_on {
            return Ok(());
        }
        store.security_event(&SecurityEvent {
            kind: SecurityEventKind::CardsDeclined,
            address: asker,
            path: PATH.to_owned(),
            user_id: Some(payment.user_id),
            times: 1,
            at: now,
        })?;
        live_payments::call_off_payment(deps, store, payment.id)
    })
}
