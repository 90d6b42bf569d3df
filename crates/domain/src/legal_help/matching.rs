//! Matching: the lawyer who gets a case's next offer (docs/product/cases.md#matching). It is neutral: no ratings, and
//! no one picks a lawyer.

use crate::legal_help::case::record::CaseCourt;
use crate::legal_help::lawyer::Lawyer;
use crate::legal_help::offense::OffenseClass;
use crate::shared::ids::LawyerId;

/// A lawyer with their open cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The lawyer.
    pub lawyer: Lawyer,
    /// Cases at work that they have accepted, plus their open offers.
    pub open_cases: i64,
}

impl Candidate {
    /// Whether the lawyer can get an offer for this case now.
    pub fn can_take(&self, court: &CaseCourt, class: OffenseClass) -> bool {
        self.open_cases < i64::from(self.lawyer.record.capacity) && self.could_take(court, class)
    }

    /// Whether the lawyer can get an offer for this case once they have capacity.
    fn could_take(&self, court: &CaseCourt, class: OffenseClass) -> bool {
        self.lawyer.is_active && self.lawyer.user_id.is_some() && self.lawyer.record.takes(court, class)
    }
}

/// Whether every lawyer who takes this court and offense was asked, so waiting finds no one.
pub fn all_were_asked(
    candidates: &[Candidate],
    court: &CaseCourt,
    class: OffenseClass,
    asked: &[LawyerId],
) -> bool {
    candidates
        .iter()
        .filter(|candidate| candidate.could_take(court, class))
        .all(|candidate| asked.contains(&candidate.lawyer.id))
}

/// Returns the lawyer who gets the next offer: of those who can take the case and weren't asked yet, the one whose last
/// offer is the longest ago. Lawyers without any offer come first.
pub fn next_candidate(
    candidates: &[Candidate],
    court: &CaseCourt,
    class: OffenseClass,
    asked: &[LawyerId],
) -> Option<LawyerId> {
    candidates
        .iter()
        .filter(|candidate| candidate.can_take(court, class) && !asked.contains(&candidate.lawyer.id))
        .min_by_key(|candidate| (candidate.lawyer.last_offered_at, candidate.lawyer.id))
        .map(|candidate| candidate.lawyer.id)
}
