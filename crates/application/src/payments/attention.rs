//! Money that needs attention: refunds under way or failed, money that is no payment of ours, and events that could not be read
//! (docs/PRODUCT.md#money-that-needs-attention).

use domain::payments::attention::{AttentionSubject, ClosedAttention, HowClosed};
use domain::payments::payment::Payment;
use domain::payments::refund::Refund;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use ports::payments::attention::UnreadEvent;
use ports::payments::records::OrphanIntent;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
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
    /// Refunds that have not arrived, each with its payment, the oldest first.
    pub refunds: Vec<(Refund, Payment)>,
    /// What their drivers are called.
    pub names: Names,
    /// Events that nobody could read, the oldest first.
    pub events: Vec<UnreadEvent>,
    /// Money that is no payment of ours, the longest known first.
    pub orphans: Vec<OrphanIntent>,
    /// The last twenty of either that staff dealt with, the newest first.
    pub closed: Vec<ClosedAttention>,
}

/// What staff should look at, at most 200 of each.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn attention(store: &mut dyn Store, actor: &Actor) -> Result<Attention> {
    actor.must_be_admin()?;
    let refunds = store.refunds_under_way(None, MOST)?;
    Ok(Attention {
        names: names_of(store, refunds.iter().map(|(_, payment)| payment.user_id))?,
        refunds,
        events: store.unread_events(MOST)?,
        orphans: store.orphans(MOST)?,
        closed: store.closed_attention(MOST_CLOSED)?,
    })
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
