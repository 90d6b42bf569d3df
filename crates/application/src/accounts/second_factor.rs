//! The second factor of staff: setting it up, proving it, and what helps when the device is lost.

use domain::accounts::second_factor::{
    RECOVERY_CODES, code_typed, good_steps, recovery_code, recovery_code_typed,
};
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::accounts::second_factor::{Enrolment, SecondFactor};
use ports::shared::secrets::TokenHash;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::account::must_know_password;
use crate::accounts::account::password::must_still_be;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard::event;

/// How a second factor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// It is asked for.
    pub is_on: bool,
    /// Recovery codes that are left.
    pub recovery_codes: i64,
}

/// A secret that a first code has to confirm.
pub struct Begun {
    /// In base32, for typing.
    pub secret: String,
    /// For an app.
    pub enrolment: Enrolment,
}

/// What somebody who is logged in proves themself by once more.
#[derive(Clone, Copy)]
pub struct Proof<'a> {
    /// Their password.
    pub password: &'a str,
    /// Their second factor's code, or a recovery code; needed when it is on.
    pub code: Option<&'a str>,
}

/// How the caller's second factor stands.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn standing(store: &mut dyn Store, actor: &Actor) -> Result<Standing> {
    actor.must_be_admin()?;
    let is_on = store.second_factor(actor.id())?.is_some_and(|factor| factor.confirmed_at.is_some());
    Ok(Standing { is_on, recovery_codes: if is_on { store.count_recovery_codes(actor.id())? } else { 0 } })
}

/// Makes a secret; until a first code of it was right it is not asked for.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, `password`, [`Error::SecondFactorOn`].
pub fn begin(deps: &Deps, actor: &Actor, password: &str, origin: &Origin) -> Result<Begun> {
    actor.must_be_admin()?;
    let hash = must_know_password(deps, actor, "password", password, origin)?;
    let secret = deps.time_codes.new_secret();
    let sealed = deps.vault.seal(actor.id(), &secret);
    in_transaction(&*deps.database, |store| {
        must_still_be(store, actor, &hash)?;
        let is_new = store.begin_second_factor(actor.id(), &sealed, deps.clock.now())?;
        if is_new { Ok(()) } else { Err(Error::SecondFactorOn) }
    })?;
    let enrolment = deps.time_codes.enrolment(&secret, &actor.user.email);
    Ok(Begun { secret, enrolment })
}

/// Switches the second factor on by its first code; answers the recovery codes, which are never seen again. Every other session
/// ends: it was opened without.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::SecondFactorOff`] when none was begun, [`Error::SecondFactorOn`], `code`.
pub fn confirm(deps: &Deps, actor: &Actor, code: &str) -> Result<Vec<String>> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let factor = store.lock_second_factor(actor.id())?.ok_or(Error::SecondFactorOff)?;
        if factor.confirmed_at.is_some() {
            return Err(Error::SecondFactorOn);
        }
        let step = fitting_step(deps, actor.id(), &factor, code)?.ok_or_else(|| {
            Error::field("code", "This code is not right. Check that your device's clock is correct.")
        })?;
        store.accept_step(actor.id(), step, deps.clock.now())?;
        store.delete_sessions_of(actor.id(), Some(actor.session.id))?;
        store.audit(&actor.own_entry(AuditAction::SecondFactorOn, deps.clock.now()))?;
        new_codes(deps, store, actor.id())
    })
}

/// Makes new recovery codes; the old ones are void.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, `password`, `code`, [`Error::SecondFactorOff`].
pub fn renew_codes(deps: &Deps, actor: &Actor, proof: Proof<'_>, origin: &Origin) -> Result<Vec<String>> {
    actor.must_be_admin()?;
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        if store.lock_second_factor(actor.id())?.is_none_or(|factor| factor.confirmed_at.is_none()) {
            return Err(Error::SecondFactorOff);
        }
        store.audit(&actor.own_entry(AuditAction::RecoveryCodesMade, deps.clock.now()))?;
        new_codes(deps, store, actor.id())
    })
}

