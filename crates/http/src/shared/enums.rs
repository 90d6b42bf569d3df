//! Statuses and kinds in requests and responses. The JSON strings are the words that the domain and the database use.
//! Each type is a named enum in `docs/openapi.json`.

use std::collections::BTreeSet;

use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Wraps domain enums for JSON. A value is serialized as the string from `as_str`, and the API
/// document lists all of these strings. Each enum must have exactly one doc line.
macro_rules! words {
    ($(#[doc = $doc:literal] $name:ident = $word:ty;)+) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub $word);

        impl From<$word> for $name {
            fn from(word: $word) -> Self {
                Self(word)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.as_str())
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<Schema> {
                words_schema($doc, <$word>::ALL.iter().map(|word| word.as_str())).into()
            }
        }

        impl utoipa::ToSchema for $name {}
    )+};
}

/// The status of an entry in a driver's timeline. The words depend on the kind of record.
pub struct TimelineStatus;

impl utoipa::PartialSchema for TimelineStatus {
    fn schema() -> utoipa::openapi::RefOr<Schema> {
        use domain::{
            driving_record::ticket, help::inquiry, legal_help::hire, payments::payment, requests::report,
        };
        let words = BTreeSet::from_iter(
            (ticket::TicketStatus::ALL.iter().map(|word| word.as_str()))
                .chain(ticket::ChargeStatus::ALL.iter().map(|word| word.as_str()))
                .chain(payment::TransactionStatus::ALL.iter().map(|word| word.as_str()))
                .chain(hire::HireStatus::ALL.iter().map(|word| word.as_str()))
                .chain(inquiry::InquiryStatus::ALL.iter().map(|word| word.as_str()))
                .chain(report::ReportStatus::ALL.iter().map(|word| word.as_str()))
                // The status of a text request is computed from a flag, so no enum has its words.
                .chain(["Pending", "Sent"]),
        );
        words_schema("The status of an entry in a driver's timeline.", words.into_iter()).into()
    }
}

impl utoipa::ToSchema for TimelineStatus {}

/// Returns the schema of a string that must be one of these words.
pub fn words_schema(description: &str, words: impl Iterator<Item = &'static str>) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description.trim()))
        .enum_values(Some(words))
        .build()
        .into()
}

