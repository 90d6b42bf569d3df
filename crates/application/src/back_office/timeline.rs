//! The timeline of one driver, for staff.

use domain::back_office::timeline::TimelineKind;
use domain::shared::ids::UserId;
use ports::back_office::timeline::{TimelineCursor, TimelineEntry};
use ports::store::Store;

use crate::access::Actor;
use crate::error::{Error, Result};

/// Lists the timeline entries of a driver, newest first. An empty `kinds` means every kind. `before` is the
/// position of the last entry on the previous page; `None` for the first page.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if the driver doesn't exist.
pub fn show_timeline(
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
    kinds: &[TimelineKind],
    before: Option<TimelineCursor>,
    limit: i64,
) -> Result<Vec<TimelineEntry>> {
    actor.must_be_admin()?;
    store.user(user)?.ok_or(Error::NotFound)?;
    let kinds = if kinds.is_empty() { TimelineKind::ALL } else { kinds };
    Ok(store.timeline(user, kinds, before, limit)?)
}
