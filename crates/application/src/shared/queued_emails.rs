//! Emails as jobs in the outbox. An email is added in the transaction that causes it.

use std::collections::BTreeMap;

use domain::accounts::account::{LINKS_WINDOW, LinkPurpose, MAX_LINKS};
use domain::legal_help::case::news::{CaseNews, LawyerNews};
use domain::shared::ids::{
    ChargebackId, HireId, InvitationId, LawyerId, LinkId, NoticeId, PaymentId, SecondBillId, UserId,
};
use domain::shared::job::JobKind;
use domain::shared::money::Money;
use ports::shared::jobs::NewJob;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;

/// An email to send, as the outbox stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueuedEmail {
    /// A password reset was requested for this address. The job checks whether the address has an
    /// account, so that the request takes the same time with and without an account.
    ResetRequested(String),
    /// A link, such as for a password reset or an email change.
    Link(LinkId),
    /// An invitation to join the staff, or to create a lawyer's account.
    Invitation(InvitationId),
    PasswordChanged(UserId),
    /// The account's email was changed. The email goes to the former address.
    EmailChanged(EmailChangeNotice),
    /// A chargeback was opened. The email goes to the staff member with this user id.
    ChargebackOpened(ChargebackId, UserId),
    /// A receipt, after an item was paid or a lawyer hired.
    Paid(PaymentId),
    /// A payment is being refunded, in full or in part.
    RefundNotice(RefundNotice),
    /// A payment's money wasn't sent to its authority in time.
    NotSentYet(PaymentId),
    /// Staff resolved a driver's report of a second bill for a paid item.
    SecondBillSettled(SecondBillId),
    /// News in a case, for the driver.
    CaseNews(HireId, CaseNews),
    /// News in a case, for this lawyer.
    LawyerNews(HireId, LawyerId, LawyerNews),
    /// The result of the check of an item that the driver added. Contains the id of the `AddedItem`.
    AddedItemChecked(i64),
    /// Staff's answer to a hardship request. Contains the request's id.
    HardshipAnswered(i64),
    /// A planned notice, such as a reminder.
    Notice(NoticeId),
}

/// A change of an account's email address, for the notice to the former address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmailChangeNotice {
    /// The emailed link by which the address was changed.
    pub link: LinkId,
    /// Whether the account had confirmed the former address.
    pub was_confirmed: bool,
}

/// Details of a refund, for the email to the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundNotice {
    pub payment: PaymentId,
    pub amount: Money,
    /// Why the payment is refunded, as a sentence that the driver reads.
    pub reason: String,
    /// Whether staff returned the money another way than to the card, such as by check.
    pub is_paid_otherwise: bool,
}

// Names of the payload's fields. They must not change, because jobs that earlier releases stored
// contain them.
const KIND: &str = "letter";
const VALUE: &str = "of";
const AMOUNT: &str = "cents";
const REASON: &str = "reason";
const PAID_OTHERWISE: &str = "paid_otherwise";
const UNCONFIRMED: &str = "unconfirmed";

impl QueuedEmail {
    /// Returns the job's payload, from which [`QueuedEmail::read`] reads the email.
    fn payload(&self) -> BTreeMap<String, String> {
        let (kind, value) = match self {
            Self::ResetRequested(email) => ("reset_asked", email.clone()),
            Self::Link(id) => ("link", id.to_string()),
            Self::Invitation(id) => ("invitation", id.to_string()),
            Self::PasswordChanged(id) => ("password_changed", id.to_string()),
            Self::EmailChanged(changed) => ("email_changed", changed.link.to_string()),
            Self::Paid(id) => ("paid", id.to_string()),
            Self::AddedItemChecked(id) => ("added_item_checked", id.to_string()),
            Self::HardshipAnswered(id) => ("hardship_answered", id.to_string()),
            Self::Notice(id) => ("notice", id.to_string()),
            Self::RefundNotice(notice) => ("refund_told", notice.payment.to_string()),
            Self::SecondBillSettled(id) => ("billed_again_settled", id.to_string()),
            Self::NotSentYet(id) => ("not_sent_yet", id.to_string()),
            Self::CaseNews(id, news) => ("case_news", format!("{id} {news}")),
            Self::LawyerNews(id, to, news) => ("lawyer_news", format!("{id} {to} {news}")),
            Self::ChargebackOpened(id, to) => ("chargeback_opened", format!("{id} {to}")),
        };
        let mut payload = BTreeMap::from([(KIND.to_owned(), kind.to_owned()), (VALUE.to_owned(), value)]);
        match self {
            Self::RefundNotice(notice) => {
                payload.insert(AMOUNT.to_owned(), notice.amount.cents().to_string());
                payload.insert(REASON.to_owned(), notice.reason.clone());
                if notice.is_paid_otherwise {
                    payload.insert(PAID_OTHERWISE.to_owned(), "yes".to_owned());
                }
            }
            Self::EmailChanged(EmailChangeNotice { was_confirmed: false, .. }) => {
                payload.insert(UNCONFIRMED.to_owned(), "yes".to_owned());
            }
            _ => {}
        }
        payload
    }

