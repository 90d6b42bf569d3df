//! Matching: choosing the lawyer who gets a case's next offer (docs/product/cases.md#matching). Lanewise
//! chooses automatically, without ratings.

use crate::legal_help::case::record::CaseCourt;
use crate::legal_help::lawyer::{Lawyer, PracticeArea, takes_with_license};
use crate::legal_help::offense::OffenseClass;
use crate::shared::ids::LawyerId;
use crate::shared::us_state::UsState;

/// A lawyer who could get a case's next offer, with the number of their open cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The lawyer who could get the offer.
    pub lawyer: Lawyer,
    /// Number of open cases that the lawyer accepted, plus open offers.
    pub open_cases: i64,
}

impl Candidate {
    /// Whether the lawyer can get an offer for this case now. `court` and `class` are the case's
    /// court and offense class.
    pub fn can_take(&self, court: &CaseCourt, class: OffenseClass) -> bool {
        has_room(self.open_cases, self.lawyer.record.capacity) && self.lawyer.can_be_offered(court, class)
    }
}

/// The part of a [`Candidate`] that decides whether the lawyer can take a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practice {
    /// The state in which the lawyer is licensed. A lawyer has a practice for each license.
    pub state: UsState,
    /// The areas in whose courts the lawyer takes cases, in all states.
    pub areas: Vec<PracticeArea>,
    /// Whether the lawyer takes misdemeanors. Every lawyer takes infractions.
    pub takes_misdemeanors: bool,
    /// Maximum number of open cases and open offers of the lawyer at the same time.
    pub capacity: i32,
    /// Number of open cases that the lawyer accepted, plus open offers.
    pub open_cases: i64,
}

impl Practice {
    /// Whether the lawyer takes cases of this court and offense class, and has room for another case.
    pub fn can_take(&self, court: &CaseCourt, class: OffenseClass) -> bool {
        court.state == Some(self.state)
            && has_room(self.open_cases, self.capacity)
            && takes_with_license(&self.areas, self.takes_misdemeanors, court, class)
    }
}

/// Whether a lawyer with this many open cases can take another case. `capacity` is the lawyer's maximum.
fn has_room(open_cases: i64, capacity: i32) -> bool {
    open_cases < i64::from(capacity)
}

/// Whether every lawyer who takes cases of this court and offense class has had an offer for the case. If so, waiting
/// longer won't help. `asked` lists the lawyers who have had an offer for the case.
pub fn all_were_asked(
    candidates: &[Candidate],
    court: &CaseCourt,
    class: OffenseClass,
    asked: &[LawyerId],
) -> bool {
    candidates
        .iter()
        .filter(|candidate| candidate.lawyer.can_be_offered(court, class))
        .all(|candidate| asked.contains(&candidate.lawyer.id))
}

/// Returns the lawyer who gets the next offer: of the lawyers who can take the case, the lawyer
/// whose last offer was longest ago. Lawyers who never had an offer come first. `asked` lists the
/// lawyers who have had an offer for this case, and who don't get another. Returns `None` if no
/// other lawyer can take the case now.
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
