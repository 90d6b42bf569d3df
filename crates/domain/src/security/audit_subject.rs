//! Kinds of records that audit entries refer to.

use crate::shared::desk::DeskKind;
use crate::shared::payable::PayableKind;
use crate::shared::stored_words::stored_words;

/// The kind of record that an audit entry refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuditSubject {
    /// A user: a driver, staff member or lawyer.
    User,
    /// A traffic ticket on file.
    Ticket,
    /// A parking ticket on file.
    Parking,
    /// A toll on file.
    Toll,
    /// A payment, whether or not it was settled.
    Payment,
    /// A lawyer hire for a ticket, and its case.
    LawyerHire,
    /// A driver's missing-ticket report.
    MissingTicketReport,
    /// A driver's help inquiry.
    HelpInquiry,
    /// A driver's text request.
    TextNotificationRequest,
    /// A driver's reply by text.
    NoticeReply,
    /// A reply template that staff saved.
    ReplyTemplate,
    /// A lawyer on record.
    Lawyer,
    /// An invitation to join the staff, or to get a lawyer's account.
    Invitation,
    /// An uploaded import file.
    Import,
    /// A run of a citation source.
    SourceRun,
    /// An authority in the register.
    Authority,
    /// A remittance to an authority or a lawyer.
    Remittance,
    /// A driver's report of a second bill.
    BilledAgain,
    /// Money without a payment, or an unreadable provider event.
    Attention,
    /// A payment transaction: the record of an item's settled payment.
    PaymentTransaction,
    /// A chargeback by a driver's bank.
    Chargeback,
    /// A blocked IP address.
    BlockedIp,
    /// The audit trail itself.
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
    Lawyer => "lawyer",
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
    /// Returns the kind of record that audit entries about a payable refer to. For a lawyer, that
    /// record is the ticket.
    fn from(kind: PayableKind) -> Self {
        match kind {
            PayableKind::Ticket | PayableKind::Lawyer => Self::Ticket,
            PayableKind::Parking => Self::Parking,
            PayableKind::Toll => Self::Toll,
        }
    }
}

impl From<DeskKind> for AuditSubject {
    /// Returns the kind of record that audit entries about this kind of
    /// back-office record refer to.
    fn from(kind: DeskKind) -> Self {
        match kind {
            DeskKind::Hire => Self::LawyerHire,
            DeskKind::Report => Self::MissingTicketReport,
            DeskKind::Inquiry => Self::HelpInquiry,
            DeskKind::TextRequest => Self::TextNotificationRequest,
            DeskKind::Reply => Self::NoticeReply,
            DeskKind::User => Self::User,
            DeskKind::Ticket => Self::Ticket,
            DeskKind::Parking => Self::Parking,
            DeskKind::Toll => Self::Toll,
            DeskKind::Transaction => Self::PaymentTransaction,
            DeskKind::Chargeback => Self::Chargeback,
        }
    }
}
