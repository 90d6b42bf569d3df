//! The mapping from errors to statuses (docs/product/everywhere.md#answers), and the body of error responses.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{HttpResponse, ResponseError};
use application::Error;
use application::error::RefundedSinceFile;
use chrono::{DateTime, Utc};
use domain::accounts::account::ClosingObstacle;
use domain::payments::refund::RefundReason;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use governor::{DefaultDirectRateLimiter, Quota};
use ports::driving_record::filing::NumberedPair;
use ports::payments::gateway::GatewayError;
use ports::shared::field_names::json_name;
use serde::Serialize;
use utoipa::ToSchema;

use crate::edge::telemetry::answer_log::FAILURES;
use crate::shared::enums as word;
use crate::shared::error_code::ErrorCode;

/// Log target of the lines about failed requests. This module limits the number of these lines per second.
pub const TARGET: &str = module_path!();

/// Limits how many errors are logged per second. The limit is the same as for failed responses in the response log.
static LOGGED: LazyLock<DefaultDirectRateLimiter> =
    LazyLock::new(|| DefaultDirectRateLimiter::direct(Quota::per_second(FAILURES)));

/// Body of the error responses in JSON.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// The error code, for programs.
    pub code: ErrorCode,
    /// The message, for people.
    pub message: String,
    /// The request's id, as in the log.
    pub request_id: String,
    /// The message for each invalid field. Only with `422`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<String, String>>,
    /// The amount that is due now. Only with `amount_changed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// Payments of a remittance that were refunded or charged back after its last file was downloaded. The
    /// caller must repeat the request and say for each payment whether its money was sent to the authority or
    /// lawyer. Only with `refunded_since_file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded: Option<Vec<RefundedSinceFileDto>>,
    /// The existing item that has the same or a similar citation number. Only with
    /// `citation_exists`, `already_on_record` and `similar_on_record`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub existing: Option<ExistingCitationDto>,
    /// Pairs of items that would have the same issuer and citation number after the change or merge, at
    /// most 50. Only with `equal_citations`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<Vec<EqualCitationDto>>,
    /// The name of the user who changed the record, if known. Only with `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_by: Option<String>,
    /// When the record was changed. Only with `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<DateTime<Utc>>,
}

/// An existing item with the same issuer as another item, and with the same or a similar citation number.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExistingCitation)]
pub struct ExistingCitationDto {
    /// The kind of the existing item.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The id of the existing item.
    pub item_id: i32,
    /// The id of the existing item's driver.
    pub user_id: i32,
}

impl ExistingCitationDto {
    /// Builds the response about an item. `driver` is the driver whose record has the item.
    fn of(item: Payable, driver: UserId) -> Self {
        Self { kind: item.kind().into(), item_id: item.item_id(), user_id: driver.0 }
    }
}

/// A citation number that two items of the same issuer would have.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EqualCitation)]
pub struct EqualCitationDto {
    /// The citation number in upper case, without spaces and hyphens.
    pub number: String,
    /// The two items that have the number.
    pub items: [ExistingCitationDto; 2],
}

impl From<NumberedPair> for EqualCitationDto {
    /// Converts `first` and `second`, two items with the same citation number, to a response.
    fn from((first, second): NumberedPair) -> Self {
        let items = [&first, &second].map(|one| ExistingCitationDto::of(one.item, one.user));
        Self { number: first.number, items }
    }
}

/// A payment that was refunded or charged back after staff downloaded the remittance's last file. The amount in
/// the file is larger than what can be sent now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefundedSinceFile)]
pub struct RefundedSinceFileDto {
    /// The id of the payment.
    pub payment_id: i32,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// The amount in the file, with two decimals.
    pub in_file: String,
    /// The amount that can be sent now, with two decimals.
    pub sendable: String,
}

impl From<RefundedSinceFile> for RefundedSinceFileDto {
    fn from(payment: RefundedSinceFile) -> Self {
        Self {
            payment_id: payment.payment_id.0,
            confirmation_number: payment.confirmation_number,
            in_file: payment.in_file.to_string(),
            sendable: payment.sendable.to_string(),
        }
    }
}

