//! Checks that the caller may read or write a case's messages and files (docs/product/cases.md#messages-and-files).

use domain::legal_help::case::record::Case;
use domain::legal_help::secrets::{ConsentKind, ConsentState, has_consent};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::LawyerId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{CaseRole, role_in};

/// A caller who may read a case's messages and files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The driver of the case, who sees all messages.
    Driver,
    /// The case's lawyer, who doesn't see messages between the driver and a former lawyer.
    Lawyer(LawyerId),
    /// Staff, with the driver's consent.
    Staff,
}

/// A caller who may add messages and files to a case: its driver or its lawyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The lawyer of the case, even if the driver is the caller.
    pub lawyer: LawyerId,
    /// Whether the caller is the lawyer. Otherwise the caller is the driver.
    pub is_lawyer: bool,
}

/// Checks that the caller may read the case's messages and files.
///
/// # Errors
/// [`Error::NotFound`] for other drivers, and for lawyers who don't have the case or withdrew from it;
/// [`Error::Forbidden`] for deactivated lawyers; [`Error::ConsentNeeded`] for staff without the driver's consent.
pub fn must_be_reader(deps: &Deps, store: &mut dyn Store, actor: &Actor, case: &Case) -> Result<Reader> {
    match role_in(store, actor, case)? {
        CaseRole::Driver => Ok(Reader::Driver),
        CaseRole::Lawyer(id) if case.may_lawyer_read_messages() => Ok(Reader::Lawyer(id)),
        CaseRole::Lawyer(_) | CaseRole::Candidate(_) => Err(Error::NotFound),
        CaseRole::Staff => {
            let (consents, now) = (store.consents_of(case.id)?, deps.clock.now());
            let is_given = has_consent(case, &consents, ConsentKind::StaffReading, ConsentState::Given, now);
            if is_given { Ok(Reader::Staff) } else { Err(Error::ConsentNeeded) }
        }
    }
}

/// Checks that the caller may add messages and files.
///
/// # Errors
/// [`Error::Forbidden`] for staff and deactivated lawyers; [`Error::NotFound`] for other drivers and lawyers;
/// [`Error::MessagesClosed`] while the case has no lawyer, and after it was closed or ended.
pub fn must_be_writer(store: &mut dyn Store, actor: &Actor, case: &Case) -> Result<Writer> {
    let is_lawyer = match role_in(store, actor, case)? {
        CaseRole::Staff => return Err(Error::Forbidden),
        CaseRole::Candidate(_) => return Err(Error::NotFound),
        CaseRole::Lawyer(_) if !case.may_lawyer_read_messages() => return Err(Error::NotFound),
        CaseRole::Driver => false,
        CaseRole::Lawyer(_) => true,
    };
    let lawyer = case.lawyer_id.filter(|_| case.takes_messages()).ok_or(Error::MessagesClosed)?;
    Ok(Writer { lawyer, is_lawyer })
}

/// Adds an audit entry when staff read messages or a file. The entry contains the driver's id and, under the name
/// `detail`, the number of messages or the file's id. The entry contains no message text and no file name.
pub fn audit_staff_reading(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: &Case,
    (detail, value): (&'static str, &i64),
) -> Result<()> {
    let subject = (AuditSubject::LawyerHire, case.id.0);
    let entry = actor.audit_entry(subject, AuditAction::CaseRead, deps.clock.now());
    Ok(store.audit(&entry.with_after("user_id", &case.user_id).with_after(detail, value))?)
}
