//! How a case's events and outcome determine who gets its money (docs/product/cases.md#money).

use chrono::NaiveDate;

use crate::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use crate::legal_help::case::guarantee::money_back;
use crate::legal_help::case::record::Case;
use crate::legal_help::fee::Milestone;
use crate::legal_help::offer::{GuaranteePayer, LegalHelpMode};
use crate::payments::ledger::FeeClaims;
use crate::shared::ids::LawyerId;
use crate::shared::money::Money;

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
    /// Returns who has a claim to the fee, from the events of the case, oldest first. `None` if staff decide
    /// about the money. After a change of lawyers, each former lawyer keeps what they earned, and the current
    /// one can earn the full price.
    pub fn fee_claims(&self, events: &[NewCaseEvent]) -> Option<FeeClaims> {
        let terms = self.fee?;
        let is_open = self.step.blocks_another_hire();
        let mut accepted: Vec<LawyerId> = events
            .iter()
            .filter(|event| event.kind == CaseEventKind::LawyerAccepted)
            .filter_map(|event| event.lawyer_id)
            .collect();
        accepted.dedup();
        let earned = |lawyer: &LawyerId| terms.earned(Milestone::reached(*lawyer, events));
        if terms.mode == LegalHelpMode::LawFirm {
            let earned = accepted.iter().map(earned).max().unwrap_or_default();
            return Some(FeeClaims::OfFirm { earned, is_open });
        }
        let is_paid_by_lawyer = terms.guarantee.payer(self.offense_class) == GuaranteePayer::Lawyer
            && events.iter().any(|event| event.kind == CaseEventKind::MoneyBack);
        if is_paid_by_lawyer {
            return Some(FeeClaims::OfLawyers(Money::ZERO));
        }
        let is_current = |lawyer: &&LawyerId| is_open && self.lawyer_id == Some(**lawyer);
        let earned_before: i64 =
            accepted.iter().filter(|lawyer| !is_current(lawyer)).map(|lawyer| earned(lawyer).cents()).sum();
        let open = if is_open { terms.price.cents() } else { 0 };
        Some(FeeClaims::OfLawyers(Money::from_cents(open + earned_before)))
    }

    /// Returns who refunds the price of this case. Nobody does unless it is decided and lost.
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
