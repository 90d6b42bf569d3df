//! Error codes for programs. `error.rs` maps the errors of use cases to HTTP statuses. The HTTP layer chooses the
//! statuses of its own errors where it creates them.

use crate::shared::enums::words_schema;

macro_rules! codes {
    ($($name:ident => $word:literal,)+) => {
        /// An error code, for programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ErrorCode { $($name,)+ }

        impl ErrorCode {
            /// Returns the code's text in responses and logs.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word,)+ }
            }
        }

        impl serde::Serialize for ErrorCode {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl utoipa::PartialSchema for ErrorCode {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                words_schema("The kind of error, for programs.", [$($word,)+].into_iter()).into()
            }
        }

        impl utoipa::ToSchema for ErrorCode {}
    };
}

codes! {
    Unauthenticated => "unauthenticated",
    InvalidCredentials => "invalid_credentials",
    AccountDeactivated => "account_deactivated",
    TooManyRequests => "too_many_requests",
    TooManyDeclines => "too_many_declines",
    Forbidden => "forbidden",
    NotFound => "not_found",
    Validation => "validation",
    Busy => "busy",
    EmailTaken => "email_taken",
    LinkNotValid => "link_not_valid",
    AdministratorNeeded => "administrator_needed",
    PaymentOpen => "payment_open",
    RefundPending => "refund_pending",
    ChargebackOpen => "chargeback_open",
    HireAtWork => "hire_at_work",
    MailUnavailable => "mail_unavailable",
    AlreadyPaid => "already_paid",
    PaymentBeingChecked => "payment_being_checked",
    SettledWithCity => "settled_with_city",
    NothingToSend => "nothing_to_send",
    RefundedSinceFile => "refunded_since_file",
    SourceBusy => "source_busy",
    PaidTooLittle => "paid_too_little",
    PaidTwice => "paid_twice",
    BeingChecked => "being_checked",
    CheckIsOver => "check_is_over",
    TooManyAdded => "too_many_added",
    AlreadyAsked => "already_asked",
    TooManyAsked => "too_many_asked",
    AlreadyOnRecord => "already_on_record",
    SimilarOnRecord => "similar_on_record",
    PaidByCard => "paid_by_card",
    TakenByBank => "taken_by_bank",
    EvidenceClosed => "evidence_closed",
    MoreThanLeft => "more_than_left",
    ChangedMeanwhile => "changed_meanwhile",
    CitationExists => "citation_exists",
    EqualCitations => "equal_citations",
    NoLawyerForCourt => "no_lawyer_for_court",
    CaseDecided => "case_decided",
    CourtKnown => "court_known",
    Dismissed => "dismissed",
    MatchingStopped => "matching_stopped",
    SignatureLate => "signature_late",
    NameDiffers => "name_differs",
    ConsentNeeded => "consent_needed",
    MessagesClosed => "messages_closed",
    TooManyMessages => "too_many_messages",
    TooManyFiles => "too_many_files",
    LetterIncomplete => "letter_incomplete",
    LetterSent => "letter_sent",
    CannotContest => "cannot_contest",
    OriginalIncomplete => "original_incomplete",
    FilesUnavailable => "files_unavailable",
    ScannerUnavailable => "scanner_unavailable",
    FileInUse => "file_in_use",
    FeeOfOpenCase => "fee_of_open_case",
    CancellationWindowClosed => "cancellation_closed",
    HireRefunded => "hire_refunded",
    PriceRefunded => "price_refunded",
    HireReplaced => "hire_replaced",
    CaseEnded => "case_ended",
    InquiryResolved => "inquiry_resolved",
    LegalHelpNotOffered => "legal_help_not_offered",
    LawyerAtWork => "lawyer_at_work",
    AmountChanged => "amount_changed",
    NotPaid => "not_paid",
    PaymentProcessing => "payment_processing",
    BadSignature => "bad_signature",
    PaymentRefused => "payment_refused",
    PaymentProviderDown => "payment_provider_down",
    TooManyImports => "too_many_imports",
    NothingToProve => "nothing_to_prove",
    TooManyCases => "too_many_cases",
    TooManyProofs => "too_many_proofs",
    ImportElsewhere => "import_elsewhere",
    ImportHasProblems => "import_has_problems",
    LargeAmounts => "large_amounts",
    ImportPaid => "import_paid",
    LoginOver => "login_over",
    CodeRefused => "code_refused",
    SecondFactorOn => "second_factor_on",
    SecondFactorOff => "second_factor_off",
    TooManyCodes => "too_many_codes",
    ConfirmItIsYou => "confirm_it_is_you",
    SecondFactorNeeded => "second_factor_needed",
    LastAdministrator => "last_administrator",
    AlreadyStaff => "already_staff",
    HasAccount => "has_account",
    TooManyLawyers => "too_many_lawyers",
    LogInToAccept => "log_in_to_accept",
    TooManyInvitations => "too_many_invitations",
    DatabaseDown => "database_down",
    Internal => "internal",
    NotJson => "not_json",
    TooLarge => "too_large",
    TooSlow => "too_slow",
    Unreadable => "unreadable",
    MethodNotAllowed => "method_not_allowed",
    AddressBlocked => "address_blocked",
    CrossSite => "cross_site",
    UnknownHost => "unknown_host",
    NotCsv => "not_csv",
    Stopping => "stopping",
    TooManySockets => "too_many_sockets",
}
