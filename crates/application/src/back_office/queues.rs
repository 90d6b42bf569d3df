//! The back office's queues: counts of unsolved records, marking records as solved or seen, and reading a
//! driver's SSN digits (docs/product/back-office.md#queues, docs/product/requests.md#ssn-digits).

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::back_office::queue::Queue;
use domain::legal_help::hire::LawyerHire;
use domain::requests::identity::RevealReason;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::{HireId, UserId};
use ports::back_office::queues::UnsolvedCounts;
use ports::driving_record::filing::LastChange;
use ports::security::trail::SecurityEvent;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::changes::Changes;

/// Returns the number of unsolved records per queue.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn unsolved_counts(store: &mut dyn Store, actor: &Actor) -> Result<UnsolvedCounts> {
    actor.must_be_admin()?;
    Ok(store.unsolved_counts()?)
}

/// A change of a queue record's solved flag.
#[derive(Clone, Copy, Debug)]
pub struct SolvedChange {
    /// Whether the record becomes solved.
    pub solved: bool,
    /// When the driver sent the vehicle update or status request that staff saw. Ignored in other
    /// queues, and if the record becomes unsolved.
    pub requested_at: Option<DateTime<Utc>>,
}

/// Marks a record solved or unsolved. Solving a license status request erases the driver's SSN digits.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if the queue has no such
/// record, [`Error::ChangedMeanwhile`] if the driver has sent a new vehicle update or status
/// request since the one that staff saw.
pub fn set_solved(deps: &Deps, actor: &Actor, queue: Queue, id: i32, change: SolvedChange) -> Result<()> {
    actor.must_be_admin()?;
    let SolvedChange { solved, requested_at } = change;
    in_transaction(&*deps.database, |store| {
        let before = store.lock_queue_record(queue, id)?.ok_or(Error::NotFound)?;
        if before == solved {
            return Ok(());
        }
        if let Some(seen) = requested_at.filter(|_| solved) {
            must_be_seen(last_request(store, queue, id)?, seen)?;
        }
        let mut trail = Changes::default();
        trail.add(queue.flag(), before.to_string(), solved.to_string());
        if queue == Queue::StatusRequest && solved && store.sealed_digits(UserId(id))?.is_some() {
            trail.add("lastFourSSN", "held", "erased");
        }
        store.set_solved(queue, id, solved)?;
        trail.write(store, actor, AuditAction::SolvedChanged, (queue.subject_kind(), id), deps.clock.now())
    })
}

/// Checks that the driver's last request, sent at `last`, is the one that staff saw, sent at `seen`.
///
/// # Errors
/// [`Error::ChangedMeanwhile`] if the driver has sent another request.
pub(super) fn must_be_seen(last: Option<DateTime<Utc>>, seen: DateTime<Utc>) -> Result<()> {
    match last {
        Some(at) if at != seen => {
            Err(Error::ChangedMeanwhile(Some(LastChange { by: Some("The driver".to_owned()), at })))
        }
        _ => Ok(()),
    }
}

/// Returns when a driver last sent a vehicle update or a status request; `None` for a queue of other records.
fn last_request(store: &mut dyn Store, queue: Queue, id: i32) -> Result<Option<DateTime<Utc>>> {
    let last = match queue {
        Queue::VehicleUpdate => |user: User| user.vehicle_info_added_at,
        Queue::StatusRequest => |user: User| user.status_requested_at,
        _ => return Ok(None),
    };
    Ok(store.user(UserId(id))?.and_then(last))
}

/// Marks a hire as seen by staff. The list then no longer flags the hire as new.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn mark_hire_seen(deps: &Deps, actor: &Actor, id: HireId) -> Result<LawyerHire> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
        if hire.is_seen_by_admin {
            return Ok(hire);
        }
        store.mark_hire_seen(id)?;
        let mut trail = Changes::default();
        trail.add("isSeenByAdmin", "false", "true");
        let subject = (Queue::LawyerHire.subject_kind(), id.0);
        trail.write(store, actor, AuditAction::HireSeen, subject, deps.clock.now())?;
        Ok(LawyerHire { is_seen_by_admin: true, ..hire })
    })
}

/// Returns the SSN digits of an open status request to staff (docs/product/requests.md#ssn-digits). The audit trail
/// records the reason. The security event contains `path`, the request's path.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if no digits are stored.
pub fn reveal_ssn_digits(
    deps: &Deps,
    actor: &Actor,
    id: UserId,
    reason: &RevealReason,
    path: &str,
) -> Result<String> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        store.lock_user(id)?.ok_or(Error::NotFound)?;
        let sealed = store.sealed_digits(id)?.ok_or(Error::NotFound)?;
        let digits = deps
            .vault
            .open(id, &sealed)
            .ok_or_else(|| Error::defect("no data key decrypts the SSN digits"))?;
        let mut trail = Changes::default();
        trail.add("reason", "", reason.with_masked(&digits));
        trail.write(store, actor, AuditAction::DigitsRevealed, (AuditSubject::User, id.0), now)?;
        store.record_security_event(&SecurityEvent {
            kind: SecurityEventKind::Reveal,
            address: actor.address.clone(),
            path: path.to_owned(),
            user_id: Some(actor.id()),
            times: 1,
            at: now,
        })?;
        Ok(digits)
    })
}
