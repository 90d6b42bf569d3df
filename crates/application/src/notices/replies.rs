//! What comes back by text (docs/PRODUCT.md#replies).

use domain::notices::notice::{NoticeStatus, PhoneState};
use domain::notices::reply::Meaning;
use domain::shared::ids::NoticeId;
use ports::notices::replies::NewReply;
use ports::store::{Store, in_transaction};

use crate::deps::Deps;
use crate::error::{Error, Result};

/// The longest reply that is kept, in characters.
const LONGEST: usize = 1_600;

/// A call of the provider's, as it came.
pub struct ProvidersCall {
    /// Our address, as the provider called it.
    pub url: String,
    /// The form's fields.
    pub form: Vec<(String, String)>,
    /// What came as its signature.
    pub signature: String,
    /// The message that the address marks.
    pub mark: Option<String>,
}

impl ProvidersCall {
    fn field(&self, name: &str) -> Option<&str> {
        self.form.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Takes a call of the provider's: a reply, or what became of a text. Answers what is to be said back, if anything.
///
/// # Errors
/// [`Error::BadSignature`] when it is not the provider's.
pub fn take(deps: &Deps, call: &ProvidersCall) -> Result<Option<&'static str>> {
    let is_genuine =
        deps.texts.as_ref().is_some_and(|texts| texts.is_genuine(&call.url, &call.form, &call.signature));
    if !is_genuine {
        return Err(Error::BadSignature);
    }
    in_transaction(&*deps.database, |store| match call.field("MessageStatus") {
        Some(status) => delivered(deps, store, call, status).map(|()| None),
        None => answered(deps, store, call),
    })
}

/// Late and doubled news of a text change nothing that has ended.
fn delivered(deps: &Deps, store: &mut dyn Store, call: &ProvidersCall, status: &str) -> Result<()> {
    let to = match status {
        "sent" => NoticeStatus::Sent,
        "delivered" | "read" => NoticeStatus::Delivered,
        "failed" | "undelivered" => NoticeStatus::Failed,
        // On its way.
        _ => return Ok(()),
    };
    let Some(id) = call.mark.as_deref().and_then(|mark| mark.parse().ok()) else { return Ok(()) };
    let reason = (to == NoticeStatus::Failed).then(|| {
        format!("the provider could not deliver it: {}", call.field("ErrorCode").unwrap_or("no reason given"))
    });
    store.end_notice(NoticeId(id), to, reason.as_deref(), deps.clock.now())?;
    Ok(())
}

fn answered(deps: &Deps, store: &mut dyn Store, call: &ProvidersCall) -> Result<Option<&'static str>> {
    let (Some(from), Some(id)) = (call.field("From"), call.field("MessageSid")) else { return Ok(None) };
    // Numbers outside the USA are none that we text.
    let Some(phone) = us_digits(from) else { return Ok(None) };
    let body: String = call.field("Body").unwrap_or_default().chars().take(LONGEST).collect();
    let now = deps.clock.now();
    let (state, answers) = (store.phone_state(&phone)?, store.last_notice_to(&phone)?);
    let mut meaning = Meaning::of(&body);
    // Yes opens a number that was closed; where nothing is closed it answers the question.
    if meaning == Meaning::Start && state.is_none() && answers.is_some() && is_yes(&body) {
        meaning = Meaning::Confirmed;
    }
    let number = store.owner_of_phone(&phone)?;
    // A number may have been mistyped, or be another person’s: until its code came back it counts as a stranger’s.
    let owner = number.as_ref().filter(|number| number.confirmed_at.is_some());
    let is_known = owner.is_some() || answers.is_some();
    if !is_known {
        // Nobody can read what a stranger meant who got a code, so what may be a stop is one.
        if meaning == Meaning::MayMeanStop && number.is_some() {
            meaning = Meaning::Stop;
        }
        // What else a stranger says is kept nowhere. Stop and start count: they may be a driver's one day.
        if !matches!(meaning, Meaning::Stop | Meaning::Start) {
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
        // Told before: what it did is done, and may have been undone since.
        return Ok(None);
    }
    match meaning {
        Meaning::Stop => store.set_phone_state(&phone, Some(PhoneState::Stopped), now)?,
        Meaning::Start => store.set_phone_state(&phone, None, now)?,
        Meaning::MayMeanStop if state.is_none() => {
            store.set_phone_state(&phone, Some(PhoneState::Paused), now)?;
        }
        Meaning::Confirmed => {
            if let Some(notice) = answers {
                store.confirm_notice(notice.id, now)?;
            }
        }
        Meaning::MayMeanStop | Meaning::Help | Meaning::CannotCome | Meaning::Other => {}
    }
    Ok(answer(meaning, state))
}

/// What we say back. To stop, start and help the provider itself answers; to who said stop nothing is said.
const fn answer(meaning: Meaning, state: Option<PhoneState>) -> Option<&'static str> {
    if matches!(state, Some(PhoneState::Stopped)) {
        return None;
    }
    match meaning {
        Meaning::Stop | Meaning::Start | Meaning::Help => None,
        Meaning::Confirmed => Some("Lanewise: Thank you. See you there on time."),
        Meaning::CannotCome => Some(
            "Lanewise: Thank you for telling us. Somebody will get back to you. Until the court says otherwise you still have to be there.",
        ),
        Meaning::MayMeanStop => Some(
            "Lanewise: We have paused texts to this number, and somebody will read your message. Reply STOP to end them, START to go on.",
        ),
        Meaning::Other => Some("Lanewise: Somebody will read your message. For help now, reply HELP."),
    }
}

fn is_yes(body: &str) -> bool {
    body.trim().trim_end_matches(['.', '!']).eq_ignore_ascii_case("yes")
}

/// Ten digits of a number such as `+15551234567`.
fn us_digits(number: &str) -> Option<String> {
    let digits = number.strip_prefix("+1")?;
    (digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.to_owned())
}