/// The result of a request handler.
pub type HandlerResult = Result<HttpResponse, ApiError>;

/// An error response: its status and its body.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    body: Box<ErrorBody>,
    retry_after_seconds: Option<u64>,
}

/// Default `Retry-After` of `503` responses, in seconds.
const RETRY_AFTER_SECONDS: u64 = 2;

impl ApiError {
    /// Creates an error of the HTTP layer itself.
    pub fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>, request_id: &str) -> Self {
        let body = ErrorBody {
            code,
            message: message.into(),
            request_id: request_id.to_owned(),
            fields: None,
            amount: None,
            refunded: None,
            existing: None,
            equal: None,
            changed_by: None,
            changed_at: None,
        };
        Self { status, body: Box::new(body), retry_after_seconds: None }
    }

    /// Creates an error about invalid fields. `fields` has the message for each field, by
    /// the field's JSON name.
    pub fn fields(fields: BTreeMap<String, String>, request_id: &str) -> Self {
        let mut error = Self::of(Error::Fields(vec![]), request_id);
        error.body.fields = Some(fields);
        error
    }

    /// Creates the error for a use case that took too long, and logs it.
    pub fn too_slow(request_id: &str) -> Self {
        if LOGGED.check().is_ok() {
            tracing::error!("a use case took too long");
        }
        let message = "Lanewise is too busy right now. Please try again.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy, message, request_id)
            .retry_after(RETRY_AFTER_SECONDS)
    }

    /// Returns the error with another request id.
    #[must_use]
    pub fn with_request_id(mut self, request_id: &str) -> Self {
        request_id.clone_into(&mut self.body.request_id);
        self
    }

    /// Sets the `Retry-After` header.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// Converts a use case's error. Logs server errors, up to a maximum number per second.
    pub fn of(error: Error, request_id: &str) -> Self {
        let (status, code) = status_and_code(&error);
        // These calls were refused before they started. If the provider is down, the circuit breaker
        // has already logged that.
        if let Error::Busy | Error::GatewayDown(GatewayError::NotAsked { .. }) = error {
            tracing::debug!(code = code.as_str(), "a call was refused");
        } else if status.is_server_error() && LOGGED.check().is_ok() {
            tracing::error!(error = %Chain(&error), code = code.as_str(), "a call failed");
        }
        let mut answer = Self::new(status, code, error.to_string(), request_id);
        match error {
            Error::Fields(fields) => {
                answer.body.fields =
                    Some(fields.into_iter().map(|(name, text)| (json_name(name), text)).collect());
            }
            Error::AmountChanged(amount) => answer.body.amount = Some(amount.to_string()),
            Error::RefundedSinceFile(payments) => {
                answer.body.refunded = Some(payments.into_iter().map(RefundedSinceFileDto::from).collect());
            }
            Error::CitationExists { item, driver } | Error::AlreadyOnRecord { item, driver, .. } => {
                answer.body.existing = Some(ExistingCitationDto::of(item, driver));
            }
            Error::EqualCitations(pairs) => {
                answer.body.equal = Some(pairs.into_iter().map(EqualCitationDto::from).collect());
            }
            Error::ChangedMeanwhile(Some(last)) => {
                answer.body.changed_by = last.by;
                answer.body.changed_at = Some(last.at);
            }
            Error::TooManyTries { seconds } | Error::TooManyDeclines { seconds } => {
                answer.retry_after_seconds = Some(seconds);
            }
            Error::GatewayDown(GatewayError::NotAsked { retry_after }) => {
                answer.retry_after_seconds = Some(retry_after.as_secs().max(1));
            }
            _ => {}
        }
        if status == StatusCode::SERVICE_UNAVAILABLE && answer.retry_after_seconds.is_none() {
            answer.retry_after(RETRY_AFTER_SECONDS)
        } else {
            answer
        }
    }
}

