//! Legal steps, updates and outcomes that the lawyer records (docs/product/cases.md#what-the-lawyer-records).

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::legal_help::case::deadlines::update_due;
use domain::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use domain::legal_help::case::outcome::Verdict;
use domain::legal_help::case::record::Case;
use domain::legal_help::offense::OffenseClass;
use domain::shared::business_time::{BUSINESS_ZONE, business_date};
use domain::shared::ids::HireId;
use domain::shared::text;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::must_be_lawyer_of_case;
use crate::legal_help::cases::court::ticket::{lock_ticket, write_court_date, write_outcome};
use crate::legal_help::cases::secrets::consents::end_record_consents;
use crate::payments::books::post::allocate_fee_of;
use crate::payments::refunds::hire_refunds::lock_payment_of;
use crate::shared::cases::record::{CaseChange, lock_case, must_be_current, record};

/// Maximum length of a court time, in characters.
const MAX_TIME_CHARS: usize = 50;

/// A lawyer's entry about a case: a step and its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEntry {
    /// The legal step that happened.
    pub step: LawyerStep,
    /// A note for the driver, if the lawyer wrote one.
    pub note: Option<String>,
    /// The class of the offense; `None` if the lawyer doesn't confirm it.
    pub offense_class: Option<OffenseClass>,
    /// Ids of the case's files that document the step.
    pub files: Vec<i64>,
    /// Whether the lawyer states that there is no document of the court's decision yet.
    pub is_document_pending: bool,
    /// For a court date: whether the driver must come to court. With `None`, this depends on the
    /// class of the offense.
    pub must_driver_come: Option<bool>,
}

/// A kind of entry that the lawyer records in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawyerStep {
    /// An update without a new step. An update needs a note.
    Update,
    /// The lawyer filed the appearance with the court.
    Appearance,
    /// The court set or moved the court date. Contains the time of day as the lawyer wrote it.
    CourtDate(NaiveDate, Option<String>),
    /// The prosecutor made an offer, which the note describes.
    Plea,
    /// The court decided, or postponed its decision.
    Outcome(Verdict),
    /// The appeal period started, in which the decision can be appealed.
    AppealWindow,
    /// The lawyer's work is done.
    Closed,
}

impl LawyerStep {
    /// Returns the kind of event that this entry adds to the case.
    fn event(&self) -> CaseEventKind {
        match self {
            Self::Update => CaseEventKind::Update,
            Self::Appearance => CaseEventKind::AppearanceFiled,
            Self::CourtDate(..) => CaseEventKind::CourtDateSet,
            Self::Plea => CaseEventKind::PleaOffered,
            Self::Outcome(verdict) => verdict.event(),
            Self::AppealWindow => CaseEventKind::AppealWindowStarted,
            Self::Closed => CaseEventKind::Closed,
        }
    }
}

