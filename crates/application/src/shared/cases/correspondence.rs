//! The decrypted messages of a case, and the names of its files.

use chrono::{DateTime, Utc};
use domain::legal_help::secrets::Uploader;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{HireId, LawyerId};
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::shared::cases::secrets::{SecretValue, existing_key};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadMessage {
    pub id: i64,
    /// The lawyer who sent or received the message.
    pub lawyer_id: LawyerId,
    /// Whether the lawyer sent the message. If false, the driver sent it.
    pub is_from_lawyer: bool,
    pub text: String,
    pub sent_at: DateTime<Utc>,
    /// When the recipient first read the message; `None` if it is unread.
    pub read_at: Option<DateTime<Utc>>,
}

/// A file of a case, with its decrypted name but without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    pub id: i64,
    /// Whether a lawyer uploaded the file. If false, the driver uploaded it.
    pub is_from_lawyer: bool,
    /// The file's name when it was uploaded.
    pub name: String,
    /// File type, detected from the content.
    pub kind: FileKind,
    pub bytes: i64,
    pub added_at: DateTime<Utc>,
    /// The driver or lawyer who uploaded the file. `None` for a lawyer's file that was stored
    /// without the lawyer's id.
    pub uploader: Option<Uploader>,
    /// Whether an event or an agreement of the case refers to the file.
    pub is_used: bool,
}

/// The messages and files of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correspondence {
    /// The messages, oldest first.
    pub messages: Vec<ReadMessage>,
    /// The files, oldest first.
    pub files: Vec<NamedFile>,
}

/// Decrypts the messages of a case and the names of its files. A case without a key has no messages
/// and no files. The caller must have checked that the user may read them.
///
/// # Errors
/// [`crate::Error::Defect`] if a message or name can't be decrypted.
pub fn decrypt(deps: &Deps, store: &mut dyn Store, case: HireId) -> Result<Correspondence> {
    let Some(key) = existing_key(deps, store, case)? else { return Ok(Correspondence::default()) };
    let messages = store.case_messages(case)?.into_iter().map(|message| {
        let value = SecretValue::message(message.is_from_lawyer);
        Ok(ReadMessage {
            id: message.id,
            lawyer_id: message.lawyer_id,
            is_from_lawyer: message.is_from_lawyer,
            text: key.open_text(deps, value, &message.sealed)?,
            sent_at: message.sent_at,
            read_at: message.read_at,
        })
    });
    let messages = messages.collect::<Result<_>>()?;
    let files = store.case_files(case)?.into_iter().map(|file| {
        Ok(NamedFile {
            id: file.id,
            is_from_lawyer: file.is_from_lawyer,
            name: key.open_text(deps, SecretValue::FileName, &file.sealed_name)?,
            kind: file.kind,
            bytes: file.bytes,
            added_at: file.added_at,
            uploader: file.uploader(),
            is_used: file.is_used,
        })
    });
    Ok(Correspondence { messages, files: files.collect::<Result<_>>()? })
}
