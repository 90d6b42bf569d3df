//! Texts to drivers when the status of a ticket, hire or report changes, or when there is news in a case.
//!
//! The transaction that changes a status adds one job for each of the driver's numbers. A text is sent at most
//! once: if the provider's response was lost, a later attempt asks the provider whether the text was sent.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::notices::sms;
use domain::requests::case_update::CaseKind;
use domain::shared::ids::{TextNotificationId, UserId};
use domain::shared::job::JobKind;
use ports::notices::numbers::TextNumber;
use ports::notices::texts::TextError;
use ports::requests::lists::TextRequestQuery;
use ports::shared::jobs::{Job, NewJob};
use ports::shared::paging::Page;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::outbox::{Outcome, circuit_open};
use crate::shared::outgoing::{AdmittedNumber, TextSender};

/// Wait before the next attempt if it is unknown whether the provider accepted a text.
pub(crate) const RECHECK_AFTER: TimeDelta = TimeDelta::minutes(5);
// Keys of a job's payload.
const REQUEST: &str = "request";
const KIND: &str = "kind";
const STATUS: &str = "status";
const SINCE: &str = "since";

/// Returns the query for a driver's requests for text notifications, at most 200.
pub(crate) fn text_requests_of_driver(user: UserId) -> TextRequestQuery {
    TextRequestQuery::all(Page { limit: 200, offset: 0 }).of(user)
}

/// Adds jobs that text a new status, or news of a case, to the driver's numbers. Without a text
/// provider, adds no jobs, so that outdated texts aren't sent once a provider is configured.
pub fn enqueue_status_texts(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    case: CaseKind,
    status: &str,
) -> Result<()> {
    if deps.texts.is_none() {
        return Ok(());
    }
    let now = deps.clock.now();
    for request in store.list(&text_requests_of_driver(driver))?.items {
        let payload = [
            (REQUEST, request.id.to_string()),
            (KIND, case.as_str().to_owned()),
            (STATUS, status.to_owned()),
            (SINCE, now.to_rfc3339()),
        ];
        store.enqueue(&NewJob {
            kind: JobKind::SendText,
            payload: payload.map(|(name, value)| (name.to_owned(), value)).into(),
            run_at: now,
            dedupe_key: None,
        })?;
    }
    Ok(())
}

/// Runs a [`JobKind::SendText`] job that [`enqueue_status_texts`] added.
pub fn send_text(deps: &Deps, job: &Job) -> Outcome {
    let Some((id, text, since)) = read_payload(&job.payload) else {
        return Outcome::GiveUp("the job is invalid".to_owned());
    };
    let Some(texts) = &deps.texts else {
        return Outcome::Retry("no SMS provider is configured".to_owned());
    };
    let admitted = in_transaction(&*deps.database, |store| {
        let is_on = |number: &TextNumber| number.confirmed_at.is_some() && number.state.is_none();
        let Some(number) = store.text_number(id)?.filter(is_on) else { return Ok(None) };
        AdmittedNumber::admit(store, &*deps.tokens, deps.clock.now(), &number)
    });
    let to = match admitted {
        Ok(Some(to)) => to,
        // No text may be sent to this number now.
        Ok(None) => return Outcome::Done,
        Err(error) => return Outcome::Retry(error.to_string()),
    };
    let text = sms::to_gsm7(&text);
    tracing::info!(request = id.0, segments = sms::count_segments(&text), "sending a text to the provider");
    if let Err(outcome) = send_once(deps, texts, &to, &text, since, job.attempt) {
        return outcome;
    }
    let now = deps.clock.now();
    match with_store(&*deps.database, |store| store.mark_text_sent(id, now).map_err(Error::from)) {
        Ok(()) => Outcome::Done,
        Err(error) => Outcome::Retry(error.to_string()),
    }
}

/// Sends a text. From the second attempt on, first asks the provider whether the text was already
/// sent after the time `since`.
fn send_once(
    deps: &Deps,
    texts: &TextSender,
    recipient: &AdmittedNumber,
    text: &str,
    since: DateTime<Utc>,
    attempt: i32,
) -> std::result::Result<(), Outcome> {
    if attempt > 1 {
        match texts.was_sent(recipient.phone(), text, since) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(TextError::CircuitOpen(wait)) => return Err(circuit_open(wait)),
            // The provider was called, so this attempt counts toward the job's maximum number of attempts.
            Err(error) => return Err(Outcome::Retry(error.to_string())),
        }
    }
    texts.send(&*deps.database, recipient, text, None).map_err(|error| match error {
        TextError::Refused(reason) => Outcome::GiveUp(reason),
        TextError::Unavailable(_) => Outcome::Unreachable(error.to_string()),
        TextError::Lost(_) => Outcome::InDoubt(RECHECK_AFTER, error.to_string()),
        TextError::CircuitOpen(wait) => circuit_open(wait),
    })
}

/// Reads from a job the text request, the text, and the time when the job was added; `None` if the job is invalid.
fn read_payload(payload: &BTreeMap<String, String>) -> Option<(TextNotificationId, String, DateTime<Utc>)> {
    let id = payload.get(REQUEST)?.parse().ok().map(TextNotificationId)?;
    let text = CaseKind::parse(payload.get(KIND)?)?.text(payload.get(STATUS)?)?;
    let since = DateTime::parse_from_rfc3339(payload.get(SINCE)?).ok()?.to_utc();
    Some((id, text, since))
}
