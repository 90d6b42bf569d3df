//! Logging in (driver specification, sections 2 and 7; decisions 12, 13 and 24).

use domain::audit::AuditAction;
use domain::security::SecurityEventKind;
use domain::user::User;
use ports::store::{in_transaction, with_store};
use ports::trail::AuditEntry;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::guard::{self, Try};
use crate::sessions::{self, OpenedSession, Origin};

/// Checks e-mail and password and opens a session.
///
/// The hash is worked out with no connection held, and also for an unknown e-mail, so that both answers take as long.
///
/// # Errors
/// [`Error::InvalidCredentials`], the same for an unknown e-mail and a wrong password; [`Error::TooManyTries`].
pub fn log_in(
    deps: &Deps,
    email: &str,
    password: &str,
    old_token: Option<&str>,
    origin: &Origin,
) -> Result<(User, OpenedSession)> {
    let (credentials, attempt) = with_store(&*deps.database, |store| {
        let credentials = store.credentials(email)?;
        let user = credentials.as_ref().map(|found| found.user_id);
        let attempt = Try::new(deps, email, user, origin);
        guard::may_try(deps, store, &attempt)?;
        Ok::<_, Error>((credentials, attempt))
    })?;
    let (known, fits) = match &credentials {
        Some(found) => (Some(found.user_id), deps.passwords.verify(password, &found.password_hash)),
        None => {
            deps.passwords.verify_nothing(password);
            (None, false)
        }
    };
    let (true, Some(user_id)) = (fits, known) else {
        in_transaction(&*deps.database, |store| {
            guard::failed(deps, store, SecurityEventKind::LoginFailed, &attempt)
        })?;
        return Err(Error::InvalidCredentials);
    };
    in_transaction(&*deps.database, |store| {
        // Had the password been changed since it was checked, this session would outlive the change.
        if store.lock_credentials(user_id)? != credentials {
            return Err(Error::InvalidCredentials);
        }
        let user = store.user(user_id)?.ok_or(Error::InvalidCredentials)?;
        let opened = sessions::open(deps, store, user_id, old_token, origin)?;
        guard::succeeded(deps, store, &attempt)?;
        let event = guard::event(deps, SecurityEventKind::LoginSucceeded, origin, known);
        store.security_event(&event)?;
        store.audit(&AuditEntry {
            actor: Some(user_id),
            action: AuditAction::LoggedIn,
            subject_kind: "user",
            subject_id: user_id.0,
            before: vec![],
            after: vec![],
            address: Some(origin.address.clone()),
            at: deps.clock.now(),
        })?;
        Ok((user, opened))
    })
}
