//! The transition table of a case: the steps at which each event is allowed, and the step that follows
//! (docs/product/cases.md#steps). Also the users who may cause each event.

use crate::legal_help::case::event::{CaseActor, CaseEventKind};
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;
use crate::shared::stored_words::IllegalMove;

use CaseEventKind as Event;
use CaseStep as Step;

/// Steps at which a lawyer who accepted works on the case.
const WITH_LAWYER: &[Step] = &[
    Step::Accepted,
    Step::AgreementSigned,
    Step::AppearanceFiled,
    Step::CourtDateSet,
    Step::OfferPending,
    Step::Deferred,
];

/// Steps after the lawyer filed an appearance and before the court decided.
const BEFORE_COURT: &[Step] =
    &[Step::AppearanceFiled, Step::CourtDateSet, Step::OfferPending, Step::Deferred];

/// Steps after a decision.
const AFTER_DECISION: &[Step] = &[Step::Decided, Step::AppealWindow, Step::Closed];

/// Steps of an open case that no lawyer has accepted yet.
const MATCHING: &[Step] = &[Step::Hired, Step::Offered, Step::ConflictCleared];

/// Steps at which one lawyer has an offer.
const WITH_OFFER: &[Step] = &[Step::Offered, Step::ConflictCleared];

/// Steps of a case that ended without a decision.
const BROKEN_OFF: &[Step] = &[Step::NoLawyer, Step::Withdrawn, Step::Ended];

/// A row of the transition table: the steps at which the event is allowed, the event, and the step after it.
type Move = (&'static [&'static [Step]], Event, Step);

impl CaseStep {
    /// All allowed moves. The lawyer can record a decision or a prosecutor's offer again, which replaces the
    /// last decision or offer.
    pub const MOVES: &'static [Move] = &[
        // Lanewise looks for a lawyer.
        (&[&[Step::Hired]], Event::LawyerOffered, Step::Offered),
        (&[&[Step::Offered]], Event::ConflictCleared, Step::ConflictCleared),
        (&[&[Step::ConflictCleared]], Event::LawyerAccepted, Step::Accepted),
        (&[WITH_OFFER], Event::LawyerDeclined, Step::Hired),
        (&[WITH_OFFER], Event::LawyerOfferLapsed, Step::Hired),
        (&[WITH_OFFER], Event::LawyerSkipped, Step::Hired),
        (&[MATCHING], Event::NoLawyerFound, Step::NoLawyer),
        // The lawyer works on the case.
        (&[&[Step::Accepted]], Event::AgreementSigned, Step::AgreementSigned),
        (&[&[Step::AgreementSigned]], Event::AppearanceFiled, Step::AppearanceFiled),
        (&[&[Step::AppearanceFiled, Step::CourtDateSet]], Event::CourtDateSet, Step::CourtDateSet),
        (&[&[Step::OfferPending]], Event::CourtDateSet, Step::OfferPending),
        (&[&[Step::Deferred]], Event::CourtDateSet, Step::Deferred),
        (
            &[&[Step::AppearanceFiled, Step::CourtDateSet, Step::OfferPending]],
            Event::PleaOffered,
            Step::OfferPending,
        ),
        (&[&[Step::OfferPending]], Event::PleaAccepted, Step::AppearanceFiled),
        (&[&[Step::OfferPending]], Event::PleaRefused, Step::AppearanceFiled),
        (&[&[Step::OfferPending]], Event::PleaQuestion, Step::OfferPending),
        // The court decides.
        (&[BEFORE_COURT, AFTER_DECISION], Event::CourtDeferred, Step::Deferred),
        (&[BEFORE_COURT, AFTER_DECISION], Event::CourtDecided, Step::Decided),
        (&[&[Step::Decided]], Event::AppealWindowStarted, Step::AppealWindow),
        (&[&[Step::Decided, Step::AppealWindow]], Event::Closed, Step::Closed),
        // The case ends early, or gets another lawyer.
        (&[WITH_LAWYER], Event::LawyerWithdrew, Step::Withdrawn),
        (&[WITH_LAWYER, &[Step::Withdrawn, Step::Ended]], Event::StaffReassigned, Step::Hired),
        (&[WITH_LAWYER], Event::DriverReassigned, Step::Hired),
        (&[&[Step::Accepted]], Event::SignatureMissed, Step::Ended),
        (&[MATCHING, WITH_LAWYER], Event::TicketPaid, Step::Ended),
        (&[MATCHING, WITH_LAWYER], Event::TicketRemoved, Step::Ended),
        // Staff can close a case without a decision of the court, so a case can still be ended at the step
        // `Closed`. [`Case::step_after`] doesn't let the driver or staff end a case that the court decided.
        (&[MATCHING, WITH_LAWYER, AFTER_DECISION], Event::DriverEnded, Step::Ended),
        (&[MATCHING, WITH_LAWYER, AFTER_DECISION], Event::StaffEnded, Step::Ended),
        (&[MATCHING, WITH_LAWYER, AFTER_DECISION], Event::PaymentReturned, Step::Ended),
        // Staff close or reopen the case by setting its label.
        (&[MATCHING, WITH_LAWYER, &[Step::Decided, Step::AppealWindow]], Event::StaffClosed, Step::Closed),
        (&[AFTER_DECISION, BROKEN_OFF], Event::StaffReopened, Step::Hired),
    ];

    /// Returns the step after an event. Events that aren't in [`Self::MOVES`] don't change the step.
    ///
    /// # Errors
    /// Fails if the event isn't allowed at this step.
    pub fn after(self, event: CaseEventKind) -> Result<Self, IllegalMove> {
        let mut moves = Self::MOVES.iter().filter(|(_, kind, _)| *kind == event).peekable();
        if moves.peek().is_none() {
            return Ok(self);
        }
        moves
            .find(|(from, ..)| from.iter().any(|steps| steps.contains(&self)))
            .map(|(.., to)| *to)
            .ok_or(IllegalMove { from: self.as_str(), to: event.as_str() })
    }
}

