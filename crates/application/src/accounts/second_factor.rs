//! The second factor of staff and lawyers: setup, first code, turning off, and recovery codes.

use domain::accounts::second_factor::{
    RECOVERY_CODES, normalize_code, normalize_recovery_code, recovery_code,
};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use ports::accounts::second_factor::Enrollment;
use ports::shared::secrets::{HashPriority, Salt, TokenHash};
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::account::must_know_password;
use crate::accounts::account::password::must_still_have_password;
use crate::accounts::codes::{TypedCode, code_hash_input};
use crate::accounts::proof::{CodeCheckResult, IdentityProof, check_code, must_prove};
use crate::deps::Deps;
use crate::error::{Error, Result};

/// The state of a user's second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondFactorStatus {
    /// Whether the second factor is on. If it is, each login asks for a code.
    pub is_on: bool,
    /// Whether this installation requires the user to turn on the second factor before doing anything else.
    pub is_needed: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: i64,
}

/// A new secret for a second factor. The factor is off until a code confirms the secret.
pub struct PendingSecondFactor {
    /// The secret in base32, which the user can type into an authenticator app.
    pub secret: String,
    /// The secret as a QR code and as a URI for an authenticator app.
    pub enrollment: Enrollment,
}

/// Whether the caller's second factor is on.
pub fn has_second_factor(store: &mut dyn Store, actor: &Actor) -> Result<bool> {
    Ok(store.second_factor(actor.id())?.is_some_and(|factor| factor.confirmed_at.is_some()))
}

