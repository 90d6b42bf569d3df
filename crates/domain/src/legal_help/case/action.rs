//! The actions that a driver, a lawyer or staff may take in a case now. The web page shows a button
//! for each action.

use chrono::{DateTime, Utc};

use crate::legal_help::case::event::CaseEventKind;
use crate::legal_help::case::handling::Handling;
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;
use crate::legal_help::secrets::{Consent, ConsentKind, ConsentState, has_consent};
use crate::shared::stored_words::stored_words;

/// Something that a driver, a lawyer or staff can do in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseAction {
    /// Staff skip the lawyer who has the offer.
    Skip,
    /// Staff end the lawyer's work, and Lanewise offers the case to other lawyers.
    Reassign,
    /// Staff or the lawyer record that they contacted the driver.
    Contacted,
    /// The driver or staff end the case.
    End,
    /// Staff correct the court.
    CorrectCourt,
    /// The lawyer accepts the offer.
    Accept,
    /// The lawyer declines the offer.
    Decline,
    /// The lawyer sends an agreement.
    SendAgreement,
    /// The lawyer records a step.
    RecordStep,
    /// The lawyer withdraws.
    Withdraw,
    /// The driver signs the agreement.
    Sign,
    /// The driver answers the prosecutor's offer.
    Answer,
    /// The driver requests another lawyer.
    ChangeLawyer,
    /// The driver or staff request the refund of a lost case's price.
    MoneyBack,
    /// The driver or the lawyer adds messages and files.
    Message,
    /// The lawyer requests consent to see the driver's record.
    AskForRecord,
    /// The lawyer reads the driver's record.
    ReadRecord,
    /// Staff request consent to read messages and files.
    AskToRead,
    /// Staff read messages and files.
    ReadMessages,
}

stored_words!(CaseAction {
    Skip => "skip",
    Reassign => "reassign",
    Contacted => "contacted",
    End => "end",
    CorrectCourt => "correct_court",
    Accept => "accept",
    Decline => "decline",
    SendAgreement => "send_agreement",
    RecordStep => "record_step",
    Withdraw => "withdraw",
    Sign => "sign",
    Answer => "answer",
    ChangeLawyer => "change_lawyer",
    MoneyBack => "money_back",
    Message => "message",
    AskForRecord => "ask_for_record",
    ReadRecord => "read_record",
    AskToRead => "ask_to_read",
    ReadMessages => "read_messages",
});

/// Facts outside the case on which actions depend.
#[derive(Clone, Copy, Debug)]
pub struct ActionFacts {
    /// Whether the lawyer sent an agreement.
    pub has_agreement: bool,
    /// Whether a lawyer has an open offer for the case.
    pub has_offer: bool,
    /// Whether the hire has a refund, in progress or done.
    pub is_refunded: bool,
    /// Whether the guarantee applies and some of the price is left to refund.
    pub can_get_money_back: bool,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// The steps that a lawyer records, with their events.
const LAWYER_STEPS: &[(CaseEventKind, CaseStep)] = &[
    (CaseEventKind::AppearanceFiled, CaseStep::AppearanceFiled),
    (CaseEventKind::CourtDateSet, CaseStep::CourtDateSet),
    (CaseEventKind::PleaOffered, CaseStep::OfferPending),
    (CaseEventKind::CourtDeferred, CaseStep::Deferred),
    (CaseEventKind::CourtDecided, CaseStep::Decided),
    (CaseEventKind::AppealWindowStarted, CaseStep::AppealWindow),
    (CaseEventKind::Closed, CaseStep::Closed),
];

/// Returns those of `actions` that are allowed. Each action comes with whether it is allowed.
fn allowed(actions: &[(CaseAction, bool)]) -> Vec<CaseAction> {
    actions.iter().filter(|(_, is_allowed)| *is_allowed).map(|(action, _)| *action).collect()
}

impl Case {
    /// Returns the actions that the driver can take now. A driver whose lawyer's update is late
    /// may request another lawyer.
    pub fn driver_actions(&self, facts: ActionFacts) -> Vec<CaseAction> {
        let is_matched = self.handling == Handling::Matched;
        let ActionFacts { has_agreement, can_get_money_back, now, .. } = facts;
        let asked = self.actions_needed_from_driver(has_agreement);
        let others = allowed(&[
            (CaseAction::Message, self.takes_messages()),
            (CaseAction::ChangeLawyer, self.may_change_lawyer(now)),
            (CaseAction::End, is_matched && self.step.is_open()),
            (CaseAction::MoneyBack, can_get_money_back),
        ]);
        [asked, others].concat()
    }

