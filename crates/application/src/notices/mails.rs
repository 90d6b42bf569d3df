//! The worker that sends emails of the outbox. `deliver` composes each email just before it is sent, in a
//! branch per kind (docs/product/notices.md#emails). The texts are in these files:
//! - Account emails, invitations and new chargebacks: this file.
//! - Money: `receipts.rs` in this folder, with reasons from `crates/domain/src/payments/refund.rs` and outcomes from
//!   `crates/domain/src/payments/remittances/billed_again.rs`. Staff's note replaces the reason of a refund, and
//!   follows the outcome of a second bill. The attached receipt is a PDF, with contents from
//!   `crates/application/src/payments/receipts.rs` and a layout from `crates/adapters-pdf/src/receipt.rs`.
//! - Added items, and drivers who can't pay: `added.rs` and `hardship.rs` in this folder.
//! - Reminders, news of items and changed dates: `compose.rs` in this folder, framed in `sending.rs`, with sentences
//!   from `crates/domain/src/notices/wording.rs` and `crates/domain/src/notices/change_wording.rs`.
//! - News of cases: `cases.rs` in this folder, with sentences from `crates/domain/src/legal_help/case/news.rs`.
//! - Every email's greeting and support line: `EmailDeps::email` in this file, and `EmailDeps::notice` in `sending.rs` for
//!   the HTML version of reminders, news and changes.
//!
//! A link's token is generated when the email with the link is sent, and only its hash is stored. So neither
//! the outbox nor the database ever contains a token. Each attempt to send the email generates another token,
//! so if two emails arrive, only the newer link works.

use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::accounts::user::{Role, User};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::receipt::format_local_time;
use domain::security::audit::AuditAction;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{InvitationId, JobId, LinkId};
use ports::accounts::account::NewLink;
use ports::notices::mail::MailError;
use ports::security::trail::AuditEntry;
use ports::shared::jobs::Job;
use ports::store::{Store, in_transaction};

use crate::deps::{Deps, EmailDeps};
use crate::error::{Error, Result};
use crate::notices::admitting::admit;
use crate::notices::{added, cases, hardship, receipts, sending};
use crate::shared::outbox::{Outcome, circuit_open};
use crate::shared::outgoing::{AdmittedEmail, EmailRecipient, OutgoingEmail};
use crate::shared::queued_emails::{QueuedEmail, enqueue_once, is_at_link_limit};

/// Runs a [`domain::shared::job::JobKind::SendMail`] job.
pub fn send_email(deps: &Deps, job: &Job) -> Outcome {
    let Some(letter) = QueuedEmail::read(&job.payload) else {
        return Outcome::GiveUp("the job's email can't be read".to_owned());
    };
    let Some(email_deps) = &deps.mail else {
        return Outcome::Retry("no mail server is configured".to_owned());
    };
    match deliver(deps, email_deps, job.id, letter) {
        Ok(outcome) => outcome,
        Err(error) => Outcome::Retry(error.to_string()),
    }
}

/// Composes a queued email and sends it. For a requested password reset, only creates the link and
/// queues the email that contains it.
fn deliver(deps: &Deps, email_deps: &EmailDeps, job: JobId, letter: QueuedEmail) -> Result<Outcome> {
    let email = match letter {
        QueuedEmail::ResetRequested(email) => {
            in_transaction(&*deps.database, |store| create_reset_link(deps, store, &email))?;
            return Ok(Outcome::Done);
        }
        QueuedEmail::Link(id) => compose_link_email(deps, email_deps, id)?,
        QueuedEmail::Invitation(id) => compose_invitation_email(deps, email_deps, id)?,
        QueuedEmail::PasswordChanged(user) => in_transaction(&*deps.database, |store| {
            let Some(user) = store.open_user(user)? else { return Ok(None) };
            let to = admit(deps, store, EmailRecipient::of(&user))?;
            Ok::<_, Error>(to.map(|to| email_deps.password_changed(to)))
        })?,
        QueuedEmail::EmailChanged(changed) => in_transaction(&*deps.database, |store| {
            let former = store.link(changed.link)?.and_then(|link| link.old_email);
            let Some(former) = former else { return Ok(None) };
            let to = admit(deps, store, EmailRecipient::former(former, changed.was_confirmed))?;
            Ok::<_, Error>(to.map(|to| email_deps.email_changed(to)))
        })?,
        QueuedEmail::Notice(id) => return sending::send_email_notice(deps, email_deps, job, id),
        QueuedEmail::Paid(id) => receipts::compose_receipt_email(deps, email_deps, id)?,
        QueuedEmail::RefundNotice(notice) => receipts::compose_refund_email(deps, email_deps, &notice)?,
        QueuedEmail::NotSentYet(id) => receipts::compose_late_payment_email(deps, email_deps, id)?,
        QueuedEmail::SecondBillSettled(id) => receipts::compose_second_bill_email(deps, email_deps, id)?,
        QueuedEmail::AddedItemChecked(id) => added::compose_result_email(deps, email_deps, id)?,
        QueuedEmail::HardshipAnswered(id) => hardship::compose_answer_email(deps, email_deps, id)?,
        QueuedEmail::CaseNews(id, news) => cases::compose_news_email(deps, email_deps, id, news)?,
        QueuedEmail::LawyerNews(id, to, news) => {
            cases::compose_lawyer_email(deps, email_deps, (id, to), news)?
        }
        QueuedEmail::ChargebackOpened(id, to) => in_transaction(&*deps.database, |store| {
            let member = store.open_user(to)?.filter(|user| user.role == Role::Admin);
            let Some((chargeback, member)) = store.chargeback(id)?.zip(member) else { return Ok(None) };
            let to = admit(deps, store, EmailRecipient::of(&member))?;
            Ok::<_, Error>(to.map(|to| email_deps.chargeback_opened(to, &chargeback)))
        })?,
    };
    // There is nothing to send, for example because the account was closed, the link was used or replaced, or
    // an unconfirmed address has reached its limit.
    let Some(email) = email else { return Ok(Outcome::Done) };
    Ok(match email_deps.sender.send(&*deps.database, &*deps.tokens, job, email) {
        Ok(()) => Outcome::Done,
        // The mail library's error message contains the address, which must not be logged or
        // stored.
        Err(MailError::Refused(_)) => Outcome::GiveUp("the mail server refused the email".to_owned()),
        Err(MailError::Deferred(_)) => Outcome::Retry("the mail server deferred the email".to_owned()),
        Err(MailError::Lost(_)) => Outcome::Retry("the mail server's response was lost".to_owned()),
        Err(MailError::Unavailable(_)) => Outcome::Unreachable("the mail server can't be reached".to_owned()),
        Err(MailError::CircuitOpen(wait)) => circuit_open(wait),
    })
}

