//! The parts of a case that its driver, its lawyer, or staff may see.

use std::slice;

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::driving_record::ticket::Ticket;
use domain::legal_help::agreement::Agreement;
use domain::legal_help::cancellation_window;
use domain::legal_help::case::action::{ActionFacts, CaseAction};
use domain::legal_help::case::event::CaseEvent;
use domain::legal_help::case::guarantee::{GuaranteeResult, decide_guarantee};
use domain::legal_help::case::next::NextInCase;
use domain::legal_help::case::plea::Plea;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::LawyerHire;
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::offer::GuaranteePayer;
use domain::legal_help::secrets::{Consent, ConsentState};
use domain::payments::refund::{Refund, RefundReason};
use domain::shared::business_time::{BUSINESS_ZONE, business_date};
use domain::shared::ids::HireId;
use domain::shared::money::Money;
use ports::legal_help::secrets::SecretCounts;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{CaseCaller, CaseRole, active_lawyer};
use crate::legal_help::cases::records::{CaseParts, CaseRecords};
use crate::payments::moves::refundable_amount;
use crate::shared::cases::money::refund_at_end;
use crate::shared::cases::record::case_of;

/// The parts of a case that the caller may see. For a lawyer with an open offer, the `http` crate
/// leaves out some of these parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseView {
    /// The caller's relation to the case.
    pub role: CaseRole,
    pub case: Case,
    /// The hire of the case, for its label, price and refund.
    pub hire: LawyerHire,
    /// The lawyer who accepted the case. If no lawyer has accepted it, staff see the lawyer
    /// with the open offer.
    pub lawyer: Option<Lawyer>,
    /// The driver; `None` if the caller is the driver.
    pub driver: Option<User>,
    /// The ticket, if it wasn't removed.
    pub ticket: Option<Ticket>,
    /// The timeline, oldest first.
    pub events: Vec<VisibleEvent>,
    /// The agreement with the lawyer who has the case, if there is one. For staff, its
    /// text is left out.
    pub agreement: Option<Agreement>,
    /// The latest offer of the prosecutor, if there is one. For staff, its text is left out.
    pub plea: Option<Plea>,
    /// Whether the case was won, if known.
    pub guarantee: Option<GuaranteeResult>,
    /// Amounts of refunds, for the driver and staff; `None` for lawyers.
    pub money: Option<CaseMoney>,
    /// What happens next, and by when.
    pub next: NextInCase,
    /// The calls that the caller may make now.
    pub actions: Vec<CaseAction>,
    /// The steps that the lawyer may record now. Empty if the caller isn't the case's lawyer.
    pub next_steps: Vec<CaseStep>,
    /// The numbers of messages and files that the case has. Zero for a lawyer who hasn't accepted yet.
    pub counts: SecretCounts,
    /// The consents with their states, oldest first. Empty for a lawyer who hasn't accepted yet.
    pub consents: Vec<(Consent, ConsentState)>,
}

/// An event as the caller sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleEvent {
    pub event: CaseEvent,
    /// The lawyer that the event is about, if any.
    pub lawyer: Option<Lawyer>,
    /// Whether a note was left out because the caller may not read it. With the driver's consent, staff can
    /// read the note together with the case's messages.
    pub is_note_hidden: bool,
}

/// Amounts that were refunded in a case, or that would be refunded now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseMoney {
    /// Total of the price's refunds that are planned, in progress or completed.
    pub refunded: Money,
    /// The amount refunded if the driver or staff end the case now. `None` if the case can't be
    /// ended, has no payment, or if staff decide about the money.
    pub at_end: Option<Money>,
    /// The amount refunded if the driver uses the guarantee now. `None` if the guarantee doesn't
    /// apply, nothing is left to refund, or there is no payment.
    pub money_back: Option<Money>,
    /// The amount refunded if the driver cancels the hire now. `None` after the cancellation
    /// window, if nothing is left to refund, if the case has ended, or if the guarantee applies.
    pub at_cancel: Option<Money>,
}

