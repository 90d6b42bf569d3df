//! The one table from errors to statuses (docs/PRODUCT.md#answers), and what an error looks like on the wire.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{HttpResponse, ResponseError};
use application::Error;
use chrono::{DateTime, Utc};
use domain::accounts::account::Obstacle;
use domain::payments::refund::RefundReason;
use governor::{DefaultDirectRateLimiter, Quota};
use ports::payments::gateway::GatewayError;
use ports::shared::field_names::json_name;
use serde::Serialize;
use utoipa::ToSchema;

use crate::edge::telemetry::answer_log::FAILURES;

/// As many causes are logged a second as failed answers.
static LOGGED: LazyLock<DefaultDirectRateLimiter> =
    LazyLock::new(|| DefaultDirectRateLimiter::direct(Quota::per_second(FAILURES)));

/// Body of every error answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// For programs, such as `amount_changed`.
    #[schema(example = "validation")]
    pub code: String,
    /// For a person.
    pub message: String,
    /// Find it in the log by this.
    pub request_id: String,
    /// What is wrong with which field; only with `422`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<String, String>>,
    /// The amount that is due now; only with `amount_changed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// Who changed it, when known; only with `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_by: Option<String>,
    /// When; only with `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<DateTime<Utc>>,
}

/// An error on its way out.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    body: Box<ErrorBody>,
    retry_after_seconds: Option<u64>,
}

/// After this many seconds a dependency that is down is worth another try.
const RETRY_AFTER_SECONDS: u64 = 2;

impl ApiError {
    /// An error of the edge itself.
    pub fn new(status: StatusCode, code: &str, message: impl Into<String>, request_id: &str) -> Self {
        let body = ErrorBody {
            code: code.to_owned(),
            message: message.into(),
            request_id: request_id.to_owned(),
            fields: None,
            amount: None,
            changed_by: None,
            changed_at: None,
        };
        Self { status, body: Box::new(body), retry_after_seconds: None }
    }

    /// Fields that are wrong.
    pub fn fields(fields: BTreeMap<String, String>, request_id: &str) -> Self {
        let mut error = Self::of(Error::Fields(vec![]), request_id);
        error.body.fields = Some(fields);
        error
    }

    /// The use case did not end in time.
    pub fn too_slow(request_id: &str) -> Self {
        tracing::error!("a use case took too long");
        let message = "Lanewise is too busy just now. Please try again.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message, request_id)
            .retry_after(RETRY_AFTER_SECONDS)
    }