/// Creates a reset link for the account with this address, if there is one. Does nothing if an
/// email with a link is still queued, or if the account was sent the maximum number of links.
fn create_reset_link(deps: &Deps, store: &mut dyn Store, email: &str) -> Result<()> {
    let Some(known) = store.credentials(email)? else { return Ok(()) };
    // The lock makes concurrent jobs for one account wait for each other. Otherwise, they could
    // exceed the maximum number of links.
    let (user, now) = (known.user_id, deps.clock.now());
    let key = format!("reset_link {user}");
    if store.lock_credentials(user)?.is_none()
        || store.has_unfinished_job(&key)?
        || is_at_link_limit(deps, store, user, LinkPurpose::PasswordReset)?
    {
        return Ok(());
    }
    let link = store.insert_link(&NewLink {
        user_id: user,
        purpose: LinkPurpose::PasswordReset,
        new_email: None,
        created_at: now,
    })?;
    store.audit(&AuditEntry::about_user(user, AuditAction::PasswordResetAsked, now))?;
    enqueue_once(deps, store, &QueuedEmail::Link(link.id), key)
}

/// Composes the email with a password-reset or email-change link, and stores the link's new token. Returns
/// `None` if the link is outdated, the account is closed, or the address has reached its limit.
fn compose_link_email(deps: &Deps, email_deps: &EmailDeps, id: LinkId) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let now = deps.clock.now();
        let Some(link) = store.link(id)?.filter(|link| link.is_worth_sending(now)) else { return Ok(None) };
        let Some(user) = store.open_user(link.user_id)? else { return Ok(None) };
        let recipient = match new_address_of_link(&link, &user) {
            Some(typed_in) => EmailRecipient::unconfirmed(typed_in.to_owned()),
            None => EmailRecipient::of(&user),
        };
        // This is checked before a new token is stored, so that an earlier link stays valid if the
        // address has reached its limit.
        let Some(to) = admit(deps, store, recipient)? else { return Ok(None) };
        let token = deps.tokens.new_token();
        if store.set_link_token(id, &deps.tokens.hash(&token), now + link.purpose.lifetime())? {
            return Ok(Some(email_deps.link(&link, &user, to, &token)));
        }
        to.undo_count(store)?;
        Ok(None)
    })
}

/// Returns the address that an email-change link would set. Returns `None` for a password-reset link, and if the
/// address is the account's current one.
fn new_address_of_link<'a>(link: &'a AccountLink, user: &User) -> Option<&'a str> {
    let new = link.new_email.as_deref().filter(|_| link.purpose == LinkPurpose::EmailChange)?;
    (!new.eq_ignore_ascii_case(&user.email)).then_some(new)
}

/// Composes the email with an invitation's link, and stores the link's new token. Returns `None` if the
/// invitation is no longer open or the address has reached its limit.
fn compose_invitation_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: InvitationId,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let Some(invitation) = store.invitation(id, deps.clock.now())? else { return Ok(None) };
        let Some(to) = admit(deps, store, EmailRecipient::unconfirmed(invitation.email))? else {
            return Ok(None);
        };
        let token = deps.tokens.new_token();
        if store.set_invitation_token(id, &deps.tokens.hash(&token))? {
            let is_lawyer = invitation.lawyer_id.is_some();
            return Ok(Some(email_deps.invitation(to, &token, is_lawyer)));
        }
        to.undo_count(store)?;
        Ok(None)
    })
}

