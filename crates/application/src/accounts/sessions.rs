//! Start, extension and end of sessions (docs/product/accounts.md#sessions).

use domain::accounts::session::Session;
use domain::security::audit::AuditAction;
use domain::security::network::counting_key;
use domain::shared::ids::UserId;
use ports::accounts::sessions::NewSession;
use ports::store::{Store, with_store};

use crate::access::Actor;
use crate::access::Origin;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// A new session. The token is sent as a cookie, and the database stores only its hash.
pub struct OpenedSession {
    pub token: String,
    pub session: Session,
}

/// Opens a session for a user who has just authenticated, and remembers the network of the client's address for the
/// user. Ends the session of `old_token`, the browser's previous token, if there is one.
pub fn open_session(
    deps: &Deps,
    store: &mut dyn Store,
    user: UserId,
    old_token: Option<&str>,
    origin: &Origin,
) -> Result<OpenedSession> {
    let now = deps.clock.now();
    if let Some((old, _)) =
        old_token.map(|token| store.session(&deps.tokens.hash(token))).transpose()?.flatten()
    {
        store.delete_session(old.id)?;
    }
    let token = deps.tokens.new_token();
    let session = store.insert_session(&NewSession {
        user_id: user,
        token_hash: deps.tokens.hash(&token),
        login_time: now,
        expires_at: deps.sessions.first_expiry(now),
        address: origin.address.clone(),
        user_agent: origin.user_agent.as_deref().and_then(domain::accounts::device::describe_user_agent),
        proved_at: Some(now),
    })?;
    store.remember_address(user, &counting_key(&origin.address), now)?;
    Ok(OpenedSession { token, session })
}

/// Extends the caller's session to its full duration from now, but not beyond the session's maximum life.
///
/// # Errors
/// [`Error::Unauthenticated`] once the session has reached its maximum life.
pub fn extend_session(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Session> {
    let now = deps.clock.now();
    let expires_at = deps.sessions.extended_expiry(&actor.session, now).ok_or(Error::Unauthenticated)?;
    store.renew_session(actor.session.id, now, expires_at)?;
    Ok(Session { last_activity: now, expires_at, ..actor.session.clone() })
}

/// Ends the session that has this token. Does nothing if there is no token or no such session.
pub fn log_out(deps: &Deps, store: &mut dyn Store, token: Option<&str>, origin: &Origin) -> Result<()> {
    let Some((session, user)) =
        token.map(|token| store.session(&deps.tokens.hash(token))).transpose()?.flatten()
    else {
        return Ok(());
    };
    if !store.delete_session(session.id)? {
        return Ok(());
    }
    Ok(store.audit(&origin.own_audit_entry(user.id, AuditAction::LoggedOut, deps.clock.now()))?)
}

/// Writes the times at which sessions were last used from memory to the database. Returns how many of the
/// sessions still exist. If writing fails, the times stay in memory for the next call.
pub fn write_last_uses(deps: &Deps) -> Result<usize> {
    let last_uses = deps.last_uses.take();
    if last_uses.is_empty() {
        return Ok(0);
    }
    let written = with_store(&*deps.database, |store| Ok(store.store_last_uses(&last_uses)?));
    if written.is_err() {
        for (session, at) in &last_uses {
            deps.last_uses.record(*session, *at);
        }
    }
    written
}
