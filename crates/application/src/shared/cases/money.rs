//! The money of a case: the lawyer's earnings, and the refund when the case ends (docs/product/cases.md#money).

use domain::legal_help::cancellation_window;
use domain::legal_help::case::event::NewCaseEvent;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::legal_help::fee::{EarlyEnd, Milestone};
use domain::legal_help::hire::LawyerHire;
use domain::payments::refund::RefundReason;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;

/// The refund when a case ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndRefund {
    /// Part of the price that isn't refunded.
    pub kept: Money,
    /// The reason, which the driver sees.
    pub reason: RefundReason,
}

impl EndRefund {
    /// Returns a refund of the full price.
    pub const fn full(reason: RefundReason) -> Self {
        Self { kept: Money::ZERO, reason }
    }

    /// Returns a refund of the part of the price that the lawyer hasn't earned. `kept` is the earned part.
    fn unearned(kept: Money) -> Self {
        let reason = if kept > Money::ZERO { RefundReason::Unearned } else { RefundReason::HireCancelled };
        Self { kept, reason }
    }
}

/// Returns the latest milestone that the lawyer has reached in a case.
pub fn milestone_of(store: &mut dyn Store, case: &Case, lawyer: LawyerId) -> Result<Milestone> {
    Ok(Milestone::reached(lawyer, &events_of(store, case)?))
}

/// Returns the events of a case, oldest first.
pub fn events_of(store: &mut dyn Store, case: &Case) -> Result<Vec<NewCaseEvent>> {
    Ok(store.case_events(case.id)?.into_iter().map(|stored| stored.event).collect())
}

/// Returns the refund if a case is ended early now, for example by the driver. `None` if staff decide about the money.
pub fn refund_at_end(
    deps: &Deps,
    store: &mut dyn Store,
    hire: &LawyerHire,
    case: &Case,
) -> Result<Option<EndRefund>> {
    if case.handling != Handling::Matched {
        return Ok(None);
    }
    let is_in_window = cancellation_window::is_open(hire.recorded_at, BUSINESS_ZONE, deps.clock.now());
    let Some(terms) = case.fee else {
        let is_full = is_in_window || !case.step.has_appearance();
        return Ok(is_full.then_some(EndRefund::unearned(Money::ZERO)));
    };
    let milestone = match case.lawyer_id {
        Some(lawyer) => milestone_of(store, case, lawyer)?,
        None => Milestone::Agreement,
    };
    Ok(Some(EndRefund::unearned(terms.kept_at_end(milestone, EarlyEnd::ByChoice, is_in_window))))
}
