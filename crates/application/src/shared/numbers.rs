//! Confirmation of a driver's phone number with a code. Other texts are sent only
//! to confirmed numbers (docs/product/requests.md#text-requests).

use chrono::TimeDelta;
use domain::notices::notice::{MAX_CODES, PhoneState};
use domain::shared::ids::{TextNotificationId, UserId};
use ports::notices::numbers::CodeCounts;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// The field of a request that has the phone number.
const FIELD: &str = "phoneNumber";

/// Adds a job that texts a code to a number. Does nothing if no text provider is configured. If the maximum number of
/// codes was already sent to the number, sends no code but returns no error, because an error would reveal that other
/// accounts requested codes for the number.
///
/// # Errors
/// A field error for `phoneNumber` if texts to the number are stopped or paused, or if the driver has
/// requested the maximum number of codes in the last 24 hours.
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
    must_accept_texts(store, phone)?;
    let now = deps.clock.now();
    let CodeCounts { of_driver, to_number } =
        store.count_confirmation_codes(user, phone, now - TimeDelta::days(1))?;
    if of_driver >= MAX_CODES {
        return Err(Error::field(FIELD, "You’ve requested too many codes today. Please try again tomorrow."));
    }
    if to_number < MAX_CODES {
        store.plan_confirmation_code(user, request, phone, now)?;
    }
    Ok(())
}

/// Checks that texts to the number aren't stopped or paused. A number with stopped or paused texts
/// gets no code either.
fn must_accept_texts(store: &mut dyn Store, phone: &str) -> Result<()> {
    match store.phone_state(phone)? {
        None => Ok(()),
        Some(PhoneState::Stopped) => Err(Error::field(
            FIELD,
            "We stopped texts to this number because it replied STOP. To get texts again, text START from it.",
        )),
        Some(PhoneState::Paused) => Err(Error::field(
            FIELD,
            "Texts to this number are paused until we read your reply. To resume them now, text START from it.",
        )),
    }
}
