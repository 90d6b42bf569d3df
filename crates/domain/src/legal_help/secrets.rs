//! Messages and files of a case, and the driver's consents to read the messages, the files or the driver's record
//! (docs/product/cases.md#messages-and-files).

use chrono::{DateTime, TimeDelta, Utc};

use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;
use crate::shared::ids::{HireId, LawyerId, UserId};
use crate::shared::stored_words::stored_words;

/// Maximum length of a message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 4_000;
/// Maximum number of messages of a case.
pub const MAX_MESSAGES: i64 = 1_000;
/// Maximum size of a file, in megabytes.
pub const MAX_FILE_MEGABYTES: usize = 15;
/// Maximum number of files of a case.
pub const MAX_FILES: i64 = 20;
/// Maximum length of a file's name, in characters.
pub const MAX_FILE_NAME_CHARS: usize = 200;
/// How long staff may read messages and files after the driver gave consent, in hours.
pub const READING_HOURS: i64 = 72;

/// A driver or lawyer who uploads files to a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploader {
    /// The driver.
    Driver,
    /// A lawyer who has or had the case.
    Lawyer(LawyerId),
}

/// A kind of consent that a lawyer or staff request from a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConsentKind {
    /// The case's lawyer sees the driver's date of birth, driving record and other tickets.
    RecordForLawyer,
    /// Staff read the case's messages and files.
    StaffReading,
}

stored_words!(ConsentKind {
    RecordForLawyer => "record_for_lawyer",
    StaffReading => "staff_reading",
});

impl ConsentKind {
    /// Returns when a consent of this kind expires; `None` if it has no time limit.
    pub fn expires_at(self, given_at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::RecordForLawyer => None,
            Self::StaffReading => Some(given_at + TimeDelta::hours(READING_HOURS)),
        }
    }
}

/// The driver's answer to a request for consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConsentState {
    /// The driver hasn't answered.
    Asked,
    /// The driver gave consent.
    Given,
    /// The driver refused.
    Refused,
    /// The driver withdrew the consent.
    Withdrawn,
    /// The request or consent ended on its own. Consent to let staff read ends after its time
    /// limit. A request or consent to show a lawyer the driver's record ends when the case is
    /// no longer open, or has another lawyer. An ended request or consent stays ended if the
    /// case is opened again.
    Expired,
}

stored_words!(ConsentState {
    Asked => "asked",
    Given => "given",
    Refused => "refused",
    Withdrawn => "withdrawn",
    Expired => "expired",
});

/// A request for the driver's consent, and the answer. Lanewise retains ended consents as a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// Id of the request.
    pub id: i64,
    /// The case that the consent is for.
    pub case: HireId,
    /// The kind of the requested consent.
    pub kind: ConsentKind,
    /// The lawyer who requested to see the driver's record. `None` if staff requested to read messages and files.
    pub lawyer_id: Option<LawyerId>,
    /// The user who requested the consent. `None` if their account was deleted.
    pub asked_by: Option<UserId>,
    /// When the consent was requested.
    pub asked_at: DateTime<Utc>,
    /// When the driver gave the consent; `None` if the driver didn't.
    pub given_at: Option<DateTime<Utc>>,
    /// When the consent expires; `None` if it has no time limit. A request or consent to
    /// show a lawyer the driver's record also expires when the lawyer reopens a decided case
    /// by recording a deferral.
    pub expires_at: Option<DateTime<Utc>>,
    /// When the driver refused or withdrew the consent; `None` if the driver did neither.
    pub ended_at: Option<DateTime<Utc>>,
}

impl Consent {
    /// Returns the state of the consent in its case. A consent for a lawyer ends when the case is
    /// decided or ends early, or when the case has another lawyer.
    pub fn state(&self, case: &Case, now: DateTime<Utc>) -> ConsentState {
        let is_expired = self.expires_at.is_some_and(|end| end <= now);
        let is_void = match self.kind {
            ConsentKind::RecordForLawyer => {
                is_expired || !case.step.is_open() || self.lawyer_id != case.lawyer_id
            }
            ConsentKind::StaffReading => is_expired,
        };
        match (self.given_at, self.ended_at) {
            (None, Some(_)) => ConsentState::Refused,
            (Some(_), Some(_)) => ConsentState::Withdrawn,
            _ if is_void => ConsentState::Expired,
            (None, None) => ConsentState::Asked,
            (Some(_), None) => ConsentState::Given,
        }
    }
}

/// Whether one of the case's consents of this kind is in this state.
pub fn has_consent(
    case: &Case,
    consents: &[Consent],
    kind: ConsentKind,
    state: ConsentState,
    now: DateTime<Utc>,
) -> bool {
    consents.iter().any(|consent| consent.kind == kind && consent.state(case, now) == state)
}

impl Case {
    /// Whether the driver and the lawyer may add messages and files.
    pub fn takes_messages(&self) -> bool {
        self.lawyer_id.is_some() && !self.step.is_broken_off() && self.step != CaseStep::Closed
    }

    /// Whether the driver or lawyer `side` may delete a file. Only the uploader may, while the case takes messages
    /// and files. `uploaded_by` is `None` if the uploader is unknown. `is_used` says whether an event or agreement
    /// refers to the file. Such a file is permanent.
    pub fn may_delete_file(&self, side: Uploader, uploaded_by: Option<Uploader>, is_used: bool) -> bool {
        self.takes_messages() && uploaded_by == Some(side) && !is_used
    }

    /// Whether the case's lawyer may read messages and files. A lawyer who withdrew may not.
    pub fn may_lawyer_read_messages(&self) -> bool {
        self.step != CaseStep::Withdrawn
    }
}
