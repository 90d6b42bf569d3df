//! Messages between a driver and the case's lawyer.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use domain::legal_help::case::event::CaseEvent;
use domain::legal_help::case::news::{CaseNews, LawyerNews};
use domain::legal_help::case::record::Case;
use domain::legal_help::secrets::{MAX_MESSAGE_CHARS, MAX_MESSAGES, Uploader};
use domain::requests::case_update::CaseKind;
use domain::shared::ids::{HireId, LawyerId};
use domain::shared::text;
use ports::legal_help::secrets::NewCaseMessage;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::active_lawyer;
use crate::legal_help::cases::secrets::access::{
    Reader, Writer, audit_staff_reading, must_be_reader, must_be_writer,
};
use crate::shared::case_updates::enqueue_status_texts;
use crate::shared::cases::correspondence::{Correspondence, NamedFile, ReadMessage, decrypt};
use crate::shared::cases::record::lock_case;
use crate::shared::cases::secrets::{SecretValue, get_or_create_case_key};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// The messages and files of a case that the caller may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCorrespondence {
    /// The messages, oldest first.
    pub messages: Vec<ReadMessage>,
    /// The names of the lawyers who sent or received `messages`, by id. A case may
    /// have had several lawyers.
    pub lawyers: BTreeMap<LawyerId, String>,
    /// The files, oldest first, each with whether the caller may delete the file.
    pub files: Vec<(NamedFile, bool)>,
    /// For staff: the text of the agreement with the lawyer who has the case. `None` for other callers,
    /// without an agreement, and if the agreement is a PDF.
    pub agreement: Option<String>,
    /// For staff: the events with notes between driver and lawyer, oldest first. The case's timeline hides
    /// these notes from staff. Empty for the driver and the lawyer, who see the notes in the timeline.
    pub notes: Vec<CaseEvent>,
}

/// Returns a case's messages and files. Staff also get the notes between driver and lawyer. Reading by staff is
/// audited. A lawyer doesn't get messages between the driver and a former lawyer.
///
/// # Errors
/// [`Error::NotFound`] for other drivers and lawyers, [`Error::Forbidden`] for deactivated lawyers,
/// [`Error::ConsentNeeded`] for staff without the driver's consent.
pub fn read(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<ReadCorrespondence> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    let reader = must_be_reader(deps, store, actor, &case)?;
    let Correspondence { mut messages, files } = decrypt(deps, store, id)?;
    let (mut notes, mut agreement) = (vec![], None);
    let side = match reader {
        Reader::Driver => Some(Uploader::Driver),
        Reader::Lawyer(lawyer) => {
            messages.retain(|message| message.lawyer_id == lawyer);
            Some(Uploader::Lawyer(lawyer))
        }
        Reader::Staff => {
            let count = i64::try_from(messages.len()).unwrap_or(i64::MAX);
            audit_staff_reading(deps, store, actor, &case, ("messages", &count))?;
            notes = store.case_events(id)?;
            notes.retain(|event| event.private_note().is_some());
            let sent = case.lawyer_id.map(|lawyer| store.agreement(id, lawyer)).transpose()?.flatten();
            agreement = sent.filter(|sent| sent.file.is_none()).map(|sent| sent.text);
            None
        }
    };
    let mut lawyers = BTreeMap::new();
    for message in &messages {
        if let Entry::Vacant(entry) = lawyers.entry(message.lawyer_id)
            && let Some(lawyer) = store.lawyer(message.lawyer_id)?
        {
            entry.insert(lawyer.record.name);
        }
    }
    let may_delete =
        |file: &NamedFile| side.is_some_and(|side| case.may_delete_file(side, file.uploader, file.is_used));
    let files = files.into_iter().map(|file| (may_delete(&file), file));
    Ok(ReadCorrespondence {
        messages,
        lawyers,
        files: files.map(|(may, file)| (file, may)).collect(),
        agreement,
        notes,
    })
}

/// Marks messages to the caller as read, up to and including the message `up_to`. Returns how many messages in all of
/// the caller's cases are still unread.
///
/// # Errors
/// [`Error::NotFound`] for other drivers and lawyers, [`Error::Forbidden`] for staff and deactivated lawyers.
pub fn mark_read(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: HireId, up_to: i64) -> Result<i64> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    if actor.is_admin() {
        return Err(Error::Forbidden);
    }
    let lawyer = match must_be_reader(deps, store, actor, &case)? {
        Reader::Lawyer(lawyer) => Some(lawyer),
        Reader::Driver | Reader::Staff => None,
    };
    store.mark_case_messages_read(id, lawyer, up_to, deps.clock.now())?;
    count_unread(store, actor)
}

/// Counts the unread messages in all of the caller's cases.
///
/// # Errors
/// [`Error::Forbidden`] for staff and deactivated lawyers.
pub fn count_unread(store: &mut dyn Store, actor: &Actor) -> Result<i64> {
    if actor.is_admin() {
        return Err(Error::Forbidden);
    }
    if actor.is_lawyer() {
        let lawyer = active_lawyer(store, actor)?.id;
        return Ok(store.count_unread_by_lawyer(lawyer)?);
    }
    Ok(store.count_unread_by_driver(actor.id())?)
}

/// Sends a message from the driver to the lawyer, or from the lawyer to the driver. The recipient is
/// notified, unless the case already has an unread message for the recipient.
///
/// # Errors
/// [`Error::NotFound`] for other drivers and lawyers, [`Error::Forbidden`] for staff and deactivated lawyers,
/// [`Error::MessagesClosed`], [`Error::TooManyMessages`], a field error for the `text`.
pub fn send(deps: &Deps, actor: &Actor, id: HireId, text: &str) -> Result<()> {
    let text = text::paragraph(text, MAX_MESSAGE_CHARS);
    in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        let writer = must_be_writer(store, actor, &case)?;
        let text = text.map_err(|error| Error::field("text", error.to_string()))?;
        let counts = store.count_messages_and_files(id)?;
        if counts.messages >= MAX_MESSAGES {
            return Err(Error::TooManyMessages);
        }
        let value = SecretValue::message(writer.is_lawyer);
        let sealed = get_or_create_case_key(deps, store, id)?.seal(deps, value, text.as_bytes())?;
        let sent_at = deps.clock.now();
        let new = NewCaseMessage {
            case: id,
            lawyer_id: writer.lawyer,
            is_from_lawyer: writer.is_lawyer,
            sealed: &sealed,
            sent_at,
        };
        store.insert_case_message(&new)?;
        let unread = if writer.is_lawyer { counts.unread_by_driver } else { counts.unread_by_lawyer };
        if unread > 0 {
            return Ok(());
        }
        notify(deps, store, &case, writer)
    })
}

/// Notifies the recipient of a message that `writer` sent. The notice doesn't contain the message.
fn notify(deps: &Deps, store: &mut dyn Store, case: &Case, writer: Writer) -> Result<()> {
    if !writer.is_lawyer {
        return enqueue(deps, store, &QueuedEmail::LawyerNews(case.id, writer.lawyer, LawyerNews::Message));
    }
    enqueue_status_texts(deps, store, case.user_id, CaseKind::CaseNews, CaseNews::Message.as_str())?;
    enqueue(deps, store, &QueuedEmail::CaseNews(case.id, CaseNews::Message))
}