/// Maps an error to its status and code.
fn status_and_code(error: &Error) -> (StatusCode, ErrorCode) {
    match error {
        Error::Unauthenticated => (StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated),
        Error::AccountDeactivated => (StatusCode::FORBIDDEN, ErrorCode::AccountDeactivated),
        Error::InvalidCredentials => (StatusCode::UNAUTHORIZED, ErrorCode::InvalidCredentials),
        Error::TooManyTries { .. } => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyRequests),
        Error::TooManyDeclines { .. } => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyDeclines),
        Error::Forbidden => (StatusCode::FORBIDDEN, ErrorCode::Forbidden),
        Error::NotFound => (StatusCode::NOT_FOUND, ErrorCode::NotFound),
        Error::Fields(_) => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::Validation),
        Error::Busy => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy),
        Error::EmailTaken => (StatusCode::CONFLICT, ErrorCode::EmailTaken),
        Error::LinkNotValid => (StatusCode::CONFLICT, ErrorCode::LinkNotValid),
        Error::CannotClose(ClosingObstacle::NeededAdministrator) => {
            (StatusCode::CONFLICT, ErrorCode::AdministratorNeeded)
        }
        Error::CannotClose(ClosingObstacle::OpenPayment(_)) => (StatusCode::CONFLICT, ErrorCode::PaymentOpen),
        Error::CannotClose(ClosingObstacle::PendingRefund(_)) => {
            (StatusCode::CONFLICT, ErrorCode::RefundPending)
        }
        Error::CannotClose(ClosingObstacle::OpenChargeback(_)) => {
            (StatusCode::CONFLICT, ErrorCode::ChargebackOpen)
        }
        Error::CannotClose(ClosingObstacle::LostPayment(_)) => {
            (StatusCode::CONFLICT, ErrorCode::PaymentBeingChecked)
        }
        Error::CannotClose(ClosingObstacle::HireAtWork(_)) => (StatusCode::CONFLICT, ErrorCode::HireAtWork),
        Error::MailUnavailable => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::MailUnavailable),
        Error::AlreadyPaid => (StatusCode::CONFLICT, ErrorCode::AlreadyPaid),
        Error::PaymentBeingChecked => (StatusCode::CONFLICT, ErrorCode::PaymentBeingChecked),
        Error::BeingChecked => (StatusCode::CONFLICT, ErrorCode::BeingChecked),
        Error::CheckIsOver => (StatusCode::CONFLICT, ErrorCode::CheckIsOver),
        Error::HardshipRequestOpen => (StatusCode::CONFLICT, ErrorCode::AlreadyAsked),
        Error::TooManyHardshipRequests => (StatusCode::CONFLICT, ErrorCode::TooManyAsked),
        Error::TooManyAdded => (StatusCode::CONFLICT, ErrorCode::TooManyAdded),
        Error::AlreadyOnRecord { is_same_number: true, .. } => {
            (StatusCode::CONFLICT, ErrorCode::AlreadyOnRecord)
        }
        Error::AlreadyOnRecord { is_same_number: false, .. } => {
            (StatusCode::CONFLICT, ErrorCode::SimilarOnRecord)
        }
        Error::SettledWithCity => (StatusCode::CONFLICT, ErrorCode::SettledWithCity),
        Error::RefundedSinceFile(_) => (StatusCode::CONFLICT, ErrorCode::RefundedSinceFile),
        Error::NothingToSend => (StatusCode::CONFLICT, ErrorCode::NothingToSend),
        Error::SourceBusy => (StatusCode::CONFLICT, ErrorCode::SourceBusy),
        Error::MoneyGoesBack(RefundReason::PaidTooLittle) => (StatusCode::CONFLICT, ErrorCode::PaidTooLittle),
        Error::MoneyGoesBack(_) => (StatusCode::CONFLICT, ErrorCode::PaidTwice),
        Error::PaidByCard => (StatusCode::CONFLICT, ErrorCode::PaidByCard),
        Error::TakenByBank => (StatusCode::CONFLICT, ErrorCode::TakenByBank),
        Error::EvidenceClosed => (StatusCode::CONFLICT, ErrorCode::EvidenceClosed),
        Error::MoreThanLeft(_) => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::MoreThanLeft),
        Error::ChangedMeanwhile(_) => (StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile),
        Error::EqualCitations(_) => (StatusCode::CONFLICT, ErrorCode::EqualCitations),
        Error::CitationExists { .. } => (StatusCode::CONFLICT, ErrorCode::CitationExists),
        Error::NoLawyerForCourt => (StatusCode::CONFLICT, ErrorCode::NoLawyerForCourt),
        Error::CourtKnown => (StatusCode::CONFLICT, ErrorCode::CourtKnown),
        Error::Dismissed => (StatusCode::CONFLICT, ErrorCode::Dismissed),
        Error::MatchingStopped => (StatusCode::CONFLICT, ErrorCode::MatchingStopped),
        Error::NameDiffers => (StatusCode::CONFLICT, ErrorCode::NameDiffers),
        Error::ConsentNeeded => (StatusCode::CONFLICT, ErrorCode::ConsentNeeded),
        Error::MessagesClosed => (StatusCode::CONFLICT, ErrorCode::MessagesClosed),
        Error::TooManyMessages => (StatusCode::CONFLICT, ErrorCode::TooManyMessages),
        Error::TooManyFiles | Error::TooManyItemFiles | Error::TooManyDriverFiles => {
            (StatusCode::CONFLICT, ErrorCode::TooManyFiles)
        }
        Error::LetterIncomplete => (StatusCode::CONFLICT, ErrorCode::LetterIncomplete),
        Error::LetterSent => (StatusCode::CONFLICT, ErrorCode::LetterSent),
        Error::CannotContest => (StatusCode::CONFLICT, ErrorCode::CannotContest),
        Error::OriginalIncomplete => (StatusCode::CONFLICT, ErrorCode::OriginalIncomplete),
        Error::ScannerUnavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ScannerUnavailable),
        Error::FilesUnavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::FilesUnavailable),
        Error::FeeOfOpenCase => (StatusCode::CONFLICT, ErrorCode::FeeOfOpenCase),
        Error::FileInUse => (StatusCode::CONFLICT, ErrorCode::FileInUse),
        Error::SignatureLate => (StatusCode::CONFLICT, ErrorCode::SignatureLate),
        Error::CaseDecided => (StatusCode::CONFLICT, ErrorCode::CaseDecided),
        Error::PriceRefunded => (StatusCode::CONFLICT, ErrorCode::PriceRefunded),
        Error::CancellationWindowClosed => (StatusCode::CONFLICT, ErrorCode::CancellationWindowClosed),
        Error::HireRefunded => (StatusCode::CONFLICT, ErrorCode::HireRefunded),
        Error::HireReplaced => (StatusCode::CONFLICT, ErrorCode::HireReplaced),
        Error::CaseEnded => (StatusCode::CONFLICT, ErrorCode::CaseEnded),
        Error::InquiryResolved => (StatusCode::CONFLICT, ErrorCode::InquiryResolved),
        Error::LegalHelpNotOffered(_) => (StatusCode::CONFLICT, ErrorCode::LegalHelpNotOffered),
        Error::LawyerAtWork => (StatusCode::CONFLICT, ErrorCode::LawyerAtWork),
        Error::AmountChanged(_) => (StatusCode::CONFLICT, ErrorCode::AmountChanged),
        Error::NotPaid => (StatusCode::PAYMENT_REQUIRED, ErrorCode::NotPaid),
        Error::PaymentProcessing => (StatusCode::PAYMENT_REQUIRED, ErrorCode::PaymentProcessing),
        Error::BadSignature => (StatusCode::BAD_REQUEST, ErrorCode::BadSignature),
        Error::PaymentRefused(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::PaymentRefused),
        Error::GatewayDown(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::PaymentProviderDown),
        Error::TooManyImports => (StatusCode::CONFLICT, ErrorCode::TooManyImports),
        Error::NothingToProve => (StatusCode::CONFLICT, ErrorCode::NothingToProve),
        Error::TooManySecondBills => (StatusCode::CONFLICT, ErrorCode::TooManyCases),
        Error::TooManyProofs => (StatusCode::CONFLICT, ErrorCode::TooManyProofs),
        Error::ImportStatusChanged => (StatusCode::CONFLICT, ErrorCode::ImportElsewhere),
        Error::ImportHasProblems => (StatusCode::CONFLICT, ErrorCode::ImportHasProblems),
        Error::LargeAmounts(_) => (StatusCode::CONFLICT, ErrorCode::LargeAmounts),
        Error::ImportInUse(_) => (StatusCode::CONFLICT, ErrorCode::ImportPaid),
        Error::LoginOver => (StatusCode::UNAUTHORIZED, ErrorCode::LoginOver),
        Error::CodeRefused => (StatusCode::UNAUTHORIZED, ErrorCode::CodeRefused),
        Error::SecondFactorOn => (StatusCode::CONFLICT, ErrorCode::SecondFactorOn),
        Error::SecondFactorOff => (StatusCode::CONFLICT, ErrorCode::SecondFactorOff),
        Error::TooManyCodes => (StatusCode::UNAUTHORIZED, ErrorCode::TooManyCodes),
        Error::ConfirmItIsYou => (StatusCode::FORBIDDEN, ErrorCode::ConfirmItIsYou),
        Error::SecondFactorNeeded => (StatusCode::FORBIDDEN, ErrorCode::SecondFactorNeeded),
        Error::LastAdministrator => (StatusCode::CONFLICT, ErrorCode::LastAdministrator),
        Error::AlreadyStaff => (StatusCode::CONFLICT, ErrorCode::AlreadyStaff),
        Error::HasAccount => (StatusCode::CONFLICT, ErrorCode::HasAccount),
        Error::TooManyLawyers => (StatusCode::CONFLICT, ErrorCode::TooManyLawyers),
        Error::LogInToAccept => (StatusCode::CONFLICT, ErrorCode::LogInToAccept),
        Error::TooManyInvitations => (StatusCode::CONFLICT, ErrorCode::TooManyInvitations),
        Error::StoreDown(_) => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::DatabaseDown),
        Error::Defect(_) => (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal),
    }
}

