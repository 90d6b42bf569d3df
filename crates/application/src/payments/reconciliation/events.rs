//! Reading the provider's events: what was pushed and lost is found here (docs/PRODUCT.md#reconciliation).
//!
//! The list is unordered and late, so each run reads a little again, and now and then much. What cannot be brought in yet holds the
//! cursor back.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use ports::payments::events::{About, EventCursor, EventPages, EventSpan, ProviderEvent, ProviderObject};
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::door;
use crate::shared::turn::Turn;

/// The first time it is read from so long ago: no intent stays open for longer.
const FIRST_READ: TimeDelta = TimeDelta::hours(24);
/// Each run reads so much again.
const OVERLAP: TimeDelta = TimeDelta::minutes(2);
/// Now and then so much is read again, for what is listed very late.
const LONG_OVERLAP: TimeDelta = TimeDelta::hours(1);
const REREAD_EVERY: TimeDelta = TimeDelta::minutes(10);
/// Pages of one list in one run: ten times a hundred events.
const PAGES: usize = 10;
/// Objects asked for in one run.
const MOST_ASKED: usize = 200;
/// After so many failures in a row the provider is left alone until the next run.
const ENOUGH: usize = 3;
/// One that was pushed is left to that push for so long.
const PUSHED_FIRST: TimeDelta = TimeDelta::seconds(5);
/// One that cannot be brought in for a reason that does not pass is given up after this, and shown to staff.
const GIVEN_UP: TimeDelta = TimeDelta::hours(1);
/// Once the list could not be read for so long, payments are asked about one by one.
const TELLS_FOR: TimeDelta = TimeDelta::minutes(5);

/// What one run has read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Objects asked for.
    pub(super) seen: usize,
    /// What could not be brought in, or read.
    pub(super) failed: usize,
    /// The list was read lately: what happens is heard of.
    pub(super) can_tell: bool,
}

/// Reads what is new, then a piece of what was left out before.
///
/// # Errors
/// When our own records cannot be read; the provider's failures are logged and counted.
pub(super) fn read(turn: &Turn<'_>, at_start: bool) -> Result<Reading> {
    let deps = turn.deps;
    let now = deps.clock.now();
    let stored = with_store(&*deps.database, |store| Ok::<_, Error>(store.event_cursor()?))?;
    let mut run = Run { pushed_first: (!at_start).then_some(now), ..Run::begin(turn) };
    let mut cursor = stored.unwrap_or(EventCursor {
        read_to: now - FIRST_READ + OVERLAP,
        behind: None,
        read_at: now - TELLS_FOR,
        reread_at: now,
    });
    let since = cursor.read_to - OVERLAP;
    if let Some((pages, left)) = run.bring_in(&EventSpan { since, until: None, pages: PAGES })? {
        let newest = pages.events.iter().map(|event| event.made_at).max().unwrap_or(cursor.read_to);
        cursor.read_to = left.map_or(newest, |left| newest.min(left));
        cursor.read_at = now;
        if let Some(oldest) = pages.events.first().filter(|_| !pages.is_whole) {
            leave_behind(&mut cursor, since, oldest.made_at);
        }
        if cursor.behind.is_none() && now - cursor.reread_at >= REREAD_EVERY {
            cursor.reread_at = now;
            leave_behind(&mut cursor, since - LONG_OVERLAP, since);
        }
        store_cursor(deps, &cursor)?;
        if let Some((from, until)) = cursor.behind
            && let Some((pages, left)) =
                run.bring_in(&EventSpan { since: from, until: Some(until), pages: PAGES })?
        {
            cursor.behind = match (left, pages.events.first().filter(|_| !pages.is_whole)) {
                (None, None) => None,
                (None, Some(oldest)) => Some((from, oldest.made_at)),
                (Some(_), _) => Some((from, until)),
            };
            store_cursor(deps, &cursor)?;
        }
    }
    Ok(Reading { can_tell: now - cursor.read_at < TELLS_FOR, ..run.reading })
}

fn store_cursor(deps: &Deps, cursor: &EventCursor) -> Result<()> {
    with_store(&*deps.database, |store| Ok(store.set_event_cursor(cursor)?))
}

