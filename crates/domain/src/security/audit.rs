//! The audit trail: who did what (docs/PRODUCT.md#audit-trail).

use crate::security::event::SecurityEventKind;

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

impl AuditAction {
    /// The name it is stored and shown under.
    pub fn name(self) -> &'static str {
        match self {
            Self::LoggedIn => "logged_in",
            Self::LoggedOut => "logged_out",
            Self::UserCreated => "user_created",
            Self::MarkedPaidByHand => "marked_paid_by_hand",
            Self::PasswordChanged => "password_changed",
            Self::PasswordResetAsked => "password_reset_asked",
            Self::PasswordReset => "password_reset",
            Self::EmailChangeAsked => "email_change_asked",
            Self::EmailChanged => "email_changed",
            Self::EmailConfirmed => "email_confirmed",
            Self::ContactChanged => "contact_changed",
            Self::SessionsEnded => "sessions_ended",
            Self::DriverLoggedOut => "driver_logged_out",
            Self::DataDownloaded => "data_downloaded",
            Self::AccountClosed => "account_closed",
            Self::UserChanged => "user_changed",
            Self::UserVerified => "user_verified",
            Self::PaymentSettled => "payment_settled",
            Self::AmountDiffers => "amount_differs",
            Self::PaidDespiteLawyer => "paid_despite_lawyer",
            Self::HireCancelled => "hire_cancelled",
            Self::InquiryResolved => "inquiry_resolved",
            Self::InquirySeen => "inquiry_seen",
            Self::InquiryAssigned => "inquiry_assigned",
            Self::NoteAdded => "note_added",
            Self::NoteRemoved => "note_removed",
            Self::TemplateChanged => "template_changed",
            Self::InquiryAsked => "inquiry_asked",
            Self::ReportMade => "report_made",
            Self::TextsAsked => "texts_asked",
            Self::TextsTurnedOff => "texts_turned_off",
            Self::ReplySolved => "reply_solved",
            Self::AppearanceChanged => "appearance_changed",
            Self::PaymentBegun => "payment_begun",
            Self::MonthDropped => "month_dropped",
            Self::ImportChanged => "import_changed",
            Self::ReportChanged => "report_changed",
            Self::HireChanged => "hire_changed",
            Self::PaymentRefunded => "payment_refunded",
            Self::RefundFailed => "refund_failed",
            Self::ItemCreated => "item_created",
            Self::ItemChanged => "item_changed",
            Self::ItemRemoved => "item_removed",
            Self::RecordUpdated => "record_updated",
            Self::SolvedChanged => "solved_changed",
            Self::HireSeen => "hire_seen",
            Self::DigitsRevealed => "digits_revealed",
            Self::RefundRequested => "refund_requested",
            Self::AuthorityChanged => "authority_changed",
            Self::RemittanceChanged => "remittance_changed",
            Self::BilledAgainAsked => "billed_again_asked",
            Self::BilledAgainSettled => "billed_again_settled",
            Self::MoneyRecovered => "money_recovered",
            Self::MoneyWrittenOff => "money_written_off",
            Self::RefundRetried => "refund_retried",
            Self::RefundPaidOtherwise => "refund_paid_otherwise",
            Self::AttentionClosed => "attention_closed",
            Self::ChargebackOpened => "chargeback_opened",
            Self::ChargebackChanged => "chargeback_changed",
            Self::EvidenceSaved => "evidence_saved",
            Self::EvidenceSubmitted => "evidence_submitted",
            Self::ItemReopened => "item_reopened",
            Self::ListExported => "list_exported",
            Self::AddressBlocked => "address_blocked",
            Self::AddressUnblocked => "address_unblocked",
            Self::ItemsImported => "items_imported",
            Self::ImportUndone => "import_undone",
            Self::CitationDecided => "citation_decided",
            Self::SourceAsked => "source_asked",
            Self::SettledWithCity => "settled_with_city",
            Self::StaffInvited => "staff_invited",
            Self::InvitationWithdrawn => "invitation_withdrawn",
            Self::StaffJoined => "staff_joined",
            Self::StaffRemoved => "staff_removed",
            Self::SecondFactorOn => "second_factor_on",
            Self::SecondFactorOff => "second_factor_off",
            Self::RecoveryCodesMade => "recovery_codes_made",
            Self::RecoveryCodeUsed => "recovery_code_used",
        }
    }

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
