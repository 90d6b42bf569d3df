//! The events of a case, which are its timeline.

use chrono::{DateTime, NaiveDate, Utc};

use crate::legal_help::case::outcome::{CaseOutcome, Verdict};
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;
use crate::shared::ids::{HireId, LawyerId, UserId};
use crate::shared::stored_words::stored_words;

/// The kind of an event. Kinds in [`CaseStep::MOVES`] can change the case's step. Other kinds only
/// appear in the case's timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseEventKind {
    /// The driver paid for a lawyer.
    Hired,
    /// Lanewise offered the case to a lawyer.
    LawyerOffered,
    /// The lawyer found no conflict of interest.
    ConflictCleared,
    /// The lawyer accepted the case.
    LawyerAccepted,
    /// The lawyer declined the case.
    LawyerDeclined,
    /// The lawyer didn't answer in time.
    LawyerOfferLapsed,
    /// Staff skipped the lawyer, or the lawyer can no longer take the case. The note has the reason.
    LawyerSkipped,
    /// The lawyer sent the agreement.
    AgreementSent,
    /// Lanewise reminded the driver to sign the agreement.
    SignatureReminded,
    /// Lanewise reminded the lawyer to send the agreement, and notified the driver that the agreement is late.
    AgreementReminded,
    /// The agreement wasn't signed in time.
    SignatureMissed,
    /// The driver signed the agreement.
    AgreementSigned,
    /// The lawyer filed an appearance at the court.
    AppearanceFiled,
    /// The court set or moved a date.
    CourtDateSet,
    /// The prosecutor made a plea offer.
    PleaOffered,
    /// The driver accepted the prosecutor's offer.
    PleaAccepted,
    /// The driver refused the prosecutor's offer.
    PleaRefused,
    /// The driver asked the lawyer about the prosecutor's offer.
    PleaQuestion,
    /// The court decides later.
    CourtDeferred,
    /// The court decided, or the lawyer corrected the outcome.
    CourtDecided,
    /// The time for an appeal started.
    AppealWindowStarted,
    /// The lawyer closed the case.
    Closed,
    /// The lawyer wrote an update.
    Update,
    /// Staff or the lawyer contacted the driver.
    DriverContacted,
    /// The lawyer changed the class of the offense, for example from unknown to infraction.
    OffenseConfirmed,
    /// Staff corrected the court, or the ticket's court changed.
    CourtCorrected,
    /// The ticket's court date changed.
    CourtDateChanged,
    /// The case ended because no lawyer could take it, for example because none accepted in time.
    NoLawyerFound,
    /// The lawyer withdrew.
    LawyerWithdrew,
    /// Staff stopped the lawyer's work, and Lanewise offers the case to other lawyers.
    StaffReassigned,
    /// The driver requested another lawyer, because an update was late.
    DriverReassigned,
    /// The driver ended the case.
    DriverEnded,
    /// Staff ended the case without an outcome.
    StaffEnded,
    /// Staff closed the case as done.
    StaffClosed,
    /// Staff reopened the case.
    StaffReopened,
    /// The ticket was paid, which ends the case.
    TicketPaid,
    /// Staff removed the ticket.
    TicketRemoved,
    /// The driver or staff requested the refund of a lost case's price.
    MoneyBack,
    /// The payment for the lawyer was refunded or charged back.
    PaymentReturned,
    /// Staff set the hire's status by hand.
    LabelSet,
    /// The driver or the lawyer deleted a file that they had uploaded.
    FileDeleted,
}

stored_words!(CaseEventKind {
    Hired => "hired",
    LawyerOffered => "lawyer_offered",
    ConflictCleared => "conflict_cleared",
    LawyerAccepted => "lawyer_accepted",
    LawyerDeclined => "lawyer_declined",
    LawyerOfferLapsed => "lawyer_offer_lapsed",
    LawyerSkipped => "lawyer_skipped",
    AgreementSent => "agreement_sent",
    SignatureReminded => "signature_reminded",
    AgreementReminded => "agreement_reminded",
    SignatureMissed => "signature_missed",
    AgreementSigned => "agreement_signed",
    AppearanceFiled => "appearance_filed",
    CourtDateSet => "court_date_set",
    PleaOffered => "plea_offered",
    PleaAccepted => "plea_accepted",
    PleaRefused => "plea_refused",
    PleaQuestion => "plea_question",
    CourtDeferred => "court_deferred",
    CourtDecided => "court_decided",
    AppealWindowStarted => "appeal_window_started",
    Closed => "closed",
    Update => "update",
    DriverContacted => "driver_contacted",
    OffenseConfirmed => "offense_confirmed",
    CourtCorrected => "court_corrected",
    CourtDateChanged => "court_date_changed",
    NoLawyerFound => "no_lawyer_found",
    LawyerWithdrew => "lawyer_withdrew",
    StaffReassigned => "staff_reassigned",
    DriverReassigned => "driver_reassigned",
    DriverEnded => "driver_ended",
    StaffEnded => "staff_ended",
    StaffClosed => "staff_closed",
    StaffReopened => "staff_reopened",
    TicketPaid => "ticket_paid",
    TicketRemoved => "ticket_removed",
    MoneyBack => "money_back",
    PaymentReturned => "payment_returned",
    LabelSet => "label_set",
    FileDeleted => "file_deleted",
});

