//! The back office's queues of work, each of whose records is solved or not (docs/PRODUCT.md#queues).

use crate::security::audit_subject::AuditSubject;
use crate::shared::words::stored_words;

/// A queue, under the word that its calls have in their path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Requests for texts.
    TextNotification,
    /// Lawyer hires.
    LawyerHire,
    /// Missing-ticket reports.
    MissingTicket,
    /// Drivers who gave a plate; its records are users.
    VehicleUpdate,
    /// Drivers who asked for a license status check; its records are users, with a flag of their own.
    StatusRequest,
    /// Help inquiries.
    HelpInquiry,
}

stored_words!(Queue {
    TextNotification => "text-notification",
    LawyerHire => "lawyer-hire",
    MissingTicket => "missing-ticket",
    VehicleUpdate => "vehicle-update",
    StatusRequest => "status-request",
    HelpInquiry => "help-inquiry",
});

impl Queue {
    /// What the audit trail calls its records.
    pub const fn subject_kind(self) -> AuditSubject {
        match self {
            Self::TextNotification => AuditSubject::TextNotificationRequest,
            Self::LawyerHire => AuditSubject::LawyerHire,
            Self::MissingTicket => AuditSubject::MissingTicketReport,
            Self::VehicleUpdate | Self::StatusRequest => AuditSubject::User,
            Self::HelpInquiry => AuditSubject::HelpInquiry,
        }
    }

    /// What the audit trail calls the flag: a user has two.
    pub const fn flag(self) -> &'static str {
        match self {
            Self::VehicleUpdate => "is_vehicle_update_solved",
            Self::StatusRequest => "is_status_request_solved",
            Self::TextNotification | Self::LawyerHire | Self::MissingTicket | Self::HelpInquiry => {
                "is_solved"
            }
        }
    }
}
