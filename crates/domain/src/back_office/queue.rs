//! The back office's queues of work, whose records staff mark as solved (docs/product/back-office.md#queues).

use crate::security::audit_subject::AuditSubject;
use crate::shared::stored_words::stored_words;

/// A queue of the back office. The word that the database stores for a queue is also part of the queue's URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Drivers' requests for texts.
    TextNotification,
    /// Lawyer hires paid by drivers.
    LawyerHire,
    /// Drivers' reports of missing tickets.
    MissingTicket,
    /// Drivers who entered a plate. The queue's records are users.
    VehicleUpdate,
    /// Drivers who requested a license check. The queue's records are users.
    StatusRequest,
    /// Drivers' help inquiries, by chat or callback.
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
    /// Kind of the queue's records in the audit trail.
    pub const fn subject_kind(self) -> AuditSubject {
        match self {
            Self::TextNotification => AuditSubject::TextNotificationRequest,
            Self::LawyerHire => AuditSubject::LawyerHire,
            Self::MissingTicket => AuditSubject::MissingTicketReport,
            Self::VehicleUpdate | Self::StatusRequest => AuditSubject::User,
            Self::HelpInquiry => AuditSubject::HelpInquiry,
        }
    }

    /// Name of the solved flag in the audit trail. A user has one flag for vehicle updates and one for status requests.
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