/// Returns the parts of a case that the caller may see.
///
/// # Errors
/// [`Error::NotFound`] for a case that the caller may not see, [`Error::Forbidden`] for a deactivated lawyer.
pub fn show(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<CaseView> {
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    let case = case_of(store, &hire)?;
    let caller = CaseCaller::read(store, actor)?;
    let mut records = CaseRecords::read(store, slice::from_ref(&case))?;
    compose_view(deps, store, caller, case, &mut records)
}

/// Maximum number of cases in a driver's list.
const MAX_LISTED: i64 = 200;

/// Lists the calling driver's cases, newest first, at most [`MAX_LISTED`].
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers.
pub fn list_cases_of_driver(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<CaseView>> {
    actor.must_be_driver()?;
    let cases = store.newest_cases_of_driver(actor.id(), MAX_LISTED)?;
    compose_views(deps, store, CaseCaller::Driver(actor), cases)
}

/// Lists the cases that the calling lawyer accepted or has an open offer for: open cases first, by the
/// nearest deadline or court date. At most 200 closed cases follow, newest first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer.
pub fn list_cases_of_lawyer(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<CaseView>> {
    let lawyer = active_lawyer(store, actor)?.id;
    let cases = store.cases_of_lawyer(lawyer)?;
    compose_views(deps, store, CaseCaller::Lawyer(lawyer), cases)
}

/// Builds the views of cases. Leaves out cases that the caller may no longer see.
fn compose_views(
    deps: &Deps,
    store: &mut dyn Store,
    caller: CaseCaller<'_>,
    cases: Vec<Case>,
) -> Result<Vec<CaseView>> {
    let mut records = CaseRecords::read(store, &cases)?;
    let mut views = Vec::new();
    for case in cases {
        match compose_view(deps, store, caller, case, &mut records) {
            // The lawyer's offer has ended, or the hire was deleted, since the cases were read.
            Err(Error::NotFound) => {}
            view => views.push(view?),
        }
    }
    Ok(views)
}

/// Builds the view of a case from its records, which were already read. From the store, reads only
/// refunded and refundable amounts.
fn compose_view(
    deps: &Deps,
    store: &mut dyn Store,
    caller: CaseCaller<'_>,
    case: Case,
    records: &mut CaseRecords,
) -> Result<CaseView> {
    let CaseParts { hire, offer, agreement, events: all_events, driver, ticket, counts, consents } =
        records.take(&case)?;
    let role = caller.role_in(&case, offer.as_ref())?;
    let now = deps.clock.now();
    let today = business_date(now);
    let offered = offer.as_ref().map(|offer| offer.lawyer_id).filter(|_| role == CaseRole::Staff);
    let lawyer = case.lawyer_id.or(offered).and_then(|id| records.lawyer(id));
    // A lawyer with an open offer doesn't see what happened under former lawyers, because the check
    // for conflicts of interest doesn't need it.
    let is_candidate = matches!(role, CaseRole::Candidate(_));
    let plea = Plea::latest(&all_events).filter(|_| !is_candidate);
    let plea = if role == CaseRole::Staff { plea.map(Plea::without_text) } else { plea };
    let has_private_notes = all_events.iter().any(|event| event.private_note().is_some());
    let verdict = case.verdict.filter(|_| !is_candidate);
    let contacted_at = case.contacted_at.filter(|_| !is_candidate);
    let case = Case { verdict, contacted_at, ..case };
    let has_agreement = agreement.is_some();
    // Staff get the agreement's text only together with the messages, and only with the driver's
    // consent. An agreement in a PDF is one of the case's files, for which staff need the same
    // consent.
    let agreement = if role == CaseRole::Staff { agreement.map(Agreement::without_text) } else { agreement };
    let money = match role {
        CaseRole::Driver | CaseRole::Staff => Some(money_of(deps, store, &case, &hire)?),
        CaseRole::Candidate(_) | CaseRole::Lawyer(_) => None,
    };
    let facts = ActionFacts {
        has_agreement,
        has_offer: offer.is_some(),
        is_refunded: hire.refund.is_some(),
        can_get_money_back: money.is_some_and(|money| money.money_back.is_some()),
        now,
    };
    let (counts, consents) =
        if is_candidate { (SecretCounts::default(), vec![]) } else { (counts, consents) };
    Ok(CaseView {
        role,
        lawyer,
        driver: driver.filter(|_| role != CaseRole::Driver),
        ticket,
        events: visible_events(records, role, all_events),
        agreement,
        plea,
        guarantee: case
            .verdict
            .zip(case.at_hire)
            .map(|(verdict, at_hire)| decide_guarantee(&verdict, at_hire, today)),
        money,
        next: case.next(has_agreement),
        actions: match role {
            CaseRole::Driver => case.driver_actions(facts),
            CaseRole::Staff => {
                let mut actions = case.staff_actions(facts);
                if counts.messages + counts.files > 0 || has_private_notes || has_agreement {
                    actions.extend(case.reading_actions(&consents, now));
                }
                actions
            }
            CaseRole::Candidate(_) => vec![CaseAction::Accept, CaseAction::Decline],
            CaseRole::Lawyer(_) => case.lawyer_actions(&consents, now),
        },
        next_steps: match role {
            CaseRole::Lawyer(_) => case.next_steps(),
            CaseRole::Driver | CaseRole::Staff | CaseRole::Candidate(_) => vec![],
        },
        counts,
        consents: add_consent_states(&case, consents, now),
        case,
        hire,
    })
}

/// Returns the amounts that were refunded in a case, and the amounts that would be refunded now.
fn money_of(deps: &Deps, store: &mut dyn Store, case: &Case, hire: &LawyerHire) -> Result<CaseMoney> {
    let now = deps.clock.now();
    let is_guaranteed = case.guarantee_refund_payer(business_date(now)) != GuaranteePayer::Nobody;
    let Some(payment) = hire.payment_id.map(|id| store.payment(id)).transpose()?.flatten() else {
        let refunded = Money::ZERO;
        return Ok(CaseMoney { refunded, at_end: None, money_back: None, at_cancel: None });
    };
    let refunds = store.refunds_of(payment.id)?;
    let of_price =
        |refund: &&Refund| refund.status.is_claimed() && refund.reason != RefundReason::PaidTooMuch;
    let refunded = refunds.iter().filter(of_price).map(|refund| refund.amount.cents()).sum();
    let left = refundable_amount(store, &payment, &refunds)?;
    let at_end = if case.step.is_open() { refund_at_end(deps, store, hire, case)? } else { None };
    let is_in_window = cancellation_window::is_open(hire.recorded_at, BUSINESS_ZONE, now);
    let can_cancel = is_in_window && !case.step.is_broken_off() && !is_guaranteed;
    let at_end = at_end.map(|refund| left.cents() - refund.kept.cents());
    Ok(CaseMoney {
        refunded: Money::from_cents(refunded),
        at_end: at_end.map(|cents| Money::from_cents(cents.max(0))),
        money_back: Some(left).filter(|left| is_guaranteed && *left > Money::ZERO),
        at_cancel: Some(left).filter(|left| can_cancel && *left > Money::ZERO),
    })
}

/// Returns the consents, each with its state at the time `now`.
fn add_consent_states(
    case: &Case,
    consents: Vec<Consent>,
    now: DateTime<Utc>,
) -> Vec<(Consent, ConsentState)> {
    let with_state = |consent: Consent| {
        let state = consent.state(case, now);
        (consent, state)
    };
    consents.into_iter().map(with_state).collect()
}

/// Returns the events that the caller may see. Only staff see which lawyers had offers, and why a lawyer
/// declined. Only the driver and the lawyer see their notes to each other, and a later lawyer doesn't see a
/// former lawyer's notes. A lawyer who hasn't accepted yet sees no events.
fn visible_events(records: &CaseRecords, role: CaseRole, events: Vec<CaseEvent>) -> Vec<VisibleEvent> {
    let mut visible = Vec::new();
    for mut event in events {
        let is_note_hidden = event.private_note().is_some()
            && match role {
                CaseRole::Staff => true,
                CaseRole::Lawyer(id) => event.event.lawyer_id != Some(id),
                CaseRole::Driver | CaseRole::Candidate(_) => false,
            };
        match role {
            CaseRole::Candidate(_) => continue,
            CaseRole::Driver | CaseRole::Lawyer(_) if event.event.kind.is_internal() => {
                event.event.note = None;
                event.event.lawyer_id = None;
                event.actor_name = None;
            }
            CaseRole::Staff | CaseRole::Lawyer(_) if is_note_hidden => event.event.note = None,
            CaseRole::Driver | CaseRole::Lawyer(_) | CaseRole::Staff => {}
        }
        let lawyer = event.event.lawyer_id.and_then(|id| records.lawyer(id));
        visible.push(VisibleEvent { event, lawyer, is_note_hidden });
    }
    visible
}
