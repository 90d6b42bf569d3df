//! Lists of the lawyers on record, for staff.

use domain::accounts::user::User;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::LawyerHire;
use domain::shared::ids::LawyerId;
use ports::legal_help::case_sets::CaseSet;
use ports::legal_help::lawyers::LawyerFigures;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// An open case of a lawyer, or a case that is offered to the lawyer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCase {
    pub case: Case,
    pub hire: LawyerHire,
    pub driver: User,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawyerDetails {
    /// The lawyer, with counts of their cases and offers.
    pub figures: LawyerFigures,
    /// The lawyer's open cases, and cases that are offered to the lawyer now.
    pub cases: Vec<OpenCase>,
}

/// Lists all lawyers, by name.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<LawyerFigures>> {
    actor.must_be_admin()?;
    Ok(store.lawyers_with_figures(deps.clock.now())?)
}

/// Returns a lawyer with their open cases.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn show(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: LawyerId) -> Result<LawyerDetails> {
    let all = list(deps, store, actor)?;
    let figures = all.into_iter().find(|one| one.lawyer.id == id).ok_or(Error::NotFound)?;
    let cases = store.open_cases_of(id)?;
    let CaseSet { hires, drivers, .. } = store.load_case_set(&cases)?;
    let open_case = |case: Case| {
        let hire = hires.iter().find(|hire| hire.id == case.id)?.clone();
        let driver = drivers.iter().find(|driver| driver.id == case.user_id)?.clone();
        Some(OpenCase { case, hire, driver })
    };
    Ok(LawyerDetails { figures, cases: cases.into_iter().filter_map(open_case).collect() })
}
