//! Answers a status request: one call by staff sets the license status and solves the request
//! (docs/product/requests.md#status-requests).

use chrono::{DateTime, Utc};
use domain::accounts::user::{LicenseStatus, User};
use domain::back_office::queue::Queue;
use domain::driving_record::profile::ProfileChange;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::accounts::users::store_license_status;
use crate::back_office::queues::must_be_seen;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;

/// Sets the driver's license status and, if staff give them, the points. Marks the request as solved and
/// erases the driver's SSN digits. `seen` is the time of the request that staff saw, if known.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if the driver has no request,
/// [`Error::ChangedMeanwhile`] if the driver has sent a newer request than `seen`.
pub fn answer_status_request(
    deps: &Deps,
    actor: &Actor,
    id: UserId,
    status: LicenseStatus,
    change: &ProfileChange,
    seen: Option<DateTime<Utc>>,
) -> Result<User> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let queue = Queue::StatusRequest;
    in_transaction(&*deps.database, |store| {
        let before = store.lock_user(id)?.ok_or(Error::NotFound)?;
        if let Some(seen) = seen {
            must_be_seen(before.status_requested_at, seen)?;
        }
        let was_solved = store.lock_queue_record(queue, id.0)?.ok_or(Error::NotFound)?;
        let mut trail = Changes::default();
        let user = store_license_status(store, &before, status, change, &mut trail)?;
        trail.write(store, actor, AuditAction::UserChanged, (AuditSubject::User, id.0), now)?;
        let mut trail = Changes::default();
        trail.add(queue.flag(), was_solved.to_string(), "true");
        if store.sealed_digits(id)?.is_some() {
            trail.add("lastFourSSN", "held", "erased");
        }
        store.set_solved(queue, id.0, true)?;
        trail.write(store, actor, AuditAction::SolvedChanged, (queue.subject_kind(), id.0), now)?;
        Ok(user)
    })
}
