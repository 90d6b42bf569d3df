//! What a case's events and outcome mean for its money (docs/product/cases.md#money).

use chrono::NaiveDate;

use crate::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use crate::legal_help::case::guarantee::money_back;
use crate::legal_help::case::record::Case;
use crate::legal_help::fee::Milestone;
use crate::legal_help::offer::GuaranteePayer;
use crate::shared::ids::LawyerId;

impl Milestone {
    /// Returns the milestone that a lawyer has reached, from the events of the case, oldest first. An outcome that is
    /// corrected to a deferral is no decision.
    pub fn reached<'a>(lawyer: LawyerId, events: impl IntoIterator<Item = &'a NewCaseEvent>) -> Self {
        let own = events.into_iter().filter(|event| event.lawyer_id == Some(lawyer));
        own.fold(Self::Agreement, |reached, event| {
            if event.kind == CaseEventKind::CourtDecided {
                Self::Decision
            } else if matches!(event.kind, CaseEventKind::AppearanceFiled | CaseEventKind::CourtDeferred) {
                Self::Appearance
            } else {
                reached
            }
        })
    }
}

impl Case {
    /// Returns who pays the price of this case back: nobody unless it is decided and lost.
    pub fn money_back(&self, today: NaiveDate) -> GuaranteePayer {
        let is_decided = !self.step.is_at_work() && !self.step.is_broken_off();
        match (self.verdict, self.at_hire, self.fee) {
            (Some(verdict), Some(at_hire), Some(fee)) if is_decided => {
                money_back(&verdict, at_hire, fee.guarantee, self.offense_class, today)
            }
            _ => GuaranteePayer::Nobody,
        }
    }
}
