//! Incoming texts from drivers, and the provider's reports about texts that we sent (docs/product/notices.md#replies).

use domain::notices::notice::{MessageChoice, NoticeStatus, PhoneState};
use domain::notices::reply::ReplyMeaning;
use domain::shared::ids::NoticeId;
use ports::notices::replies::NewReply;
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Maximum length of a stored reply, in characters.
const LONGEST: usize = 1_600;

/// A webhook call from the provider of texts.
pub struct TextWebhookCall {
    /// The URL on our server that the provider called.
    pub url: String,
    /// Fields of the webhook's form body.
    pub form: Vec<(String, String)>,
    pub signature: String,
    /// The id of the text whose delivery the provider reports; `None` for a driver's reply. The id is part of
    /// the URL that we gave the provider.
    pub mark: Option<String>,
}

impl TextWebhookCall {
    /// Returns the value of the form field with this name; `None` if the call doesn't have it.
    fn field(&self, name: &str) -> Option<&str> {
        self.form.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Handles a webhook call: a driver's reply, or the delivery status of a text. Returns the reply to send, if any.
///
/// # Errors
/// [`Error::BadSignature`] if the provider's signature doesn't verify, or if no text provider is configured.
pub fn handle_webhook(deps: &Deps, call: &TextWebhookCall) -> Result<Option<&'static str>> {
    let is_genuine =
        deps.texts.as_ref().is_some_and(|texts| texts.is_genuine(&call.url, &call.form, &call.signature));
    if !is_genuine {
        return Err(Error::BadSignature);
    }
    in_transaction(&*deps.database, |store| match call.field("MessageStatus") {
        Some(status) => store_delivery_status(deps, store, call, status).map(|()| None),
        None => handle_reply(deps, store, call),
    })
}

/// Stores the delivery status of a text. A final status is never overwritten, because reports may
/// be late or repeated. Ignores unknown statuses, and reports about texts that aren't notices.
fn store_delivery_status(
    deps: &Deps,
    store: &mut dyn Store,
    call: &TextWebhookCall,
    status: &str,
) -> Result<()> {
    let new_status = match status {
        "sent" => NoticeStatus::Sent,
        "delivered" | "read" => NoticeStatus::Delivered,
        "failed" | "undelivered" => NoticeStatus::Failed,
        _ => return Ok(()),
    };
    let Some(id) = call.mark.as_deref().and_then(|mark| mark.parse().ok()) else { return Ok(()) };
    let reason = (new_status == NoticeStatus::Failed).then(|| {
        format!("The provider couldn’t deliver it: {}", call.field("ErrorCode").unwrap_or("no reason given"))
    });
    store.end_notice(NoticeId(id), new_status, reason.as_deref(), deps.clock.now())?;
    Ok(())
}

/// Stores a driver's reply and acts on it, for example by stopping texts. Returns the reply to send, if any.
/// Ignores replies from other countries, and replies other than STOP and START from unknown and unconfirmed
/// numbers that got no text.
fn handle_reply(deps: &Deps, store: &mut dyn Store, call: &TextWebhookCall) -> Result<Option<&'static str>> {
    let (Some(from), Some(id)) = (call.field("From"), call.field("MessageSid")) else { return Ok(None) };
    // Replies from other countries are ignored, because Lanewise texts only US numbers.
    let Some(phone) = parse_us_number(from) else { return Ok(None) };
    let body: String = call.field("Body").unwrap_or_default().chars().take(LONGEST).collect();
    let now = deps.clock.now();
    let (state, number) = (store.phone_state(&phone)?, store.owner_of_phone(&phone)?);
    // If the number has a new owner, the reply isn't an answer to a text that the previous owner
    // got.
    let answers = store
        .last_notice_to(&phone)?
        .filter(|notice| number.as_ref().is_none_or(|number| number.user_id == notice.user_id));
    let is_after_reminder =
        answers.as_ref().is_some_and(|notice| notice.kind.choice() == Some(MessageChoice::Reminders));
    let mut meaning = match ReplyMeaning::of(&body) {
        // After a reminder or a notice about changes, YES confirms the appearance, unless texts to the number
        // are stopped or paused. Otherwise, YES means START.
        ReplyMeaning::Start if state.is_none() && is_after_reminder && is_yes(&body) => {
            ReplyMeaning::Confirmed
        }
        // A confirmation counts only after a reminder or a notice about changes, because other
        // texts aren't about an appearance.
        ReplyMeaning::Confirmed if !is_after_reminder => ReplyMeaning::Other,
        meaning => meaning,
    };
    // A driver may have mistyped an unconfirmed number, or it may belong to another person. So a
    // reply from an unconfirmed number isn't treated as the driver's.
    let owner = number.as_ref().filter(|number| number.confirmed_at.is_some());
    let is_known = owner.is_some() || answers.is_some();
    if !is_known {
        // Staff don't see replies from unconfirmed numbers, so here a reply that may mean STOP
        // counts as STOP.
        if meaning == ReplyMeaning::MayMeanStop && number.is_some() {
            meaning = ReplyMeaning::Stop;
        }
        // Other replies from unknown and unconfirmed numbers aren't stored. STOP and START are
        // stored, because a driver may add or confirm the number later.
        if !matches!(meaning, ReplyMeaning::Stop | ReplyMeaning::Start) {
            return Ok(None);
        }
    }
    let reply = NewReply {
        provider_id: id.to_owned(),
        phone: phone.clone(),
        user_id: owner.map(|number| number.user_id).or(answers.as_ref().map(|notice| notice.user_id)),
        notice_id: answers.as_ref().map(|notice| notice.id),
        body: is_known.then_some(body),
        meaning,
        received_at: now,
    };
    if store.insert_reply(&reply)?.is_none() {
        // The provider has already reported this reply. The reply's effect isn't repeated, because staff may
        // have undone it.
        return Ok(None);
    }
    match meaning {
        ReplyMeaning::Stop => store.stop_texts(&phone, now)?,
        ReplyMeaning::Start => store.resume_texts(&phone)?,
        ReplyMeaning::MayMeanStop => store.pause_texts(&phone, now)?,
        ReplyMeaning::Confirmed => {
            if let Some(notice) = answers {
                store.mark_appearance_confirmed(notice.id, now)?;
            }
        }
        ReplyMeaning::Help | ReplyMeaning::CannotCome | ReplyMeaning::Other => {}
    }
    Ok(answer_to_reply(meaning, state))
}

