//! Lawyer hires, for drivers and staff (docs/product/legal-help.md#hires).

use domain::accounts::user::Role;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::legal_help::hire::{ContactMethod, HireStatus, LawyerHire};
use domain::requests::case_update::CaseKind;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{HireId, RefundId};
use domain::shared::payable::Payable;
use ports::legal_help::hires::FeeTotals;
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cancel_hire::request_refund;
use crate::legal_help::cases::ending::{self, LockedCase};
use crate::payments::books::post::allocate_fee_of;
use crate::payments::refunds::hire_refunds::lock_payment_of;
use crate::shared::case_updates::enqueue_status_texts;
use crate::shared::cases::money::refund_at_end;
use crate::shared::cases::record::{CaseChange, lock_case_of, record};

const SUBJECT: AuditSubject = AuditSubject::LawyerHire;

/// A driver's validated phone number, email address, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Whether the driver wants to be contacted by phone, email or both.
    pub method: ContactMethod,
    /// The phone number, the email address, or both in the order of the method.
    pub value: String,
}

/// Stores how to reach the driver about a hire. If staff change the contact, the audit entry doesn't contain
/// the number or address.
///
/// # Errors
/// [`Error::NotFound`] if the hire is another driver's; [`Error::Forbidden`] for lawyers.
pub fn set_contact(deps: &Deps, actor: &Actor, id: HireId, contact: &Contact) -> Result<LawyerHire> {
    in_transaction(&*deps.database, |store| {
        let hire = store.hire(id)?.ok_or(Error::NotFound)?;
        actor.must_be_owner_or_staff(hire.user_id)?;
        let changed = store.set_hire_contact(id, contact.method, &contact.value)?.ok_or(Error::NotFound)?;
        let now = deps.clock.now();
        if let Some(entry) =
            actor.audit_entry_if_staff(hire.user_id, (SUBJECT, id.0), AuditAction::HireChanged, now)
        {
            store.audit(&entry.with_after("contact", &"changed"))?;
        }
        Ok(changed)
    })
}

/// Returns the totals of fees for lawyers: held by Lanewise, sent to lawyers, earned, and to be returned by
/// lawyers. For staff only.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn fee_totals(store: &mut dyn Store, actor: &Actor) -> Result<FeeTotals> {
    actor.must_be_admin()?;
    Ok(store.fee_totals()?)
}

/// Sets a hire's status, for staff. Any status may follow any other, unless the hire is canceled. A canceled hire with
/// a refund keeps its status. If a canceled hire's case ended early, the new status must reopen the case. Setting the
/// current status again changes nothing.
///
/// `seen_status` is the status that the caller saw. If it is given and the hire's status has changed since, the call
/// fails. `ends_case` is staff's answer to "Does the case end too?"; `None` if staff gave no answer
/// ([`Case::events_for_status`]). If the call ends a case that Lanewise offers to lawyers ([`Handling::Matched`]),
/// Lanewise refunds the part of the price that the lawyer hasn't earned.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the hire's
/// status is no longer `seen_status`; [`Error::ConfirmItIsYou`] if the call would end a case with
/// [`Handling::Matched`] and staff have no recent step-up authentication; [`Error::HireReplaced`] if the status would
/// reopen the case and the ticket has another active hire. For a canceled hire also [`Error::HireRefunded`] if it has
/// a refund, in progress or done, and [`Error::CaseEnded`] if its case ended early and the status doesn't reopen it.
pub fn set_status(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    new_status: HireStatus,
    seen_status: Option<HireStatus>,
    ends_case: Option<bool>,
) -> Result<LawyerHire> {
    actor.must_be_admin()?;
    let (hire, refund) = in_transaction(&*deps.database, |store| {
        // The ticket is locked first. If a payment for a lawyer for this ticket is being settled, this
        // request waits for it, and then sees the new hire.
        let hire = store.hire(id)?.ok_or(Error::NotFound)?;
        if let Some(ticket) = hire.ticket_id {
            store.lock_payable_item(Payable::Lawyer(ticket))?;
        }
        let payment = lock_payment_of(store, &hire)?;
        let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
        if !hire.status.can_become(new_status, Role::Admin) {
            return Ok((hire, None));
        }
        if seen_status.is_some_and(|seen| seen != hire.status) {
            return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, id.0)?));
        }
        let case = lock_case_of(store, &hire)?;
        let case_events = case.events_for_status(new_status, ends_case);
        if case.handling == Handling::Matched && case_events.contains(&CaseEventKind::StaffEnded) {
            return end_matched(deps, store, actor, LockedCase { hire, case, payment }, new_status);
        }
        check_may_relabel(store, &hire, &case, case_events)?;
        store.set_hire_status(id, new_status)?.ok_or(Error::NotFound)?;
        let case = follow_status(deps, store, actor, case, (new_status, case_events))?;
        allocate_fee_of(deps, store, id)?;
        // A hire becomes solved when it ends, and unsolved when it is opened again.
        let closes_or_reopens = hire.status.is_open() != new_status.is_open();
        let is_solved = if closes_or_reopens { !new_status.is_open() } else { hire.is_solved };
        let changed = store.set_hire_solved(id, is_solved)?.ok_or(Error::NotFound)?;
        let entry = actor.audit_entry((SUBJECT, id.0), AuditAction::HireChanged, deps.clock.now());
        let entry = entry.changed("status", &hire.status, &new_status).with_after("step", &case.step);
        store.audit(&with_solved_change(entry, hire.is_solved, is_solved))?;
        enqueue_status_texts(deps, store, hire.user_id, CaseKind::Hire, new_status.as_str())?;
        Ok((changed, None))
    })?;
    let Some(refund) = refund else { return Ok(hire) };
    request_refund(deps, refund);
    with_store(&*deps.database, |store| store.hire(id)?.ok_or(Error::NotFound))
}

