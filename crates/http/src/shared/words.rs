//! Statuses and kinds in calls: the domain's words, from the same table as the database's. Each is a named enum in
//! `docs/openapi.json`.

use std::collections::BTreeSet;

use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Gives a domain's enum a form that calls carry: sent as its word, documented with all of them.
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
                one_of($doc, <$word>::ALL.iter().map(|word| word.as_str())).into()
            }
        }

        impl utoipa::ToSchema for $name {}
    )+};
}

/// Where something in a driver's timeline stands: a word of its kind of record.
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
                // Of a request for texts it is told by its flag.
                .chain(["Pending", "Sent"]),
        );
        one_of("Where something in a driver's timeline stands.", words.into_iter()).into()
    }
}

impl utoipa::ToSchema for TimelineStatus {}

/// A text that is one of these words.
pub fn one_of(description: &str, words: impl Iterator<Item = &'static str>) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description.trim()))
        .enum_values(Some(words))
        .build()
        .into()
}

words! {
    /// Which way a message goes.
    Channel = domain::notices::notice::Channel;
    /// What a message is about.
    NoticeKind = domain::notices::notice::NoticeKind;
    /// What became of a message.
    NoticeStatus = domain::notices::notice::NoticeStatus;
    /// Why a number gets no texts.
    PhoneState = domain::notices::notice::PhoneState;
    /// What a reply means.
    Meaning = domain::notices::reply::Meaning;
    /// Who a user is.
    Role = domain::accounts::user::Role;
    /// What of a user is verified.
    Claim = domain::accounts::verification::Claim;
    /// Where a driver's license stands.
    LicenseStatus = domain::accounts::user::LicenseStatus;
    /// What a ticket was issued for.
    TicketCategory = domain::driving_record::ticket::TicketCategory;
    /// What a ticket asks of the driver.
    TicketStatus = domain::driving_record::ticket::TicketStatus;
    /// Where a parking ticket or a toll stands.
    ChargeStatus = domain::driving_record::ticket::ChargeStatus;
    /// Where a ticket, parking ticket or toll stands.
    Standing = domain::driving_record::standing::Standing;
    /// Why a payment is asked about once more.
    PayConfirmation = domain::driving_record::standing::PayConfirmation;
    /// Why an amount can't be paid by card here.
    NotPayable = domain::driving_record::fine::NotPayable;
    /// How a processing fee is given.
    FeeType = domain::driving_record::ticket::FeeType;
    /// Where a lawyer hire stands.
    HireStatus = domain::legal_help::hire::HireStatus;
    /// Where a refund stands, for staff.
    RefundStatus = domain::payments::refund::RefundStatus;
    /// Where a chargeback stands.
    ChargebackStatus = domain::payments::chargeback::ChargebackStatus;
    /// What evidence has a place for.
    EvidenceField = domain::payments::evidence::EvidenceField;
    /// Why money goes back.
    RefundReason = domain::payments::refund::RefundReason;
    /// Where a refund stands, for the driver.
    RefundProgress = domain::payments::refund::RefundProgress;
    /// What is paid for.
    PayableKind = domain::shared::payable::PayableKind;
    /// What a transaction in the books is for.
    PaymentType = domain::payments::payment::PaymentType;
    /// What staff deal with outside Lanewise: stray money, or an event that could not be read.
    AttentionKind = domain::payments::attention::AttentionKind;
    /// What does not agree between money at the provider and our payment; `payment`: there is none.
    OrphanReason = domain::payments::ownership::Mismatch;
    /// What kind of authority it is.
    AuthorityKind = domain::payments::remittances::authority::AuthorityKind;
    /// How far a payment's money is on its way to an authority.
    ObligationStatus = domain::payments::remittances::obligation::ObligationStatus;
    /// What is wrong on that way.
    Lateness = domain::payments::remittances::obligation::Lateness;
    /// How far a remittance is.
    RemittanceStatus = domain::payments::remittances::remittance::RemittanceStatus;
    /// Whether a payment that was refunded after the last file was downloaded was sent.
    SentOrLeftOut = domain::payments::remittances::prepared::SentOrLeftOut;
    /// What came of it that a driver was billed again.
    BilledOutcome = domain::payments::remittances::billed_again::BilledOutcome;
    /// What a file that shows it is, by what is in it.
    ProofKind = domain::payments::remittances::proof::ProofKind;
    /// An account of the books.
    Account = domain::payments::ledger::Account;
    /// What is wrong between the books and the payment provider; foreign money is no fault.
    DifferenceKind = domain::payments::matching::DifferenceKind;
    /// Where a transaction in the books stands.
    TransactionStatus = domain::payments::payment::TransactionStatus;
    /// Where something paid stands.
    PaidStatus = domain::payments::receipt::PaidStatus;
    /// How help is asked for.
    InquiryKind = domain::help::inquiry::InquiryKind;
    /// Where an inquiry stands.
    InquiryStatus = domain::help::inquiry::InquiryStatus;
    /// Who wrote a message.
    SenderType = domain::help::inquiry::SenderType;
    /// What kind of ticket is missed.
    TicketReportType = domain::requests::report::TicketReportType;
    /// Where a report of a missing ticket stands.
    ReportStatus = domain::requests::report::ReportStatus;
    /// What an import makes.
    ImportKind = domain::imports::import::ImportKind;
    /// Where an import stands.
    ImportStatus = domain::imports::import::ImportStatus;
    /// What came of a line.
    LineOutcome = domain::imports::import::LineOutcome;
    /// Why a source of citations is asked.
    RunReason = domain::sources::run::RunReason;
    /// What went wrong when it was asked.
    RunTrouble = domain::sources::run::RunTrouble;
    /// A queue of the back office.
    Queue = domain::back_office::queue::Queue;
    /// A kind of record that staff may note something about; of others there are no notes.
    DeskKind = domain::shared::desk::DeskKind;
    /// In which queue something waits for staff.
    WaitingQueue = domain::back_office::desk::WaitingQueue;
    /// What a search over everything found.
    FoundKind = domain::back_office::desk::FoundKind;
    /// What happened in a driver's timeline.
    TimelineKind = domain::back_office::timeline::TimelineKind;
    /// What money came in for.
    PaidFor = domain::back_office::overview::PaidFor;
    /// What the audit trail records.
    AuditAction = domain::security::audit::AuditAction;
    /// On what kind of record.
    AuditSubject = domain::security::audit_subject::AuditSubject;
    /// What kind of security event.
    SecurityEventKind = domain::security::event::SecurityEventKind;
    /// How bad a security event is.
    Severity = domain::security::event::Severity;
    /// How bad a finding is.
    FindingLevel = domain::security::environment::Level;
}
