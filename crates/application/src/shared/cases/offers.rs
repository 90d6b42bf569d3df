//! Offers of cases to lawyers (docs/product/cases.md#matching).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::LawyerOffer;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::matching::{all_were_asked, next_candidate};
use domain::shared::business_time::BUSINESS_ZONE;
use ports::shared::limits::Limit;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::shared::cases::record::{CaseChange, record};

/// Result of looking for the next lawyer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matching {
    /// The case isn't waiting for an offer, or a lawyer has one.
    Continues(Case),
    /// The lawyers who take cases in the court have no capacity now. A job tries again.
    Waits(Case),
    /// The time for matching is over, or every lawyer who takes cases in the court had an offer.
    FoundNone(Case),
}

impl Matching {
    pub fn into_case(self) -> Case {
        match self {
            Self::Continues(case) | Self::Waits(case) | Self::FoundNone(case) => case,
        }
    }
}

/// Offers a locked case that waits for a lawyer to the next lawyer.
pub fn offer_next(deps: &Deps, store: &mut dyn Store, mut case: Case) -> Result<Matching> {
    let now = deps.clock.now();
    let (Handling::Matched, CaseStep::Hired) = (case.handling, case.step) else {
        return Ok(Matching::Continues(case));
    };
    let Some(accept_by) = case.accept_by.filter(|accept_by| now < *accept_by) else {
        return Ok(Matching::FoundNone(case));
    };
    // The lock prevents two cases that are offered at the same time from exceeding a lawyer's capacity.
    store.lock_limit(Limit::LawyerOffers)?;
    let candidates = case.court.state.map_or(Ok(vec![]), |state| store.candidates(state))?;
    let asked = store.asked_lawyers(case.id)?;
    let (court, class) = (&case.court, case.offense_class);
    let Some(lawyer) = next_candidate(&candidates, court, class, &asked) else {
        let is_final = all_were_asked(&candidates, court, class, &asked);
        return Ok(if is_final { Matching::FoundNone(case) } else { Matching::Waits(case) });
    };
    let answer_by = deps.case_periods.answer_by(now, accept_by, BUSINESS_ZONE);
    store.insert_offer(&LawyerOffer { case: case.id, lawyer_id: lawyer, offered_at: now, answer_by })?;
    store.record_offer_time(lawyer, now)?;
    case.answer_by = Some(answer_by);
    let change = CaseChange::by_system(CaseEventKind::LawyerOffered).with_lawyer(lawyer);
    record(deps, store, case, change).map(Matching::Continues)
}