fn leave_behind(cursor: &mut EventCursor, from: DateTime<Utc>, until: DateTime<Utc>) {
    let (known_from, known_until) = cursor.behind.unwrap_or((from, until));
    cursor.behind = Some((from.min(known_from), until.max(known_until)));
}

/// One run, and what is left of its patience.
struct Run<'a> {
    turn: &'a Turn<'a>,
    /// Now, unless what was pushed is brought in at once.
    pushed_first: Option<DateTime<Utc>>,
    reading: Reading,
    failed_in_a_row: usize,
    is_over: bool,
}

impl<'a> Run<'a> {
    fn begin(turn: &'a Turn<'a>) -> Self {
        Self { turn, pushed_first: None, reading: Reading::default(), failed_in_a_row: 0, is_over: false }
    }

    /// Lists events and brings in those that are new. Answers the list, and from when on something is left for the next run; none
    /// when the list could not be read.
    fn bring_in(&mut self, span: &EventSpan) -> Result<Option<(EventPages, Option<DateTime<Utc>>)>> {
        let deps = self.turn.deps;
        let pages = match deps.gateway.events(span) {
            Ok(pages) => pages,
            Err(error) => {
                self.reading.failed += 1;
                tracing::warn!(%error, "the provider's events will be read again");
                return Ok(None);
            }
        };
        let ids: Vec<&str> = pages.events.iter().map(|event| event.id.as_str()).collect();
        let known = with_store(&*deps.database, |store| Ok::<_, Error>(store.known_events(&ids)?))?;
        let mut left = None;
        for (about, events) in by_object(pages.events.iter().filter(|event| !known.contains(&event.id))) {
            let Some(oldest) = events.iter().map(|event| event.made_at).min() else { continue };
            if !self.hear(about, &events, oldest)? {
                left = Some(left.map_or(oldest, |left: DateTime<Utc>| left.min(oldest)));
            }
        }
        Ok(Some((pages, left)))
    }

    /// Brings in what these events are about; `false` when that is left for the next run.
    fn hear(&mut self, about: &About, events: &[&ProviderEvent], oldest: DateTime<Utc>) -> Result<bool> {
        let deps = self.turn.deps;
        let is_fresh = self.pushed_first.is_some_and(|now| oldest <= now && now - oldest < PUSHED_FIRST);
        self.is_over = self.is_over
            || self.reading.seen >= MOST_ASKED
            || self.failed_in_a_row >= ENOUGH
            || !self.turn.goes_on()?;
        if is_fresh || self.is_over {
            return Ok(false);
        }
        match door::hear(deps, about, events) {
            Ok(has_asked) => {
                self.reading.seen += usize::from(has_asked);
                self.failed_in_a_row = 0;
                Ok(true)
            }
            Err(error) => {
                self.reading.seen += 1;
                self.reading.failed += 1;
                tracing::warn!(?about, %error, "what an event is about will be asked for again");
                if matches!(error, Error::GatewayDown(_) | Error::StoreDown(_)) {
                    self.failed_in_a_row += 1;
                    return Ok(false);
                }
                let is_given_up = deps.clock.now() - oldest > GIVEN_UP;
                if is_given_up {
                    let unread = |event: &&ProviderEvent| ProviderEvent {
                        about: About::NotUnderstood,
                        ..(*event).clone()
                    };
                    let unread: Vec<ProviderEvent> = events.iter().map(unread).collect();
                    door::record(deps, &unread.iter().collect::<Vec<_>>())?;
                }
                Ok(is_given_up)
            }
        }
    }
}

/// Events put together by what they are about, so that each object is asked for once; the oldest first.
fn by_object<'e>(
    events: impl Iterator<Item = &'e ProviderEvent>,
) -> Vec<(&'e About, Vec<&'e ProviderEvent>)> {
    let mut groups: Vec<(&About, Vec<&ProviderEvent>)> = vec![];
    let mut places: BTreeMap<&ProviderObject, usize> = BTreeMap::new();
    for event in events {
        let place = match &event.about {
            About::Object(object) => Some(*places.entry(object).or_insert(groups.len())),
            About::Nothing | About::NotUnderstood => None,
        };
        match place.and_then(|place| groups.get_mut(place)) {
            Some((_, together)) => together.push(event),
            None => groups.push((&event.about, vec![event])),
        }
    }
    groups
}
