//! Confirmation of identity by a logged-in user, for example for step-up authentication. An incorrect code counts
//! as a failed login. Five incorrect codes in one session end the session (docs/product/accounts.md#second-factor).

use domain::accounts::second_factor::MAX_TRIES;
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use ports::accounts::second_factor::SecondFactor;
use ports::shared::secrets::HashPriority;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::account::must_know_password;
use crate::accounts::account::password::must_still_have_password;
use crate::accounts::codes::{ProofMethod, TypedCode, parse_typed_code, use_code};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard::{self, LoginAttempt, attempt_event};

/// The password and the code that a logged-in user enters to confirm their identity.
#[derive(Clone, Copy)]
pub struct IdentityProof<'a> {
    pub password: &'a str,
    /// A code of the user's second factor, or a recovery code. Required if the user's second factor is on.
    pub code: Option<&'a str>,
}

/// Checks the caller's password and, if their second factor is on, a code. If both are correct, records
/// step-up authentication. Returns the password's stored hash.
///
/// # Errors
/// A field error for an incorrect or missing `password` or `code`; [`Error::TooManyCodes`] after five
/// incorrect codes, [`Error::TooManyTries`], [`Error::Busy`], [`Error::Unauthenticated`].
pub(crate) fn must_prove(
    deps: &Deps,
    actor: &Actor,
    proof: IdentityProof<'_>,
    origin: &Origin,
) -> Result<String> {
    let hash = must_know_password(deps, actor, "password", proof.password, origin)?;
    let code = read_submitted_code(deps, actor, proof.code, origin)?;
    let judged = in_transaction(&*deps.database, |store| {
        must_still_have_password(store, actor, &hash)?;
        let factor = store.lock_second_factor(actor.id())?.filter(|factor| factor.confirmed_at.is_some());
        let Some(factor) = factor else {
            store.record_step_up(actor.session.id, deps.clock.now())?;
            return Ok(CodeCheckResult::Correct);
        };
        let code = code.as_ref().ok_or_else(missing_code_error)?;
        check_code(deps, store, actor, origin, &factor, code)
    })?;
    judged.into_result(&Error::CodeRefused.to_string())?;
    Ok(hash)
}

/// Performs step-up authentication: checks a code if the caller's second factor is on,
/// otherwise their password (docs/product/accounts.md#step-up-authentication).
///
/// # Errors
/// A field error for an incorrect or missing `password` or `code`; [`Error::TooManyCodes`] after
/// five incorrect codes; [`Error::SecondFactorOff`] if the second factor was turned off during the
/// call; [`Error::TooManyTries`], [`Error::Busy`], [`Error::Unauthenticated`].
pub fn step_up(
    deps: &Deps,
    actor: &Actor,
    password: Option<&str>,
    code: Option<&str>,
    origin: &Origin,
) -> Result<()> {
    let factor = with_store(&*deps.database, |store| store.second_factor(actor.id()).map_err(Error::from))?;
    if factor.is_none_or(|factor| factor.confirmed_at.is_none()) {
        let password = password.filter(|password| !password.is_empty());
        let password = password.ok_or_else(|| Error::field("password", "Enter your password."))?;
        return must_prove(deps, actor, IdentityProof { password, code }, origin).map(drop);
    }
    let code = read_submitted_code(deps, actor, code, origin)?.ok_or_else(missing_code_error)?;
    let judged = in_transaction(&*deps.database, |store| {
        let factor = store.lock_second_factor(actor.id())?.filter(|factor| factor.confirmed_at.is_some());
        check_code(deps, store, actor, origin, &factor.ok_or(Error::SecondFactorOff)?, &code)
    })?;
    judged.into_result(&Error::CodeRefused.to_string())
}

fn missing_code_error() -> Error {
    Error::field("code", "Enter the code from your authenticator app.")
}

/// Parses the submitted code; `None` if the caller submitted none. Hashing a recovery code is slow, so no
/// database connection is held in the meantime.
fn read_submitted_code(
    deps: &Deps,
    actor: &Actor,
    code: Option<&str>,
    origin: &Origin,
) -> Result<Option<TypedCode>> {
    let Some(code) = code.filter(|code| !code.trim().is_empty()) else { return Ok(None) };
    let attempt = LoginAttempt::new(deps, &actor.user.email, Some(actor.id()), origin);
    // Throttling is checked first, so that a throttled caller causes no slow hash.
    let priority: HashPriority =
        with_store(&*deps.database, |store| guard::check_login_allowed(deps, store, &attempt))?;
    parse_typed_code(deps, actor.id(), code, priority).map(Some)
}

/// The result of checking a code within a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeCheckResult {
    Correct,
    Wrong,
    /// The code was the fifth wrong one in the session, so the session has ended.
    SessionEnded,
}

impl CodeCheckResult {
    /// Returns an error unless the code was correct.
    ///
    /// # Errors
    /// A field error for `code`, with `sentence` as its text, if the code was wrong; [`Error::TooManyCodes`]
    /// if the session has ended.
    pub(crate) fn into_result(self, sentence: &str) -> Result<()> {
        match self {
            Self::Correct => Ok(()),
            Self::Wrong => Err(Error::field("code", sentence)),
            Self::SessionEnded => Err(Error::TooManyCodes),
        }
    }
}

/// Checks a code within a session, and counts an incorrect code. The fifth incorrect code ends the session.
/// The caller must have locked the second factor, so that concurrent codes are checked one after another.
///
/// # Errors
/// [`Error::TooManyTries`] if logins are throttled; [`Error::Unauthenticated`] if the session has already ended.
pub(crate) fn check_code(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    origin: &Origin,
    factor: &SecondFactor,
    code: &TypedCode,
) -> Result<CodeCheckResult> {
    let (id, now) = (actor.session.id, deps.clock.now());
    let attempt = LoginAttempt::new(deps, &actor.user.email, Some(actor.id()), origin);
    guard::check_login_allowed(deps, store, &attempt)?;
    if !store.lock_session(id)? {
        return Err(Error::Unauthenticated);
    }
    let Some(proved) = use_code(deps, store, actor.id(), factor, code)? else {
        guard::record_failure(deps, store, SecurityEventKind::SecondFactorRefused, &attempt)?;
        if store.count_wrong_code(id)? < MAX_TRIES {
            return Ok(CodeCheckResult::Wrong);
        }
        store.delete_session(id)?;
        store.audit(&actor.own_audit_entry(AuditAction::SessionsEnded, now))?;
        return Ok(CodeCheckResult::SessionEnded);
    };
    if proved == ProofMethod::RecoveryCode {
        store.audit(&actor.own_audit_entry(AuditAction::RecoveryCodeUsed, now))?;
        let used = attempt_event(deps, SecurityEventKind::RecoveryCodeUsed, origin, Some(actor.id()));
        store.record_security_event(&used)?;
    }
    store.record_step_up(id, now)?;
    Ok(CodeCheckResult::Correct)
}
