//! A driver's number is confirmed by a code before anything else is sent there (docs/PRODUCT.md#text-requests).

use chrono::TimeDelta;
use domain::notices::notice::{MOST_CODES, PhoneState};
use domain::shared::ids::{TextNotificationId, UserId};
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// What the field is called that names a number.
const FIELD: &str = "phoneNumber";

/// Has a code sent to a number, once the transaction is committed. Without a provider of texts nothing is written down. Codes that
/// other accounts had sent to the number aren't told: then the answer is the same, and no code is sent.
///
/// # Errors
/// `phoneNumber` when its owner said stop, or the driver had enough codes sent for today.
pub fn send_code(
    deps: &Deps,
    store: &mut dyn Store,
    user: UserId,
    request: TextNotificationId,
    phone: &str,
) -> Result<()> {
    if deps.texts.is_none() {
        return Ok(());
    }
    must_be_open(store, phone)?;
    let now = deps.clock.now();
    let (of_driver, to_number) = store.count_codes(user, phone, now - TimeDelta::days(1))?;
    if of_driver >= MOST_CODES {
        return Err(Error::field(FIELD, "Enough codes were sent for today. Please try again tomorrow."));
    }
    if to_number < MOST_CODES {
        store.plan_code(user, request, phone, now)?;
    }
    Ok(())
}

/// Nothing is sent to who said stop, not even a code.
fn must_be_open(store: &mut dyn Store, phone: &str) -> Result<()> {
    match store.phone_state(phone)? {
        None => Ok(()),
        Some(PhoneState::Stopped) => {
            Err(Error::field(FIELD, "This number told us to stop. Text START from it to get texts again."))
        }
        Some(PhoneState::Paused) => Err(Error::field(
            FIELD,
            "Texts to this number are paused until we have read your reply. Text START from it to go on.",
        )),
    }
}
