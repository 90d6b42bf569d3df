//! Replies that support keeps (docs/PRODUCT.md#reply-templates).

use domain::help::template::{MOST_TEMPLATES, NewTemplate, ReplyTemplate};
use domain::security::audit::AuditAction;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// What the audit trail calls a kept reply.
const SUBJECT: &str = "reply_template";

/// All of them.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn list(store: &mut dyn Store, actor: &Actor) -> Result<Vec<ReplyTemplate>> {
    actor.must_be_admin()?;
    Ok(store.templates()?)
}

/// Keeps a reply.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, `title` when another has it, or as many are kept as may be.
pub fn keep(deps: &Deps, actor: &Actor, new: &NewTemplate) -> Result<ReplyTemplate> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        if i64::try_from(store.templates()?.len()).unwrap_or(i64::MAX) >= MOST_TEMPLATES {
            let full = format!("There are {MOST_TEMPLATES} replies already. Remove one first.");
            return Err(Error::field("title", full));
        }
        let kept = store.insert_template(new, actor.id(), now)?;
        let kept = kept.ok_or_else(|| Error::field("title", "Another reply has this name."))?;
        let entry = actor.entry((SUBJECT, kept.id), AuditAction::TemplateChanged, now);
        store.audit(&entry.is("title", &kept.title))?;
        Ok(kept)
    })
}

/// Removes a reply.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn remove(deps: &Deps, actor: &Actor, id: i32) -> Result<ReplyTemplate> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let removed = store.delete_template(id)?.ok_or(Error::NotFound)?;
        let entry = actor.entry((SUBJECT, id), AuditAction::TemplateChanged, deps.clock.now());
        store.audit(&entry.was("title", &removed.title))?;
        Ok(removed)
    })
}
