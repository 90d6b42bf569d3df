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
    /// State of the court or, while that is unknown, the driver's state; `None` if both are unknown.
    pub state: Option<UsState>,
    /// Name of the court; `None` if unknown.
    pub name: Option<String>,
    /// Id of the court in the register of authorities; `None` if the register doesn't have the court.
    pub id: Option<AuthorityId>,
    /// County of the court; `None` if unknown.
    pub county: Option<String>,
}

/// The case of a hire. The case and the hire have the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Id of the hire.
    pub id: HireId,
    /// The driver who hired the lawyer.
    pub user_id: UserId,
    /// The ticket that the case is about; `None` if the ticket was deleted.
    pub ticket_id: Option<TicketId>,
    /// How the case gets a lawyer.
    pub handling: Handling,
    /// The step that the case has reached.
    pub step: CaseStep,
    /// Increases with each change of the case.
    pub version: i32,
    /// The lawyer who accepted the case; `None` while a lawyer only has an offer.
    pub lawyer_id: Option<LawyerId>,
    /// The court that hears the ticket.
    pub court: CaseCourt,
    /// The class of the offense.
    pub offense_class: OffenseClass,
    /// The latest outcome, if any. Earlier outcomes are in the case's events.
    pub verdict: Option<Verdict>,
    /// The ticket's terms that the latest outcome replaced.
    pub replaced: ReplacedTerms,
    /// The guarantee's rule, fine and points when the driver hired the lawyer; `None` for hires from
    /// before Lanewise had cases.
    pub at_hire: Option<TermsAtHire>,
    /// Terms of the lawyer's fee; `None` if staff decide about refunds.
    pub fee: Option<FeeTerms>,
    /// Deadline for a lawyer to accept the case and for the driver to sign; `None` unless Lanewise offers the case
    /// to lawyers on record.
    pub accept_by: Option<DateTime<Utc>>,
    /// Deadline for the answer of the lawyer who has an offer; `None` if no lawyer has one.
    pub answer_by: Option<DateTime<Utc>>,
    /// When Lanewise reminds the driver to sign the agreement or, if there is none yet, the lawyer to send one.
    /// `None` before a lawyer accepts, and after the reminder or the signature.
    pub sign_by: Option<DateTime<Utc>>,
    /// Deadline for the lawyer's next update; `None` if no update is due.
    pub update_due: Option<DateTime<Utc>>,
    /// Deadline for contacting the driver; `None` for hires from before Lanewise had cases.
    pub contact_by: Option<DateTime<Utc>>,
    /// When staff or the lawyer first contacted the driver; `None` if no one has.
    pub contacted_at: Option<DateTime<Utc>>,
    /// Whether staff set the hire's status. The case's steps then no longer change the status, unless the case
    /// ends without a decision.
    pub is_label_by_staff: bool,
    /// The court date; `None` if unknown.
    pub court_date: Option<NaiveDate>,
    /// The court time, as free text; `None` if unknown.
    pub court_time: Option<String>,
    /// When the lawyer recorded that the driver need not come to court. `None` if the driver must come, or if the
    /// lawyer recorded no court date.
    pub driver_excused_at: Option<DateTime<Utc>>,
    /// When the case was created. For a hire without a stored case, when the hire was recorded.
    pub created_at: DateTime<Utc>,
}

impl Case {
    /// Whether a court decided the case. Staff can also close cases without a decision.
    pub const fn is_decided(&self) -> bool {
        self.step.is_decided() && self.verdict.is_some()
    }

    /// Whether the lawyer goes to court without the driver. If the lawyer no longer represents the driver,
    /// the driver must appear.
    pub fn is_driver_excused(&self) -> bool {
        self.driver_excused_at.is_some() && self.step.is_before_decision_with_lawyer()
    }

    /// Returns the case of a hire that has no stored case, because the hire is from before Lanewise had cases. The
    /// case's step follows from the hire's status.
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
