//! Ends cases for the driver, the lawyer or staff, and gives cases to another lawyer
//! (docs/product/cases.md#ending-a-case).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{HireId, RefundId};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cancel_hire::request_refund;
use crate::legal_help::cases::access::{must_be_driver_of_case, must_be_lawyer_of_case};
use crate::legal_help::cases::ending::{self, LockedCase};
use crate::legal_help::cases::steps::validate_reason;
use crate::payments::books::post::allocate_fee_of;
use crate::shared::cases::money::refund_at_end;
use crate::shared::cases::record::{CaseChange, must_be_current, record};

/// Ends the calling driver's case, which must be open. Within the cancellation window, the full
/// price is refunded. Afterwards, only the part that the lawyer hasn't earned is refunded. In some
/// cases, nothing is refunded until staff decide about the money. `version` is the case's version
/// that the driver saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's case;
/// [`Error::ChangedMeanwhile`] if the case isn't open or the version is outdated.
pub fn end_by_driver(deps: &Deps, actor: &Actor, id: HireId, version: Option<i32>) -> Result<Case> {
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_driver_of_case(actor, &locked.case)?;
        must_be_current(&locked.case, version)?;
        must_be_open(&locked.case)?;
        let refund = refund_at_end(deps, store, &locked.hire, &locked.case)?;
        let change = CaseChange::by(actor, CaseEventKind::DriverEnded);
        ending::end_and_refund(deps, store, (locked.case, locked.payment), change, refund)
    })
}

/// Ends an open case, for staff. The same amount is refunded as if the driver had ended the case. `version`
/// is the case's version that the caller saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the
/// case isn't open or the version is outdated; a field error for the `reason`.
pub fn end_by_staff(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    reason: &str,
    version: Option<i32>,
) -> Result<Case> {
    actor.must_be_admin()?;
    let reason = validate_reason(reason)?;
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_current(&locked.case, version)?;
        must_be_open(&locked.case)?;
        let refund = refund_at_end(deps, store, &locked.hire, &locked.case)?;
        audit_case_change(deps, store, actor, &locked.case, ("ended", &reason))?;
        let change = CaseChange::by(actor, CaseEventKind::StaffEnded).with_note(Some(&reason));
        ending::end_and_refund(deps, store, (locked.case, locked.payment), change, refund)
    })
}

/// Withdraws the calling lawyer from the case and ends it. The driver sees the `reason`. The same amount is
/// refunded as if the driver had ended the case. `version` is the case's version that the lawyer saw; with
/// `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`] if the lawyer doesn't have
/// the case; [`Error::ChangedMeanwhile`] if the lawyer can't withdraw now or the version is outdated; a field
/// error for the `reason`.
pub fn withdraw(deps: &Deps, actor: &Actor, id: HireId, reason: &str, version: Option<i32>) -> Result<Case> {
    let reason = validate_reason(reason)?;
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_lawyer_of_case(store, actor, &locked.case)?;
        must_be_current(&locked.case, version)?;
        let refund = refund_at_end(deps, store, &locked.hire, &locked.case)?;
        let case = Case { sign_by: None, ..locked.case };
        let change = CaseChange::by(actor, CaseEventKind::LawyerWithdrew).with_note(Some(&reason));
        ending::end_and_refund(deps, store, (case, locked.payment), change, refund)
    })
}

/// Removes the lawyer from a case that Lanewise offers to lawyers ([`Handling::Matched`]), and offers the case to the
/// next lawyer with new deadlines. Also reopens a case that has ended, unless its price was refunded. `version` is
/// the case's version that the caller saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::HireRefunded`];
/// [`Error::HireReplaced`] if the ticket has another active hire; [`Error::ChangedMeanwhile`] if
/// the case isn't matched, can't be reassigned at its step, or the version is outdated; a field
/// error for the `reason`.
pub fn reassign(deps: &Deps, actor: &Actor, id: HireId, reason: &str, version: Option<i32>) -> Result<Case> {
    actor.must_be_admin()?;
    let reason = validate_reason(reason)?;
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_current(&locked.case, version)?;
        if locked.case.handling != Handling::Matched {
            return Err(Error::ChangedMeanwhile(None));
        }
        let LockedCase { hire, case, payment } = &locked;
        // After a lost chargeback, the payment has no money left for another lawyer.
        if hire.refund.is_some() || payment.is_none() {
            return Err(Error::HireRefunded);
        }
        if let Some(ticket) = case.ticket_id.filter(|_| case.step.is_broken_off())
            && store.has_active_hire(ticket)?
        {
            return Err(Error::HireReplaced);
        }
        audit_case_change(deps, store, actor, case, ("reassigned", &reason))?;
        let change = CaseChange::by(actor, CaseEventKind::StaffReassigned).with_note(Some(&reason));
        offer_again(deps, store, locked, change)
    })
}

