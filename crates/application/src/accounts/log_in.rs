//! Login of users (docs/product/accounts.md#logging-in).

use domain::accounts::second_factor::{CODE_ENTRY_TIMEOUT, MAX_TRIES};
use domain::accounts::user::User;
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;
use ports::accounts::second_factor::PendingLogin;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Origin;
use crate::accounts::codes::{ProofMethod, parse_typed_code, use_code};
use crate::accounts::sessions::{self, OpenedSession};
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::security::guard::{self, LoginAttempt};

/// The result of a login with a correct password.
pub enum LoginResult {
    LoggedIn(Box<User>, OpenedSession),
    /// The user has a second factor. Contains the token with which the page submits the code.
    NeedsCode(String),
}

/// Checks email and password. Opens a session or, if the user has a second factor, stores a login that waits for the
/// code. `old_token` is the browser's previous session token, if any; opening a session ends the previous one.
///
/// The password's hash is computed without holding a database connection. For an unknown email, a hash is
/// computed too, so that the response takes the same time.
///
/// # Errors
/// [`Error::InvalidCredentials`] for an unknown email or a wrong
/// password; [`Error::AccountDeactivated`], [`Error::TooManyTries`], [`Error::Busy`].
pub fn log_in(
    deps: &Deps,
    email: &str,
    password: &str,
    old_token: Option<&str>,
    origin: &Origin,
) -> Result<LoginResult> {
    let (credentials, attempt, priority) = with_store(&*deps.database, |store| {
        let credentials = store.credentials(email)?;
        let user = credentials.as_ref().map(|found| found.user_id);
        let attempt = LoginAttempt::new(deps, email, user, origin);
        let priority = guard::check_login_allowed(deps, store, &attempt)?;
        Ok::<_, Error>((credentials, attempt, priority))
    })?;
    let (known, fits) = match &credentials {
        Some(found) => {
            (Some(found.user_id), deps.passwords.verify(password, &found.password_hash, priority)?)
        }
        None => {
            deps.passwords.verify_dummy(password, priority)?;
            (None, false)
        }
    };
    let logged_in = in_transaction(&*deps.database, |store| {
        // For an unknown email, this tries to lock user 0, which doesn't exist, so that the response takes about as long
        // as for a known email.
        let locked = store.lock_credentials(known.unwrap_or(UserId(0)))?;
        // Login throttling is checked again, because concurrent attempts may have failed since the first check. It
        // is checked for correct and wrong passwords alike. Otherwise, the response would reveal the correct one.
        guard::check_login_allowed(deps, store, &attempt)?;
        let (true, Some(user_id)) = (fits, known) else {
            guard::record_failure(deps, store, SecurityEventKind::LoginFailed, &attempt)?;
            return Ok(None);
        };
        // If the password was changed since it was checked, the login fails. Otherwise, a session opened with
        // the old password would survive the change.
        if locked != credentials {
            return Err(Error::InvalidCredentials);
        }
        active_user(store, user_id)?;
        let has_second_factor =
            store.second_factor(user_id)?.is_some_and(|factor| factor.confirmed_at.is_some());
        if has_second_factor {
            let (token, now) = (deps.tokens.new_token(), deps.clock.now());
            store.insert_pending_login(
                &deps.tokens.hash(&token),
                &PendingLogin {
                    user: user_id,
                    password_hash: credentials.map(|known| known.password_hash).unwrap_or_default(),
                    tries: 0,
                    expires_at: now + CODE_ENTRY_TIMEOUT,
                },
            )?;
            return Ok(Some(LoginResult::NeedsCode(token)));
        }
        let (user, opened) = open_audited_session(deps, store, user_id, old_token, &attempt, origin)?;
        Ok(Some(LoginResult::LoggedIn(Box::new(user), opened)))
    })?;
    logged_in.ok_or(Error::InvalidCredentials)
}

/// Returns the user, after checking that the user isn't a lawyer whom staff deactivated.
fn active_user(store: &mut dyn Store, user_id: UserId) -> Result<User> {
    let user = store.user(user_id)?.ok_or(Error::InvalidCredentials)?;
    if user.is_lawyer() && store.lawyer_of_user(user_id)?.is_some_and(|lawyer| !lawyer.is_active) {
        return Err(Error::AccountDeactivated);
    }
    Ok(user)
}

