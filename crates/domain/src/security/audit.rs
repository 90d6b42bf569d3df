//! The audit trail: who did what (docs/PRODUCT.md#audit-trail).

use crate::security::event::SecurityEventKind;
use crate::shared::words::stored_words;

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuditAction {
    /// Somebody logged in.
    LoggedIn,
    /// Somebody logged out.
    LoggedOut,
    /// An account was made.
    UserCreated,
    /// Staff marked an item paid by hand.
    MarkedPaidByHand,
    /// Somebody changed their password, knowing the old one.
    PasswordChanged,
    /// A link to choose a new password was sent.
    PasswordResetAsked,
    /// Such a link was used.
    PasswordReset,
    /// A link to confirm a new e-mail was asked for.
    EmailChangeAsked,
    /// Such a link was used.
    EmailChanged,
    /// Somebody confirmed their e-mail by a link.
    EmailConfirmed,
    /// Somebody changed their own phone number.
    ContactChanged,
    /// Somebody ended sessions of their own.
    SessionsEnded,
    /// Staff ended all of a driver's sessions.
    DriverLoggedOut,
    /// Somebody downloaded what is held about them.
    DataDownloaded,
    /// Somebody closed their account.
    AccountClosed,
    /// Staff changed a driver's data.
    UserChanged,
    /// Staff verified a driver's license or plate, or took that back.
    UserVerified,
    /// Money came in and the item was settled.
    PaymentSettled,
    /// A payment took another amount than is due now: all of it, or the difference, goes back.
    AmountDiffers,
    /// The driver paid a ticket that a lawyer was at work on.
    PaidDespiteLawyer,
    /// A lawyer hire was called off within its window.
    HireCancelled,
    /// Staff resolved a help inquiry.
    InquiryResolved,
    /// Staff have seen what a driver said in an inquiry.
    InquirySeen,
    /// An inquiry was given to one of the staff, or to nobody.
    InquiryAssigned,
    /// Staff noted something about a record, for each other.
    NoteAdded,
    /// Staff removed a note.
    NoteRemoved,
    /// Staff kept a reply, or removed one.
    TemplateChanged,
    /// Staff asked for help for a driver.
    InquiryAsked,
    /// Staff reported a missing ticket for a driver.
    ReportMade,
    /// Staff asked for texts for a driver.
    TextsAsked,
    /// Staff turned a driver's texts off.
    TextsTurnedOff,
    /// Staff dealt with what a driver answered by text.
    ReplySolved,
    /// Staff recorded whether a ticket's driver must appear in court.
    AppearanceChanged,
    /// Staff began a payment for a driver.
    PaymentBegun,
    /// Entries of this trail up to a month were dropped, when they were old enough.
    MonthDropped,
    /// Staff brought a file of items, had it checked or stored, or called it off.
    ImportChanged,
    /// Staff said what became of a missing-ticket report.
    ReportChanged,
    /// Staff moved a lawyer hire on.
    HireChanged,
    /// Money went back.
    PaymentRefunded,
    /// The provider could not carry a refund out, or the bank sent it back; staff should look.
    RefundFailed,
    /// Staff filed a ticket, parking ticket or toll.
    ItemCreated,
    /// Staff changed one.
    ItemChanged,
    /// Staff removed one.
    ItemRemoved,
    /// Staff said that a driver's record is up to date.
    RecordUpdated,
    /// Staff said that a queue's record is dealt with, or that it is not.
    SolvedChanged,
    /// Staff have seen a lawyer hire.
    HireSeen,
    /// Staff read the digits of a license status request.
    DigitsRevealed,
    /// Staff gave all or a part of a payment back.
    RefundRequested,
    /// Staff asked for a refund once more.
    RefundRetried,
    /// Staff gave a refund's money back in another way.
    RefundPaidOtherwise,
    /// Staff said what they did about stray money or an unread event.
    AttentionClosed,
    /// Staff rebuilt a payment that a restored backup had lost.
    PaymentRebuilt,
    /// Staff changed the register of authorities, or gave payments to one.
    AuthorityChanged,
    /// Staff put a remittance together, took it apart, sent it, or noted that it was accepted.
    RemittanceChanged,
    /// A driver was billed again for what they paid.
    BilledAgainAsked,
    /// Staff settled that.
    BilledAgainSettled,
    /// An authority gave money back.
    MoneyRecovered,
    /// Staff gave up what an authority does not give back.
    MoneyWrittenOff,
    /// A driver's bank asked about a payment, or took its money back.
    ChargebackOpened,
    /// A chargeback went on, or was decided.
    ChargebackChanged,
    /// Staff saved evidence for a bank.
    EvidenceSaved,
    /// Staff gave evidence to a bank.
    EvidenceSubmitted,
    /// Staff made an item due again that was marked paid by hand, or refunded.
    ItemReopened,
    /// Staff downloaded a list as a file.
    ListExported,
    /// Staff blocked an address by hand.
    AddressBlocked,
    /// Staff ended a block.
    AddressUnblocked,
    /// Staff imported items from a file.
    ItemsImported,
    /// Staff took back what a file had stored.
    ImportUndone,
    /// Staff decided on a citation that no verified driver matched.
    CitationDecided,
    /// Staff had a source of citations asked.
    SourceAsked,
    /// By a city's own data nothing is owed for an item any more, or something again.
    SettledWithCity,
    /// Staff invited somebody to join them.
    StaffInvited,
    /// Staff withdrew an invitation.
    InvitationWithdrawn,
    /// Somebody joined the staff by an invitation.
    StaffJoined,
    /// Staff took the role away from one of them.
    StaffRemoved,
    /// Somebody switched their second factor on.
    SecondFactorOn,
    /// A second factor was switched off, by its owner or by another administrator.
    SecondFactorOff,
    /// Somebody made new recovery codes.
    RecoveryCodesMade,
    /// Somebody proved themself by a recovery code.
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
    HireChanged => "hire_changed",
    PaymentRefunded => "payment_refunded",
    RefundFailed => "refund_failed",
    ItemCreated => "item_created",
    ItemChanged => "item_changed",
    ItemRemoved => "item_removed",
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
    SecondFactorOn => "second_factor_on",
    SecondFactorOff => "second_factor_off",
    RecoveryCodesMade => "recovery_codes_made",
    RecoveryCodeUsed => "recovery_code_used",
});

impl AuditAction {
    /// The security event that this is, besides, when only staff can do it. Blocks and reveals have kinds of their own, recorded
    /// where they happen.
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
            | Self::HireChanged
            | Self::ItemCreated
            | Self::ItemChanged
            | Self::ItemRemoved
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
            | Self::MonthDropped
            | Self::DigitsRevealed
            | Self::RecoveryCodeUsed => None,
        }
    }
}
