//! Support's saved replies (docs/product/help.md#saved-replies).

use domain::help::template::{MAX_TEMPLATES, NewTemplate, ReplyTemplate};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;

const SUBJECT: AuditSubject = AuditSubject::ReplyTemplate;

/// Lists all saved replies.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_templates(store: &mut dyn Store, actor: &Actor) -> Result<Vec<ReplyTemplate>> {
    actor.must_be_admin()?;
    Ok(store.templates()?)
}

/// Saves a new reply.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, a field error for `title` if another reply has
/// this title or the maximum number of replies is reached.
pub fn save_template(deps: &Deps, actor: &Actor, new: &NewTemplate) -> Result<ReplyTemplate> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        store.lock_limit(Limit::ReplyTemplates)?;
        if i64::try_from(store.templates()?.len()).unwrap_or(i64::MAX) >= MAX_TEMPLATES {
            let full = format!("There are already {MAX_TEMPLATES} saved replies. Delete one first.");
            return Err(Error::field("title", full));
        }
        let template = store.insert_template(new, actor.id(), now)?;
        let template = template.ok_or_else(duplicate_title_error)?;
        let entry = actor.audit_entry((SUBJECT, template.id), AuditAction::TemplateChanged, now);
        store.audit(&entry.with_after("title", &template.title))?;
        Ok(template)
    })
}

/// Changes a saved reply's title and message. `version` is the version that the caller saw.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::ChangedMeanwhile`] if the
/// version is outdated, a field error if another reply has the `title`.
pub fn change_template(
    deps: &Deps,
    actor: &Actor,
    (id, version): (i32, i32),
    new: &NewTemplate,
) -> Result<ReplyTemplate> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let before = store.lock_template(id)?.ok_or(Error::NotFound)?;
        if before.version != version {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, id)?));
        }
        let after = store.update_template(id, new)?.ok_or_else(duplicate_title_error)?;
        let mut trail = Changes::default();
        trail.add("title", before.title, after.title.clone());
        trail.add("message", before.message, after.message.clone());
        trail.write(store, actor, AuditAction::TemplateChanged, (SUBJECT, id), deps.clock.now())?;
        Ok(after)
    })
}

/// Deletes a saved reply.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn remove_template(deps: &Deps, actor: &Actor, id: i32) -> Result<ReplyTemplate> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let removed = store.delete_template(id)?.ok_or(Error::NotFound)?;
        let entry = actor.audit_entry((SUBJECT, id), AuditAction::TemplateChanged, deps.clock.now());
        store.audit(&entry.with_before("title", &removed.title))?;
        Ok(removed)
    })
}

fn duplicate_title_error() -> Error {
    Error::field("title", "Another saved reply has this name.")
}
