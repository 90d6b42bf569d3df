//! Actions that the audit trail records (docs/product/security.md#audit-trail).

use crate::security::event::SecurityEventKind;
use crate::shared::stored_words::stored_words;

/// The action that an audit entry records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuditAction {
    /// A user logged in.
    LoggedIn,
    /// A user logged out.
    LoggedOut,
    /// An account was created.
    UserCreated,
    /// Staff marked an item as paid.
    MarkedPaidByHand,
    /// A user changed their password by entering the old one.
    PasswordChanged,
    /// A user requested a link to choose a new password.
    PasswordResetAsked,
    /// A user chose a new password with an emailed link.
    PasswordReset,
    /// A user requested a link to confirm a new email address.
    EmailChangeAsked,
    /// A user changed their email address with an emailed link.
    EmailChanged,
    /// A user confirmed their email address with an emailed link.
    EmailConfirmed,
    /// A user changed their phone number.
    ContactChanged,
    /// A user ended some of their own sessions, or a session ended after too many invalid codes.
    SessionsEnded,
    /// Staff ended all of a driver's sessions.
    DriverLoggedOut,
    /// A user downloaded their personal data.
    DataDownloaded,
    /// A user closed their account.
    AccountClosed,
    /// Staff changed a driver's data.
    UserChanged,
    /// Staff verified a driver's license or plate, or withdrew the verification.
    UserVerified,
    /// Money was received, and it pays for an item or a lawyer.
    PaymentSettled,
    /// A payment's amount differs from the amount now due, so Lanewise refunds the payment or the difference.
    AmountDiffers,
    /// The driver paid a ticket that a lawyer was working on.
    PaidDespiteLawyer,
    /// A lawyer hire was canceled, or its price was refunded.
    HireCancelled,
    /// Staff resolved a help inquiry.
    InquiryResolved,
    /// Staff marked a driver's messages in an inquiry as seen.
    InquirySeen,
    /// An inquiry was assigned to a staff member, or unassigned.
    InquiryAssigned,
    /// Staff added an internal note to a record.
    NoteAdded,
    /// Staff removed a note.
    NoteRemoved,
    /// Staff saved or removed a reply template.
    TemplateChanged,
    /// Staff opened a help inquiry for a driver.
    InquiryAsked,
    /// Staff reported a missing ticket for a driver.
    ReportMade,
    /// Staff requested texts for a driver.
    TextsAsked,
    /// Staff turned a driver's texts off.
    TextsTurnedOff,
    /// Staff handled a driver's reply by text.
    ReplySolved,
    /// Staff recorded whether a ticket's driver must appear in court.
    AppearanceChanged,
    /// Staff started a payment for a driver.
    PaymentBegun,
    /// Expired months of the audit trail were deleted.
    MonthDropped,
    /// Staff uploaded, checked, stored or canceled an import file.
    ImportChanged,
    /// Staff recorded the outcome of a missing-ticket report.
    ReportChanged,
    /// Staff answered a request of a driver who can't pay an item now.
    HardshipAnswered,
    /// Staff changed the status of a lawyer hire.
    HireChanged,
    /// Money from a payment was refunded.
    PaymentRefunded,
    /// The provider couldn't process a refund, or the driver's bank returned the money. Staff should check.
    RefundFailed,
    /// Staff filed a ticket, parking ticket or toll, its driver added it, or a city listed it.
    ItemCreated,
    /// A ticket, parking ticket or toll was changed by staff, its driver, a lawyer or a city's data.
    ItemChanged,
    /// Staff removed a ticket, parking ticket or toll, or its driver withdrew it.
    ItemRemoved,
    /// Staff confirmed an item that its driver added.
    ItemConfirmed,
    /// Staff marked a driver's record as up to date.
    RecordUpdated,
    /// Staff marked a queue's record as solved or unsolved.
    SolvedChanged,
    /// Staff marked a lawyer hire as seen for the first time.
    HireSeen,
    /// Staff read the SSN digits of a status request.
    DigitsRevealed,
    /// Staff refunded all or part of a payment.
    RefundRequested,
    /// Staff retried a refund.
    RefundRetried,
    /// Staff paid a refund another way.
    RefundPaidOtherwise,
    /// Staff resolved a payment problem: money without a payment, or an unreadable provider event.
    AttentionClosed,
    /// Staff rebuilt a payment that a restored backup had lost.
    PaymentRebuilt,
    /// Staff changed the register of authorities, or assigned payments to an authority.
    AuthorityChanged,
    /// Staff prepared, undid or sent a remittance, recorded that it was accepted, or added or removed a proof.
    RemittanceChanged,
    /// A driver reported a second bill for a payment.
    BilledAgainAsked,
    /// Staff resolved a second bill.
    BilledAgainSettled,
    /// An authority or a lawyer returned money.
    MoneyRecovered,
    /// Staff wrote off money that an authority or a lawyer won't return.
    MoneyWrittenOff,
    /// A driver's bank asked about a payment or took its money back.
    ChargebackOpened,
    /// A chargeback's status changed.
    ChargebackChanged,
    /// Staff saved evidence against a chargeback.
    EvidenceSaved,
    /// Staff submitted evidence to a bank.
    EvidenceSubmitted,
    /// Staff made an item due again after it was marked as paid or its payment was refunded.
    ItemReopened,
    /// Staff exported a list or downloaded a file, such as a remittance's proof.
    ListExported,
    /// Staff blocked an IP address.
    AddressBlocked,
    /// Staff ended the block of an IP address.
    AddressUnblocked,
    /// Staff imported items from a file.
    ItemsImported,
    /// Staff undid an import.
    ImportUndone,
    /// Staff decided whether a citation belongs to a driver.
    CitationDecided,
    /// Staff requested a run of a citation source.
    SourceAsked,
    /// A city's data says that nothing is owed for an item, or that something is owed again.
    SettledWithCity,
    /// Staff invited a person to join the staff.
    StaffInvited,
    /// Staff withdrew an invitation.
    InvitationWithdrawn,
    /// A user accepted an invitation to join the staff.
    StaffJoined,
    /// Staff removed the staff role from a member.
    StaffRemoved,
    /// Staff added, changed, activated or deactivated a lawyer.
    LawyerChanged,
    /// Staff invited a lawyer.
    LawyerInvited,
    /// Staff recorded, corrected or removed the payment of a lawyer's statement.
    StatementChanged,
    /// A lawyer accepted an invitation.
    LawyerJoined,
    /// Staff changed a case, or a lost case's price was refunded under the guarantee.
    CaseChanged,
    /// Staff or a lawyer requested a driver's consent in a case, or the driver answered or withdrew it.
    ConsentChanged,
    /// Staff read the messages or a file of a case with the driver's consent.
    CaseRead,
    /// Staff added a photo or document to an item.
    FileAdded,
    /// Staff opened a photo or document of an item, its letter, or its PDF "My file".
    FileRead,
    /// Staff deleted a photo or document of an item.
    FileDeleted,
    /// A user turned on their second factor.
    SecondFactorOn,
    /// A user's second factor was turned off, by the user or by an administrator.
    SecondFactorOff,
    /// A user created new recovery codes.
    RecoveryCodesMade,
    /// A user logged in or re-authenticated with a recovery code.
    RecoveryCodeUsed,
}