impl CaseEventKind {
    /// Returns the kinds of users who may cause the event. Only the lawyer records steps of the court proceeding.
    pub const fn actors(self) -> &'static [CaseActor] {
        match self {
            Self::ConflictCleared
            | Self::LawyerAccepted
            | Self::LawyerDeclined
            | Self::AgreementSent
            | Self::AppearanceFiled
            | Self::CourtDateSet
            | Self::PleaOffered
            | Self::CourtDeferred
            | Self::CourtDecided
            | Self::AppealWindowStarted
            | Self::Closed
            | Self::Update
            | Self::OffenseConfirmed
            | Self::LawyerWithdrew => &[CaseActor::Lawyer],
            Self::AgreementSigned
            | Self::PleaAccepted
            | Self::PleaRefused
            | Self::PleaQuestion
            | Self::DriverReassigned
            | Self::DriverEnded => &[CaseActor::Driver],
            Self::LawyerSkipped | Self::CourtCorrected => &[CaseActor::Staff, CaseActor::System],
            Self::StaffReassigned
            | Self::StaffEnded
            | Self::StaffClosed
            | Self::StaffReopened
            | Self::LabelSet => &[CaseActor::Staff],
            Self::MoneyBack => &[CaseActor::Driver, CaseActor::Staff],
            Self::DriverContacted => &[CaseActor::Staff, CaseActor::Lawyer],
            Self::FileDeleted => &[CaseActor::Driver, CaseActor::Lawyer],
            Self::Hired
            | Self::LawyerOffered
            | Self::LawyerOfferLapsed
            | Self::SignatureReminded
            | Self::AgreementReminded
            | Self::SignatureMissed
            | Self::NoLawyerFound
            | Self::TicketPaid
            | Self::TicketRemoved
            | Self::CourtDateChanged
            | Self::PaymentReturned => &[CaseActor::System],
        }
    }
}

impl Case {
    /// Returns the case's step after an event. If the step would be `AppearanceFiled` and the case has a court
    /// date, the step is `CourtDateSet`. Neither the driver nor staff may end a case that the court decided.
    ///
    /// # Errors
    /// Fails if the event isn't allowed in this case now.
    pub fn step_after(&self, event: CaseEventKind) -> Result<CaseStep, IllegalMove> {
        let step = self.step.after(event)?;
        if self.is_decided() && matches!(event, Event::DriverEnded | Event::StaffEnded) {
            return Err(IllegalMove { from: self.step.as_str(), to: event.as_str() });
        }
        Ok(match step {
            Step::AppearanceFiled if self.court_date.is_some() => Step::CourtDateSet,
            other => other,
        })
    }
}
