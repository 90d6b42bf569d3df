//! Records that staff or the lawyer contacted the driver (docs/product/cases.md#contact-within-12-hours).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::HireId;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{CaseRole, role_in};
use crate::shared::cases::record::{CaseChange, lock_case_of, record};

/// Records the first contact with the driver. Repeated calls change nothing.
///
/// # Errors
/// [`Error::Forbidden`] for the driver, a deactivated lawyer, and a lawyer who was only offered the
/// case; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the caller is the lawyer and the case has
/// ended without a decision.
pub fn record_contact(deps: &Deps, actor: &Actor, id: HireId) -> Result<Case> {
    in_transaction(&*deps.database, |store| {
        let hire = store.lock_hire(id)?.ok_or(Error::NotFound)?;
        let mut case = lock_case_of(store, &hire)?;
        match role_in(store, actor, &case)? {
            CaseRole::Lawyer(_) if case.step.is_broken_off() => return Err(Error::ChangedMeanwhile(None)),
            CaseRole::Staff | CaseRole::Lawyer(_) => {}
            CaseRole::Driver | CaseRole::Candidate(_) => return Err(Error::Forbidden),
        }
        if case.contacted_at.is_some() {
            return Ok(case);
        }
        let now = deps.clock.now();
        case.contacted_at = Some(now);
        if actor.is_admin() {
            let entry = actor.audit_entry((AuditSubject::LawyerHire, id.0), AuditAction::CaseChanged, now);
            store.audit(&entry.with_after("contacted", &true))?;
        }
        record(deps, store, case, CaseChange::by(actor, CaseEventKind::DriverContacted))
    })
}