impl CaseEventKind {
    /// Whether the event counts as the lawyer's update. If so, the time until the next update starts again.
    pub const fn is_update(self) -> bool {
        matches!(
            self,
            Self::LawyerAccepted
                | Self::AppearanceFiled
                | Self::CourtDateSet
                | Self::PleaOffered
                | Self::CourtDeferred
                | Self::Update
        )
    }

    /// Whether the event's note is private between the driver and the lawyer. Staff can read private notes only
    /// with the driver's consent, like messages.
    pub const fn has_private_note(self) -> bool {
        matches!(
            self,
            Self::AppearanceFiled
                | Self::CourtDateSet
                | Self::PleaOffered
                | Self::PleaAccepted
                | Self::PleaRefused
                | Self::PleaQuestion
                | Self::CourtDeferred
                | Self::CourtDecided
                | Self::AppealWindowStarted
                | Self::Closed
                | Self::Update
        )
    }

    /// Whether only staff see the event's note, its lawyer and its actor's name, because the lawyer
    /// may never have accepted the case.
    pub const fn is_internal(self) -> bool {
        matches!(
            self,
            Self::LawyerOffered | Self::LawyerDeclined | Self::LawyerOfferLapsed | Self::LawyerSkipped
        )
    }
}

impl Verdict {
    /// Returns the event that records this verdict.
    pub const fn event(&self) -> CaseEventKind {
        match self.outcome {
            CaseOutcome::Deferred => CaseEventKind::CourtDeferred,
            CaseOutcome::Dismissed
            | CaseOutcome::NotGuilty
            | CaseOutcome::Amended
            | CaseOutcome::Reduced
            | CaseOutcome::TrafficSchool
            | CaseOutcome::Guilty
            | CaseOutcome::Default => CaseEventKind::CourtDecided,
        }
    }
}

/// The kind of user who caused an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseActor {
    /// The driver who hired the lawyer.
    Driver,
    /// The lawyer who has the case or its offer.
    Lawyer,
    /// A staff member.
    Staff,
    /// Lanewise itself, for example because of a deadline, a payment or a change of the ticket.
    System,
}

stored_words!(CaseActor { Driver => "driver", Lawyer => "lawyer", Staff => "staff", System => "system", });

/// An event to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCaseEvent {
    /// The case that the event belongs to.
    pub case: HireId,
    /// What happened.
    pub kind: CaseEventKind,
    /// Step of the case after the event.
    pub step: CaseStep,
    /// When the event happened.
    pub at: DateTime<Utc>,
    /// The kind of user who caused the event.
    pub actor: CaseActor,
    /// The user who caused the event; `None` if Lanewise itself caused it.
    pub actor_id: Option<UserId>,
    /// The lawyer that the event is about, if any.
    pub lawyer_id: Option<LawyerId>,
    /// A note about the event, if any.
    pub note: Option<String>,
    /// The court date that the event set, if any.
    pub court_date: Option<NaiveDate>,
    /// The court time that the event set, as free text, if any.
    pub court_time: Option<String>,
    /// The outcome that the event recorded, if any.
    pub verdict: Option<Verdict>,
    /// Ids of the case's files that document the event.
    pub files: Vec<i64>,
}

impl NewCaseEvent {
    /// Maximum length of a note, in characters.
    pub const MAX_NOTE_CHARS: usize = 2000;

    /// Returns the first event of a case: the driver paid.
    pub fn at_opening(case: &Case, at: DateTime<Utc>) -> Self {
        Self {
            case: case.id,
            kind: CaseEventKind::Hired,
            step: case.step,
            at,
            actor: CaseActor::System,
            actor_id: None,
            lawyer_id: None,
            note: None,
            court_date: None,
            court_time: None,
            verdict: None,
            files: vec![],
        }
    }
}

/// An event as stored, with its id and the name of the user who caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseEvent {
    /// Id of the event; later events have higher ids.
    pub id: i64,
    /// The event without its id.
    pub event: NewCaseEvent,
    /// Name of the user who caused the event, if known.
    pub actor_name: Option<String>,
}

impl CaseEvent {
    /// Returns the event's note if it is private between the driver and the lawyer.
    pub fn private_note(&self) -> Option<&str> {
        self.event.note.as_deref().filter(|_| self.event.kind.has_private_note())
    }
}