/// Returns what Lanewise texts back to a driver's reply, if anything. `state` says whether texts to the
/// number are stopped or paused; `None` if they are neither. The provider itself answers STOP, START and
/// HELP. A stopped number gets no reply.
const fn answer_to_reply(meaning: ReplyMeaning, state: Option<PhoneState>) -> Option<&'static str> {
    if matches!(state, Some(PhoneState::Stopped)) {
        return None;
    }
    match meaning {
        ReplyMeaning::Stop | ReplyMeaning::Start | ReplyMeaning::Help => None,
        ReplyMeaning::Confirmed => Some("Lanewise: Thanks for confirming. Please be there on time."),
        ReplyMeaning::CannotCome => Some(
            "Lanewise: Thanks for letting us know. Our team will get back to you. You still have to be there unless the court says otherwise.",
        ),
        ReplyMeaning::MayMeanStop => Some(
            "Lanewise: We have paused texts to this number, and our staff will read your message. Reply STOP to end texts or START to resume them.",
        ),
        ReplyMeaning::Other => Some("Lanewise: Our team will read your message. For help now, reply HELP."),
    }
}

/// Whether a reply consists of the word "yes", ignoring case and punctuation at its end.
fn is_yes(body: &str) -> bool {
    body.trim().trim_end_matches(['.', '!']).eq_ignore_ascii_case("yes")
}

/// Returns the ten digits of a US number such as `+15551234567`; `None` for other numbers.
fn parse_us_number(number: &str) -> Option<String> {
    let digits = number.strip_prefix("+1")?;
    (digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
}
