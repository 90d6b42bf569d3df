//! The second factor of staff: setting it up, proving it, and what helps when the device is lost.

use domain::accounts::second_factor::{RECOVERY_CODES, code_typed, recovery_code, recovery_code_typed};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use ports::accounts::second_factor::Enrolment;
use ports::shared::secrets::{Salt, TokenHash, Turn};
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::accounts::account::must_know_password;
use crate::accounts::account::password::must_still_be;
use crate::accounts::codes::{Typed, bound};
use crate::accounts::proof::{Judged, Proof, judge, must_prove};
use crate::deps::Deps;
use crate::error::{Error, Result};

/// How a second factor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// It is asked for.
    pub is_on: bool,
    /// Without one, staff can do nothing else.
    pub is_needed: bool,
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

/// Whether the caller's second factor is on.
///
/// # Errors
/// Only the database's.
pub fn is_on(store: &mut dyn Store, actor: &Actor) -> Result<bool> {
    Ok(store.second_factor(actor.id())?.is_some_and(|factor| factor.confirmed_at.is_some()))
}

/// How the caller's second factor stands.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn standing(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Standing> {
    actor.must_be_admin()?;
    let is_on = is_on(store, actor)?;
    let recovery_codes = if is_on { store.count_recovery_codes(actor.id())? } else { 0 };
    Ok(Standing { is_on, is_needed: deps.staff_need_second_factor, recovery_codes })
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
/// [`Error::Forbidden`] for drivers, [`Error::SecondFactorOff`] when none was begun, [`Error::SecondFactorOn`], `code`,
/// [`Error::TooManyCodes`] after five wrong ones, [`Error::TooManyTries`].
pub fn confirm(deps: &Deps, actor: &Actor, code: &str, origin: &Origin) -> Result<Vec<String>> {
    actor.must_be_admin()?;
    let begun = with_store(&*deps.database, |store| store.second_factor(actor.id()).map_err(Error::from))?;
    if begun.ok_or(Error::SecondFactorOff)?.confirmed_at.is_some() {
        return Err(Error::SecondFactorOn);
    }
    let code = code_typed(code).map_or(Typed::Nothing, Typed::Device);
    let made = make_codes(deps, actor.id())?;
    let (judged, codes) = in_transaction(&*deps.database, |store| {
        let factor = store.lock_second_factor(actor.id())?.ok_or(Error::SecondFactorOff)?;
        if factor.confirmed_at.is_some() {
            return Err(Error::SecondFactorOn);
        }
        let judged = judge(deps, store, actor, origin, &factor, &code)?;
        if judged != Judged::Right {
            return Ok((judged, vec![]));
        }
        store.delete_sessions_of(actor.id(), Some(actor.session.id))?;
        store.audit(&actor.own_entry(AuditAction::SecondFactorOn, deps.clock.now()))?;
        Ok::<_, Error>((judged, keep(store, actor.id(), made)?))
    })?;
    judged.or_refuse("This code is not right. Check that your device's clock is correct.")?;
    Ok(codes)
}

/// Makes new recovery codes; the old ones are void.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, `password`, `code`, [`Error::SecondFactorOff`].
pub fn renew_codes(deps: &Deps, actor: &Actor, proof: Proof<'_>, origin: &Origin) -> Result<Vec<String>> {
    actor.must_be_admin()?;
    must_prove(deps, actor, proof, origin)?;
    let made = make_codes(deps, actor.id())?;
    in_transaction(&*deps.database, |store| {
        if store.lock_second_factor(actor.id())?.is_none_or(|factor| factor.confirmed_at.is_none()) {
            return Err(Error::SecondFactorOff);
        }
        store.audit(&actor.own_entry(AuditAction::RecoveryCodesMade, deps.clock.now()))?;
        keep(store, actor.id(), made)
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

/// Recovery codes, and what is kept of them: 50 random bits each, hashed as slowly as passwords, with one salt for the set.
struct Made {
    codes: Vec<String>,
    salt: Salt,
    hashes: Vec<TokenHash>,
}

/// Worked out with no connection held.
fn make_codes(deps: &Deps, user: UserId) -> Result<Made> {
    let salt = deps.tokens.salt();
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code(deps.tokens.ten_bytes())).collect();
    let signs = codes.iter().filter_map(|code| recovery_code_typed(code));
    let hashes: Result<_> =
        signs.map(|signs| Ok(deps.passwords.hash_beside(&bound(user, &signs), salt, Turn::Known)?)).collect();
    Ok(Made { codes, salt, hashes: hashes? })
}

fn keep(store: &mut dyn Store, user: UserId, made: Made) -> Result<Vec<String>> {
    store.set_recovery_codes(user, made.salt, &made.hashes)?;
    Ok(made.codes)
}
