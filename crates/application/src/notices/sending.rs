//! The workers that send planned notices. Each notice is sent at most once, except that a text with
//! a confirmation code may be sent twice. A notice is marked as being sent before it is passed to
//! the provider. If a notice is already marked, an earlier attempt was interrupted. In that case,
//! the worker asks the text provider whether it sent the text. A mail server can't answer this, so
//! an email isn't sent again.

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::user::User;
use domain::notices::clock::{clocks_of, may_send};
use domain::notices::notice::{CODE_MINUTES, Channel, Notice, NoticeKind, NoticeStatus, code_from_bytes};
use domain::notices::sms;
use domain::notices::wording::{self, Message};
use domain::shared::ids::{JobId, NoticeId};
use ports::notices::mail::MailError;
use ports::notices::numbers::{SentCode, TextNumber};
use ports::notices::texts::TextError;
use ports::shared::jobs::Job;
use ports::shared::secrets::HashPriority;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::{Deps, EmailDeps};
use crate::error::{Error, Result};
use crate::notices::admitting::admit;
use crate::notices::compose::compose;
use crate::shared::case_updates::{self, RECHECK_AFTER};
use crate::shared::outbox::{Outcome, circuit_open};
use crate::shared::outgoing::{AdmittedEmail, AdmittedNumber, EmailRecipient, OutgoingEmail, TextSender};

/// Key of the notice's id in the payload of a job that sends a text. Also the kind of a queued
/// email that contains a notice.
const NOTICE: &str = "notice";
/// Twilio's error code for a number whose owner has replied STOP.
const SAID_STOP: &str = "21610";

/// Runs a job that sends a text: a planned notice, a ticket's or hire's new status, or news of a case.
pub fn send_text(deps: &Deps, job: &Job) -> Outcome {
    let Some(id) = job.payload.get(NOTICE) else { return case_updates::send_text(deps, job) };
    let Ok(id) = id.parse() else { return Outcome::GiveUp("the job is invalid".to_owned()) };
    let Some(texts) = &deps.texts else {
        return Outcome::Retry("no SMS provider is configured".to_owned());
    };
    try_text(deps, texts, NoticeId(id)).unwrap_or_else(|error| Outcome::Retry(error.to_string()))
}

/// Sends the text of a notice. If an earlier attempt may have sent it, first asks the provider
/// whether it did, except for a confirmation code. Does nothing for a notice that has ended.
fn try_text(deps: &Deps, texts: &TextSender, id: NoticeId) -> Result<Outcome> {
    let Some(notice) = with_store(&*deps.database, |store| store.notice(id).map_err(Error::from))? else {
        return Ok(Outcome::Done);
    };
    match (notice.status, &notice.phone, &notice.body) {
        (NoticeStatus::Planned, Some(phone), _) => send_to_provider(deps, texts, &notice, phone),
        // A confirmation code may be sent twice, because the second code replaces the first.
        (NoticeStatus::Sending, Some(phone), None) => {
            end_notice(deps, &notice, NoticeStatus::Planned, None)?;
            send_to_provider(deps, texts, &notice, phone)
        }
        (NoticeStatus::Sending, Some(phone), Some(body)) => {
            match texts.was_sent(phone, body, notice.due_at) {
                Ok(true) => {
                    end_notice(deps, &notice, NoticeStatus::Sent, None)?;
                    Ok(Outcome::Done)
                }
                Ok(false) => {
                    end_notice(deps, &notice, NoticeStatus::Planned, None)?;
                    send_to_provider(deps, texts, &notice, phone)
                }
                Err(TextError::CircuitOpen(wait)) => Ok(circuit_open(wait)),
                Err(error) => Ok(Outcome::Retry(error.to_string())),
            }
        }
        _ => Ok(Outcome::Done),
    }
}

