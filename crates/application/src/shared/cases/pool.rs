//! The lawyers who could take a case.

use domain::driving_record::standing::StandingFacts;
use domain::legal_help::case::record::CaseCourt;
use domain::legal_help::matching::Practice;
use domain::legal_help::offense::OffenseClass;
use domain::shared::us_state::UsState;
use ports::legal_help::lawyers::RegisterFacts;
use ports::store::Store;

use crate::error::Result;

/// The lawyers who could get an offer. If no lawyers are on record, staff find a lawyer by hand, so a lawyer
/// can be hired for every ticket.
#[derive(Clone, Debug, Default)]
pub struct LawyerPool {
    has_lawyers: bool,
    practices: Vec<Practice>,
}

impl LawyerPool {
    /// Reads the lawyers who could get offers for cases in `state`.
    pub fn read(store: &mut dyn Store, state: Option<UsState>) -> Result<Self> {
        Ok(Self::from_facts(store.register_facts(state.as_slice(), &[])?))
    }

    /// Creates a pool from facts that were already read.
    pub fn from_facts(facts: RegisterFacts) -> Self {
        Self { has_lawyers: facts.has_lawyers, practices: facts.practices }
    }

    /// Whether any lawyer is on record, active or not.
    pub const fn has_lawyers(&self) -> bool {
        self.has_lawyers
    }

    /// Whether a lawyer can be hired for a case in this court: either a lawyer takes such cases now, or staff
    /// find lawyers by hand.
    pub fn can_take(&self, court: &CaseCourt) -> bool {
        let class = court.state.map_or(OffenseClass::Unknown, OffenseClass::usual_in);
        !self.has_lawyers || self.practices.iter().any(|practice| practice.can_take(court, class))
    }
}

/// Returns the court of a ticket's case: the court in the register or, without such a court, the
/// court that the driver named. The driver's court is ignored if the ticket is known to belong to
/// another state. If no court has a state, uses the driver's state. A court that isn't in the
/// register has only its name and state. `court_state` is the state that is stored with the ticket.
pub fn court_of_case(
    court_state: Option<UsState>,
    facts: &StandingFacts,
    driver_state: Option<UsState>,
) -> CaseCourt {
    let registered = facts.court.as_ref();
    let known = known_court_state(court_state, facts);
    let stated = facts.stated_court.as_ref().filter(|court| known.is_none_or(|state| state == court.state));
    CaseCourt {
        state: known.or(stated.map(|court| court.state)).or(driver_state),
        name: registered
            .map(|court| court.name.clone())
            .or_else(|| stated.and_then(|court| court.name.clone())),
        id: registered.map(|court| court.id),
        county: registered.and_then(|court| court.county.clone()),
    }
}

/// Returns a case's court after its ticket may have changed. The case keeps its court, unless the
/// ticket's court is in the register or is known to be in another state. `court_state` is the state
/// that is stored with the ticket.
pub fn court_after_change(
    case: &CaseCourt,
    court_state: Option<UsState>,
    facts: &StandingFacts,
) -> CaseCourt {
    let known = known_court_state(court_state, facts);
    if facts.court.is_some() || known.is_some_and(|state| case.state != Some(state)) {
        court_of_case(court_state, facts, case.state)
    } else {
        case.clone()
    }
}

/// Returns the state of a ticket's court: `court_state`, which is stored with the ticket, or the state in the
/// register. `None` if neither is known.
pub fn known_court_state(court_state: Option<UsState>, facts: &StandingFacts) -> Option<UsState> {
    court_state.or(facts.court.as_ref().and_then(|court| court.state))
}
