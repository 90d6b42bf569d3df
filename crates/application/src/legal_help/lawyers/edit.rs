//! Adding lawyers and changing their details, by staff.

use domain::legal_help::lawyer::{Lawyer, LawyerRecord, PracticeArea};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::LawyerId;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::offers::recheck_offers_of;
use crate::legal_help::statements::making::start_fee_next_month;
use crate::shared::changes::Changes;

/// Adds an active lawyer without an account. The lawyer gets offers after accepting an invitation. A monthly
/// fee applies starting next month.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::TooManyLawyers`], field errors.
pub fn add(deps: &Deps, actor: &Actor, record: &LawyerRecord) -> Result<Lawyer> {
    actor.must_be_admin()?;
    let record = record.validated().map_err(Error::Fields)?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        store.lock_limit(Limit::Lawyers)?;
        if store.count_lawyers()? >= LawyerRecord::MAX_LAWYERS {
            return Err(Error::TooManyLawyers);
        }
        check_area_courts(store, &record)?;
        let fee_from = record.monthly_fee.map(|_| FeeMonth::at(now).next());
        let lawyer = store.insert_lawyer(&record, fee_from, now)?;
        let entry = actor.audit_entry((AuditSubject::Lawyer, lawyer.id.0), AuditAction::LawyerChanged, now);
        store.audit(&entry.with_all_after(fields(&record)))?;
        Ok(lawyer)
    })
}

/// Changes a lawyer's details. A changed monthly fee applies starting next month. A changed email ends the
/// lawyer's open invitations. Ends the lawyer's open offers for cases that the lawyer no longer takes.
/// `version` is the lawyer's version that the caller saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::ChangedMeanwhile`]
/// if the version is outdated, field errors.
pub fn change(
    deps: &Deps,
    actor: &Actor,
    id: LawyerId,
    record: &LawyerRecord,
    version: Option<i32>,
) -> Result<Lawyer> {
    actor.must_be_admin()?;
    let record = record.validated().map_err(Error::Fields)?;
    let subject = (AuditSubject::Lawyer, id.0);
    let changed = in_transaction(&*deps.database, |store| {
        let held = lock_lawyer_version(store, id, version)?;
        if held.record == record {
            return Ok(held);
        }
        check_area_courts(store, &record)?;
        if held.record.monthly_fee != record.monthly_fee {
            start_fee_next_month(deps, store, &held)?;
        }
        let changed = store.update_lawyer(id, &record)?.ok_or(Error::NotFound)?;
        if held.record.email != record.email {
            store.end_invitations_of_lawyer(id, deps.clock.now())?;
        }
        let mut changes = Changes::default();
        for ((field, before), (_, after)) in fields(&held.record).into_iter().zip(fields(&record)) {
            changes.add(field, before, after);
        }
        changes.add_hidden("email", &held.record.email, &record.email);
        changes.add_hidden("phone", &held.record.phone, &record.phone);
        changes.write(store, actor, AuditAction::LawyerChanged, subject, deps.clock.now())?;
        Ok::<_, Error>(changed)
    })?;
    recheck_offers_of(deps, id);
    Ok(changed)
}

/// Locks a lawyer, and checks that `version`, which the caller saw, is the current one. With
/// `None`, the version isn't checked.
pub(super) fn lock_lawyer_version(
    store: &mut dyn Store,
    id: LawyerId,
    version: Option<i32>,
) -> Result<Lawyer> {
    let held = store.lock_lawyer(id)?.ok_or(Error::NotFound)?;
    if version.is_some_and(|seen| seen != held.version) {
        return Err(Error::ChangedMeanwhile(store.last_change(AuditSubject::Lawyer, id.0)?));
    }
    Ok(held)
}

/// Checks that each court in the lawyer's areas is in the register as a court of the area's state.
fn check_area_courts(store: &mut dyn Store, record: &LawyerRecord) -> Result<()> {
    for area in &record.areas {
        let PracticeArea::Court(state, id) = area else { continue };
        let places = store.authority_places(&[*id])?;
        if !places.iter().any(|place| place.is_court && place.state == Some(*state)) {
            return Err(Error::field("areas", "Choose a court in that state from the list of authorities."));
        }
    }
    Ok(())
}

/// Returns a lawyer's details as strings for the audit trail. Email and phone are left out, because nothing
/// can be removed from an audit entry later.
fn fields(record: &LawyerRecord) -> Vec<(&'static str, String)> {
    let licenses = record.licenses.iter().map(|one| format!("{} {}", one.state.name(), one.number));
    let areas = record.areas.iter().map(|area| match area {
        PracticeArea::State(state) => state.name().to_owned(),
        PracticeArea::County(state, county) => format!("{county}, {}", state.name()),
        PracticeArea::Court(state, id) => format!("court {id}, {}", state.name()),
    });
    vec![
        ("name", record.name.clone()),
        ("firm", record.firm.clone()),
        ("licenses", licenses.collect::<Vec<_>>().join("; ")),
        ("areas", areas.collect::<Vec<_>>().join("; ")),
        ("takes_misdemeanors", record.takes_misdemeanors.to_string()),
        ("capacity", record.capacity.to_string()),
        ("trust_account_name", record.trust_account_name.clone()),
        ("monthly_fee", record.monthly_fee.map(|fee| fee.to_string()).unwrap_or_default()),
    ]
}
