//! What staff see of messages and replies, and do about them.

use domain::notices::clock::{day_of, zone_of};
use domain::notices::notice::{Choices, Notice, PhoneState};
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

/// So many messages and replies of a driver are shown.
const SHOWN: i64 = 100;
/// So many waiting replies are shown; more say so by their number.
const QUEUE: i64 = 200;

/// Everything about how a driver is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Their numbers.
    pub numbers: Vec<TextNumber>,
    /// What they want.
    pub choices: Choices,
    /// What they were told, newest first.
    pub notices: Vec<Notice>,
    /// What they answered, newest first.
    pub replies: Vec<Reply>,
    /// Their dates in court that are to come.
    pub court_dates: Vec<CourtDate>,
}

/// What became of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Somebody has seen to it.
    Solved,
    /// It meant stop.
    Stop,
    /// It did not: texts go on.
    GoOn,
}

/// Everything about how a driver is told.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`] when there is no such user.
pub fn told(deps: &Deps, store: &mut dyn Store, actor: &Actor, user: UserId) -> Result<Told> {
    actor.must_be_admin()?;
    let driver = store.user(user)?.ok_or(Error::NotFound)?;
    let today = day_of(deps.clock.now(), zone_of(driver.state));
    Ok(Told {
        numbers: store.numbers_of(user)?,
        choices: store.reminder_choices(user)?,
        notices: store.notices_of(user, SHOWN)?,
        replies: store.replies_of(user, SHOWN)?,
        court_dates: store.court_dates_of(user, today)?,
    })
}

/// Replies that wait for a person, the longest first, and how many there are.
///
/// # Errors
/// [`Error::Forbidden`] for drivers.
pub fn queue(store: &mut dyn Store, actor: &Actor) -> Result<(Vec<Reply>, i64)> {
    actor.must_be_admin()?;
    Ok((store.open_replies(QUEUE)?, store.count_open_replies()?))
}

/// Staff have dealt with a reply.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`] when there is no such reply.
pub fn solve(deps: &Deps, actor: &Actor, id: ReplyId, verdict: Verdict) -> Result<Reply> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let reply = store.lock_reply(id)?.ok_or(Error::NotFound)?;
        if reply.is_solved {
            return Ok(reply);
        }
        let now = deps.clock.now();
        if let Some(phone) = &reply.phone {
            let paused = store.phone_state(phone)? == Some(PhoneState::Paused);
            match verdict {
                Verdict::Stop => store.set_phone_state(phone, Some(PhoneState::Stopped), now)?,
                // Who said stop meanwhile meant it.
                Verdict::GoOn if paused => store.set_phone_state(phone, None, now)?,
                Verdict::GoOn | Verdict::Solved => {}
            }
        }
        store.solve_reply(id, actor.id(), now)?;
        let word = match verdict {
            Verdict::Solved => "solved",
            Verdict::Stop => "stop",
            Verdict::GoOn => "go_on",
        };
        let entry = actor
            .entry((AuditSubject::NoticeReply, id.0), AuditAction::ReplySolved, now)
            .is("verdict", &word);
        let entry = match &reply.user_id {
            Some(user) => entry.is("user_id", user),
            None => entry,
        };
        store.audit(&entry)?;
        Ok(Reply { is_solved: true, ..reply })
    })
}
