//! Money that needs attention: lost payments, refunds under way or failed, money that is no payment of ours, and events that could not be read
//! (docs/PRODUCT.md#money-that-needs-attention).

use domain::payments::attention::{AttentionSubject, ClosedAttention, HowClosed};
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
use crate::payments::reconciliation::lost::owned;
use crate::payments::reconciliation::rebuild::{FittingItem, fitting_items};
use crate::shared::lists::{Names, names_of};

/// What the audit trail calls what was dealt with.
const SUBJECT: AuditSubject = AuditSubject::Attention;
/// The most of each that anybody looks through.
const MOST: i64 = 200;
/// As many of those dealt with as are worth a look back.
const MOST_CLOSED: i64 = 20;

/// What staff should look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attention {
    /// Payments of this installation that the database doesn't know, the longest known first.
    pub lost: Vec<LostPaymentShown>,
    /// Refunds that have not arrived, each with its payment, the oldest first.
    pub refunds: Vec<(Refund, Payment)>,
    /// What the drivers of both are called.
    pub names: Names,
    /// Events that nobody could read, the oldest first.
    pub events: Vec<UnreadEvent>,
    /// Money that is no payment of ours, the longest known first.
    pub orphans: Vec<OrphanIntent>,
    /// The last twenty of either that staff dealt with, the newest first.
    pub closed: Vec<ClosedAttention>,
}

/// A lost payment, with what staff need to decide about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPaymentShown {
    /// The payment. Its item is set only while its driver still has it.
    pub payment: LostPayment,
    /// The item's violation or road.
    pub label: Option<String>,
    /// Items to choose from when it names none: the driver's own, of the same amount.
    pub fitting: Vec<FittingItem>,
}

/// What staff should look at, at most 200 of each.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn attention(store: &mut dyn Store, actor: &Actor) -> Result<Attention> {
    actor.must_be_admin()?;
    let refunds = store.refunds_under_way(None, MOST)?;
    let lost = store.lost_payments(None, MOST)?;
    let drivers = refunds.iter().map(|(_, payment)| payment.user_id);
    Ok(Attention {
        names: names_of(store, drivers.chain(lost.iter().map(|lost| lost.user_id)))?,
        lost: lost.into_iter().map(|lost| shown(store, lost)).collect::<Result<_>>()?,
        refunds,
        events: store.unread_events(MOST)?,
        orphans: store.orphans(MOST)?,
        closed: store.closed_attention(MOST_CLOSED)?,
    })
}

fn shown(store: &mut dyn Store, payment: LostPayment) -> Result<LostPaymentShown> {
    let item = owned(store, payment.item, payment.user_id)?;
    let payment = LostPayment { item, ..payment };
    let Some(item) = payment.item else {
        let fitting = fitting_items(store, payment.user_id, payment.amount)?;
        return Ok(LostPaymentShown { payment, label: None, fitting });
    };
    let label = store.payable_item(item)?.map(|item| item.label);
    Ok(LostPaymentShown { payment, label, fitting: vec![] })
}

/// Notes what staff did about stray money or an unread event, so that it waits for nobody any more.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], [`Error::ChangedMeanwhile`] when somebody has dealt with it already.
pub fn close(
    deps: &Deps,
    actor: &Actor,
    subject: &AttentionSubject,
    how: &HowClosed,
) -> Result<ClosedAttention> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        if !store.has_attention(subject)? {
            return Err(Error::NotFound);
        }
        let closed = store.close_attention(subject, how, actor.id(), now)?;
        let closed = closed.ok_or(Error::ChangedMeanwhile(None))?;
        let entry = actor.entry((SUBJECT, closed.id), AuditAction::AttentionClosed, now);
        let of = closed.subject.kind.as_str();
        store.audit(
            &entry.is("kind", &of).is("providerId", &closed.subject.provider_id).is("how", &closed.how),
        )?;
        Ok(closed)
    })
}
