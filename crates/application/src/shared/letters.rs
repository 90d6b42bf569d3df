//! Mails as the outbox holds them: written down in the transaction that makes them necessary.

use std::collections::BTreeMap;

use domain::accounts::account::{LINKS_WINDOW, LinkPurpose, MOST_LINKS};
use domain::shared::ids::{BilledAgainId, ChargebackId, InvitationId, LinkId, NoticeId, PaymentId, UserId};
use domain::shared::job::JobKind;
use domain::shared::money::Money;
use ports::shared::jobs::NewJob;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;

/// A mail to be sent, as the outbox holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letter {
    /// Somebody asked for a new password for this address. Whether it has an account is looked up by the job, so that the
    /// call does the same work either way.
    ResetAsked(String),
    /// A link.
    Link(LinkId),
    /// An invitation to join the staff.
    Invitation(InvitationId),
    /// The account's password was changed.
    PasswordChanged(UserId),
    /// The account's e-mail was changed by this link; told to the old address.
    EmailChanged(EmailChanged),
    /// A chargeback was opened; told to this one of the staff.
    ChargebackOpened(ChargebackId, UserId),
    /// Something was paid, or a lawyer hired: the receipt.
    Paid(PaymentId),
    /// Money of a payment goes back.
    RefundTold(RefundTold),
    /// A payment's money was to be with its court by now.
    NotSentYet(PaymentId),
    /// That a driver was billed again is settled.
    BilledAgainSettled(BilledAgainId),
    /// What was planned to be told.
    Notice(NoticeId),
}

/// A changed email address, for the notice to the former one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmailChanged {
    /// The link that changed it.
    pub link: LinkId,
    /// Whether the account had confirmed the former address.
    pub was_confirmed: bool,
}

/// What a driver is told about money that goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundTold {
    /// Of which payment.
    pub payment: PaymentId,
    /// How much of it.
    pub amount: Money,
    /// Why, in a sentence that the driver reads.
    pub reason: String,
}

const KIND: &str = "letter";
const VALUE: &str = "of";
const AMOUNT: &str = "cents";
const REASON: &str = "reason";
const UNCONFIRMED: &str = "unconfirmed";

impl Letter {
    fn payload(&self) -> BTreeMap<String, String> {
        let (kind, value) = match self {
            Self::ResetAsked(email) => ("reset_asked", email.clone()),
            Self::Link(id) => ("link", id.to_string()),
            Self::Invitation(id) => ("invitation", id.to_string()),
            Self::PasswordChanged(id) => ("password_changed", id.to_string()),
            Self::EmailChanged(changed) => ("email_changed", changed.link.to_string()),
            Self::Paid(id) => ("paid", id.to_string()),
            Self::Notice(id) => ("notice", id.to_string()),
            Self::RefundTold(told) => ("refund_told", told.payment.to_string()),
            Self::BilledAgainSettled(id) => ("billed_again_settled", id.to_string()),
            Self::NotSentYet(id) => ("not_sent_yet", id.to_string()),
            Self::ChargebackOpened(id, to) => ("chargeback_opened", format!("{id} {to}")),
        };
        let mut payload = BTreeMap::from([(KIND.to_owned(), kind.to_owned()), (VALUE.to_owned(), value)]);
        match self {
            Self::RefundTold(told) => {
                payload.insert(AMOUNT.to_owned(), told.amount.cents().to_string());
                payload.insert(REASON.to_owned(), told.reason.clone());
            }
            Self::EmailChanged(EmailChanged { was_confirmed: false, .. }) => {
                payload.insert(UNCONFIRMED.to_owned(), "yes".to_owned());
            }
            _ => {}
        }
        payload
    }

    pub(crate) fn read(payload: &BTreeMap<String, String>) -> Option<Self> {
        let value = payload.get(VALUE)?;
        Some(match payload.get(KIND)?.as_str() {
            "reset_asked" => Self::ResetAsked(value.clone()),
            "link" => Self::Link(LinkId(value.parse().ok()?)),
            "invitation" => Self::Invitation(InvitationId(value.parse().ok()?)),
            "password_changed" => Self::PasswordChanged(UserId(value.parse().ok()?)),
            // A job of release 0.1 doesn't say: its notice is sent in any case.
            "email_changed" => Self::EmailChanged(EmailChanged {
                link: LinkId(value.parse().ok()?),
                was_confirmed: !payload.contains_key(UNCONFIRMED),
            }),
            "paid" => Self::Paid(PaymentId(value.parse().ok()?)),
            "billed_again_settled" => Self::BilledAgainSettled(BilledAgainId(value.parse().ok()?)),
            "not_sent_yet" => Self::NotSentYet(PaymentId(value.parse().ok()?)),
            "notice" => Self::Notice(NoticeId(value.parse().ok()?)),
            "refund_told" => Self::RefundTold(RefundTold {
                payment: PaymentId(value.parse().ok()?),
                amount: Money::from_cents(payload.get(AMOUNT)?.parse().ok()?),
                reason: payload.get(REASON)?.clone(),
            }),
            "chargeback_opened" => {
                let (id, to) = value.split_once(' ')?;
                Self::ChargebackOpened(ChargebackId(id.parse().ok()?), UserId(to.parse().ok()?))
            }
            _ => return None,
        })
    }
}

/// Writes a mail down, in the transaction that makes it necessary. Where no mail can be sent, nothing is.
///
/// # Errors
/// Only the database's.
pub fn enqueue(deps: &Deps, store: &mut dyn Store, letter: &Letter) -> Result<()> {
    write_down(deps, store, letter, None)
}

/// The same, unless a mail with this key waits already.
///
/// # Errors
/// Only the database's.
pub fn enqueue_once(deps: &Deps, store: &mut dyn Store, letter: &Letter, key: String) -> Result<()> {
    write_down(deps, store, letter, Some(key))
}

fn write_down(deps: &Deps, store: &mut dyn Store, letter: &Letter, dedupe_key: Option<String>) -> Result<()> {
    if deps.mail.is_some() {
        store.enqueue(&NewJob {
            kind: JobKind::SendMail,
            payload: letter.payload(),
            run_at: deps.clock.now(),
            dedupe_key,
        })?;
    }
    Ok(())
}

/// Has a driver told of money that goes back: how much, why, and when it arrives. In the transaction that gives it back.
///
/// # Errors
/// Only the database's.
pub fn tell_of_refund(deps: &Deps, store: &mut dyn Store, told: RefundTold) -> Result<()> {
    enqueue(deps, store, &Letter::RefundTold(told))
}

/// Whether an account got as many links as it may.
///
/// # Errors
/// Only the database's.
pub fn is_enough(deps: &Deps, store: &mut dyn Store, user: UserId, purpose: LinkPurpose) -> Result<bool> {
    Ok(store.count_links(user, purpose, deps.clock.now() - LINKS_WINDOW)? >= MOST_LINKS)
}