/// Removes the lawyer from the calling driver's case, because the lawyer's update is late. Offers the case
/// to the next lawyer with new deadlines. `version` is the case's version that the driver saw; with
/// `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's case;
/// [`Error::ChangedMeanwhile`] if no update is late or the version is outdated; [`Error::HireRefunded`] if
/// the price was refunded.
pub fn change_lawyer(deps: &Deps, actor: &Actor, id: HireId, version: Option<i32>) -> Result<Case> {
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_driver_of_case(actor, &locked.case)?;
        must_be_current(&locked.case, version)?;
        if !locked.case.may_change_lawyer(deps.clock.now()) {
            return Err(Error::ChangedMeanwhile(None));
        }
        if locked.payment.is_none() {
            return Err(Error::HireRefunded);
        }
        offer_again(deps, store, locked, CaseChange::by(actor, CaseEventKind::DriverReassigned))
    })
}

/// Records that a case's lawyer stops working on it, and offers the case to the next lawyer with new deadlines.
fn offer_again(
    deps: &Deps,
    store: &mut dyn Store,
    LockedCase { mut case, payment, .. }: LockedCase,
    change: CaseChange,
) -> Result<(Case, Option<RefundId>)> {
    let change = case.lawyer_id.into_iter().fold(change, CaseChange::with_lawyer);
    (case.lawyer_id, case.driver_excused_at) = (None, None);
    (case.sign_by, case.update_due) = (None, None);
    let ticket = case.ticket_id.map(|ticket| store.ticket(ticket)).transpose()?.flatten();
    let dates = ticket.map_or([None; 2], |ticket| [ticket.filed.due_date, ticket.filed.court_date]);
    let accept_by = deps.case_periods.accept_by(deps.clock.now(), &dates, BUSINESS_ZONE);
    case.accept_by = Some(accept_by.deadline(BUSINESS_ZONE));
    let case = record(deps, store, case, change)?;
    allocate_fee_of(deps, store, case.id)?;
    ending::continue_matching(deps, store, (case, payment))
}

/// Runs `work` in a database transaction. After the commit, requests the refund that `work` returned.
///
/// # Errors
/// [`Error::ConfirmItIsYou`] if there is a refund, and `actor` is staff without a recent step-up authentication.
pub(super) fn run_and_refund(
    deps: &Deps,
    actor: &Actor,
    work: impl FnOnce(&mut dyn Store) -> Result<(Case, Option<RefundId>)>,
) -> Result<Case> {
    let (case, refund) = in_transaction(&*deps.database, |store| -> Result<_> {
        let (case, refund) = work(store)?;
        if refund.is_some() {
            actor.must_have_step_up(deps.clock.now())?;
        }
        Ok((case, refund))
    })?;
    refund.into_iter().for_each(|refund| request_refund(deps, refund));
    Ok(case)
}

/// Checks that the case is neither decided, closed nor ended.
fn must_be_open(case: &Case) -> Result<()> {
    if case.step.is_open() { Ok(()) } else { Err(Error::ChangedMeanwhile(None)) }
}

/// Adds an audit entry with the case's step before its change. `change` names the change, and
/// `reason` is staff's reason.
fn audit_case_change(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: &Case,
    (change, reason): (&'static str, &String),
) -> Result<()> {
    let entry =
        actor.audit_entry((AuditSubject::LawyerHire, case.id.0), AuditAction::CaseChanged, deps.clock.now());
    Ok(store.audit(&entry.with_before("step", &case.step).with_after(change, reason))?)
}