    /// Returns the email in a job's payload; `None` if the payload is invalid.
    pub(crate) fn read(payload: &BTreeMap<String, String>) -> Option<Self> {
        let value = payload.get(VALUE)?;
        Some(match payload.get(KIND)?.as_str() {
            "reset_asked" => Self::ResetRequested(value.clone()),
            "link" => Self::Link(LinkId(value.parse().ok()?)),
            "invitation" => Self::Invitation(InvitationId(value.parse().ok()?)),
            "password_changed" => Self::PasswordChanged(UserId(value.parse().ok()?)),
            // Jobs of release 0.1 don't have this field. The recipient of such a job counts as confirmed, so
            // the email is always sent.
            "email_changed" => Self::EmailChanged(EmailChangeNotice {
                link: LinkId(value.parse().ok()?),
                was_confirmed: !payload.contains_key(UNCONFIRMED),
            }),
            "paid" => Self::Paid(PaymentId(value.parse().ok()?)),
            "billed_again_settled" => Self::SecondBillSettled(SecondBillId(value.parse().ok()?)),
            "not_sent_yet" => Self::NotSentYet(PaymentId(value.parse().ok()?)),
            "added_item_checked" => Self::AddedItemChecked(value.parse().ok()?),
            "hardship_answered" => Self::HardshipAnswered(value.parse().ok()?),
            "notice" => Self::Notice(NoticeId(value.parse().ok()?)),
            "refund_told" => Self::RefundNotice(RefundNotice {
                payment: PaymentId(value.parse().ok()?),
                amount: Money::from_cents(payload.get(AMOUNT)?.parse().ok()?),
                reason: payload.get(REASON)?.clone(),
                is_paid_otherwise: payload.contains_key(PAID_OTHERWISE),
            }),
            "case_news" => {
                let (id, news) = value.split_once(' ')?;
                Self::CaseNews(HireId(id.parse().ok()?), CaseNews::parse(news)?)
            }
            "lawyer_news" => {
                let mut words = value.split(' ');
                let (id, to) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                Self::LawyerNews(HireId(id), LawyerId(to), LawyerNews::parse(words.next()?)?)
            }
            "chargeback_opened" => {
                let (id, to) = value.split_once(' ')?;
                Self::ChargebackOpened(ChargebackId(id.parse().ok()?), UserId(to.parse().ok()?))
            }
            _ => return None,
        })
    }
}

/// Adds an email to the outbox. Must be called in the transaction that causes the email. Adds nothing if no
/// emails can be sent.
pub fn enqueue(deps: &Deps, store: &mut dyn Store, queued_email: &QueuedEmail) -> Result<()> {
    insert_job(deps, store, queued_email, None)
}

/// Adds an email to the outbox like [`enqueue`], unless an email with the same
/// `key` is still waiting.
pub fn enqueue_once(
    deps: &Deps,
    store: &mut dyn Store,
    queued_email: &QueuedEmail,
    key: String,
) -> Result<()> {
    insert_job(deps, store, queued_email, Some(key))
}

/// Adds the job that sends the email. With `dedupe_key`, adds nothing if a job with this
/// key is still waiting.
fn insert_job(
    deps: &Deps,
    store: &mut dyn Store,
    queued_email: &QueuedEmail,
    dedupe_key: Option<String>,
) -> Result<()> {
    if deps.mail.is_some() {
        store.enqueue(&NewJob {
            kind: JobKind::SendMail,
            payload: queued_email.payload(),
            run_at: deps.clock.now(),
            dedupe_key,
        })?;
    }
    Ok(())
}

/// Adds an email to the driver about a refund: the amount, the reason, and when the money arrives.
/// Must be called in the transaction that creates the refund.
pub fn email_refund_notice(deps: &Deps, store: &mut dyn Store, notice: RefundNotice) -> Result<()> {
    enqueue(deps, store, &QueuedEmail::RefundNotice(notice))
}

/// Whether an account was sent the maximum number of emailed links of
/// this kind within [`LINKS_WINDOW`].
pub fn is_at_link_limit(
    deps: &Deps,
    store: &mut dyn Store,
    user: UserId,
    purpose: LinkPurpose,
) -> Result<bool> {
    Ok(store.count_links(user, purpose, deps.clock.now() - LINKS_WINDOW)? >= MAX_LINKS)
}
