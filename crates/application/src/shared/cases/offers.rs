//! Offering cases to lawyers (docs/product/cases.md#matching).

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

/// The result of [`offer_next`]. Each variant contains the stored case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchingResult {
    /// The case has an open offer now, or doesn't need one.
    Continues(Case),
    /// All lawyers who could get the next offer have their maximum number of cases. A periodic
    /// job tries again later.
    Waits(Case),
    /// The time for finding a lawyer is over, or every lawyer who takes such cases has already been offered this case.
    FoundNone(Case),
}

impl MatchingResult {
    /// Returns the case, whatever the result of matching.
    pub fn into_case(self) -> Case {
        match self {
            Self::Continues(case) | Self::Waits(case) | Self::FoundNone(case) => case,
        }
    }
}

/// Offers a locked case to the next lawyer, if the case is waiting for a lawyer.
pub fn offer_next(deps: &Deps, store: &mut dyn Store, mut case: Case) -> Result<MatchingResult> {
    let now = deps.clock.now();
    let (Handling::Matched, CaseStep::Hired) = (case.handling, case.step) else {
        return Ok(MatchingResult::Continues(case));
    };
    let Some(accept_by) = case.accept_by.filter(|accept_by| now < *accept_by) else {
        return Ok(MatchingResult::FoundNone(case));
    };
    // The lock keeps concurrent offers of two cases from exceeding a lawyer's maximum number of cases.
    store.lock_limit(Limit::LawyerOffers)?;
    let candidates = case.court.state.map_or(Ok(vec![]), |state| store.candidates(state))?;
    let asked = store.lawyers_ever_offered(case.id)?;
    let (court, class) = (&case.court, case.offense_class);
    let Some(lawyer) = next_candidate(&candidates, court, class, &asked) else {
        let is_final = all_were_asked(&candidates, court, class, &asked);
        return Ok(if is_final { MatchingResult::FoundNone(case) } else { MatchingResult::Waits(case) });
    };
    let answer_by = deps.case_periods.answer_by(now, accept_by, BUSINESS_ZONE);
    store.insert_offer(&LawyerOffer { case: case.id, lawyer_id: lawyer, offered_at: now, answer_by })?;
    store.record_offer_time(lawyer, now)?;
    case.answer_by = Some(answer_by);
    let change = CaseChange::by_system(CaseEventKind::LawyerOffered).with_lawyer(lawyer);
    record(deps, store, case, change).map(MatchingResult::Continues)
}
