//! Second-factor codes as users type them: a time-based code from their device, or a recovery code.

use domain::accounts::second_factor::{accepted_steps, normalize_code, normalize_recovery_code};
use domain::shared::ids::UserId;
use ports::accounts::second_factor::SecondFactor;
use ports::shared::secrets::{HashPriority, TokenHash};
use ports::store::{Store, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Returns the string whose hash is stored for a recovery code. The string contains the user's id, so the
/// same code has a different hash for each user.
pub(crate) fn code_hash_input(user: UserId, normalized_code: &str) -> String {
    format!("recovery-{user}-{normalized_code}")
}

/// A second-factor code that a user typed, parsed but not yet compared with the stored codes.
pub(crate) enum TypedCode {
    /// Six digits, as authenticator apps show them.
    Device(String),
    /// A string in the format of a recovery code. Contains the hashes that the database may have for the code.
    Recovery(Vec<TokenHash>),
    /// The string has neither format.
    Nothing,
}

/// Parses `text`, which a user typed as a second-factor code or as a recovery code. Hashing a recovery code
/// is slow, so the caller must not hold a database connection.
///
/// # Errors
/// [`Error::Busy`] if too many passwords are being hashed.
pub(crate) fn parse_typed_code(
    deps: &Deps,
    user: UserId,
    text: &str,
    priority: HashPriority,
) -> Result<TypedCode> {
    if let Some(digits) = normalize_code(text) {
        return Ok(TypedCode::Device(digits));
    }
    let Some(normalized_code) = normalize_recovery_code(text) else { return Ok(TypedCode::Nothing) };
    let bound = code_hash_input(user, &normalized_code);
    // Recovery codes from earlier releases have a fast hash. Such a code stays valid until it is used or
    // replaced.
    let mut hashes = vec![deps.tokens.hash(&bound)];
    if let Some(salt) = with_store(&*deps.database, |store| store.recovery_salt(user).map_err(Error::from))? {
        hashes.push(deps.passwords.hash_with_salt(&bound, salt, priority)?);
    }
    Ok(TypedCode::Recovery(hashes))
}

/// Returns the time step for which a device's code is valid now; `None` if the code isn't valid.
/// The step must be later than that of the last accepted code, so that a code can't be used twice.
fn unused_valid_step(deps: &Deps, user: UserId, factor: &SecondFactor, digits: &str) -> Result<Option<i64>> {
    let secret = deps
        .vault
        .open(user, &factor.sealed_secret)
        .ok_or_else(|| Error::defect("no data key decrypts the secret of a second factor"))?;
    let mut steps = accepted_steps(deps.clock.now(), factor.last_step);
    Ok(steps.find(|step| deps.time_codes.is_code_of_step(&secret, digits, *step)))
}

/// The kind of code that was accepted as the second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofMethod {
    /// A time-based code from the user's authenticator app.
    Code,
    /// A recovery code. The code can't be used again.
    RecoveryCode,
}

/// Checks a code and marks it as used, in the caller's transaction. Returns the kind of code;
/// `None` if the code is incorrect.
pub(crate) fn use_code(
    deps: &Deps,
    store: &mut dyn Store,
    user: UserId,
    factor: &SecondFactor,
    code: &TypedCode,
) -> Result<Option<ProofMethod>> {
    match code {
        TypedCode::Device(digits) => {
            let Some(step) = unused_valid_step(deps, user, factor, digits)? else { return Ok(None) };
            store.accept_step(user, step, deps.clock.now())?;
            Ok(Some(ProofMethod::Code))
        }
        TypedCode::Recovery(hashes) => {
            for hash in hashes {
                if store.use_recovery_code(user, hash)? {
                    return Ok(Some(ProofMethod::RecoveryCode));
                }
            }
            Ok(None)
        }
        TypedCode::Nothing => Ok(None),
    }
}
