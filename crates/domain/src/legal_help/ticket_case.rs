//! The effect of a case on the standing of its ticket.

use crate::driving_record::standing::StandingFacts;
use crate::legal_help::case::handling::Handling;
use crate::legal_help::case::outcome::CaseOutcome;
use crate::legal_help::case::step::CaseStep;
use crate::shared::ids::HireId;

/// The fields of a case that decide the standing of its ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicketCase {
    /// Id of the hire.
    pub id: HireId,
    /// How the case gets a lawyer.
    pub handling: Handling,
    /// The step that the case has reached.
    pub step: CaseStep,
    /// The latest outcome that the lawyer recorded, if any.
    pub outcome: Option<CaseOutcome>,
}

impl TicketCase {
    /// Adds this case to `facts`, which decide the standing that the ticket is shown with, such as Due or Paid.
    pub fn add_to(self, facts: &mut StandingFacts) {
        facts.has_active_hire |= self.step.blocks_another_hire();
        let is_matched = self.handling == Handling::Matched;
        facts.awaits_lawyer |= is_matched && self.step.is_open() && !self.step.is_represented();
        facts.open_hire = facts.open_hire.or(self.step.is_open().then_some(self.id));
        facts.is_court_decided |= self.outcome.is_some_and(CaseOutcome::is_decision);
        facts.is_dismissed |= self.outcome.is_some_and(CaseOutcome::owes_nothing);
    }
}