/// Opens the user's session, and adds a security event and an audit entry. Ends the session of `old_token`,
/// the browser's previous token.
fn open_audited_session(
    deps: &Deps,
    store: &mut dyn Store,
    user_id: UserId,
    old_token: Option<&str>,
    attempt: &LoginAttempt<'_>,
    origin: &Origin,
) -> Result<(User, OpenedSession)> {
    let user = active_user(store, user_id)?;
    let opened = sessions::open_session(deps, store, user_id, old_token, origin)?;
    guard::clear_failures_on_success(deps, store, attempt)?;
    store.record_security_event(&guard::attempt_event(
        deps,
        SecurityEventKind::LoginSucceeded,
        origin,
        Some(user_id),
    ))?;
    store.audit(&origin.own_audit_entry(user_id, AuditAction::LoggedIn, deps.clock.now()))?;
    Ok((user, opened))
}

/// The result of checking a login's code. An incorrect code is a result instead of an error, because an error
/// would roll back the transaction that counts the incorrect code.
enum CodeLoginResult {
    LoggedIn(Box<User>, OpenedSession),
    Wrong,
    /// The login can't be completed: this was the last allowed code, or the password or the second factor has
    /// changed since the password was checked.
    Expired,
}

/// Completes a login that waits for a second-factor code or a recovery code, and opens its session. After
/// [`MAX_TRIES`] incorrect codes, the user must start over with the password. `pending` is the token from
/// [`LoginResult::NeedsCode`]. `old_token` is the token of the browser's previous session, which ends.
///
/// # Errors
/// [`Error::CodeRefused`] for an incorrect code; [`Error::AccountDeactivated`], [`Error::TooManyTries`],
/// [`Error::Busy`]; [`Error::LoginOver`] after the last incorrect code, if the login has expired, or if the
/// password or the second factor has changed.
pub fn submit_code(
    deps: &Deps,
    pending: &str,
    code: &str,
    old_token: Option<&str>,
    origin: &Origin,
) -> Result<(User, OpenedSession)> {
    let (token, now) = (deps.tokens.hash(pending), deps.clock.now());
    // The attempt is counted in its own transaction before the code is checked. Otherwise, concurrent attempts could
    // check more than `MAX_TRIES` codes.
    let counted = in_transaction(&*deps.database, |store| {
        let Some(login) = store.count_code_attempt(&token, MAX_TRIES, now)? else { return Ok(None) };
        let user = store.user(login.user)?.ok_or(Error::LoginOver)?;
        // An incorrect code counts as a failed login. Otherwise, an attacker who knows the password could try
        // more codes than passwords.
        let attempt = LoginAttempt::new(deps, &user.email, Some(login.user), origin);
        let priority = guard::check_login_allowed(deps, store, &attempt)?;
        Ok::<_, Error>(Some((login, attempt, priority)))
    })?;
    let (login, attempt, priority) = counted.ok_or(Error::LoginOver)?;
    let code = parse_typed_code(deps, login.user, code, priority)?;
    let tried = in_transaction(&*deps.database, |store| {
        let credentials = store.lock_credentials(login.user)?;
        let factor = store.lock_second_factor(login.user)?.filter(|factor| factor.confirmed_at.is_some());
        // If the password or the second factor was changed since the password was checked, the login ends.
        // Otherwise, the new session would survive that change.
        let (true, Some(factor)) =
            (credentials.is_some_and(|known| known.password_hash == login.password_hash), factor)
        else {
            store.delete_pending_login(&token)?;
            return Ok(CodeLoginResult::Expired);
        };
        // Login throttling is checked again, because concurrent attempts may have failed since the
        // first check.
        guard::check_login_allowed(deps, store, &attempt)?;
        let Some(proved) = use_code(deps, store, login.user, &factor, &code)? else {
            guard::record_failure(deps, store, SecurityEventKind::SecondFactorRefused, &attempt)?;
            return Ok(if login.tries < MAX_TRIES {
                CodeLoginResult::Wrong
            } else {
                CodeLoginResult::Expired
            });
        };
        if !store.delete_pending_login(&token)? {
            return Err(Error::LoginOver);
        }
        if proved == ProofMethod::RecoveryCode {
            let used =
                guard::attempt_event(deps, SecurityEventKind::RecoveryCodeUsed, origin, Some(login.user));
            store.record_security_event(&used)?;
            store.audit(&origin.own_audit_entry(
                login.user,
                AuditAction::RecoveryCodeUsed,
                deps.clock.now(),
            ))?;
        }
        let (user, opened) = open_audited_session(deps, store, login.user, old_token, &attempt, origin)?;
        Ok::<_, Error>(CodeLoginResult::LoggedIn(Box::new(user), opened))
    })?;
    match tried {
        CodeLoginResult::LoggedIn(user, opened) => Ok((*user, opened)),
        CodeLoginResult::Wrong => Err(Error::CodeRefused),
        CodeLoginResult::Expired => Err(Error::LoginOver),
    }
}
