//! Messages and files of cases, encrypted with each case's own key, and consents
//! (docs/product/cases.md#messages-and-files).

use chrono::{DateTime, Utc};
use domain::legal_help::secrets::{Consent, ConsentKind, Uploader};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{HireId, LawyerId, UserId};

use crate::shared::store_error::StoreResult;

/// A stored message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseMessage {
    /// Id of the message.
    pub id: i64,
    /// The lawyer who wrote or received the message.
    pub lawyer_id: LawyerId,
    /// Whether the lawyer wrote the message; otherwise the driver did.
    pub is_from_lawyer: bool,
    /// The message's text, encrypted with the case's key.
    pub sealed: Vec<u8>,
    /// When the message was sent.
    pub sent_at: DateTime<Utc>,
    /// When the recipient first read the message; `None` if the recipient hasn't read the message.
    pub read_at: Option<DateTime<Utc>>,
}

/// A message to store.
#[derive(Clone, Copy, Debug)]
pub struct NewCaseMessage<'a> {
    /// The case that the message belongs to.
    pub case: HireId,
    /// The lawyer who writes the message, or to whom the driver writes it.
    pub lawyer_id: LawyerId,
    /// Whether the lawyer writes the message; otherwise the driver does.
    pub is_from_lawyer: bool,
    /// The message's text, encrypted with the case's key.
    pub sealed: &'a [u8],
    /// When the message is sent.
    pub sent_at: DateTime<Utc>,
}

/// A stored file, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFile {
    /// Id of the file, part of its URL.
    pub id: i64,
    /// The case that the file belongs to.
    pub case: HireId,
    /// Whether a lawyer uploaded the file; otherwise the driver did.
    pub is_from_lawyer: bool,
    /// The lawyer who uploaded the file; `None` if the driver did, or if the lawyer's id wasn't stored.
    pub lawyer_id: Option<LawyerId>,
    /// The file's name, encrypted with the case's key.
    pub sealed_name: Vec<u8>,
    /// File type, detected from the content.
    pub kind: FileKind,
    /// Size of the file before encryption, in bytes.
    pub bytes: i64,
    /// When the file was uploaded.
    pub added_at: DateTime<Utc>,
    /// Name under which the content is stored. `None` for an older file, whose content is in the database.
    pub content_name: Option<String>,
    /// Whether an event or an agreement of the case refers to the file.
    pub is_used: bool,
}

impl CaseFile {
    /// Returns who uploaded the file; `None` if an unknown lawyer did.
    pub fn uploader(&self) -> Option<Uploader> {
        if self.is_from_lawyer { self.lawyer_id.map(Uploader::Lawyer) } else { Some(Uploader::Driver) }
    }
}

/// A file to store. Its content is already in the storage of files.
#[derive(Clone, Copy, Debug)]
pub struct NewCaseFile<'a> {
    /// The case that the file belongs to.
    pub case: HireId,
    /// The lawyer who uploads the file; `None` if the driver does.
    pub lawyer_id: Option<LawyerId>,
    /// The file's name, encrypted with the case's key.
    pub sealed_name: &'a [u8],
    /// File type, detected from the content.
    pub kind: FileKind,
    /// Size of the file before encryption, in bytes.
    pub bytes: i64,
    /// Name under which the content is stored.
    pub content_name: &'a str,
    /// When the file is uploaded.
    pub added_at: DateTime<Utc>,
}

/// How many messages and files a case has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecretCounts {
    /// Number of messages.
    pub messages: i64,
    /// Number of messages of lawyers that the driver hasn't read.
    pub unread_by_driver: i64,
    /// Number of the driver's messages that the case's lawyer hasn't read.
    pub unread_by_lawyer: i64,
    /// Number of files.
    pub files: i64,
    /// When the last message or file was added; `None` if the case has none.
    pub last_at: Option<DateTime<Utc>>,
}

/// A new request for a driver's consent.
#[derive(Clone, Copy, Debug)]
pub struct NewConsent {
    /// The case that the consent is for.
    pub case: HireId,
    /// The permission that the driver is asked for.
    pub kind: ConsentKind,
    /// The lawyer who asks to see the driver's record; `None` if staff ask to read messages and files.
    pub lawyer_id: Option<LawyerId>,
    /// The user who requests the consent.
    pub asked_by: UserId,
    /// When the consent is requested.
    pub asked_at: DateTime<Utc>,
}

/// Encryption keys, messages and consents of cases in the database. Deleting a case's key also deletes
/// its messages and files.
pub trait CaseSecrets {
    /// Returns a case's encrypted key, if it has one.
    fn case_key(&mut self, case: HireId) -> StoreResult<Option<Vec<u8>>>;
    /// Stores a case's encrypted key, unless the case already has a key.
    fn insert_case_key(&mut self, case: HireId, sealed: &[u8], created_at: DateTime<Utc>) -> StoreResult<()>;
    /// Stores a message. Its case must have an encryption key.
    fn insert_case_message(&mut self, new: &NewCaseMessage<'_>) -> StoreResult<CaseMessage>;
    /// Returns a case's messages, oldest first.
    fn case_messages(&mut self, case: HireId) -> StoreResult<Vec<CaseMessage>>;
    /// Marks unread messages with ids up to `up_to` as read. If `lawyer` is given, marks the messages that the driver
    /// wrote to this lawyer. Otherwise marks the messages that lawyers wrote to the driver.
    fn mark_case_messages_read(
        &mut self,
        case: HireId,
        lawyer: Option<LawyerId>,
        up_to: i64,
        read_at: DateTime<Utc>,
    ) -> StoreResult<()>;
    /// Counts the messages of lawyers that a driver hasn't read, in all cases.
    fn count_unread_by_driver(&mut self, driver: UserId) -> StoreResult<i64>;
    /// Counts the messages of drivers that a lawyer hasn't read, in all of the lawyer's cases.
    fn count_unread_by_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<i64>;
    /// Counts a case's messages and files.
    fn count_messages_and_files(&mut self, case: HireId) -> StoreResult<SecretCounts>;
    /// Stores a request for the driver's consent.
    fn insert_consent(&mut self, new: &NewConsent) -> StoreResult<Consent>;
    /// Returns a case's requests for consent, oldest first.
    fn consents_of(&mut self, case: HireId) -> StoreResult<Vec<Consent>>;
    /// Stores when a driver gave a requested consent, when it expires, and when the driver
    /// refused or withdrew it.
    fn set_consent(&mut self, consent: &Consent) -> StoreResult<()>;
}

/// Files of cases in the database. The content of a deleted file becomes due for deletion from the storage of files.
pub trait CaseFiles {
    /// Stores a file. Its case must have an encryption key.
    fn insert_case_file(&mut self, new: &NewCaseFile<'_>) -> StoreResult<CaseFile>;
    /// Returns a case's files, oldest first.
    fn case_files(&mut self, case: HireId) -> StoreResult<Vec<CaseFile>>;
    /// Returns a file by its id, without its content.
    fn case_file(&mut self, id: i64) -> StoreResult<Option<CaseFile>>;
    /// Deletes a file, and its content if that is in the database.
    fn delete_case_file(&mut self, id: i64) -> StoreResult<()>;
    /// Returns the encrypted content of a file whose content is in the database; empty for any other file.
    fn case_file_content(&mut self, id: i64) -> StoreResult<Vec<u8>>;
}