    /// Returns the actions of the driver that the case waits for: signing the agreement or
    /// answering the prosecutor's offer.
    pub fn actions_needed_from_driver(&self, has_agreement: bool) -> Vec<CaseAction> {
        allowed(&[
            (CaseAction::Sign, has_agreement && self.step == CaseStep::Accepted),
            (CaseAction::Answer, self.step == CaseStep::OfferPending),
        ])
    }

    /// Whether the driver may request another lawyer, because the lawyer's update is late.
    pub fn may_change_lawyer(&self, now: DateTime<Utc>) -> bool {
        self.handling == Handling::Matched
            && self.update_due.is_some_and(|due| due <= now)
            && self.step.after(CaseEventKind::DriverReassigned).is_ok()
    }

    /// Returns the actions that the lawyer who accepted the case can take now. `consents` are the case's consents.
    pub fn lawyer_actions(&self, consents: &[Consent], now: DateTime<Utc>) -> Vec<CaseAction> {
        let has = |state| has_consent(self, consents, ConsentKind::RecordForLawyer, state, now);
        let (is_asked, is_given) = (has(ConsentState::Asked), has(ConsentState::Given));
        allowed(&[
            (CaseAction::SendAgreement, self.step == CaseStep::Accepted),
            (CaseAction::RecordStep, !self.step.is_broken_off()),
            (CaseAction::Contacted, self.contacted_at.is_none() && self.step.is_open()),
            (CaseAction::Withdraw, self.step.after(CaseEventKind::LawyerWithdrew).is_ok()),
            (CaseAction::Message, self.takes_messages()),
            (CaseAction::AskForRecord, self.step.is_open() && !is_asked && !is_given),
            (CaseAction::ReadRecord, is_given),
        ])
    }

    /// Returns the actions that staff can take on the case's private contents: messages, files, private notes and the
    /// agreement. Doesn't check whether the case has any of these. `consents` are the case's consents.
    pub fn reading_actions(&self, consents: &[Consent], now: DateTime<Utc>) -> Vec<CaseAction> {
        let has = |state| has_consent(self, consents, ConsentKind::StaffReading, state, now);
        let (is_asked, is_given) = (has(ConsentState::Asked), has(ConsentState::Given));
        allowed(&[(CaseAction::AskToRead, !is_asked && !is_given), (CaseAction::ReadMessages, is_given)])
    }

    /// Returns the actions that staff can take now, except those of [`Case::reading_actions`]. Staff can't
    /// give a refunded case to another lawyer.
    pub fn staff_actions(&self, facts: ActionFacts) -> Vec<CaseAction> {
        let ActionFacts { has_offer, is_refunded, can_get_money_back, .. } = facts;
        let is_matched = self.handling == Handling::Matched;
        let is_open = self.step.is_open();
        let can_reassign = self.step.after(CaseEventKind::StaffReassigned).is_ok();
        allowed(&[
            (CaseAction::Skip, has_offer),
            (CaseAction::Reassign, is_matched && can_reassign && !is_refunded),
            (CaseAction::Contacted, self.contacted_at.is_none() && is_open),
            (CaseAction::CorrectCourt, is_matched && is_open),
            (CaseAction::End, is_matched && is_open),
            (CaseAction::MoneyBack, can_get_money_back),
        ])
    }

    /// Returns the steps that the case's lawyer may record now.
    pub fn next_steps(&self) -> Vec<CaseStep> {
        let is_possible = |event: CaseEventKind| self.step.after(event).is_ok();
        LAWYER_STEPS.iter().filter(|(event, _)| is_possible(*event)).map(|(_, step)| *step).collect()
    }
}
