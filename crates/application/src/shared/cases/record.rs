//! Records events of cases.

use chrono::{DateTime, NaiveDate, Utc};
use domain::legal_help::case::event::{CaseActor, CaseEventKind, NewCaseEvent};
use domain::legal_help::case::news::{CaseNews, LawyerNews};
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::outcome::Verdict;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use domain::requests::case_update::CaseKind;
use domain::shared::ids::{HireId, LawyerId, UserId};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::case_updates::enqueue_status_texts;
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// An event to record in a case.
#[derive(Clone, Debug)]
pub struct CaseChange {
    kind: CaseEventKind,
    actor: CaseActor,
    actor_id: Option<UserId>,
    lawyer: Option<LawyerId>,
    note: Option<String>,
    court: Option<(NaiveDate, Option<String>)>,
    verdict: Option<Verdict>,
    files: Vec<i64>,
}

impl CaseChange {
    /// Creates an event that no user causes directly, for example a passed deadline, a payment or a refund.
    pub const fn by_system(kind: CaseEventKind) -> Self {
        Self {
            kind,
            actor: CaseActor::System,
            actor_id: None,
            lawyer: None,
            note: None,
            court: None,
            verdict: None,
            files: vec![],
        }
    }

    /// Creates an event that the caller causes.
    pub fn by(actor: &Actor, kind: CaseEventKind) -> Self {
        let role = if actor.is_admin() {
            CaseActor::Staff
        } else if actor.is_lawyer() {
            CaseActor::Lawyer
        } else {
            CaseActor::Driver
        };
        Self { actor: role, actor_id: Some(actor.id()), ..Self::by_system(kind) }
    }

    /// Adds a note. The kind of the event determines who sees the note.
    pub fn with_note(self, note: Option<&str>) -> Self {
        Self { note: note.map(str::to_owned), ..self }
    }

    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Sets the lawyer that the event is about. The default is the case's lawyer.
    pub fn with_lawyer(self, lawyer: LawyerId) -> Self {
        Self { lawyer: Some(lawyer), ..self }
    }

    /// Adds the court date and, if known, its time.
    pub fn with_court_date(self, date: NaiveDate, time: Option<&str>) -> Self {
        Self { court: Some((date, time.map(str::to_owned))), ..self }
    }

    /// Adds how the court decided.
    pub fn with_verdict(self, verdict: Verdict) -> Self {
        Self { verdict: Some(verdict), ..self }
    }

    /// Adds the ids of the case's files that document the event.
    pub fn with_files(self, files: &[i64]) -> Self {
        Self { files: files.to_vec(), ..self }
    }
}

/// Returns the case of a hire. Hires from before Lanewise had cases have no stored case. For such
/// a hire, returns [`Case::outside`].
pub fn case_of(store: &mut dyn Store, hire: &LawyerHire) -> Result<Case> {
    Ok(store.case_of_hire(hire.id)?.unwrap_or_else(|| Case::outside(hire)))
}

/// Locks the case of a hire. If the hire has no stored case, stores a case first. The caller must
/// have locked the hire.
pub fn lock_case_of(store: &mut dyn Store, hire: &LawyerHire) -> Result<Case> {
    if let Some(case) = store.lock_case_of_hire(hire.id)? {
        return Ok(case);
    }
    let case = Case::outside(hire);
    store.insert_case(&case)?;
    Ok(case)
}

/// Locks the case with this id.
///
/// # Errors
/// [`Error::NotFound`] if there is no such case.
pub fn lock_case(store: &mut dyn Store, id: HireId) -> Result<Case> {
    store.lock_case_of_hire(id)?.ok_or(Error::NotFound)
}

/// Checks that the case still has the version that the caller saw. With `None`, the version isn't checked.
///
/// # Errors
/// [`Error::ChangedMeanwhile`] if the case has another version.
pub fn must_be_current(case: &Case, version: Option<i32>) -> Result<()> {
    if version.is_none_or(|seen_version| seen_version == case.version) {
        Ok(())
    } else {
        Err(Error::ChangedMeanwhile(None))
    }
}

/// Records an event of a locked case. Stores `case`, including fields that the caller changed. Also
/// updates the hire's status, and queues the messages about the event. Returns the stored case.
///
/// # Errors
/// [`Error::ChangedMeanwhile`] if the event isn't possible at the case's step.
pub fn record(deps: &Deps, store: &mut dyn Store, mut case: Case, change: CaseChange) -> Result<Case> {
    let (kind, now) = (change.kind, deps.clock.now());
    if !kind.actors().contains(&change.actor) {
        return Err(Error::defect("this kind of user can't cause this event of a case"));
    }
    let lawyer = change.lawyer.or(case.lawyer_id);
    case.step = case.step_after(kind).map_err(|_| Error::ChangedMeanwhile(None))?;
    if !case.step.is_open() {
        withdraw_offer(deps, store, &mut case, now)?;
    }
    if case.step.is_broken_off() {
        (case.is_label_by_staff, case.update_due) = (false, None);
    }
    let case = store.update_case(&case)?.ok_or(Error::NotFound)?;
    let (court_date, court_time) = change.court.unzip();
    store.add_case_event(&NewCaseEvent {
        case: case.id,
        kind,
        step: case.step,
        at: now,
        actor: change.actor,
        actor_id: change.actor_id,
        lawyer_id: lawyer,
        note: change.note,
        court_date,
        court_time: court_time.flatten(),
        verdict: change.verdict,
        files: change.files,
    })?;
    let news = CaseNews::of(kind);
    update_hire_status(deps, store, &case, news.is_none())?;
    if let Some(news) = news {
        enqueue_status_texts(deps, store, case.user_id, CaseKind::CaseNews, news.as_str())?;
        enqueue(deps, store, &QueuedEmail::CaseNews(case.id, news))?;
    }
    if let (Some(news), Some(lawyer)) = (LawyerNews::of(kind), lawyer) {
        enqueue(deps, store, &QueuedEmail::LawyerNews(case.id, lawyer, news))?;
    }
    Ok(case)
}

/// Ends the open offer of a case that no longer needs a lawyer, and notifies the lawyer with the offer.
fn withdraw_offer(deps: &Deps, store: &mut dyn Store, case: &mut Case, now: DateTime<Utc>) -> Result<()> {
    case.answer_by = None;
    if let Some(offer) = store.open_offer(case.id)? {
        store.end_offer(case.id, OfferEnd::Withdrawn, now, None)?;
        enqueue(deps, store, &QueuedEmail::LawyerNews(case.id, offer.lawyer_id, LawyerNews::Ended))?;
    }
    Ok(())
}

/// Sets the hire's status to the status that the case's step requires, if any. A hire that the new status closes is
/// marked as solved, and a hire that it reopens as unsolved. With `is_texted`, a driver who asked for texts is
/// texted the new status.
fn update_hire_status(deps: &Deps, store: &mut dyn Store, case: &Case, is_texted: bool) -> Result<()> {
    let Some(new_status) = case.required_label() else { return Ok(()) };
    let hire = store.hire(case.id)?.ok_or(Error::NotFound)?;
    if hire.status == new_status {
        return Ok(());
    }
    store.set_hire_status(case.id, new_status)?;
    if hire.status.is_open() != new_status.is_open() {
        store.set_hire_solved(case.id, !new_status.is_open())?;
    }
    if is_texted {
        enqueue_status_texts(deps, store, case.user_id, CaseKind::Hire, new_status.as_str())?;
    }
    Ok(())
}