words! {
    /// How a notice reaches its recipient: as a text or an email.
    Channel = domain::notices::notice::Channel;
    /// The topic of a notice.
    NoticeKind = domain::notices::notice::NoticeKind;
    /// The status of a notice.
    NoticeStatus = domain::notices::notice::NoticeStatus;
    /// Why a phone number receives no texts.
    PhoneState = domain::notices::notice::PhoneState;
    /// How Lanewise understood a reply.
    ReplyMeaning = domain::notices::reply::ReplyMeaning;
    /// Whether a user is a driver, staff or a lawyer.
    Role = domain::accounts::user::Role;
    /// A detail that users enter about themselves: the email address, or the license or plate with its state.
    Claim = domain::accounts::verification::Claim;
    /// The status of a driver's license.
    LicenseStatus = domain::accounts::user::LicenseStatus;
    /// The category of a ticket.
    TicketCategory = domain::driving_record::ticket::TicketCategory;
    /// The status of a ticket.
    TicketStatus = domain::driving_record::ticket::TicketStatus;
    /// The status of a parking ticket or toll.
    ChargeStatus = domain::driving_record::ticket::ChargeStatus;
    /// The state of a ticket, parking ticket or toll, for its driver.
    Standing = domain::driving_record::standing::Standing;
    /// Why the driver must confirm a payment.
    PayConfirmation = domain::driving_record::standing::PayConfirmation;
    /// Why no lawyer can be hired for a ticket.
    LawyerUnavailable = domain::driving_record::standing::LawyerUnavailable;
    /// Why an item's amount can't be paid by card in Lanewise.
    NotPayableReason = domain::driving_record::fine::NotPayableReason;
    /// The kind of option that a driver has about an item, such as paying or contesting.
    OptionKind = domain::driving_record::options::rule::OptionKind;
    /// The topic of a text about an option.
    OptionTopic = domain::driving_record::options::rule::Topic;
    /// Whether a driver can still choose an option. `ask_first`: the court decides, or our data isn't enough.
    OptionFit = domain::driving_record::options::list::Fit;
    /// Where an option's latest date comes from.
    DateBasis = domain::driving_record::options::list::DateBasis;
    /// Why no rules of a state, city or toll operator apply to an item.
    NoRulesReason = domain::driving_record::options::situation::NoRulesReason;
    /// The screen that an option's button opens. `after_check`: none until staff have confirmed the item.
    OptionStep = domain::driving_record::options::list::NextStep;
    /// A ground on which a driver contests an item.
    Ground = domain::driving_record::contesting::ground::Ground;
    /// How certain a sourced text is. `check_with_court`: only a secondary source says so.
    SourcedTextMark = domain::driving_record::options::sourced_text::Mark;
    /// Whether a processing fee is an amount or a percentage.
    FeeType = domain::driving_record::ticket::FeeType;
    /// The status of a lawyer hire.
    HireStatus = domain::legal_help::hire::HireStatus;
    /// How a case gets a lawyer: by Lanewise's offers, by staff or, before Lanewise had cases, outside Lanewise.
    CaseHandling = domain::legal_help::case::handling::Handling;
    /// The step that a case has reached.
    CaseStep = domain::legal_help::case::step::CaseStep;
    /// The kind of event in a case.
    CaseEventKind = domain::legal_help::case::event::CaseEventKind;
    /// Who caused an event of a case: a kind of user, or Lanewise itself (`system`).
    CaseActor = domain::legal_help::case::event::CaseActor;
    /// An action that a caller can take on a case.
    CaseAction = domain::legal_help::case::action::CaseAction;
    /// How the court decided.
    CaseOutcome = domain::legal_help::case::outcome::CaseOutcome;
    /// Whether a case was won or lost, or the court decides later.
    GuaranteeResult = domain::legal_help::case::guarantee::GuaranteeResult;
    /// Who bears the cost of a refund under the guarantee.
    RefundPayer = domain::payments::refund::RefundPayer;
    /// The permission that a driver is asked for in a case.
    ConsentKind = domain::legal_help::secrets::ConsentKind;
    /// The state of a request for the driver's consent.
    ConsentState = domain::legal_help::secrets::ConsentState;
    /// The driver's answer to the prosecutor's offer.
    PleaAnswer = domain::legal_help::case::plea::PleaAnswer;
    /// The kind of a case's deadline.
    CaseDeadlineKind = domain::legal_help::case::deadlines::CaseDeadlineKind;
    /// The class of an offense.
    OffenseClass = domain::legal_help::offense::OffenseClass;
    /// The status of a refund, for staff.
    RefundStatus = domain::payments::refund::RefundStatus;
    /// The status of a chargeback.
    ChargebackStatus = domain::payments::chargeback::ChargebackStatus;
    /// A field of a chargeback's evidence.
    EvidenceField = domain::payments::evidence::EvidenceField;
    /// The reason for a refund.
    RefundReason = domain::payments::refund::RefundReason;
    /// The status of a refund, for the driver.
    RefundProgress = domain::payments::refund::RefundProgress;
    /// The kind of an item.
    ItemKind = domain::driving_record::kinds::ItemKind;
    /// What a payment is for: a kind of item, or a lawyer.
    PayableKind = domain::shared::payable::PayableKind;
    /// The state of the check of an item that its driver added.
    CheckStatus = domain::driving_record::added::CheckStatus;
    /// Why an item on file may be the same as one that a driver added.
    Similarity = domain::driving_record::added::Similarity;
    /// The kind of item that a transaction paid.
    PaymentType = domain::payments::payment::PaymentType;
    /// Whether a problem is money without a payment in Lanewise, or an event that couldn't be parsed or applied.
    MoneyProblemKind = domain::payments::attention::MoneyProblemKind;
    /// Which data of an intent doesn't match our payment. `payment`: the intent names another payment or none.
    OrphanReason = domain::payments::ownership::Mismatch;
    /// The kind of an authority.
    AuthorityKind = domain::payments::remittances::authority::AuthorityKind;
    /// Status of a payment's money on its way to an authority or a lawyer.
    ObligationStatus = domain::payments::remittances::obligation::ObligationStatus;
    /// Whether a payee is an authority or a lawyer.
    PayeeKind = domain::payments::remittances::payee::PayeeKind;
    /// Why staff must check money owed to an authority or a lawyer.
    ObligationProblem = domain::payments::remittances::obligation::ObligationProblem;
    /// The status of a remittance.
    RemittanceStatus = domain::payments::remittances::remittance::RemittanceStatus;
    /// Whether money was sent for a payment that was refunded after the remittance's file was downloaded.
    InclusionChoice = domain::payments::remittances::prepared::InclusionChoice;
    /// How staff resolved a second bill.
    SecondBillOutcome = domain::payments::remittances::billed_again::SecondBillOutcome;
    /// The type of an uploaded file, detected from its content.
    FileKind = domain::shared::file_kind::FileKind;
    /// An account of the ledger.
    Account = domain::payments::ledger::Account;
    /// How the books and the provider differ. `foreign`: money of another environment or in another currency.
    DifferenceKind = domain::payments::matching::DifferenceKind;
    /// The status of a payment transaction.
    TransactionStatus = domain::payments::payment::TransactionStatus;
    /// The status of a payment in the driver's history.
    ReceiptStatus = domain::payments::receipt::ReceiptStatus;
    /// How a driver wants help: chat or callback.
    InquiryKind = domain::help::inquiry::InquiryKind;
    /// The status of a help inquiry.
    InquiryStatus = domain::help::inquiry::InquiryStatus;
    /// Whether a driver or staff wrote a message.
    SenderType = domain::help::inquiry::SenderType;
    /// The kind of a missing ticket.
    TicketReportType = domain::requests::report::TicketReportType;
    /// The status of a missing-ticket report.
    ReportStatus = domain::requests::report::ReportStatus;
    /// The kind of help that a driver asks for, such as more time to pay.
    HardshipNeed = domain::requests::hardship::NeedKind;
    /// The situation of a driver who can't pay an item now.
    HardshipSituation = domain::requests::hardship::Situation;
    /// The kind of item that an import creates.
    ImportKind = domain::imports::import::ImportKind;
    /// The status of an import.
    ImportStatus = domain::imports::import::ImportStatus;
    /// The result of checking a line of an import.
    LineOutcome = domain::imports::import::LineOutcome;
    /// Why a run of a citation source was started.
    RunReason = domain::sources::run::RunReason;
    /// Why a run of a citation source failed.
    RunFailure = domain::sources::run::RunFailure;
    /// A queue of the back office.
    Queue = domain::back_office::queue::Queue;
    /// A kind of record that staff may write notes about.
    DeskKind = domain::shared::desk::DeskKind;
    /// The queue in which a record waits for staff.
    WaitingQueue = domain::back_office::desk::WaitingQueue;
    /// The kind of record that a search found.
    SearchResultKind = domain::back_office::desk::SearchResultKind;
    /// The kind of an entry in a driver's timeline.
    TimelineKind = domain::back_office::timeline::TimelineKind;
    /// The purpose of a payment.
    PaymentPurpose = domain::back_office::overview::PaymentPurpose;
    /// An action in the audit trail.
    AuditAction = domain::security::audit::AuditAction;
    /// The kind of record that an audit entry is about.
    AuditSubject = domain::security::audit_subject::AuditSubject;
    /// The kind of a security event.
    SecurityEventKind = domain::security::event::SecurityEventKind;
    /// The severity of a security event.
    Severity = domain::security::event::Severity;
    /// The severity of a finding.
    FindingLevel = domain::security::environment::FindingLevel;
}
