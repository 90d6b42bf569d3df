//! Request bodies for cases.

use application::Error;
use application::legal_help::cases::agreement::AgreementEntry;
use application::legal_help::cases::court::correction::CourtCorrection;
use application::legal_help::cases::steps::{LawyerStep, StepEntry};
use domain::legal_help::case::outcome::{CaseOutcome, Verdict};
use domain::legal_help::case::plea::PleaAnswer;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::offense::OffenseClass;
use domain::shared::ids::AuthorityId;
use domain::shared::us_state::UsState;
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, MoneyInput};

/// Body of calls that change a case and need a reason.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseReasonBody {
    #[validate(length(max = 20_000, message = "This is too long."))]
    pub reason: String,
    /// The version of the case that the caller saw. If the case has changed since, the call fails with
    /// `409 changed_meanwhile`. Without a version, the call doesn't check for changes.
    pub version: Option<i32>,
}

/// Body of calls that change a case and need only its version.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseVersionBody {
    /// The version of the case that the caller saw. If the case has changed since, the call
    /// fails with `409 changed_meanwhile`.
    pub version: i32,
}

/// Body of `POST /api/lawyer/cases/{id}/accept`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AcceptCaseBody {
    /// The class of the offense, if the lawyer confirms it.
    #[schema(value_type = Option<word::OffenseClass>)]
    #[validate(length(max = 50, message = "This isn't a class of offense."))]
    pub offense_class: Option<String>,
    /// The version of the case that the caller saw.
    pub version: i32,
}

/// Body of `POST /api/lawyer/cases/{id}/agreement`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgreementBody {
    /// The text of the agreement. Left out or `null` if the agreement is a PDF.
    #[validate(length(max = 60_000, message = "This is too long."))]
    pub text: Option<String>,
    /// The id of a PDF that a lawyer uploaded to the case, instead of a text.
    pub file_id: Option<i64>,
    /// The version of the case that the caller saw.
    pub version: i32,
}

/// An outcome, as the lawyer records it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerdictBody {
    /// How the court decided.
    #[schema(value_type = word::CaseOutcome)]
    pub outcome: String,
    /// The fine that the court set, if it set one.
    pub fine: Option<MoneyInput>,
    /// Points on the license after the outcome, if known.
    pub points: Option<i32>,
    /// The last day of a deferred decision, if the decision is deferred.
    pub until: Option<String>,
    /// The new due date that the court set, if it set one.
    pub due: Option<String>,
}

/// Body of `POST /api/lawyer/cases/{id}/steps`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseStepBody {
    /// The step that the case has reached. Left out or `null` for an update, which needs a note.
    #[schema(value_type = Option<word::CaseStep>)]
    #[validate(length(max = 50, message = "This step can't be recorded."))]
    pub step: Option<String>,
    /// A note that the driver reads. For `offer_pending`, the prosecutor's offer.
    #[validate(length(max = 20_000, message = "This is too long."))]
    pub note: Option<String>,
    /// The court date, for `court_date_set`.
    #[validate(length(max = 50, message = "Enter the date as YYYY-MM-DD."))]
    pub court_date: Option<String>,
    /// The time of the court date, as free text. Used with `court_date_set`.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub court_time: Option<String>,
    /// Whether the driver must come to the court date. Used with `court_date_set`.
    pub must_driver_come: Option<bool>,
    /// The outcome, for `decided` and `deferred`.
    pub verdict: Option<VerdictBody>,
    /// The class of the offense, if the lawyer confirms it.
    #[schema(value_type = Option<word::OffenseClass>)]
    #[validate(length(max = 50, message = "This isn't a class of offense."))]
    pub offense_class: Option<String>,
    /// Ids of the case's files that document the step.
    #[schema(max_items = 20)]
    #[validate(length(max = 20, message = "Choose at most 20 files."))]
    pub files: Option<Vec<i64>>,
    /// Must be true to record a decision without a document of the court.
    #[serde(default)]
    pub is_document_pending: bool,
    /// The version of the case that the caller saw.
    pub version: i32,
}

/// Body of `POST /api/lawyer-cases/{id}/sign`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignBody {
    /// The name that the driver types as their signature.
    #[validate(length(max = 1000, message = "This name is too long."))]
    pub name: String,
    /// Must be true to sign with another name than the account's.
    #[serde(default)]
    pub is_other_name_confirmed: bool,
    /// The version of the case that the caller saw.
    pub version: i32,
}

/// Body of `POST /api/lawyer-cases/{id}/answer`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PleaAnswerBody {
    /// The answer to the prosecutor's offer.
    #[schema(value_type = word::PleaAnswer)]
    #[validate(length(max = 50, message = "Must be one of accept, refuse, ask."))]
    pub answer: String,
    /// The driver's message to the lawyer. Required for a question.
    #[validate(length(max = 20_000, message = "This is too long."))]
    pub text: Option<String>,
    /// The version of the case that the caller saw.
    pub version: i32,
}

/// Body of `PATCH /api/tickets/{id}/court`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatedCourtBody {
    /// The state of the court, by its full name.
    #[validate(length(max = 100, message = "Choose a US state."))]
    pub court_state: String,
    /// The name of the court, if the driver knows it.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub court_name: Option<String>,
}

/// Body of `PATCH /api/admin/cases/{id}`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseCourtBody {
    /// The state of the court, by its full name.
    #[validate(length(max = 100, message = "Choose a US state."))]
    pub court_state: Option<String>,
    /// The name of the court, if it isn't in the register.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub court_name: Option<String>,
    /// The court's id in the register of authorities.
    pub court_id: Option<i32>,
    /// The version of the case that the caller saw.
    pub version: i32,
}

