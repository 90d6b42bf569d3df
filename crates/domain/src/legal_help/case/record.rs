//! A case as stored (docs/product/cases.md).

use chrono::{DateTime, NaiveDate, Utc};

use crate::legal_help::case::guarantee::TermsAtHire;
use crate::legal_help::case::handling::Handling;
use crate::legal_help::case::outcome::Verdict;
use crate::legal_help::case::step::CaseStep;
use crate::legal_help::fee::FeeTerms;
use crate::legal_help::hire::{HireStatus, LawyerHire};
use crate::legal_help::offense::OffenseClass;
use crate::legal_help::replaced_terms::ReplacedTerms;
use crate::shared::ids::{AuthorityId, HireId, LawyerId, TicketId, UserId};
use crate::shared::us_state::UsState;

/// The court of a case, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseCourt {
    /// State of the court, or the driver's state while the court's state is unknown.
    pub state: Option<UsState>,
    /// Name of the court.
    pub name: Option<String>,
    /// The court in the register of authorities.
    pub id: Option<AuthorityId>,
    /// County of the court.
    pub county: Option<String>,
}

/// The case of a hire. It has the hire's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Id of the hire.
    pub id: HireId,
    /// The driver who hired the lawyer.
    pub user_id: UserId,
    /// The ticket that the case is about.
    pub ticket_id: Option<TicketId>,
    /// How the case finds its lawyer.
    pub handling: Handling,
    /// The step that the case has reached.
    pub step: CaseStep,
    /// Increases with each change.
    pub version: i32,
    /// The lawyer who accepted the case. A lawyer with an open offer isn't stored here.
    pub lawyer_id: Option<LawyerId>,
    /// The court.
    pub court: CaseCourt,
    /// The class of the offense.
    pub offense_class: OffenseClass,
    /// The latest outcome. Earlier outcomes are in the case's events.
    pub verdict: Option<Verdict>,
    /// The ticket's terms that the latest outcome replaced.
    pub replaced: ReplacedTerms,
    /// Fine and points when the lawyer was hired; `None` for hires from before cases existed.
    pub at_hire: Option<TermsAtHire>,
    /// Terms of the lawyer's fee; `None` if staff decide about the money.
    pub fee: Option<FeeTerms>,
    /// Deadline for a lawyer to accept the case and for the driver to sign; `None` unless the case is offered
    /// to lawyers on record.
    pub accept_by: Option<DateTime<Utc>>,
    /// Deadline for an answer to the open offer.
    pub answer_by: Option<DateTime<Utc>>,
    /// When the driver is reminded to sign the agreement; `None` once they signed or were reminded.
    pub sign_by: Option<DateTime<Utc>>,
    /// Deadline for the lawyer's next update.
    pub update_due: Option<DateTime<Utc>>,
    /// Deadline for contacting the driver; `None` for hires from before cases existed.
    pub contact_by: Option<DateTime<Utc>>,
    /// When staff or the lawyer first contacted the driver.
    pub contacted_at: Option<DateTime<Utc>>,
    /// Whether staff set the hire's status by hand, so that the case no longer sets it.
    pub is_label_by_staff: bool,
    /// The court date.
    pub court_date: Option<NaiveDate>,
    /// The court time, as free text.
    pub court_time: Option<String>,
    /// When the lawyer recorded that they go to court alone, so that the driver need not come. `None` if the driver
    /// must come, or if the lawyer recorded no court date.
    pub driver_excused_at: Option<DateTime<Utc>>,
    /// When the case was created.
    pub created_at: DateTime<Utc>,
}

impl Case {
    /// Whether a court decided the case. Staff can close a case of theirs without a decision.
    pub const fn is_decided(&self) -> bool {
        self.step.is_decided() && self.verdict.is_some()
    }

    /// Whether the driver's lawyer goes to court alone. A driver without a lawyer must appear again.
    pub fn is_driver_excused(&self) -> bool {
        self.driver_excused_at.is_some() && self.step.is_before_decision_with_lawyer()
    }

    /// Returns the case of a hire that has no stored case, because it is from before cases existed. Its step
    /// follows from the hire's status.
    pub fn outside(hire: &LawyerHire) -> Self {
        let step = match hire.status {
            HireStatus::Pending | HireStatus::InProgress | HireStatus::Contacted => CaseStep::Hired,
            HireStatus::Completed => CaseStep::Closed,
            HireStatus::Cancelled => CaseStep::Ended,
        };
        Self {
            id: hire.id,
            user_id: hire.user_id,
            ticket_id: hire.ticket_id,
            handling: Handling::Outside,
            step,
            version: 1,
            lawyer_id: None,
            court: CaseCourt::default(),
            offense_class: OffenseClass::Unknown,
            verdict: None,
            replaced: ReplacedTerms::default(),
            at_hire: None,
            fee: None,
            accept_by: None,
            answer_by: None,
            sign_by: None,
            update_due: None,
            contact_by: None,
            contacted_at: None,
            is_label_by_staff: false,
            court_date: None,
            court_time: None,
            driver_excused_at: None,
            created_at: hire.recorded_at,
        }
    }
}
