//! Plans today's messages to drivers (docs/product/notices.md#reminders). Planning a day twice is harmless,
//! because a driver gets at most one message for each day, kind, channel and number. Notices about changes
//! are the exception: a driver can get several a day. Each change is marked when it is planned, so that it
//! isn't planned twice. A message and its job are stored together.

use chrono::TimeDelta;
use domain::notices::clock::{DriverGroup, day_of, groups_by_clocks, is_send_time, may_send, sending_period};
use domain::notices::notice::{Channel, NoticeKind};
use domain::notices::reminder_dates::reminder_days;
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use ports::driving_record::contest_letters::DriverStates;
use ports::notices::planning::{AvailableChannels, ChangeFilter, DayPlan, NewsFilter};
use ports::store::{in_transaction, with_store};

use crate::deps::Deps;
use crate::driving_record::contesting::refresh::refresh_unsent_letters;
use crate::error::{Error, Result};
use crate::shared::lease::{Lease, LeasedWork};

const WORK: LeasedWork = LeasedWork { name: "reminders", lasts: TimeDelta::seconds(60) };
/// Maximum number of drivers per page. The lease is checked after each page.
const PAGE: i64 = 1_000;
/// Delay before news and changes are planned, so that several tickets filed in a row are in one message.
const NEWS_WAIT: TimeDelta = TimeDelta::minutes(10);
/// How long planned news and changes stay stored.
const NEWS_STAY: TimeDelta = TimeDelta::days(30);
/// Age at which a change that couldn't be sent is deleted, for example because no mail server is configured.
const CHANGES_WAIT: TimeDelta = TimeDelta::days(2);

/// Plans messages that are due, if this process has the lease. Returns for how many pages of drivers, with at most
/// [`PAGE`] drivers each, it planned messages.
pub fn plan_notices(deps: &Deps, holder: &str) -> Result<usize> {
    let channels = AvailableChannels { text: deps.texts.is_some(), mail: deps.mail.is_some() };
    if !channels.text && !channels.mail {
        return Ok(0);
    }
    let Some(lease) = Lease::take(deps, WORK, holder)? else { return Ok(0) };
    let mut pages = 0;
    for DriverGroup { clocks, states, has_stateless } in groups_by_clocks() {
        let zone = clocks.name();
        for kind in [NoticeKind::CourtDay, NoticeKind::Reminder] {
            let now = deps.clock.now();
            let day = day_of(now, clocks.west);
            if !is_send_time(kind, day, now, clocks) {
                continue;
            }
            let is_planned = with_store(&*deps.database, |store| {
                store.is_day_planned(&zone, kind, day).map_err(Error::from)
            })?;
            if is_planned {
                continue;
            }
            let plan = DayPlan {
                kind,
                day,
                states: states.iter().map(|state: &UsState| state.name()).collect(),
                stateless: has_stateless,
                dates: reminder_days(kind, day),
                at: now,
                channels,
            };
            if kind == NoticeKind::Reminder {
                let states = DriverStates { names: &plan.states, includes_unknown: plan.stateless };
                refresh_unsent_letters(deps, states, || lease.is_held())?;
            }
            let mut after = UserId(0);
            while let Some(last) = in_transaction(&*deps.database, |store| {
                store.plan_messages_for_day(&plan, after, PAGE).map_err(Error::from)
            })? {
                after = last;
                pages += 1;
                if !lease.is_held()? {
                    return Ok(pages);
                }
            }
            in_transaction(&*deps.database, |store| {
                store.store_planned_day(&zone, kind, day, now)?;
                store.delete_old_changes(now - NEWS_STAY)?;
                store.delete_old_news(day - NEWS_STAY).map_err(Error::from)
            })?;
        }
    }
    pages += plan_news(deps, &lease, channels)?;
    in_transaction(&*deps.database, |store| {
        store.delete_unsent_changes(deps.clock.now() - CHANGES_WAIT).map_err(Error::from)
    })?;
    for (channel, is_there) in [(Channel::Mail, channels.mail), (Channel::Text, channels.text)] {
        if is_there {
            pages += plan_changes(deps, &lease, channel)?;
        }
    }
    Ok(pages)
}

/// Plans notices about changes. Emails are planned at any hour, texts only if they can be sent before the evening.
/// Returns for how many pages of drivers it planned notices.
fn plan_changes(deps: &Deps, lease: &Lease<'_>, channel: Channel) -> Result<usize> {
    let mut pages = 0;
    for DriverGroup { clocks, states, has_stateless } in groups_by_clocks() {
        let states: Vec<_> = states.iter().map(|state: &UsState| state.name()).collect();
        let mut after = UserId(0);
        loop {
            let now = deps.clock.now();
            let day = day_of(now, clocks.west);
            if !may_send((channel, NoticeKind::Change), day, now, clocks) {
                break;
            }
            let wanted = ChangeFilter {
                channel,
                states: states.clone(),
                stateless: has_stateless,
                stored_before: now - NEWS_WAIT,
            };
            let drivers = with_store(&*deps.database, |store| {
                store.drivers_with_changes(&wanted, after, PAGE).map_err(Error::from)
            })?;
            let Some(last) = drivers.last() else { break };
            after = *last;
            let (_, until) = sending_period(NoticeKind::Change, day, clocks);
            for driver in drivers {
                let at = deps.clock.now();
                in_transaction(&*deps.database, |store| {
                    store.plan_changes(driver, channel, day, (at, until)).map_err(Error::from)
                })?;
            }
            pages += 1;
            if !lease.is_held()? {
                return Ok(pages);
            }
        }
    }
    Ok(pages)
}

/// Plans messages with news during the day, if they can be sent before the evening. Otherwise, the news is planned
/// the next morning. Returns for how many pages of drivers it planned messages.
fn plan_news(deps: &Deps, lease: &Lease<'_>, channels: AvailableChannels) -> Result<usize> {
    let mut pages = 0;
    for DriverGroup { clocks, states, has_stateless } in groups_by_clocks() {
        let states: Vec<_> = states.iter().map(|state: &UsState| state.name()).collect();
        let mut after = UserId(0);
        loop {
            let now = deps.clock.now();
            let day = day_of(now, clocks.west);
            if !is_send_time(NoticeKind::News, day, now, clocks) {
                break;
            }
            let wanted = NewsFilter {
                day,
                states: states.clone(),
                stateless: has_stateless,
                stored_before: now - NEWS_WAIT,
            };
            let drivers = with_store(&*deps.database, |store| {
                store.drivers_with_news(&wanted, after, PAGE).map_err(Error::from)
            })?;
            let Some(last) = drivers.last() else { break };
            after = *last;
            let (_, until) = sending_period(NoticeKind::News, day, clocks);
            for driver in drivers {
                let at = deps.clock.now();
                in_transaction(&*deps.database, |store| {
                    store.plan_news(driver, day, (at, until), channels).map_err(Error::from)
                })?;
            }
            pages += 1;
            if !lease.is_held()? {
                return Ok(pages);
            }
        }
    }
    Ok(pages)
}

/// Releases the lease for planning, so that another process doesn't have to wait until it expires.
pub fn end_lease(deps: &Deps, holder: &str) -> Result<()> {
    Lease::end(deps, WORK, holder)
}
