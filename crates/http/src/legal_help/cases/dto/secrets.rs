//! Request and response bodies for messages, files and consents of a case.

use application::legal_help::cases::secrets::consents::ConsentAnswer;
use application::legal_help::cases::secrets::messages::ReadCorrespondence;
use application::legal_help::cases::secrets::record::SharedRecord;
use application::shared::cases::correspondence::{NamedFile, ReadMessage};
use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::fine::is_estimated;
use domain::driving_record::standing::Standing;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::case::event::CaseEvent;
use domain::legal_help::secrets::{Consent, ConsentState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;

/// Messages and files of a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseCorrespondence)]
pub struct CorrespondenceDto {
    /// The messages, oldest first.
    pub messages: Vec<CaseMessageDto>,
    /// The files, oldest first.
    pub files: Vec<CaseFileDto>,
    /// For staff: the text of the agreement. `null` for other callers, without an agreement, and if
    /// the agreement is a PDF.
    pub agreement_text: Option<String>,
    /// For staff: the notes between driver and lawyer, oldest first. Empty for other callers, who read the notes
    /// in the case's events.
    pub notes: Vec<CaseNoteDto>,
}

/// A note between driver and lawyer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseNote)]
pub struct CaseNoteDto {
    /// The id of the event that has the note.
    pub event_id: i64,
    /// What happened in the event, such as `plea_refused`.
    pub kind: word::CaseEventKind,
    /// When the event happened.
    pub at: DateTime<Utc>,
    pub text: String,
}

impl From<CaseEvent> for CaseNoteDto {
    fn from(CaseEvent { id, event, .. }: CaseEvent) -> Self {
        Self { event_id: id, kind: event.kind.into(), at: event.at, text: event.note.unwrap_or_default() }
    }
}

impl From<ReadCorrespondence> for CorrespondenceDto {
    fn from(found: ReadCorrespondence) -> Self {
        let lawyers = found.lawyers;
        let message = |message: ReadMessage| {
            let name = lawyers.get(&message.lawyer_id).cloned();
            CaseMessageDto::of(message, name)
        };
        Self {
            messages: found.messages.into_iter().map(message).collect(),
            files: found.files.into_iter().map(CaseFileDto::from).collect(),
            agreement_text: found.agreement,
            notes: found.notes.into_iter().map(CaseNoteDto::from).collect(),
        }
    }
}

/// A message between driver and lawyer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseMessage)]
pub struct CaseMessageDto {
    pub id: i64,
    /// Whether the lawyer wrote the message; otherwise the driver did.
    pub is_from_lawyer: bool,
    /// The name of the lawyer who wrote the message, or to whom the driver wrote it.
    pub lawyer_name: Option<String>,
    pub text: String,
    /// When the message was sent.
    pub sent_at: DateTime<Utc>,
    /// When the recipient first read the message; null until then.
    pub read_at: Option<DateTime<Utc>>,
}

impl CaseMessageDto {
    /// Builds the response. `lawyer_name` is the name of the message's lawyer, if known.
    fn of(message: ReadMessage, lawyer_name: Option<String>) -> Self {
        Self {
            id: message.id,
            is_from_lawyer: message.is_from_lawyer,
            lawyer_name,
            text: message.text,
            sent_at: message.sent_at,
            read_at: message.read_at,
        }
    }
}

/// A file of a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseFile)]
pub struct CaseFileDto {
    pub id: i64,
    /// Whether a lawyer uploaded the file; otherwise the driver did.
    pub is_from_lawyer: bool,
    /// The file's name, as its uploader named it.
    pub name: String,
    /// The file type, detected from the file's content.
    pub kind: word::FileKind,
    /// The file's size in bytes.
    pub bytes: i64,
    /// When the file was uploaded.
    pub added_at: DateTime<Utc>,
    /// Whether the caller may delete the file.
    pub may_delete: bool,
}

impl From<(NamedFile, bool)> for CaseFileDto {
    fn from((file, may_delete): (NamedFile, bool)) -> Self {
        Self {
            id: file.id,
            is_from_lawyer: file.is_from_lawyer,
            name: file.name,
            kind: file.kind.into(),
            bytes: file.bytes,
            added_at: file.added_at,
            may_delete,
        }
    }
}

/// A request for the driver's consent, and the answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseConsent)]
pub struct CaseConsentDto {
    pub id: i64,
    /// The permission that the driver is asked for.
    pub kind: word::ConsentKind,
    pub state: word::ConsentState,
    /// When the consent was requested.
    pub asked_at: DateTime<Utc>,
    /// When the driver gave the consent; null if the driver hasn't given it.
    pub given_at: Option<DateTime<Utc>>,
    /// When the consent ends, or ended, unless the driver withdraws it earlier. Null if it has no time limit or the
    /// driver hasn't given it.
    pub expires_at: Option<DateTime<Utc>>,
}

impl From<(Consent, ConsentState)> for CaseConsentDto {
    fn from((consent, state): (Consent, ConsentState)) -> Self {
        Self {
            id: consent.id,
            kind: consent.kind.into(),
            state: state.into(),
            asked_at: consent.asked_at,
            given_at: consent.given_at,
            expires_at: consent.expires_at,
        }
    }
}

/// The driver's record, which the lawyer sees with the driver's consent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SharedRecord)]
pub struct SharedRecordDto {
    /// The date of birth; null if none is stored.
    pub date_of_birth: Option<NaiveDate>,
    pub license_number: Option<String>,
    /// The license status that staff found.
    pub license_status: word::LicenseStatus,
    /// Points on the license; null if unknown.
    pub points: Option<i32>,
    /// The driver's other tickets.
    pub tickets: Vec<SharedTicketDto>,
}

/// Another ticket of the driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SharedTicket)]
pub struct SharedTicketDto {
    pub id: i32,
    pub violation: String,
    /// The day of the violation.
    pub date: NaiveDate,
    /// The fine, with two decimals.
    pub fine: String,
    /// Whether the fine is an estimate because the ticket's amount isn't a number.
    pub is_estimated: bool,
    /// Points for the violation.
    pub points: i32,
    /// The ticket's state for its driver.
    pub standing: word::Standing,
}

impl From<(Ticket, Standing)> for SharedTicketDto {
    fn from((ticket, standing): (Ticket, Standing)) -> Self {
        Self {
            id: ticket.id.0,
            fine: ticket.fine().to_string(),
            is_estimated: is_estimated(&ticket.filed.amount),
            standing: standing.into(),
            date: ticket.filed.date,
            points: ticket.filed.points,
            violation: ticket.filed.violation_type,
        }
    }
}

impl From<SharedRecord> for SharedRecordDto {
    fn from(record: SharedRecord) -> Self {
        Self {
            date_of_birth: record.driver.date_of_birth,
            license_number: record.driver.drivers_license_number,
            license_status: record.driver.license_status.into(),
            points: record.points,
            tickets: record.tickets.into_iter().map(SharedTicketDto::from).collect(),
        }
    }
}

#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseMessageBody {
    /// The text: at most 4,000 characters.
    #[validate(length(max = 20_000, message = "This is too long."))]
    pub text: String,
}

/// Body of the requests that mark messages as read.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadMessagesBody {
    /// The id of the last message that was shown. Later messages stay unread.
    pub last_message_id: i64,
}

/// The driver's answer to a request for consent.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConsentBody {
    pub consent_id: i64,
    /// Whether the driver gives the consent. `false` refuses the request, or withdraws the consent.
    pub is_allowed: bool,
}

impl ConsentBody {
    /// Returns whether the driver gives the consent or ends it.
    pub const fn answer(&self) -> ConsentAnswer {
        if self.is_allowed { ConsentAnswer::Give } else { ConsentAnswer::End }
    }
}

/// The number of messages that the caller hasn't read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnreadMessages)]
pub struct UnreadMessagesDto {
    /// Number of unread messages in all of the caller's cases.
    pub unread_messages: i64,
}
