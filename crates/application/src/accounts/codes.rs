//! Codes of a second factor as people type them: the device's, which changes with the time, or a recovery code.

use domain::accounts::second_factor::{code_typed, good_steps, recovery_code_typed};
use domain::shared::ids::UserId;
use ports::accounts::second_factor::SecondFactor;
use ports::shared::secrets::{TokenHash, Turn};
use ports::store::{Store, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};

/// A recovery code counts for its user alone.
pub(crate) fn bound(user: UserId, signs: &str) -> String {
    format!("recovery-{user}-{signs}")
}

/// A code as somebody typed it, ready to be compared.
pub(crate) enum Typed {
    /// Could be the device's: it is never looked up as a recovery code.
    Device(String),
    /// Could be a recovery code: by these hashes it is known.
    Recovery(Vec<TokenHash>),
    /// Is none.
    Nothing,
}

/// Reads a code. A recovery code's slow hash is worked out here, with no connection held.
///
/// # Errors
/// [`Error::Busy`], or the database's.
pub(crate) fn read_code(deps: &Deps, user: UserId, text: &str, turn: Turn) -> Result<Typed> {
    if let Some(digits) = code_typed(text) {
        return Ok(Typed::Device(digits));
    }
    let Some(signs) = recovery_code_typed(text) else { return Ok(Typed::Nothing) };
    let bound = bound(user, &signs);
    // Codes that were made before they were hashed slowly are good until they are used or replaced.
    let mut hashes = vec![deps.tokens.hash(&bound)];
    if let Some(salt) = with_store(&*deps.database, |store| store.recovery_salt(user).map_err(Error::from))? {
        hashes.push(deps.passwords.hash_beside(&bound, salt, turn)?);
    }
    Ok(Typed::Recovery(hashes))
}

/// The step that a device's code is of, if it is good now and none like it was accepted before.
fn fitting_step(deps: &Deps, user: UserId, factor: &SecondFactor, digits: &str) -> Result<Option<i64>> {
    let secret = deps
        .vault
        .open(user, &factor.sealed_secret)
        .ok_or_else(|| Error::defect("a second factor's secret cannot be opened with this key"))?;
    let mut steps = good_steps(deps.clock.now(), factor.last_step);
    Ok(steps.find(|step| deps.time_codes.fits(&secret, digits, *step)))
}

/// By what a second factor was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProvedBy {
    /// A code of the device.
    Code,
    /// A recovery code, which is used up.
    RecoveryCode,
}

/// Takes a code, once, in the caller's transaction; none when it is wrong.
pub(crate) fn take_code(
    deps: &Deps,
    store: &mut dyn Store,
    user: UserId,
    factor: &SecondFactor,
    code: &Typed,
) -> Result<Option<ProvedBy>> {
    match code {
        Typed::Device(digits) => {
            let Some(step) = fitting_step(deps, user, factor, digits)? else { return Ok(None) };
            store.accept_step(user, step, deps.clock.now())?;
            Ok(Some(ProvedBy::Code))
        }
        Typed::Recovery(hashes) => {
            for hash in hashes {
                if store.use_recovery_code(user, hash)? {
                    return Ok(Some(ProvedBy::RecoveryCode));
                }
            }
            Ok(None)
        }
        Typed::Nothing => Ok(None),
    }
}
