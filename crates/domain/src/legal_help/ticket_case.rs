//! What a ticket's standing depends on in its cases.

use crate::driving_record::standing::StandingFacts;
use crate::legal_help::case::outcome::CaseOutcome;
use crate::legal_help::case::step::CaseStep;
use crate::shared::ids::HireId;

/// A case of a ticket, as far as the ticket's standing depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicketCase {
    /// Id of the hire.
    pub id: HireId,
    /// The step that the case has reached.
    pub step: CaseStep,
    /// The latest outcome, if a court has decided.
    pub outcome: Option<CaseOutcome>,
}

impl TicketCase {
    /// Adds to a ticket's facts what follows from this case.
    pub fn add_to(self, facts: &mut StandingFacts) {
        facts.has_active_hire |= self.step.blocks_another_hire();
        facts.open_hire = facts.open_hire.or(self.step.is_open().then_some(self.id));
        facts.is_dismissed |= self.outcome.is_some_and(CaseOutcome::owes_nothing);
    }
}
