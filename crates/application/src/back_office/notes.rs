//! Staff's internal notes, which drivers never see (docs/product/back-office.md#internal-notes).

use domain::back_office::note::{MAX_NOTES, NoteText, StaffNote};
use domain::security::audit::AuditAction;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use ports::back_office::notes::NoteFilter;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Lists the newest notes about a record, at most [`MAX_NOTES`]. For a user, lists the notes about all
/// records of that driver.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_notes(store: &mut dyn Store, actor: &Actor, about: DeskRecord) -> Result<Vec<StaffNote>> {
    actor.must_be_admin()?;
    let filter = match about {
        DeskRecord { kind: DeskKind::User, id } => NoteFilter::Driver(UserId(id)),
        record => NoteFilter::Record(record),
    };
    Ok(store.notes(filter, MAX_NOTES)?)
}

/// Adds a note about a record. The audit entry doesn't contain the note's text, because deleting the note
/// must erase the text, which could never be removed from an audit entry.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], a field error for `text` if the
/// record has the maximum number of notes.
pub fn add_note(deps: &Deps, actor: &Actor, record: DeskRecord, text: &NoteText) -> Result<StaffNote> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        // The lock makes concurrent calls for the same driver wait for each other, so that a second
        // call counts the first call's note.
        let owner = store.lock_driver_for_note(record)?.ok_or(Error::NotFound)?;
        if store.count_notes(record)? >= MAX_NOTES {
            let full = format!("There are already {MAX_NOTES} notes. Delete one first.");
            return Err(Error::field("text", full));
        }
        let note = store.insert_note(record, owner, actor.id(), text, now)?;
        let subject = (record.kind.into(), record.id);
        store.audit(&actor.audit_entry(subject, AuditAction::NoteAdded, now).with_after("note", &note.id))?;
        Ok(note)
    })
}

/// Deletes a note. Staff may also delete notes of other staff members.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn remove_note(deps: &Deps, actor: &Actor, id: i32) -> Result<StaffNote> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let note = store.delete_note(id)?.ok_or(Error::NotFound)?;
        let subject = (note.record.kind.into(), note.record.id);
        let entry = actor.audit_entry(subject, AuditAction::NoteRemoved, deps.clock.now());
        store.audit(&entry.with_before("note", &id))?;
        Ok(note)
    })
}
