//! Logging in (driver specification, sections 2 and 7; decisions 12, 13 and 24).

use domain::audit::AuditAction;
use domain::ids::UserId;
use domain::security::SecurityEventKind;
use domain::user::User;
use ports::store::{in_transaction, with_store};
use ports::trail::{AuditEntry, SecurityEvent};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::sessions::{self, OpenedSession, Origin};

/// Checks e-mail and password and opens a session.
///
/// The hash is worked out with no connection held, and also for an unknown e-mail, so that both answers take as long.
///
/// # Errors
/// [`Error::InvalidCredentials`], the same for an unknown e-mail and a wrong password.
pub fn log_in(
    deps: &Deps,
    email: &str,
    password: &str,
    old_token: Option<&str>,
    origin: &Origin,
) -> Result<(User, OpenedSession)> {
    let credentials = with_store(&*deps.database, |store| store.credentials(email).map_err(Error::from))?;
    let (known, fits) = match &credentials {
        Some(found) => (Some(found.user_id), deps.passwords.verify(password, &found.password_hash)),
        None => {
            deps.passwords.verify_nothing(password);
            (None, false)
        }
    };
    let kind = if fits { SecurityEventKind::LoginSucceeded } else { SecurityEventKind::LoginFailed };
    let event = security_event(deps, kind, known, origin);
    let (true, Some(user_id)) = (fits, known) else {
        with_store(&*deps.database, |store| store.security_event(&event).map_err(Error::from))?;
        return Err(Error::InvalidCredentials);
    };
    in_transaction(&*deps.database, |store| {
        // Had the password been changed since it was checked, this session would outlive the change.
        if store.lock_credentials(user_id)? != credentials {
            return Err(Error::InvalidCredentials);
        }
        let user = store.user(user_id)?.ok_or(Error::InvalidCredentials)?;
        let opened = sessions::open(deps, store, user_id, old_token, origin)?;
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

fn security_event(
    deps: &Deps,
    kind: SecurityEventKind,
    user_id: Option<UserId>,
    origin: &Origin,
) -> SecurityEvent {
    SecurityEvent {
        kind,
        address: origin.address.clone(),
        path: origin.path.clone(),
        user_id,
        at: deps.clock.now(),
    }
}