stored_words!(AuditAction {
    LoggedIn => "logged_in",
    LoggedOut => "logged_out",
    UserCreated => "user_created",
    MarkedPaidByHand => "marked_paid_by_hand",
    PasswordChanged => "password_changed",
    PasswordResetAsked => "password_reset_asked",
    PasswordReset => "password_reset",
    EmailChangeAsked => "email_change_asked",
    EmailChanged => "email_changed",
    EmailConfirmed => "email_confirmed",
    ContactChanged => "contact_changed",
    SessionsEnded => "sessions_ended",
    DriverLoggedOut => "driver_logged_out",
    DataDownloaded => "data_downloaded",
    AccountClosed => "account_closed",
    UserChanged => "user_changed",
    UserVerified => "user_verified",
    PaymentSettled => "payment_settled",
    AmountDiffers => "amount_differs",
    PaidDespiteLawyer => "paid_despite_lawyer",
    HireCancelled => "hire_cancelled",
    InquiryResolved => "inquiry_resolved",
    InquirySeen => "inquiry_seen",
    InquiryAssigned => "inquiry_assigned",
    NoteAdded => "note_added",
    NoteRemoved => "note_removed",
    TemplateChanged => "template_changed",
    InquiryAsked => "inquiry_asked",
    ReportMade => "report_made",
    TextsAsked => "texts_asked",
    TextsTurnedOff => "texts_turned_off",
    ReplySolved => "reply_solved",
    AppearanceChanged => "appearance_changed",
    PaymentBegun => "payment_begun",
    MonthDropped => "month_dropped",
    ImportChanged => "import_changed",
    ReportChanged => "report_changed",
    HardshipAnswered => "hardship_answered",
    HireChanged => "hire_changed",
    PaymentRefunded => "payment_refunded",
    RefundFailed => "refund_failed",
    ItemCreated => "item_created",
    ItemChanged => "item_changed",
    ItemRemoved => "item_removed",
    ItemConfirmed => "item_confirmed",
    RecordUpdated => "record_updated",
    SolvedChanged => "solved_changed",
    HireSeen => "hire_seen",
    DigitsRevealed => "digits_revealed",
    RefundRequested => "refund_requested",
    AuthorityChanged => "authority_changed",
    RemittanceChanged => "remittance_changed",
    BilledAgainAsked => "billed_again_asked",
    BilledAgainSettled => "billed_again_settled",
    MoneyRecovered => "money_recovered",
    MoneyWrittenOff => "money_written_off",
    RefundRetried => "refund_retried",
    RefundPaidOtherwise => "refund_paid_otherwise",
    AttentionClosed => "attention_closed",
    PaymentRebuilt => "payment_rebuilt",
    ChargebackOpened => "chargeback_opened",
    ChargebackChanged => "chargeback_changed",
    EvidenceSaved => "evidence_saved",
    EvidenceSubmitted => "evidence_submitted",
    ItemReopened => "item_reopened",
    ListExported => "list_exported",
    AddressBlocked => "address_blocked",
    AddressUnblocked => "address_unblocked",
    ItemsImported => "items_imported",
    ImportUndone => "import_undone",
    CitationDecided => "citation_decided",
    SourceAsked => "source_asked",
    SettledWithCity => "settled_with_city",
    StaffInvited => "staff_invited",
    InvitationWithdrawn => "invitation_withdrawn",
    StaffJoined => "staff_joined",
    StaffRemoved => "staff_removed",
    LawyerChanged => "lawyer_changed",
    StatementChanged => "statement_changed",
    LawyerInvited => "lawyer_invited",
    LawyerJoined => "lawyer_joined",
    CaseChanged => "case_changed",
    ConsentChanged => "consent_changed",
    CaseRead => "case_read",
    FileAdded => "file_added",
    FileRead => "file_read",
    FileDeleted => "file_deleted",
    SecondFactorOn => "second_factor_on",
    SecondFactorOff => "second_factor_off",
    RecoveryCodesMade => "recovery_codes_made",
    RecoveryCodeUsed => "recovery_code_used",
});