/// Parses the class of the offense; `None` if it is missing. For an invalid class, adds an error and returns `None`.
fn parse_class(reader: &mut FieldParser, class: Option<&str>) -> Option<OffenseClass> {
    const WORDS: &str = "Must be one of infraction, misdemeanor, unknown.";
    reader.take_valid("offenseClass", OffenseClass::parse(class?).ok_or(WORDS))
}

impl AcceptCaseBody {
    /// Parses the class of the offense; `None` if the lawyer doesn't name one.
    pub fn parse(&self) -> Result<Option<OffenseClass>, Error> {
        let mut reader = FieldParser::default();
        let class = parse_class(&mut reader, self.offense_class.as_deref());
        reader.finish(Some(class))
    }
}

impl AgreementBody {
    /// Returns the agreement: a text, or the id of a PDF. Fails unless the body has exactly one of them.
    pub fn parse(&self) -> Result<AgreementEntry, Error> {
        match (&self.text, self.file_id) {
            (Some(text), None) => Ok(AgreementEntry::Text(text.clone())),
            (None, Some(file)) => Ok(AgreementEntry::Pdf(file)),
            (None, None) => Err(Error::field("text", "Write the agreement, or choose a PDF.")),
            (Some(_), Some(_)) => Err(Error::field("fileId", "Send a text or a PDF, not both.")),
        }
    }
}

impl CaseStepBody {
    /// Parses the step that the lawyer records, with its note, offense class and files.
    pub fn parse(&self) -> Result<StepEntry, Error> {
        let mut reader = FieldParser::default();
        let step = self.parse_step(&mut reader);
        let offense_class = parse_class(&mut reader, self.offense_class.as_deref());
        let entry = step.map(|step| StepEntry {
            step,
            note: self.note.clone(),
            offense_class,
            files: self.files.clone().unwrap_or_default(),
            is_document_pending: self.is_document_pending,
            must_driver_come: self.must_driver_come,
        });
        reader.finish(entry)
    }

    /// Parses the step; a missing step is an update. For an invalid step, adds an error and returns `None`.
    fn parse_step(&self, reader: &mut FieldParser) -> Option<LawyerStep> {
        const OTHER: &str = "This step can't be recorded.";
        let Some(step) = &self.step else { return Some(LawyerStep::Update) };
        match reader.take_valid("step", CaseStep::parse(step).ok_or(OTHER))? {
            CaseStep::AppearanceFiled => Some(LawyerStep::Appearance),
            CaseStep::CourtDateSet => {
                let date =
                    reader.require_text("courtDate", self.court_date.as_deref(), "Enter the court date.")?;
                let date = reader.parse_date("courtDate", date)?;
                Some(LawyerStep::CourtDate(date, self.court_time.clone()))
            }
            CaseStep::OfferPending => Some(LawyerStep::Plea),
            CaseStep::Deferred | CaseStep::Decided => match &self.verdict {
                Some(verdict) => verdict.parse(reader).map(LawyerStep::Outcome),
                None => reader.take_valid("verdict", Err("Choose the outcome.")),
            },
            CaseStep::AppealWindow => Some(LawyerStep::AppealWindow),
            CaseStep::Closed => Some(LawyerStep::Closed),
            CaseStep::Hired
            | CaseStep::Offered
            | CaseStep::ConflictCleared
            | CaseStep::Accepted
            | CaseStep::AgreementSigned
            | CaseStep::NoLawyer
            | CaseStep::Withdrawn
            | CaseStep::Ended => reader.take_valid("step", Err(OTHER)),
        }
    }
}

impl VerdictBody {
    /// Parses how the court decided. For an invalid field, adds an error and returns `None`.
    fn parse(&self, reader: &mut FieldParser) -> Option<Verdict> {
        let outcome =
            reader.take_valid("outcome", CaseOutcome::parse(&self.outcome).ok_or("Choose the outcome."));
        let fine = match &self.fine {
            Some(fine) => {
                Some(reader.take_valid("fine", fine.parse().ok_or("Enter an amount, such as 150.00."))?)
            }
            None => None,
        };
        let mut date = |field, text: Option<&String>| match text {
            Some(text) if !text.trim().is_empty() => reader.parse_date(field, text).map(Some),
            _ => Some(None),
        };
        let (until, due) = (date("until", self.until.as_ref())?, date("due", self.due.as_ref())?);
        Some(Verdict { outcome: outcome?, fine, points: self.points, until, due })
    }
}

impl PleaAnswerBody {
    /// Parses the driver's answer to the plea.
    pub fn parse(&self) -> Result<PleaAnswer, Error> {
        const WORDS: &str = "Must be one of accept, refuse, ask.";
        PleaAnswer::parse(&self.answer).ok_or_else(|| Error::field("answer", WORDS))
    }
}

impl StatedCourtBody {
    /// Parses the court's state. The court's name is not parsed.
    pub fn parse(&self) -> Result<UsState, Error> {
        let mut reader = FieldParser::default();
        let state = reader.parse_state("courtState", &self.court_state);
        reader.finish(state)
    }
}

impl CaseCourtBody {
    /// Parses the corrected court: its state, name and id.
    pub fn parse(&self) -> Result<CourtCorrection, Error> {
        let mut reader = FieldParser::default();
        let state = reader.parse_state("courtState", self.court_state.as_deref().unwrap_or_default());
        let correction = state.map(|state| CourtCorrection {
            state,
            name: self.court_name.clone(),
            id: self.court_id.map(AuthorityId),
        });
        reader.finish(correction)
    }
}