/// Sends the text of a planned notice to a phone number, and stores the result. Skips a notice that must
/// no longer be sent.
fn send_to_provider(deps: &Deps, texts: &TextSender, notice: &Notice, phone: &str) -> Result<Outcome> {
    let text = match notice.kind {
        NoticeKind::Code => compose_code_text(deps, notice)?,
        NoticeKind::Reminder | NoticeKind::CourtDay | NoticeKind::News | NoticeKind::Change => {
            begin_text(deps, notice)?
        }
    };
    let Some((to, text)) = text else { return Ok(Outcome::Done) };
    tracing::info!(
        notice = notice.id.0,
        segments = sms::count_segments(&text),
        "sending a text to the provider"
    );
    match texts.send(&*deps.database, &to, &text, Some(&notice.id.to_string())) {
        Ok(()) => {
            end_notice(deps, notice, NoticeStatus::Sent, None)?;
            Ok(Outcome::Done)
        }
        Err(TextError::Refused(reason)) => {
            in_transaction(&*deps.database, |store| {
                let now = deps.clock.now();
                if reason.contains(SAID_STOP) {
                    store.stop_texts(phone, now)?;
                }
                store.end_notice(notice.id, NoticeStatus::Failed, Some(&reason), now).map_err(Error::from)
            })?;
            Ok(Outcome::Done)
        }
        Err(error @ TextError::Unavailable(_)) => {
            end_notice(deps, notice, NoticeStatus::Planned, None)?;
            Ok(Outcome::Unreachable(error.to_string()))
        }
        Err(TextError::CircuitOpen(wait)) => {
            end_notice(deps, notice, NoticeStatus::Planned, None)?;
            Ok(circuit_open(wait))
        }
        Err(error @ TextError::Lost(_)) => Ok(Outcome::InDoubt(RECHECK_AFTER, error.to_string())),
    }
}

/// Composes the text of a notice, and marks the notice as being sent. Returns `None` if the notice must not be sent.
fn begin_text(deps: &Deps, notice: &Notice) -> Result<Option<(AdmittedNumber, String)>> {
    in_transaction(&*deps.database, |store| {
        let now = deps.clock.now();
        let number = match notice.request_id {
            Some(id) => store.text_number(id)?,
            None => None,
        };
        let number = number.filter(|number| number.confirmed_at.is_some() && number.state.is_none());
        let (number, message) = match (number, compose_now(store, notice, now)?) {
            (Some(number), Ok((_, message))) => (number, message),
            (None, Ok(_)) => return skip_notice(store, notice, "Texts to this number are off.", now),
            (_, Err(reason)) => return skip_notice(store, notice, reason, now),
        };
        let text = message.text(&deps.public_url);
        admit_and_begin(deps, store, notice, &number, Some(&text), now).map(|to| to.map(|to| (to, text)))
    })
}

/// Returns the driver and the message, or the reason for not sending a message. If it is too late
/// in the day, the news and changes are released, so that a later message can report them.
fn compose_now(
    store: &mut dyn Store,
    notice: &Notice,
    now: DateTime<Utc>,
) -> Result<std::result::Result<(User, Message), &'static str>> {
    let Some(user) = store.open_user(notice.user_id)? else { return Ok(Err("The account is closed.")) };
    if !may_send((notice.channel, notice.kind), notice.day, now, clocks_of(user.state)) {
        match notice.kind {
            NoticeKind::News => store.postpone_news(user.id, notice.day)?,
            NoticeKind::Change => {
                if let Some(batch) = notice.batch {
                    store.mark_changes_unsent(user.id, batch)?;
                }
            }
            NoticeKind::Code | NoticeKind::Reminder | NoticeKind::CourtDay => {}
        }
        return Ok(Err("It was too late in the day."));
    }
    if !store.reminder_choices(user.id)?.wants(notice.channel, notice.kind) {
        return Ok(Err("The driver turned these messages off."));
    }
    let message = compose(store, &user, notice, now)?;
    Ok(message.map(|message| (user, message)).ok_or("There was nothing left to report."))
}