impl AuditAction {
    /// Returns the kind of security event to record together with this action; `None` to record none.
    pub fn security_event(self) -> Option<SecurityEventKind> {
        match self {
            Self::MarkedPaidByHand
            | Self::UserChanged
            | Self::UserVerified
            | Self::DriverLoggedOut
            | Self::InquiryResolved
            | Self::InquirySeen
            | Self::InquiryAssigned
            | Self::NoteAdded
            | Self::NoteRemoved
            | Self::TemplateChanged
            | Self::InquiryAsked
            | Self::ReportMade
            | Self::TextsAsked
            | Self::TextsTurnedOff
            | Self::ReplySolved
            | Self::AppearanceChanged
            | Self::PaymentBegun
            | Self::ImportChanged
            | Self::ReportChanged
            | Self::HardshipAnswered
            | Self::HireChanged
            | Self::ItemCreated
            | Self::ItemChanged
            | Self::ItemRemoved
            | Self::ItemConfirmed
            | Self::RecordUpdated
            | Self::SolvedChanged
            | Self::HireSeen
            | Self::RefundRequested
            | Self::RefundRetried
            | Self::RefundPaidOtherwise
            | Self::AuthorityChanged
            | Self::RemittanceChanged
            | Self::BilledAgainAsked
            | Self::BilledAgainSettled
            | Self::MoneyRecovered
            | Self::MoneyWrittenOff
            | Self::AttentionClosed
            | Self::PaymentRebuilt
            | Self::EvidenceSaved
            | Self::EvidenceSubmitted
            | Self::ItemReopened
            | Self::ItemsImported
            | Self::ImportUndone
            | Self::CitationDecided
            | Self::SourceAsked
            | Self::StaffInvited
            | Self::InvitationWithdrawn
            | Self::StaffJoined
            | Self::StaffRemoved
            | Self::LawyerChanged
            | Self::LawyerInvited
            | Self::StatementChanged
            | Self::LawyerJoined
            | Self::CaseChanged
            | Self::CaseRead
            | Self::FileAdded
            | Self::FileRead
            | Self::FileDeleted
            | Self::SecondFactorOn
            | Self::SecondFactorOff
            | Self::RecoveryCodesMade => Some(SecurityEventKind::AdminChange),
            Self::AddressBlocked => Some(SecurityEventKind::AddressBlocked),
            Self::AddressUnblocked => Some(SecurityEventKind::AddressUnblocked),
            Self::LoggedIn
            | Self::LoggedOut
            | Self::UserCreated
            | Self::PasswordChanged
            | Self::PasswordResetAsked
            | Self::PasswordReset
            | Self::EmailChangeAsked
            | Self::EmailChanged
            | Self::EmailConfirmed
            | Self::ContactChanged
            | Self::SessionsEnded
            | Self::DataDownloaded
            | Self::AccountClosed
            | Self::PaymentSettled
            | Self::SettledWithCity
            | Self::AmountDiffers
            | Self::PaidDespiteLawyer
            | Self::HireCancelled
            | Self::PaymentRefunded
            | Self::RefundFailed
            | Self::ChargebackOpened
            | Self::ChargebackChanged
            | Self::ListExported
            | Self::ConsentChanged
            | Self::MonthDropped
            | Self::DigitsRevealed
            | Self::RecoveryCodeUsed => None,
        }
    }
}
