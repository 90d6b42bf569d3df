//! What kinds of record the audit trail speaks of.

use crate::shared::desk::DeskKind;
use crate::shared::payable::PayableKind;
use crate::shared::words::stored_words;

/// On what kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuditSubject {
    /// An account.
    User,
    /// A traffic ticket.
    Ticket,
    /// A parking ticket.
    Parking,
    /// A toll.
    Toll,
    /// A payment.
    Payment,
    /// A lawyer hire.
    LawyerHire,
    /// A report of a missing ticket.
    MissingTicketReport,
    /// A help inquiry.
    HelpInquiry,
    /// A request for texts.
    TextNotificationRequest,
    /// What a driver answered by text.
    NoticeReply,
    /// A reply that staff keep.
    ReplyTemplate,
    /// An invitation to join the staff.
    Invitation,
    /// A file of items.
    Import,
    /// One time that a source of citations is asked.
    SourceRun,
    /// An authority.
    Authority,
    /// A remittance.
    Remittance,
    /// A case of a driver who was billed again.
    BilledAgain,
    /// Stray money, or an event that could not be read.
    Attention,
    /// A transaction in the books.
    PaymentTransaction,
    /// A chargeback.
    Chargeback,
    /// A blocked address.
    BlockedIp,
    /// The trail itself.
    Audit,
}

stored_words!(AuditSubject {
    User => "user",
    Ticket => "ticket",
    Parking => "parking",
    Toll => "toll",
    Payment => "payment",
    LawyerHire => "lawyer_hire",
    MissingTicketReport => "missing_ticket_report",
    HelpInquiry => "help_inquiry",
    TextNotificationRequest => "text_notification_request",
    NoticeReply => "notice_reply",
    ReplyTemplate => "reply_template",
    Invitation => "invitation",
    Import => "import",
    SourceRun => "source_run",
    Authority => "authority",
    Remittance => "remittance",
    BilledAgain => "billed_again",
    Attention => "attention",
    PaymentTransaction => "payment_transaction",
    Chargeback => "chargeback",
    BlockedIp => "blocked_ip",
    Audit => "audit",
});

impl From<PayableKind> for AuditSubject {
    /// A lawyer is paid for a ticket.
    fn from(kind: PayableKind) -> Self {
        match kind {
            PayableKind::Ticket | PayableKind::Lawyer => Self::Ticket,
            PayableKind::Parking => Self::Parking,
            PayableKind::Toll => Self::Toll,
        }
    }
}

impl From<DeskKind> for AuditSubject {
    fn from(kind: DeskKind) -> Self {
        match kind {
            DeskKind::Hire => Self::LawyerHire,
            DeskKind::Report => Self::MissingTicketReport,
            DeskKind::Inquiry => Self::HelpInquiry,
            DeskKind::TextRequest => Self::TextNotificationRequest,
            DeskKind::User => Self::User,
            DeskKind::Ticket => Self::Ticket,
            DeskKind::Parking => Self::Parking,
            DeskKind::Toll => Self::Toll,
            DeskKind::Transaction => Self::PaymentTransaction,
            DeskKind::Chargeback => Self::Chargeback,
        }
    }
}