/// Marks a notice as skipped, with the reason. Always returns `None`, so that callers
/// can return this result.
fn skip_notice<T>(
    store: &mut dyn Store,
    notice: &Notice,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<Option<T>> {
    store.end_notice(notice.id, NoticeStatus::Skipped, Some(reason), now)?;
    Ok(None)
}

/// Allows a text to a number, counts it if the number is unconfirmed, and marks the notice as being sent.
/// Returns `None` if the text must not be sent.
fn admit_and_begin(
    deps: &Deps,
    store: &mut dyn Store,
    notice: &Notice,
    number: &TextNumber,
    body: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<AdmittedNumber>> {
    let Some(to) = AdmittedNumber::admit(store, &*deps.tokens, now, number)? else {
        // The reason doesn't say whether the number's limit or the total limit was reached, because
        // an attacker may have requested the text.
        return skip_notice(store, notice, "Too many texts were sent recently.", now);
    };
    if store.start_notice(notice.id, body, None)? {
        return Ok(Some(to));
    }
    to.undo_count(store)?;
    Ok(None)
}

/// Generates a confirmation code and composes its text. Only the code's hash is stored. Returns `None` if the
/// code must not be sent.
fn compose_code_text(deps: &Deps, notice: &Notice) -> Result<Option<(AdmittedNumber, String)>> {
    let Some(request) = notice.request_id else {
        end_notice(deps, notice, NoticeStatus::Skipped, Some("Texts to this number are off."))?;
        return Ok(None);
    };
    let code = code_from_bytes(deps.tokens.ten_random_bytes());
    let salt = deps.tokens.new_salt();
    // The hash is slow on purpose, so no database connection is held in the meantime.
    let hash = deps.passwords.hash_with_salt(&code_hash_input(notice, &code), salt, HashPriority::Known)?;
    in_transaction(&*deps.database, |store| {
        let now = deps.clock.now();
        let number = store.text_number(request)?;
        let is_open = |number: &TextNumber| number.state.is_none() && number.confirmed_at.is_none();
        let Some(number) = number.filter(is_open) else {
            return skip_notice(store, notice, "The code was no longer needed.", now);
        };
        let Some(to) = admit_and_begin(deps, store, notice, &number, None, now)? else { return Ok(None) };
        let expires_at = now + TimeDelta::minutes(CODE_MINUTES);
        store.store_confirmation_code(request, &SentCode { salt, hash, expires_at, tries: 0 })?;
        Ok(Some((to, wording::code_text(&code))))
    })
}

/// Returns the string whose hash is stored for a code. The string contains the text request's id, so that the
/// code is valid only for that request.
fn code_hash_input(notice: &Notice, code: &str) -> String {
    code_hash_input_of_request(notice.request_id.map_or(0, |id| id.0), code)
}

/// Returns the string whose hash is stored for a code of the text request with the id `request`.
pub(crate) fn code_hash_input_of_request(request: i32, code: &str) -> String {
    format!("number-{request}-{code}")
}

/// Stores a notice's new status and its reason.
fn end_notice(deps: &Deps, notice: &Notice, new_status: NoticeStatus, reason: Option<&str>) -> Result<()> {
    with_store(&*deps.database, |store| {
        store.end_notice(notice.id, new_status, reason, deps.clock.now()).map(|_| ()).map_err(Error::from)
    })
}

/// Marks the notice of a permanently failed job as failed.
pub fn mark_failed(deps: &Deps, store: &mut dyn Store, job: &Job) -> Result<()> {
    let of_mail =
        job.payload.get("letter").filter(|letter| *letter == NOTICE).and_then(|_| job.payload.get("of"));
    let id = job.payload.get(NOTICE).or(of_mail).and_then(|id| id.parse().ok());
    if let Some(id) = id {
        store.end_notice(
            NoticeId(id),
            NoticeStatus::Failed,
            Some("All attempts to send it failed."),
            deps.clock.now(),
        )?;
    }
    Ok(())
}

/// Sends a planned email. Skips an email to an address that the driver hasn't confirmed.
pub(super) fn send_email_notice(
    deps: &Deps,
    email_deps: &EmailDeps,
    job: JobId,
    id: NoticeId,
) -> Result<Outcome> {
    let locked_notice = in_transaction(&*deps.database, |store| {
        let now = deps.clock.now();
        let Some(notice) = store.notice(id)?.filter(|notice| notice.channel == Channel::Mail) else {
            return Ok(None);
        };
        match notice.status {
            NoticeStatus::Planned => {}
            NoticeStatus::Sending => {
                let reason = "It may have been sent, so it wasn't sent again.";
                store.end_notice(id, NoticeStatus::Failed, Some(reason), now)?;
                return Ok(None);
            }
            _ => return Ok(None),
        }
        let (user, message) = match compose_now(store, &notice, now)? {
            Ok(composed) => composed,
            Err(reason) => return skip_notice(store, &notice, reason, now),
        };
        if user.verified.email.is_none() {
            return skip_notice(store, &notice, "The email address isn’t confirmed.", now);
        }
        let Some(to) = admit(deps, store, EmailRecipient::of(&user))? else { return Ok(None) };
        let token = deps.tokens.new_token();
        let email = email_deps.notice(to, &message, &token);
        let body = message.email_lines().join("\n");
        let hash = deps.tokens.hash(&token);
        Ok::<_, Error>(store.start_notice(id, Some(&body), Some(&hash))?.then_some((notice, email)))
    })?;
    let Some((notice, email)) = locked_notice else { return Ok(Outcome::Done) };
    let sent = email_deps.sender.send(&*deps.database, &*deps.tokens, job, email);
    let (to, reason, outcome) = match sent {
        Ok(()) => (NoticeStatus::Sent, None, Outcome::Done),
        Err(MailError::Refused(_)) => {
            (NoticeStatus::Failed, Some("The mail server refused the email."), Outcome::Done)
        }
        Err(MailError::Lost(_)) => (
            NoticeStatus::Sent,
            Some("The mail server’s response was lost, so the email may have been sent."),
            Outcome::Done,
        ),
        Err(MailError::Deferred(_)) => {
            (NoticeStatus::Planned, None, Outcome::Retry("the mail server deferred the email".to_owned()))
        }
        Err(MailError::Unavailable(_)) => {
            (NoticeStatus::Planned, None, Outcome::Unreachable("the mail server can't be reached".to_owned()))
        }
        Err(MailError::CircuitOpen(wait)) => (NoticeStatus::Planned, None, circuit_open(wait)),
    };
    end_notice(deps, &notice, to, reason)?;
    Ok(outcome)
}

impl EmailDeps {
    /// Composes the email of a notice. `token` is part of the unsubscribe link.
    fn notice(&self, recipient: AdmittedEmail, message: &Message, token: &str) -> OutgoingEmail {
        let url = &self.public_url;
        let unsubscribe = format!("{url}/api/unsubscribe/{token}");
        let message_lines = message.email_lines();
        let lines = message_lines.join("\n\n");
        let text = format!(
            "{lines}\n\nSee all your due dates and court dates:\n\n{url}/due\n\nTo stop emails like this one:\n\n{unsubscribe}"
        );
        let paragraphs: String =
            message_lines.iter().map(|line| format!("<p>{}</p>", escape(line))).collect();
        let html = format!(
            "<!doctype html><html lang=\"en\"><body style=\"font:17px/1.45 system-ui,sans-serif;max-width:36rem\"><p>Hello,</p>{paragraphs}\
             <p><a href=\"{url}/due\">See all your due dates and court dates</a></p>\
             <p style=\"font-size:13px\">Lanewise support: {}<br><a href=\"{unsubscribe}\">Stop emails like this one</a></p></body></html>\n",
            escape(&self.support_phone)
        );
        self.email(recipient, &message.subject, &text).with_html(html, unsubscribe)
    }
}

/// Escapes a string for HTML.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}
