//! Cases of lawyer hires: their events, offers to lawyers, and agreements.

use chrono::{DateTime, Utc};
use domain::legal_help::agreement::{Agreement, Signature};
use domain::legal_help::case::deadlines::CaseDeadlineKind;
use domain::legal_help::case::event::{CaseEvent, NewCaseEvent};
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::shared::ids::{HireId, LawyerId, UserId};

use crate::shared::store_error::StoreResult;

/// Open deadlines of cases, for the desk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseDeadlineSummary {
    /// Number of deadlines that have passed.
    pub late: i64,
    /// Number of deadlines from now until the given end of the day.
    pub today: i64,
    /// Number of deadlines after the given end of the day.
    pub later: i64,
    /// The earliest deadlines.
    pub next: Vec<CaseDeadline>,
}

/// An open deadline of an open case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseDeadline {
    /// The case that has the deadline.
    pub case: HireId,
    /// The driver who hired the lawyer.
    pub user_id: UserId,
    /// Kind of the deadline.
    pub kind: CaseDeadlineKind,
    /// Time of the deadline.
    pub at: DateTime<Utc>,
}

/// Cases in the database.
pub trait Cases {
    /// Stores a hire's case. The case must have the hire's `id`, `user_id` and `ticket_id`, and version 1.
    fn insert_case(&mut self, case: &Case) -> StoreResult<()>;
    /// Returns a case by the id of its hire. For a hire without a stored case, returns a case with
    /// the handling `Outside`; `None` if the hire doesn't exist.
    fn case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>>;
    /// Returns a lawyer's open cases, and the cases with an open offer to the lawyer, oldest first.
    fn open_cases_of(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Case>>;
    /// Locks a hire and its case until the transaction ends, and returns the case.
    fn lock_case_of_hire(&mut self, id: HireId) -> StoreResult<Option<Case>>;
    /// Stores all columns except id, handling and creation time, and increments the version. Returns the stored case;
    /// `None` if the case doesn't exist.
    fn update_case(&mut self, case: &Case) -> StoreResult<Option<Case>>;
    /// Returns a driver's cases, newest first.
    fn cases_of_driver(&mut self, user: UserId) -> StoreResult<Vec<Case>>;
    /// Returns a driver's newest cases, newest first, at most `limit`.
    fn newest_cases_of_driver(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Case>>;
    /// Returns the cases that a lawyer has, or has an open offer for. Open cases come first, by their nearest
    /// deadline or court date. At most 200 closed cases follow, newest first.
    fn cases_of_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Case>>;
    /// Adds an event to a case's timeline.
    fn add_case_event(&mut self, event: &NewCaseEvent) -> StoreResult<()>;
    /// Returns a case's events, oldest first.
    fn case_events(&mut self, id: HireId) -> StoreResult<Vec<CaseEvent>>;
    /// Stores an open offer. Fails with `Duplicate(Other)` if the case already has an open offer.
    fn insert_offer(&mut self, offer: &LawyerOffer) -> StoreResult<()>;
    /// Returns a case's open offer.
    fn open_offer(&mut self, case: HireId) -> StoreResult<Option<LawyerOffer>>;
    /// Ends a case's open offer, with the lawyer's or staff's reason. Does nothing if the case has no open offer.
    fn end_offer(
        &mut self,
        case: HireId,
        end: OfferEnd,
        ended_at: DateTime<Utc>,
        reason: Option<&str>,
    ) -> StoreResult<()>;
    /// Returns the lawyers who have or had an offer for this case.
    fn lawyers_ever_offered(&mut self, case: HireId) -> StoreResult<Vec<LawyerId>>;
    /// Stores a lawyer's agreement and replaces the lawyer's previous one. Does nothing if the driver has
    /// signed the previous agreement.
    fn set_agreement(&mut self, case: HireId, agreement: &Agreement) -> StoreResult<()>;
    /// Stores the driver's signature of a lawyer's agreement.
    fn sign_agreement(&mut self, case: HireId, lawyer: LawyerId, signature: &Signature) -> StoreResult<()>;
    /// Returns a lawyer's agreement for a case.
    fn agreement(&mut self, case: HireId, lawyer: LawyerId) -> StoreResult<Option<Agreement>>;
    /// Returns at most `limit` open cases that a job must handle because of a deadline or a change of the
    /// ticket. The case with the earliest `accept_by` comes first.
    fn due_cases(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<HireId>>;
    /// Returns the cases with the handling `Matched` that have neither a lawyer nor an open offer.
    /// The case with the earliest `accept_by` comes first.
    fn cases_waiting_for_lawyer(&mut self) -> StoreResult<Vec<HireId>>;
    /// Counts the deadlines of open cases: those that have passed at `now`, those from then until `day_ends`, and
    /// later ones. [`CaseDeadlineSummary::next`] has the earliest deadlines, at most `limit`.
    fn case_deadline_summary(
        &mut self,
        now: DateTime<Utc>,
        day_ends: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<CaseDeadlineSummary>;
}