/// The texts in this file are ASCII with short lines, so that mail servers don't split links. The
/// texts don't name the driver, because another person may read an email.
impl EmailDeps {
    /// Composes the email with a link. The token is in the URL's fragment. Browsers don't send
    /// fragments to servers, so no log contains the token.
    fn link(&self, link: &AccountLink, user: &User, recipient: AdmittedEmail, token: &str) -> OutgoingEmail {
        let url = &self.public_url;
        match link.purpose {
            LinkPurpose::EmailChange if new_address_of_link(link, user).is_none() => self.email(
                recipient,
                "Confirm your email address",
                &format!(
                    "A Lanewise account uses this email address.\n\
                     To confirm that the address is yours, open this link within 24 hours. It works once:\n\n\
                     {url}/confirm-email#{token}\n\n\
                     Once it is confirmed, tickets that list this email address can be added to\n\
                     the account, after our team checks them.\n\
                     If this isn't your account, ignore this email."
                ),
            ),
            LinkPurpose::EmailChange => self.email(
                recipient,
                "Confirm your new email address",
                &format!(
                    "We received a request to use this address for a Lanewise account.\n\
                     To confirm it, open this link within 24 hours. It works once:\n\n\
                     {url}/confirm-email#{token}\n\n\
                     If this wasn't you, ignore this email. Nothing changes unless the link is used."
                ),
            ),
            LinkPurpose::PasswordReset => self.email(
                recipient,
                "Choose a new password",
                &format!(
                    "We received a request for a new password for your Lanewise account.\n\
                     To choose one, open this link within 10 minutes. It works once:\n\n\
                     {url}/reset-password#{token}\n\n\
                     If you asked more than once, only the link in the newest email works.\n\
                     If this wasn't you, ignore this email. Your password stays the same."
                ),
            ),
        }
    }

    /// Composes the email that invites a lawyer or a staff member. `token` is part of the link.
    fn invitation(&self, to: AdmittedEmail, token: &str, is_lawyer: bool) -> OutgoingEmail {
        let (subject, purpose) = if is_lawyer {
            ("You are invited to take cases with Lanewise", "take cases as a lawyer")
        } else {
            ("You are invited to join the Lanewise staff", "join the staff")
        };
        self.email(
            to,
            subject,
            &format!(
                "A Lanewise administrator has invited you to {purpose}.\n\
                 To accept, open this link within 3 days. It works once:\n\n\
                 {}/invitation#{token}\n\n\
                 If you did not expect this, ignore this email.",
                self.public_url
            ),
        )
    }

    /// Composes the email that notifies a user of a changed password.
    fn password_changed(&self, recipient: AdmittedEmail) -> OutgoingEmail {
        self.email(
            recipient,
            "Your password was changed",
            &format!(
                "Your Lanewise password was just changed,\n\
                 and you were logged out everywhere else.\n\n\
                 If this was you, you don't need to do anything.\n\
                 If not, choose a new password now:\n\n\
                 {}/forgot-password",
                self.public_url
            ),
        )
    }

    /// Composes the email that notifies an account's former address of the change to a new address.
    fn email_changed(&self, recipient: AdmittedEmail) -> OutgoingEmail {
        self.email(
            recipient,
            "Your email address was changed",
            "Your Lanewise account now uses a different email address.\n\
             You can no longer log in with this one.\n\n\
             If this was you, you don't need to do anything.\n\
             If not, another person may have your password. Call us right away.",
        )
    }

    /// Composes the email that notifies staff of a chargeback.
    fn chargeback_opened(&self, recipient: AdmittedEmail, chargeback: &Chargeback) -> OutgoingEmail {
        let Chargeback { amount, confirmation_number, reason, .. } = chargeback;
        let what = if chargeback.is_withholding() || chargeback.status == ChargebackStatus::Lost {
            "A driver's bank has taken a payment back."
        } else {
            "A driver's bank is asking about a payment."
        };
        let until = chargeback.evidence_due_by.map_or_else(
            || "The bank doesn't accept evidence.".to_owned(),
            |due| format!("You can submit evidence until {}.", format_local_time(due, BUSINESS_ZONE)),
        );
        self.email(
            recipient,
            "A chargeback was opened",
            &format!(
                "{what}\n\n\
                 Payment: {confirmation_number}\n\
                 Amount: ${amount}\n\
                 Reason: {}\n\n\
                 {until} Review it here:\n\n\
                 {}/admin/chargebacks",
                reason.replace('_', " "),
                self.public_url
            ),
        )
    }

    /// Composes a plain-text email with a greeting and the support phone number.
    pub(super) fn email(&self, recipient: AdmittedEmail, subject: &str, text: &str) -> OutgoingEmail {
        recipient.email(subject, format!("Hello,\n\n{text}\n\nLanewise support: {}\n", self.support_phone))
    }
}
