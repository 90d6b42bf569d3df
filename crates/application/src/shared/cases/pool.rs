//! The lawyers who could take a case, read once per request.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use domain::driving_record::court::RegisteredCourt;
use domain::legal_help::case::record::CaseCourt;
use domain::legal_help::matching::Candidate;
use domain::legal_help::offense::OffenseClass;
use domain::shared::us_state::UsState;
use ports::store::Store;

use crate::error::Result;

/// The lawyers who could get an offer, by the state of their license. Without lawyers on record, staff find
/// one, so every case can be taken.
#[derive(Clone, Debug, Default)]
pub struct LawyerPool {
    has_lawyers: bool,
    by_state: BTreeMap<UsState, Vec<Candidate>>,
}

impl LawyerPool {
    /// Reads the candidates of these states.
    pub fn read(store: &mut dyn Store, states: impl Iterator<Item = UsState>) -> Result<Self> {
        let mut pool = Self { has_lawyers: store.has_lawyers()?, by_state: BTreeMap::new() };
        if pool.has_lawyers {
            for state in states {
                if let Entry::Vacant(entry) = pool.by_state.entry(state) {
                    entry.insert(store.candidates(state)?);
                }
            }
        }
        Ok(pool)
    }

    /// Whether cases are offered to lawyers on record.
    pub const fn has_lawyers(&self) -> bool {
        self.has_lawyers
    }

    /// Whether a lawyer takes a case in this court now, or staff find one.
    pub fn can_take(&self, court: &CaseCourt) -> bool {
        let class = court.state.map_or(OffenseClass::Unknown, OffenseClass::usual_in);
        let candidates = court.state.and_then(|state| self.by_state.get(&state));
        !self.has_lawyers
            || candidates.is_some_and(|all| all.iter().any(|candidate| candidate.can_take(court, class)))
    }
}

/// Returns the court of a ticket's case. While the state of the ticket's court is unknown, the driver's state
/// is used.
pub fn court_of_case(
    court_state: Option<UsState>,
    registered: Option<&RegisteredCourt>,
    driver_state: Option<UsState>,
) -> CaseCourt {
    CaseCourt {
        state: court_state.or(registered.and_then(|court| court.state)).or(driver_state),
        name: registered.map(|court| court.name.clone()),
        id: registered.map(|court| court.id),
        county: registered.and_then(|court| court.county.clone()),
    }
}
