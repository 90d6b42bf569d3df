//! Accepting and declining offers by lawyers, and skipping a lawyer by staff
//! (docs/product/cases.md#matching).

use domain::legal_help::case::deadlines::update_due;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::offense::OffenseClass;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{HireId, LawyerId, RefundId};
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cancel_hire::request_refund;
use crate::legal_help::cases::access::active_lawyer;
use crate::legal_help::cases::ending::{self, LockedCase};
use crate::legal_help::cases::ends::run_and_refund;
use crate::legal_help::cases::steps::validate_reason;
use crate::payments::books::post::allocate_fee_of;
use crate::shared::cases::record::{CaseChange, must_be_current, record};

/// Accepts an offered case. By accepting, the lawyer confirms that there is no conflict of interest. The
/// lawyer may also confirm the class of the offense. `version` is the case's version that the lawyer saw;
/// with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`] for a case
/// that was never offered to the lawyer; [`Error::MatchingStopped`] if the lawyer's offer has
/// ended, or if the lawyer doesn't take the court or offense; [`Error::ChangedMeanwhile`] if
/// the version is outdated.
pub fn accept(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    version: Option<i32>,
    class: Option<OffenseClass>,
) -> Result<Case> {
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let LockedCase { mut case, .. } = ending::lock_case_and_payment(store, id)?;
        let (lawyer, _) = own_open_offer(deps, store, actor, &case)?;
        must_be_current(&case, version)?;
        if !lawyer.can_be_offered(&case.court, case.offense_class) {
            return Err(Error::MatchingStopped);
        }
        let lawyer = lawyer.id;
        let cleared = CaseChange::by(actor, CaseEventKind::ConflictCleared).with_lawyer(lawyer);
        case = record(deps, store, case, cleared)?;
        store.end_offer(id, OfferEnd::Accepted, now, None)?;
        case.lawyer_id = Some(lawyer);
        case.offense_class = class.unwrap_or(case.offense_class);
        case.answer_by = None;
        case.sign_by = Some(deps.case_periods.sign_by(now, BUSINESS_ZONE));
        case.update_due = Some(update_due(now, case.court_date, BUSINESS_ZONE));
        let case = record(deps, store, case, CaseChange::by(actor, CaseEventKind::LawyerAccepted))?;
        // The fee is allocated again, because the case has a lawyer now.
        allocate_fee_of(deps, store, id)?;
        Ok(case)
    })
}

/// Declines an offered case, and offers it to the next lawyer. If no lawyer is left, the case ends
/// with a refund. Only staff see the `reason`. `version` is the case's version that the lawyer saw;
/// with `None`, it isn't checked.
///
/// # Errors
/// The same errors as [`accept`], and a field error for the `reason`.
pub fn decline(deps: &Deps, actor: &Actor, id: HireId, reason: &str, version: Option<i32>) -> Result<Case> {
    let reason = validate_reason(reason)?;
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        let (_, offer) = own_open_offer(deps, store, actor, &locked.case)?;
        must_be_current(&locked.case, version)?;
        let change = CaseChange::by(actor, CaseEventKind::LawyerDeclined).with_note(Some(&reason));
        end_offer(deps, store, locked, (&offer, OfferEnd::Declined), change)
    })
}

/// Withdraws an open offer from its lawyer, and records the `reason`, for example that the lawyer
/// is absent. The case is then offered to the next lawyer, whom staff can't choose. `version` is
/// the case's version that the caller saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::ChangedMeanwhile`]
/// if no lawyer has an offer or the version is outdated, a field error for the `reason`.
pub fn skip(deps: &Deps, actor: &Actor, id: HireId, reason: &str, version: Option<i32>) -> Result<Case> {
    actor.must_be_admin()?;
    let reason = validate_reason(reason)?;
    run_and_refund(deps, actor, |store| {
        let locked = ending::lock_case_and_payment(store, id)?;
        must_be_current(&locked.case, version)?;
        let offer = store.open_offer(id)?.ok_or(Error::ChangedMeanwhile(None))?;
        let audited =
            actor.audit_entry((AuditSubject::LawyerHire, id.0), AuditAction::CaseChanged, deps.clock.now());
        store.audit(&audited.with_after("skipped_lawyer", &offer.lawyer_id).with_after("reason", &reason))?;
        let change = CaseChange::by(actor, CaseEventKind::LawyerSkipped).with_note(Some(&reason));
        end_offer(deps, store, locked, (&offer, OfferEnd::Skipped), change)
    })
}

/// Ends the open offer of a locked case, and offers the case to the next lawyer. If no lawyer is
/// left, the case ends. `offer` is the open offer and how it ends. Returns the case and the
/// stored refund, if any.
pub(super) fn end_offer(
    deps: &Deps,
    store: &mut dyn Store,
    LockedCase { case, payment, .. }: LockedCase,
    offer: (&LawyerOffer, OfferEnd),
    change: CaseChange,
) -> Result<(Case, Option<RefundId>)> {
    let case = ending::close_offer(deps, store, case, offer, change)?;
    ending::continue_matching(deps, store, (case, payment))
}

/// Withdraws a lawyer's open offers of cases that the lawyer no longer takes, after a change of the
/// lawyer's record. A failure is only logged.
pub(in crate::legal_help) fn recheck_offers_of(deps: &Deps, lawyer: LawyerId) {
    let open = with_store(&*deps.database, |store| store.open_cases_of(lawyer).map_err(Error::from));
    let open = open.unwrap_or_else(|error| {
        tracing::warn!(lawyer = lawyer.0, %error, "could not check a lawyer's offers");
        vec![]
    });
    for id in open.into_iter().filter(|case| case.step.is_matching()).map(|case| case.id) {
        let checked = in_transaction(&*deps.database, |store| {
            let LockedCase { case, payment, .. } = ending::lock_case_and_payment(store, id)?;
            if case.step.is_matching() {
                ending::recheck_offer(deps, store, (case, payment))
            } else {
                Ok((case, None))
            }
        });
        match checked {
            Ok((_, refund)) => refund.into_iter().for_each(|refund| request_refund(deps, refund)),
            Err(error) => tracing::warn!(case = id.0, %error, "could not check a lawyer's offer"),
        }
    }
}

/// Returns the calling lawyer, and the lawyer's open offer of a locked case.
fn own_open_offer(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: &Case,
) -> Result<(Lawyer, LawyerOffer)> {
    let lawyer = active_lawyer(store, actor)?;
    let now = deps.clock.now();
    let is_open = |offer: &LawyerOffer| {
        let is_in_time = now < offer.answer_by && case.accept_by.is_none_or(|accept_by| now < accept_by);
        offer.lawyer_id == lawyer.id && is_in_time
    };
    match store.open_offer(case.id)?.filter(is_open) {
        Some(offer) => Ok((lawyer, offer)),
        None if store.lawyers_ever_offered(case.id)?.contains(&lawyer.id) => Err(Error::MatchingStopped),
        None => Err(Error::NotFound),
    }
}