/// Displays an error with all its sources, for the log.
struct Chain<'a>(&'a dyn std::error::Error);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut next = self.0.source();
        while let Some(source) = next {
            write!(f, ": {source}")?;
            next = source.source();
        }
        Ok(())
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.body.code.as_str())
    }
}

impl std::error::Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after_seconds {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        response.json(&*self.body)
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use application::Error;
    use domain::accounts::account::ClosingObstacle;
    use domain::payments::refund::RefundReason;

    use super::status_and_code;
    use crate::shared::error_code::ErrorCode;

    #[test]
    fn obstacles_to_closing_an_account_and_reasons_for_refunds_have_their_own_error_codes() {
        let number = || "CONF-1".to_owned();
        for (error, code) in [
            (Error::CannotClose(ClosingObstacle::NeededAdministrator), ErrorCode::AdministratorNeeded),
            (Error::CannotClose(ClosingObstacle::OpenPayment(number())), ErrorCode::PaymentOpen),
            (Error::CannotClose(ClosingObstacle::PendingRefund(number())), ErrorCode::RefundPending),
            (Error::CannotClose(ClosingObstacle::OpenChargeback(number())), ErrorCode::ChargebackOpen),
            (Error::MoneyGoesBack(RefundReason::PaidTooLittle), ErrorCode::PaidTooLittle),
            (Error::MoneyGoesBack(RefundReason::PaidTwice), ErrorCode::PaidTwice),
            (Error::HireRefunded, ErrorCode::HireRefunded),
        ] {
            assert_eq!(status_and_code(&error), (StatusCode::CONFLICT, code), "{error:?}");
        }
    }
}
