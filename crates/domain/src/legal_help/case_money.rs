//! How a case's events and outcome determine who gets the price that the driver paid (docs/product/cases.md#money).

use chrono::{DateTime, NaiveDate, Utc};

use crate::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use crate::legal_help::case::guarantee::guarantee_refund_payer;
use crate::legal_help::case::record::Case;
use crate::legal_help::case::step::CaseStep;
use crate::legal_help::fee::Milestone;
use crate::legal_help::offer::{GuaranteePayer, LegalHelpMode};
use crate::shared::ids::LawyerId;
use crate::shared::money::Money;

impl Milestone {
    /// Returns the milestone that a lawyer has reached. `events` are the case's events, oldest first. A decision
    /// that the lawyer later corrected to a deferral doesn't count.
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

/// The claims to a case's fee: those of each lawyer, or that of the law firm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseClaims {
    /// Claims of lawyers, whose trust accounts receive the fee.
    OfLawyers {
        /// Claims of the lawyers who accepted the case, in the order in which they accepted it.
        claims: Vec<LawyerClaim>,
        /// Part of the fee that no lawyer claims yet: the full price while the case still needs
        /// a lawyer, otherwise zero.
        open: Money,
    },
    /// The claim of the law firm that operates Lanewise and earns the fee itself.
    OfFirm {
        /// Amount that the firm has earned.
        earned: Money,
        /// Whether the firm can still earn the rest of the fee.
        is_open: bool,
    },
}

/// One lawyer's claim to the fee of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawyerClaim {
    /// The lawyer who has the claim.
    pub lawyer_id: LawyerId,
    /// When the lawyer accepted the case.
    pub accepted_at: DateTime<Utc>,
    /// The amount of the claim: the full price while the lawyer has the case, and the earned amount
    /// afterwards. Zero if the lawyer pays the refund under the guarantee.
    pub amount: Money,
    /// Amount earned so far. Zero if the lawyer pays the refund under the guarantee.
    pub earned: Money,
}

impl Case {
    /// Returns who can claim which part of the fee; `None` if staff decide about refunds. `events`
    /// are the case's events, oldest first. After a change of lawyers, each former lawyer keeps the
    /// earned amount, and the current lawyer can earn the full price. A lawyer who pays the refund
    /// under the guarantee gets nothing.
    pub fn fee_claims(&self, events: &[NewCaseEvent]) -> Option<CaseClaims> {
        let terms = self.fee?;
        // If staff close a case without a decision, the lawyer keeps only the earned amount.
        let is_undecided = self.step == CaseStep::Closed && self.verdict.is_none();
        let is_open = self.step.blocks_another_hire() && !is_undecided;
        let mut accepted: Vec<(LawyerId, DateTime<Utc>)> = vec![];
        for event in events.iter().filter(|event| event.kind == CaseEventKind::LawyerAccepted) {
            let lawyer = event.lawyer_id.filter(|lawyer| accepted.iter().all(|(known, _)| known != lawyer));
            accepted.extend(lawyer.map(|lawyer| (lawyer, event.at)));
        }
        let earned = |lawyer: LawyerId| terms.earned(Milestone::reached(lawyer, events));
        if terms.mode == LegalHelpMode::LawFirm {
            let earned = accepted.iter().map(|(lawyer, _)| earned(*lawyer)).max().unwrap_or_default();
            return Some(CaseClaims::OfFirm { earned, is_open });
        }
        let is_paid_by_lawyer = terms.guarantee.payer(self.offense_class) == GuaranteePayer::Lawyer
            && events.iter().any(|event| event.kind == CaseEventKind::MoneyBack);
        let amount = |lawyer: LawyerId| match self.lawyer_id == Some(lawyer) {
            true if is_paid_by_lawyer => Money::ZERO,
            true if is_open => terms.price,
            _ => earned(lawyer),
        };
        let has_lawyer = accepted.iter().any(|(lawyer, _)| self.lawyer_id == Some(*lawyer));
        let open = if is_open && !has_lawyer { terms.price } else { Money::ZERO };
        let claims = accepted.into_iter().map(|(lawyer_id, accepted_at)| {
            let amount = amount(lawyer_id);
            LawyerClaim { lawyer_id, accepted_at, amount, earned: earned(lawyer_id).min(amount) }
        });
        Some(CaseClaims::OfLawyers { claims: claims.collect(), open })
    }

    /// Returns who pays the refund of this case's price. There is a refund only if the court decided and
    /// the case was lost.
    pub fn guarantee_refund_payer(&self, today: NaiveDate) -> GuaranteePayer {
        match (self.verdict, self.at_hire, self.fee) {
            (Some(verdict), Some(at_hire), Some(fee)) if self.step.is_decided() => {
                guarantee_refund_payer(&verdict, at_hire, fee.guarantee, self.offense_class, today)
            }
            _ => GuaranteePayer::Nobody,
        }
    }
}
