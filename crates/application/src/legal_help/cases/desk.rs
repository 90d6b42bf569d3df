//! Open deadlines of cases, for the desk, which is the back office's start page.

use chrono::Days;
use domain::accounts::user::User;
use domain::shared::business_time::{BUSINESS_ZONE, business_date, start_of};
use ports::legal_help::cases::{CaseDeadline, CaseDeadlineSummary};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;

/// Maximum number of deadlines that the desk lists.
const NEXT: i64 = 10;

/// Counts of open deadlines, and the earliest deadlines with their drivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseDeadlines {
    /// Counts of open deadlines, and the earliest deadlines without their drivers.
    pub desk: CaseDeadlineSummary,
    /// The earliest deadlines, each with its driver.
    pub next: Vec<(CaseDeadline, User)>,
}

/// Returns to staff the counts of open deadlines of cases, and the earliest [`NEXT`] deadlines.
///
/// # Errors
/// [`crate::error::Error::Forbidden`] if the caller isn't staff.
pub fn show_case_deadlines(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<CaseDeadlines> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let today = business_date(now);
    let day_ends = start_of(today.checked_add_days(Days::new(1)).unwrap_or(today), BUSINESS_ZONE);
    let desk = store.case_deadline_summary(now, day_ends, NEXT)?;
    let mut next = Vec::new();
    for deadline in &desk.next {
        if let Some(driver) = store.user(deadline.user_id)? {
            next.push((*deadline, driver));
        }
    }
    Ok(CaseDeadlines { desk, next })
}
