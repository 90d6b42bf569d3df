//! Problems with money: lost payments, unfinished or failed refunds, money without a payment, and provider
//! events that couldn't be parsed or applied (docs/product/payments.md#money-that-needs-attention).

use domain::payments::attention::{MoneyProblem, ResolutionNote, ResolvedProblem};
use domain::payments::payment::Payment;
use domain::payments::refund::Refund;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use ports::payments::attention::UnreadEvent;
use ports::payments::lost::LostPayment;
use ports::payments::records::OrphanIntent;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::lost::find_item_of_driver;
use crate::payments::reconciliation::rebuild::{CandidateItem, items_with_amount};
use crate::shared::lists::{Names, names_of};

const SUBJECT: AuditSubject = AuditSubject::Attention;
/// Maximum number of rows in each list of open problems.
const MAX_ROWS: i64 = 200;
/// Maximum number of resolved problems in the list.
const MAX_CLOSED: i64 = 20;

/// Open problems with money, as staff see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMoneyProblems {
    /// Payments of this installation that exist at the provider but not in the database, oldest first.
    pub lost: Vec<LostPaymentDetails>,
    /// Refunds that are due, pending, refused or failed, oldest first. Each has its payment.
    pub refunds: Vec<(Refund, Payment)>,
    /// Names of the drivers of the lost payments and refunds.
    pub names: Names,
    /// Provider events that couldn't be parsed or applied, oldest first.
    pub events: Vec<UnreadEvent>,
    /// Succeeded intents that match no payment in the database and that staff haven't resolved, oldest first.
    /// Intents of lost payments are left out.
    pub orphans: Vec<OrphanIntent>,
    /// The last events and intents that staff resolved, newest first.
    pub closed: Vec<ResolvedProblem>,
}

/// A lost payment, with data that helps staff to resolve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPaymentDetails {
    /// The lost payment. Its `item` is `None` if the item is unknown or isn't on the driver's record.
    pub payment: LostPayment,
    /// The item's violation type, or the toll road; `None` if there is no item.
    pub label: Option<String>,
    /// The driver's items with the payment's amount, from which staff can choose. Empty if the
    /// payment has an `item`.
    pub fitting: Vec<CandidateItem>,
}

/// Lists the open problems with money, at most [`MAX_ROWS`] of each kind.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_open_money_problems(store: &mut dyn Store, actor: &Actor) -> Result<OpenMoneyProblems> {
    actor.must_be_admin()?;
    let refunds = store.refunds_under_way(None, MAX_ROWS)?;
    let lost = store.lost_payments(None, MAX_ROWS)?;
    let drivers = refunds.iter().map(|(_, payment)| payment.user_id);
    Ok(OpenMoneyProblems {
        names: names_of(store, drivers.chain(lost.iter().map(|lost| lost.user_id)))?,
        lost: lost.into_iter().map(|lost| lost_payment_details(store, lost)).collect::<Result<_>>()?,
        refunds,
        events: store.unread_events(MAX_ROWS)?,
        orphans: store.orphan_intents(MAX_ROWS)?,
        closed: store.resolved_money_problems(MAX_CLOSED)?,
    })
}

/// Returns a lost payment with its item's label or, without an item, with the driver's items that
/// have the payment's amount.
fn lost_payment_details(store: &mut dyn Store, payment: LostPayment) -> Result<LostPaymentDetails> {
    let item = find_item_of_driver(store, payment.item, payment.user_id)?;
    let payment = LostPayment { item, ..payment };
    let Some(item) = payment.item else {
        let fitting = items_with_amount(store, payment.user_id, payment.amount)?;
        return Ok(LostPaymentDetails { payment, label: None, fitting });
    };
    let label = store.payable_item(item)?.map(|item| item.label);
    Ok(LostPaymentDetails { payment, label, fitting: vec![] })
}

/// Marks the problem `subject` as resolved. The problem is an intent without a payment, or a
/// provider event that couldn't be parsed or applied. `note` says how staff resolved the problem.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`]
/// if the problem is already resolved.
pub fn resolve_problem(
    deps: &Deps,
    actor: &Actor,
    subject: &MoneyProblem,
    note: &ResolutionNote,
) -> Result<ResolvedProblem> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        if !store.has_money_problem(subject)? {
            return Err(Error::NotFound);
        }
        let closed = store.resolve_problem(subject, note, actor.id(), now)?;
        let closed = closed.ok_or(Error::ChangedMeanwhile(None))?;
        let entry = actor.audit_entry((SUBJECT, closed.id), AuditAction::AttentionClosed, now);
        let kind = closed.subject.kind.as_str();
        store.audit(
            &entry
                .with_after("kind", &kind)
                .with_after("providerId", &closed.subject.provider_id)
                .with_after("how", &closed.how),
        )?;
        Ok(closed)
    })
}
