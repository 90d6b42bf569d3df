//! Messages to drivers and drivers' replies, for staff.

use domain::notices::clock::{day_of, zone_of};
use domain::notices::notice::{Notice, ReminderChoices};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{ReplyId, UserId};
use ports::notices::calendar::CourtDate;
use ports::notices::numbers::TextNumber;
use ports::notices::replies::Reply;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Maximum number of messages to a driver, and of replies from the driver, that staff see.
const SHOWN: i64 = 100;
/// Maximum number of open replies in staff's list. The total number is shown separately.
const QUEUE: i64 = 200;

/// Notification settings and messages of one driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverNotices {
    pub numbers: Vec<TextNumber>,
    /// The messages that the driver has chosen to get.
    pub choices: ReminderChoices,
    /// Messages to the driver, newest first.
    pub notices: Vec<Notice>,
    /// Replies from the driver, newest first.
    pub replies: Vec<Reply>,
    /// The driver's upcoming court dates.
    pub court_dates: Vec<CourtDate>,
}

/// Staff's decision about a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyDecision {
    /// Staff have dealt with the reply.
    Solved,
    /// The driver meant STOP, so no more texts go to the number.
    Stop,
    /// The driver didn't mean STOP, so texts to the number continue.
    Resume,
}

/// Returns a driver's notification settings and messages.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if there is no such user.
pub fn driver_notices(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    user: UserId,
) -> Result<DriverNotices> {
    actor.must_be_admin()?;
    let driver = store.user(user)?.ok_or(Error::NotFound)?;
    let today = day_of(deps.clock.now(), zone_of(driver.state));
    Ok(DriverNotices {
        numbers: store.text_numbers_of(user)?,
        choices: store.reminder_choices(user)?,
        notices: store.notices_of(user, SHOWN)?,
        replies: store.replies_of(user, SHOWN)?,
        court_dates: store.court_dates_of(user, today)?,
    })
}

/// Returns up to [`QUEUE`] open replies, longest waiting first, and the total number of open replies.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_open_replies(store: &mut dyn Store, actor: &Actor) -> Result<(Vec<Reply>, i64)> {
    actor.must_be_admin()?;
    Ok((store.open_replies(QUEUE)?, store.count_open_replies()?))
}

/// Marks a reply as solved, and stops or resumes texts to the number that sent it, as staff
/// decided. Does nothing if the reply is already solved.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if there is no such reply.
pub fn solve_reply(deps: &Deps, actor: &Actor, id: ReplyId, verdict: ReplyDecision) -> Result<Reply> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let reply = store.lock_reply(id)?.ok_or(Error::NotFound)?;
        if reply.is_solved {
            return Ok(reply);
        }
        let now = deps.clock.now();
        if let Some(phone) = &reply.phone {
            match verdict {
                ReplyDecision::Stop => store.stop_texts(phone, now)?,
                // If the number's owner has replied STOP in the meantime, texts stay stopped.
                ReplyDecision::Resume => store.resume_paused_texts(phone)?,
                ReplyDecision::Solved => {}
            }
        }
        store.solve_reply(id, actor.id(), now)?;
        let word = match verdict {
            ReplyDecision::Solved => "solved",
            ReplyDecision::Stop => "stop",
            ReplyDecision::Resume => "go_on",
        };
        let entry = actor
            .audit_entry((AuditSubject::NoticeReply, id.0), AuditAction::ReplySolved, now)
            .with_after("verdict", &word);
        let entry = match &reply.user_id {
            Some(user) => entry.with_after("user_id", user),
            None => entry,
        };
        store.audit(&entry)?;
        Ok(Reply { is_solved: true, ..reply })
    })
}