/// Returns the state of the caller's second factor.
///
/// # Errors
/// [`Error::Forbidden`] if the caller is a driver.
pub fn second_factor_status(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<SecondFactorStatus> {
    actor.must_not_be_driver()?;
    let is_on = has_second_factor(store, actor)?;
    let recovery_codes = if is_on { store.count_recovery_codes(actor.id())? } else { 0 };
    Ok(SecondFactorStatus { is_on, is_needed: deps.staff_need_second_factor, recovery_codes })
}

/// Creates a secret for the caller's second factor. The factor stays off until [`confirm_setup`].
///
/// # Errors
/// [`Error::Forbidden`] for drivers, a field error for a wrong `password`, [`Error::SecondFactorOn`] if the
/// second factor is already on, [`Error::TooManyTries`], [`Error::Busy`].
pub fn start_setup(
    deps: &Deps,
    actor: &Actor,
    password: &str,
    origin: &Origin,
) -> Result<PendingSecondFactor> {
    actor.must_not_be_driver()?;
    let hash = must_know_password(deps, actor, "password", password, origin)?;
    let secret = deps.time_codes.new_secret();
    let sealed = deps.vault.seal(actor.id(), &secret);
    in_transaction(&*deps.database, |store| {
        must_still_have_password(store, actor, &hash)?;
        let is_new = store.start_second_factor_setup(actor.id(), &sealed, deps.clock.now())?;
        if is_new { Ok(()) } else { Err(Error::SecondFactorOn) }
    })?;
    let enrollment = deps.time_codes.enrollment(&secret, &actor.user.email);
    Ok(PendingSecondFactor { secret, enrollment })
}

/// Turns the second factor on after checking the first code from the user's app. Returns the
/// recovery codes, which can't be shown again. Ends the caller's other sessions, because they were
/// opened without the second factor.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::SecondFactorOff`] if there is no secret,
/// [`Error::SecondFactorOn`], a field error for a wrong `code`, [`Error::TooManyCodes`] after five
/// wrong codes, [`Error::TooManyTries`], [`Error::Unauthenticated`], [`Error::Busy`].
pub fn confirm_setup(deps: &Deps, actor: &Actor, code: &str, origin: &Origin) -> Result<Vec<String>> {
    actor.must_not_be_driver()?;
    let second_factor =
        with_store(&*deps.database, |store| store.second_factor(actor.id()).map_err(Error::from))?;
    if second_factor.ok_or(Error::SecondFactorOff)?.confirmed_at.is_some() {
        return Err(Error::SecondFactorOn);
    }
    let code = normalize_code(code).map_or(TypedCode::Nothing, TypedCode::Device);
    let new_codes = generate_recovery_codes(deps, actor.id())?;
    let (judged, codes) = in_transaction(&*deps.database, |store| {
        // A login locks the user too. So the session of a concurrent login is either deleted here,
        // or the login sees that the second factor is on.
        store.lock_credentials(actor.id())?.ok_or(Error::Unauthenticated)?;
        let factor = store.lock_second_factor(actor.id())?.ok_or(Error::SecondFactorOff)?;
        if factor.confirmed_at.is_some() {
            return Err(Error::SecondFactorOn);
        }
        let judged = check_code(deps, store, actor, origin, &factor, &code)?;
        if judged != CodeCheckResult::Correct {
            return Ok((judged, vec![]));
        }
        store.delete_sessions_of(actor.id(), Some(actor.session.id))?;
        store.audit(&actor.own_audit_entry(AuditAction::SecondFactorOn, deps.clock.now()))?;
        Ok::<_, Error>((judged, store_recovery_codes(store, actor.id(), new_codes)?))
    })?;
    judged.into_result("This code is incorrect. Check that your device’s clock is correct.")?;
    Ok(codes)
}

/// Creates and returns new recovery codes. The old ones become invalid.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, a field error for a wrong `password` or `code`, [`Error::SecondFactorOff`].
pub fn renew_recovery_codes(
    deps: &Deps,
    actor: &Actor,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<Vec<String>> {
    actor.must_not_be_driver()?;
    must_prove(deps, actor, proof, origin)?;
    let new_codes = generate_recovery_codes(deps, actor.id())?;
    in_transaction(&*deps.database, |store| {
        if store.lock_second_factor(actor.id())?.is_none_or(|factor| factor.confirmed_at.is_none()) {
            return Err(Error::SecondFactorOff);
        }
        store.audit(&actor.own_audit_entry(AuditAction::RecoveryCodesMade, deps.clock.now()))?;
        store_recovery_codes(store, actor.id(), new_codes)
    })
}

/// Turns the caller's second factor off, or deletes a secret that no code has confirmed yet.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, a field error for a wrong `password` or `code`, [`Error::SecondFactorOff`].
pub fn turn_off_second_factor(
    deps: &Deps,
    actor: &Actor,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<()> {
    actor.must_not_be_driver()?;
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        if !store.delete_second_factor(actor.id())? {
            return Err(Error::SecondFactorOff);
        }
        Ok(store.audit(&actor.own_audit_entry(AuditAction::SecondFactorOff, deps.clock.now()))?)
    })
}

/// New recovery codes, with the hashes and the salt to store. Each code has 50 random bits. All codes are
/// hashed with the same salt, as slowly as a password.
struct NewRecoveryCodes {
    codes: Vec<String>,
    salt: Salt,
    hashes: Vec<TokenHash>,
}

/// Generates and hashes recovery codes. Hashing is slow, so no database connection is held in the meantime.
fn generate_recovery_codes(deps: &Deps, user: UserId) -> Result<NewRecoveryCodes> {
    let salt = deps.tokens.new_salt();
    let codes: Vec<String> =
        (0..RECOVERY_CODES).map(|_| recovery_code(deps.tokens.ten_random_bytes())).collect();
    let normalized_codes = codes.iter().filter_map(|code| normalize_recovery_code(code));
    let hashes: Result<_> = normalized_codes
        .map(|normalized_code| {
            Ok(deps.passwords.hash_with_salt(
                &code_hash_input(user, &normalized_code),
                salt,
                HashPriority::Known,
            )?)
        })
        .collect();
    Ok(NewRecoveryCodes { codes, salt, hashes: hashes? })
}

/// Replaces a user's recovery codes, and returns the new ones.
fn store_recovery_codes(
    store: &mut dyn Store,
    user: UserId,
    new_codes: NewRecoveryCodes,
) -> Result<Vec<String>> {
    store.set_recovery_codes(user, new_codes.salt, &new_codes.hashes)?;
    Ok(new_codes.codes)
}
