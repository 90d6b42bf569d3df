//! The driver's consents in a case: to show the driver's record to the lawyer, and to let staff
//! read messages and files.

use domain::legal_help::case::action::CaseAction;
use domain::legal_help::case::news::CaseNews;
use domain::legal_help::case::record::Case;
use domain::legal_help::secrets::{Consent, ConsentKind, ConsentState};
use domain::requests::case_update::CaseKind;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{HireId, LawyerId};
use ports::legal_help::secrets::NewConsent;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{must_be_driver_of_case, must_be_lawyer_of_case};
use crate::shared::case_updates::enqueue_status_texts;
use crate::shared::cases::record::lock_case;
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// The driver's answer to a request for consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentAnswer {
    /// The driver gives the requested consent.
    Give,
    /// The driver refuses the request, or withdraws the consent.
    End,
}

/// Requests the driver's consent to show the driver's record to the case's lawyer. A repeated request changes nothing.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`] if the lawyer doesn't have
/// the case; [`Error::ChangedMeanwhile`] if the case is decided or closed.
pub fn request_record_consent(deps: &Deps, actor: &Actor, id: HireId) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        let lawyer = must_be_lawyer_of_case(store, actor, &case)?;
        if !case.step.is_open() {
            return Err(Error::ChangedMeanwhile(None));
        }
        let actions = case.lawyer_actions(&store.consents_of(id)?, deps.clock.now());
        let is_new = actions.contains(&CaseAction::AskForRecord);
        request_consent(deps, store, actor, &case, (ConsentKind::RecordForLawyer, Some(lawyer.id), is_new))
    })
}

/// Requests the driver's consent for staff to read messages and files. A repeated request changes nothing.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn request_reading_consent(deps: &Deps, actor: &Actor, id: HireId) -> Result<()> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        let actions = case.reading_actions(&store.consents_of(id)?, deps.clock.now());
        let is_new = actions.contains(&CaseAction::AskToRead);
        request_consent(deps, store, actor, &case, (ConsentKind::StaffReading, None, is_new))
    })
}

/// Stores a request for the driver's consent and notifies the driver. Does nothing if `is_new` is false.
/// `lawyer_id` is the lawyer who would see the driver's record; `None` if staff ask to read messages.
fn request_consent(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: &Case,
    (kind, lawyer_id, is_new): (ConsentKind, Option<LawyerId>, bool),
) -> Result<()> {
    if !is_new {
        return Ok(());
    }
    let asked_at = deps.clock.now();
    let new = NewConsent { case: case.id, kind, lawyer_id, asked_by: actor.id(), asked_at };
    let consent = store.insert_consent(&new)?;
    audit_consent(deps, store, actor, case, &consent)?;
    enqueue_status_texts(deps, store, case.user_id, CaseKind::CaseNews, CaseNews::ConsentAsked.as_str())?;
    enqueue(deps, store, &QueuedEmail::CaseNews(case.id, CaseNews::ConsentAsked))
}

/// Gives, refuses or withdraws a requested consent. `id` is the case's hire, and `consent` is the consent's id.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's case or an unknown request;
/// [`Error::ChangedMeanwhile`] if the consent has ended, or if the driver gives a consent that isn't requested now.
pub fn answer(deps: &Deps, actor: &Actor, id: HireId, consent: i64, answer: ConsentAnswer) -> Result<()> {
    in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        must_be_driver_of_case(actor, &case)?;
        let consents = store.consents_of(id)?.into_iter();
        let mut consent = consents.rev().find(|one| one.id == consent).ok_or(Error::NotFound)?;
        let now = deps.clock.now();
        match (consent.state(&case, now), answer) {
            (ConsentState::Asked, ConsentAnswer::Give) => {
                consent.given_at = Some(now);
                consent.expires_at = consent.kind.expires_at(now);
            }
            (ConsentState::Asked | ConsentState::Given, ConsentAnswer::End) => consent.ended_at = Some(now),
            _ => return Err(Error::ChangedMeanwhile(None)),
        }
        store.set_consent(&consent)?;
        audit_consent(deps, store, actor, &case, &consent)
    })
}

/// Marks the case's requests and consents for the driver's record as expired. Called when a correction reopens a
/// decided case. Otherwise, they would be valid again, because [`Consent::state`] reports them as expired only while
/// the case isn't open.
pub(in crate::legal_help::cases) fn end_record_consents(
    deps: &Deps,
    store: &mut dyn Store,
    id: HireId,
) -> Result<()> {
    for consent in store.consents_of(id)? {
        let is_for_record = consent.kind == ConsentKind::RecordForLawyer;
        if is_for_record && consent.ended_at.is_none() && consent.expires_at.is_none() {
            store.set_consent(&Consent { expires_at: Some(deps.clock.now()), ..consent })?;
        }
    }
    Ok(())
}

/// Adds an audit entry about a request for consent or the driver's answer.
fn audit_consent(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: &Case,
    consent: &Consent,
) -> Result<()> {
    let now = deps.clock.now();
    let entry = actor.audit_entry((AuditSubject::LawyerHire, case.id.0), AuditAction::ConsentChanged, now);
    let entry = entry.with_after("user_id", &case.user_id).with_after("consent", &consent.kind);
    Ok(store.audit(&entry.with_after("state", &consent.state(case, now)))?)
}