/// Records a step. A court date, and an outcome's new amount, points and due date, are also written to the
/// ticket. `version` is the case's version that the lawyer saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`] if the lawyer doesn't have
/// the case; [`Error::ChangedMeanwhile`] if the step isn't allowed now, the case has ended or the version is
/// outdated; field errors for invalid input.
pub fn record_step(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    entry: &StepEntry,
    version: Option<i32>,
) -> Result<Case> {
    let now = deps.clock.now();
    let today = business_date(now);
    let note = match &entry.step {
        LawyerStep::Update | LawyerStep::Plea => {
            Some(validate_required_note("note", entry.note.as_deref().unwrap_or_default())?)
        }
        _ => validate_optional_note("note", entry.note.as_deref())?,
    };
    in_transaction(&*deps.database, |store| {
        let ticket = lock_ticket(store, id)?;
        // An appearance or a decision can change how the fee is allocated, so the payment is locked
        // too.
        let hire = store.hire(id)?.ok_or(Error::NotFound)?;
        lock_payment_of(store, &hire)?;
        let mut case = lock_case(store, id)?;
        must_be_lawyer_of_case(store, actor, &case)?;
        must_be_current(&case, version)?;
        // Updates to a case that ended early are refused here, because `step_after` would accept
        // them: they don't change the step.
        if case.step.is_broken_off() {
            return Err(Error::ChangedMeanwhile(None));
        }
        check_documents(store, &case, entry)?;
        // Whether the guarantee applies depends on the class of the offense, so the class can't
        // change once there is an outcome.
        if case.verdict.is_some() && entry.offense_class.is_some_and(|class| class != case.offense_class) {
            return Err(Error::field("offenseClass", "The class can’t change after the outcome."));
        }
        let change = CaseChange::by(actor, entry.step.event());
        let mut change = change.with_note(note.as_deref()).with_files(&entry.files);
        case.step_after(entry.step.event()).map_err(|_| Error::ChangedMeanwhile(None))?;
        match &entry.step {
            LawyerStep::CourtDate(date, time) => {
                let time = validate_court_time(time.as_deref())?;
                write_court_date(deps, store, actor, ticket.as_ref(), (*date, time.as_deref()), today)?;
                change = change.with_court_date(*date, time.as_deref());
                (case.court_date, case.court_time) = (Some(*date), time);
                let class = entry.offense_class.unwrap_or(case.offense_class);
                let must_come = entry.must_driver_come.unwrap_or(class.usually_needs_driver());
                case.driver_excused_at = (!must_come).then_some(now);
            }
            LawyerStep::Outcome(verdict) => {
                let verdict = verdict.validated(today).map_err(Error::Fields)?;
                write_outcome(deps, store, actor, (ticket.as_ref(), &mut case), &verdict)?;
                change = change.with_verdict(verdict);
                case.verdict = Some(verdict);
            }
            LawyerStep::Update
            | LawyerStep::Appearance
            | LawyerStep::Plea
            | LawyerStep::AppealWindow
            | LawyerStep::Closed => {}
        }
        confirm_offense(deps, store, actor, &mut case, entry.offense_class)?;
        let stays_open = case.step_after(entry.step.event()).is_ok_and(|step| step.is_open());
        if stays_open && !case.step.is_open() {
            end_record_consents(deps, store, id)?;
        }
        case.update_due = stays_open.then(|| update_due(now, case.court_date, BUSINESS_ZONE));
        let case = record(deps, store, case, change)?;
        allocate_fee_of(deps, store, id)?;
        Ok(case)
    })
}

/// Checks that a step's documents are files of the case. An outcome needs a document, unless the
/// lawyer states that there is no document yet.
fn check_documents(store: &mut dyn Store, case: &Case, entry: &StepEntry) -> Result<()> {
    let is_decision = matches!(entry.step, LawyerStep::Outcome(_));
    if is_decision && entry.files.is_empty() && !entry.is_document_pending {
        return Err(Error::field(
            "files",
            "Choose the court’s document, or check “The court hasn’t sent a document yet.”",
        ));
    }
    if entry.files.is_empty() {
        return Ok(());
    }
    let found = store.case_files(case.id)?;
    let are_distinct = entry.files.iter().collect::<BTreeSet<_>>().len() == entry.files.len();
    let are_of_case = entry.files.iter().all(|id| found.iter().any(|file| file.id == *id));
    if are_distinct && are_of_case {
        Ok(())
    } else {
        Err(Error::field("files", "Choose files of this case."))
    }
}

/// Changes the class of the offense to `class`, which the lawyer confirmed. `None` changes nothing.
fn confirm_offense(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: &mut Case,
    class: Option<OffenseClass>,
) -> Result<()> {
    let Some(class) = class.filter(|class| *class != case.offense_class) else { return Ok(()) };
    case.offense_class = class;
    let change = CaseChange::by(actor, CaseEventKind::OffenseConfirmed);
    *case = record(deps, store, case.clone(), change)?;
    Ok(())
}

/// Validates the time of a court date. A blank time becomes `None`.
fn validate_court_time(time: Option<&str>) -> Result<Option<String>> {
    time.filter(|time| !time.trim().is_empty())
        .map(|time| text::line(time, MAX_TIME_CHARS))
        .transpose()
        .map_err(|error| Error::field("courtTime", error.to_string()))
}

/// Validates an optional note. A blank note becomes `None`. `field` is the name of the
/// field in the error.
pub(super) fn validate_optional_note(field: &'static str, note: Option<&str>) -> Result<Option<String>> {
    note.filter(|note| !note.trim().is_empty()).map(|note| validate_required_note(field, note)).transpose()
}

/// Validates a note, which must not be blank. `field` is the name of the field in the error.
pub(super) fn validate_required_note(field: &'static str, note: &str) -> Result<String> {
    text::paragraph(note, NewCaseEvent::MAX_NOTE_CHARS)
        .map_err(|error| Error::field(field, error.to_string()))
}

/// Validates a reason, which must not be blank. The error is about the field `reason`.
pub(super) fn validate_reason(reason: &str) -> Result<String> {
    validate_required_note("reason", reason)
}
