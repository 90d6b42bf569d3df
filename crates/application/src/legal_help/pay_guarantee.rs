//! Refunds the price of a lost case as the guarantee (docs/product/cases.md#money-back).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::legal_help::offer::GuaranteePayer;
use domain::payments::payment::Payment;
use domain::payments::refund::RefundPayer;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::RefundId;
use domain::shared::money::Money;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;
use crate::payments::books::post::allocate_fee_of;
use crate::payments::refunds::hire_refunds::insert_guarantee_refund;
use crate::shared::cases::record::{CaseChange, record};

/// Stores the guarantee's refund for a locked case and payment, and adds the event and the audit
/// entry. `payer` and `refund_payer` both say who bears the refund: one for the audit entry, the
/// other for the refund. Returns the changed case and the refund.
pub(super) fn pay_guarantee(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    case: Case,
    locked: &(Payment, Money),
    (payer, refund_payer): (GuaranteePayer, RefundPayer),
) -> Result<(Case, RefundId)> {
    let subject = (AuditSubject::LawyerHire, case.id.0);
    let entry = actor.audit_entry(subject, AuditAction::CaseChanged, deps.clock.now());
    store.audit(&entry.with_after("money_back", &locked.1).with_after("paid_by", &payer))?;
    let case = record(deps, store, case, CaseChange::by(actor, CaseEventKind::MoneyBack))?;
    allocate_fee_of(deps, store, case.id)?;
    let refund = insert_guarantee_refund(deps, store, locked, refund_payer)?;
    Ok((case, refund))
}