    /// Says when to come back.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// A use case's error; logged here, once, if it is ours to fix.
    pub fn of(error: Error, request_id: &str) -> Self {
        let (status, code) = status_and_code(&error);
        // A provider that is down says so once, where its breaker opens.
        if let Error::Busy | Error::GatewayDown(GatewayError::NotAsked { .. }) = error {
            tracing::debug!(code, "a call was turned away");
        } else if status.is_server_error() && LOGGED.check().is_ok() {
            tracing::error!(error = %Chain(&error), code, "a call failed");
        }
        let mut answer = Self::new(status, code, error.to_string(), request_id);
        match error {
            Error::Fields(fields) => {
                answer.body.fields =
                    Some(fields.into_iter().map(|(name, text)| (json_name(name), text)).collect());
            }
            Error::AmountChanged(amount) => answer.body.amount = Some(amount.to_string()),
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

/// The table.
fn status_and_code(error: &Error) -> (StatusCode, &'static str) {
    match error {
        Error::Unauthenticated => (StatusCode::UNAUTHORIZED, "unauthenticated"),
        Error::InvalidCredentials => (StatusCode::UNAUTHORIZED, "invalid_credentials"),
        Error::TooManyTries { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
        Error::TooManyDeclines { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_declines"),
        Error::Forbidden => (StatusCode::FORBIDDEN, "forbidden"),
        Error::NotFound => (StatusCode::NOT_FOUND, "not_found"),
        Error::Fields(_) => (StatusCode::UNPROCESSABLE_ENTITY, "validation"),
        Error::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
        Error::EmailTaken => (StatusCode::CONFLICT, "email_taken"),
        Error::LinkNotValid => (StatusCode::CONFLICT, "link_not_valid"),
        Error::CannotClose(Obstacle::NeededAdministrator) => (StatusCode::CONFLICT, "administrator_needed"),
        Error::CannotClose(Obstacle::OpenPayment(_)) => (StatusCode::CONFLICT, "payment_open"),
        Error::CannotClose(Obstacle::PendingRefund(_)) => (StatusCode::CONFLICT, "refund_pending"),
        Error::CannotClose(Obstacle::HireAtWork(_)) => (StatusCode::CONFLICT, "hire_at_work"),
        Error::MailUnavailable => (StatusCode::SERVICE_UNAVAILABLE, "mail_unavailable"),
        Error::AlreadyPaid => (StatusCode::CONFLICT, "already_paid"),
        Error::SettledWithCity => (StatusCode::CONFLICT, "settled_with_city"),
        Error::NothingToSend => (StatusCode::CONFLICT, "nothing_to_send"),
        Error::SourceBusy => (StatusCode::CONFLICT, "source_busy"),
        Error::MoneyGoesBack(RefundReason::PaidTooLittle) => (StatusCode::CONFLICT, "paid_too_little"),
        Error::MoneyGoesBack(_) => (StatusCode::CONFLICT, "paid_twice"),
        Error::PaidByCard => (StatusCode::CONFLICT, "paid_by_card"),
        Error::TakenByBank => (StatusCode::CONFLICT, "taken_by_bank"),
        Error::EvidenceClosed => (StatusCode::CONFLICT, "evidence_closed"),
        Error::MoreThanLeft(_) => (StatusCode::UNPROCESSABLE_ENTITY, "more_than_left"),
        Error::ChangedMeanwhile(_) => (StatusCode::CONFLICT, "changed_meanwhile"),
        Error::CancellationClosed => (StatusCode::CONFLICT, "cancellation_closed"),
        Error::HireRefunded => (StatusCode::CONFLICT, "hire_refunded"),
        Error::HireReplaced => (StatusCode::CONFLICT, "hire_replaced"),
        Error::InquiryResolved => (StatusCode::CONFLICT, "inquiry_resolved"),
        Error::LegalHelpNotOffered(_) => (StatusCode::CONFLICT, "legal_help_not_offered"),
        Error::LawyerAtWork => (StatusCode::CONFLICT, "lawyer_at_work"),
        Error::AmountChanged(_) => (StatusCode::CONFLICT, "amount_changed"),
        Error::NotPaid => (StatusCode::PAYMENT_REQUIRED, "not_paid"),
        Error::PaymentProcessing => (StatusCode::PAYMENT_REQUIRED, "payment_processing"),
        Error::BadSignature => (StatusCode::BAD_REQUEST, "bad_signature"),
        Error::PaymentRefused(_) => (StatusCode::SERVICE_UNAVAILABLE, "payment_refused"),
        Error::GatewayDown(_) => (StatusCode::SERVICE_UNAVAILABLE, "payment_provider_down"),
        Error::TooManyImports => (StatusCode::CONFLICT, "too_many_imports"),
        Error::NothingToProve => (StatusCode::CONFLICT, "nothing_to_prove"),
        Error::TooManyCases => (StatusCode::CONFLICT, "too_many_cases"),
        Error::TooManyProofs => (StatusCode::CONFLICT, "too_many_proofs"),
        Error::ImportElsewhere => (StatusCode::CONFLICT, "import_elsewhere"),
        Error::ImportHasProblems => (StatusCode::CONFLICT, "import_has_problems"),
        Error::LargeAmounts(_) => (StatusCode::CONFLICT, "large_amounts"),
        Error::ImportPaid(_) => (StatusCode::CONFLICT, "import_paid"),
        Error::LoginOver => (StatusCode::UNAUTHORIZED, "login_over"),
        Error::CodeRefused => (StatusCode::UNAUTHORIZED, "code_refused"),
        Error::SecondFactorOn => (StatusCode::CONFLICT, "second_factor_on"),
        Error::SecondFactorOff => (StatusCode::CONFLICT, "second_factor_off"),
        Error::TooManyCodes => (StatusCode::UNAUTHORIZED, "too_many_codes"),
        Error::ConfirmItIsYou => (StatusCode::FORBIDDEN, "confirm_it_is_you"),
        Error::SecondFactorNeeded => (StatusCode::FORBIDDEN, "second_factor_needed"),
        Error::LastAdministrator => (StatusCode::CONFLICT, "last_administrator"),
        Error::AlreadyStaff => (StatusCode::CONFLICT, "already_staff"),
        Error::LogInToAccept => (StatusCode::CONFLICT, "log_in_to_accept"),
        Error::TooManyInvitations => (StatusCode::CONFLICT, "too_many_invitations"),
        Error::StoreDown(_) => (StatusCode::SERVICE_UNAVAILABLE, "database_down"),
        Error::Defect(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
    }
}

/// An error with all its sources, for the log.
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
        f.write_str(&self.body.code)
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