/// Switches the caller's own second factor off.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, `password`, `code`, [`Error::SecondFactorOff`].
pub fn switch_off(deps: &Deps, actor: &Actor, proof: Proof<'_>, origin: &Origin) -> Result<()> {
    actor.must_be_admin()?;
    must_prove(deps, actor, proof, origin)?;
    in_transaction(&*deps.database, |store| {
        if !store.delete_second_factor(actor.id())? {
            return Err(Error::SecondFactorOff);
        }
        Ok(store.audit(&actor.own_entry(AuditAction::SecondFactorOff, deps.clock.now()))?)
    })
}

fn new_codes(deps: &Deps, store: &mut dyn Store, user: UserId) -> Result<Vec<String>> {
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code(deps.tokens.ten_bytes())).collect();
    let hashes: Vec<TokenHash> = codes.iter().map(|code| code_hash(deps, user, code)).collect();
    store.set_recovery_codes(user, &hashes)?;
    Ok(codes)
}

/// 50 random bits, bound to the user: guessing one takes more tries than a login has.
fn code_hash(deps: &Deps, user: UserId, typed: &str) -> TokenHash {
    deps.tokens.hash(&format!("recovery-{user}-{}", recovery_code_typed(typed)))
}

/// The step that a code is of, if it is good now and none like it was accepted before.
fn fitting_step(deps: &Deps, user: UserId, factor: &SecondFactor, code: &str) -> Result<Option<i64>> {
    let secret = deps
        .vault
        .open(user, &factor.sealed_secret)
        .ok_or_else(|| Error::defect("a second factor's secret cannot be opened with this key"))?;
    let Some(code) = code_typed(code) else { return Ok(None) };
    let mut steps = good_steps(deps.clock.now(), factor.last_step);
    Ok(steps.find(|step| deps.time_codes.fits(&secret, &code, *step)))
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
    code: &str,
) -> Result<Option<ProvedBy>> {
    if let Some(step) = fitting_step(deps, user, factor, code)? {
        store.accept_step(user, step, deps.clock.now())?;
        return Ok(Some(ProvedBy::Code));
    }
    // What could be a device's code is never looked up as a recovery code.
    if code_typed(code).is_some() || !store.use_recovery_code(user, &code_hash(deps, user, code))? {
        return Ok(None);
    }
    Ok(Some(ProvedBy::RecoveryCode))
}

/// The caller gives their password once more and, when their second factor is on, a code.
///
/// # Errors
/// `password` or `code`, when it is wrong or missing; that is a security event.
pub(crate) fn must_prove(deps: &Deps, actor: &Actor, proof: Proof<'_>, origin: &Origin) -> Result<()> {
    let hash = must_know_password(deps, actor, "password", proof.password, origin)?;
    let is_right = in_transaction(&*deps.database, |store| {
        must_still_be(store, actor, &hash)?;
        let factor = store.lock_second_factor(actor.id())?.filter(|factor| factor.confirmed_at.is_some());
        let Some(factor) = factor else { return Ok(true) };
        let code = proof.code.filter(|code| !code.trim().is_empty());
        let code = code.ok_or_else(|| Error::field("code", "Enter the code of your second factor."))?;
        let proved = take_code(deps, store, actor.id(), &factor, code)?;
        if proved == Some(ProvedBy::RecoveryCode) {
            store.audit(&actor.own_entry(AuditAction::RecoveryCodeUsed, deps.clock.now()))?;
            store.security_event(&event(
                deps,
                SecurityEventKind::RecoveryCodeUsed,
                origin,
                Some(actor.id()),
            ))?;
        }
        Ok::<_, Error>(proved.is_some())
    })?;
    if is_right {
        return Ok(());
    }
    let refused = event(deps, SecurityEventKind::SecondFactorRefused, origin, Some(actor.id()));
    with_store(&*deps.database, |store| store.security_event(&refused).map_err(Error::from))?;
    Err(Error::field("code", "This code is not right, or was used before. Wait for the next one."))
}