/// Ends, without an outcome, an open case that Lanewise offers to lawyers, because staff set a status that ends the
/// case. Refunds the part of the price that the lawyer hasn't earned. Returns the hire and the stored refund, if any.
fn end_matched(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    locked: LockedCase,
    new_status: HireStatus,
) -> Result<(LawyerHire, Option<RefundId>)> {
    let LockedCase { hire, case, payment } = locked;
    actor.must_have_step_up(deps.clock.now())?;
    let refund = refund_at_end(deps, store, &hire, &case)?;
    let note = format!("Staff set the status {new_status}.");
    let change = CaseChange::by(actor, CaseEventKind::StaffEnded).with_note(Some(&note));
    let (case, refund) = ending::end_and_refund(deps, store, (case, payment), change, refund)?;
    let changed = store.hire(hire.id)?.ok_or(Error::NotFound)?;
    let entry = actor.audit_entry((SUBJECT, hire.id.0), AuditAction::HireChanged, deps.clock.now());
    let entry = entry.changed("status", &hire.status, &changed.status).with_after("step", &case.step);
    store.audit(&with_solved_change(entry, hire.is_solved, changed.is_solved))?;
    Ok((changed, refund))
}

/// If a change set or cleared the hire's solved flag, adds the flag's old and new value
/// to the audit entry.
fn with_solved_change(entry: AuditEntry, before: bool, after: bool) -> AuditEntry {
    if before == after { entry } else { entry.changed("is_solved", &before, &after) }
}

/// Updates the case after staff set `new_status`. Adds `case_events`, which change the case's step. If the new status
/// says that the driver was contacted, records that too. Also records if the status starts or stops differing from
/// the status that the step implies.
fn follow_status(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    mut case: Case,
    (new_status, case_events): (HireStatus, &[CaseEventKind]),
) -> Result<Case> {
    for kind in case_events {
        case = record(deps, store, case, CaseChange::by(actor, *kind))?;
    }
    if new_status == HireStatus::Contacted
        && case.contacted_at.is_none()
        && case.handling != Handling::Matched
    {
        case.contacted_at = Some(deps.clock.now());
        case = record(deps, store, case, CaseChange::by(actor, CaseEventKind::DriverContacted))?;
    }
    let is_by_hand = case.is_manual_label(new_status);
    if case.is_label_by_staff == is_by_hand {
        return Ok(case);
    }
    case.is_label_by_staff = is_by_hand;
    let note = format!("Status: {new_status}");
    record(deps, store, case, CaseChange::by(actor, CaseEventKind::LabelSet).with_note(Some(&note)))
}

/// Checks that a canceled hire may get another status. If the hire's case ended early, the
/// new status must also reopen the case. `case_events` are the events that the new status
/// adds to the case.
fn check_may_relabel(
    store: &mut dyn Store,
    hire: &LawyerHire,
    case: &Case,
    case_events: &[CaseEventKind],
) -> Result<()> {
    let reopens = case.step.is_broken_off() && case_events.contains(&CaseEventKind::StaffReopened);
    if hire.status != HireStatus::Cancelled && !reopens {
        return Ok(());
    }
    if hire.is_refunded() {
        return Err(Error::HireRefunded);
    }
    if case.step.is_broken_off() && !reopens {
        return Err(Error::CaseEnded);
    }
    match hire.ticket_id {
        Some(ticket) if reopens && store.has_active_hire(ticket)? => Err(Error::HireReplaced),
        _ => Ok(()),
    }
}
