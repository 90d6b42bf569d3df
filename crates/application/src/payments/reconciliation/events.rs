//! Reads the provider's list of events, which includes events whose webhook was lost
//! (docs/product/payments.md#reconciliation).
//!
//! The list isn't ordered, and events may appear in it late. So each run reads the last [`OVERLAP`]
//! again and, every [`REREAD_EVERY`], the last [`LONG_OVERLAP`]. The cursor, the stored position in
//! the list, doesn't move past an event that must still be applied.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use ports::payments::events::{
    EventCursor, EventPages, EventSpan, EventSubject, ProviderEvent, ProviderObject,
};
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::reconciliation::ingest;
use crate::shared::lease::Lease;

/// Period that the first read of the list covers.
const FIRST_READ: TimeDelta = TimeDelta::hours(24);
/// Period before the cursor that every run reads again.
const OVERLAP: TimeDelta = TimeDelta::minutes(2);
/// Period before the cursor that is read again every [`REREAD_EVERY`], to find events that the
/// provider listed very late.
const LONG_OVERLAP: TimeDelta = TimeDelta::hours(1);
const REREAD_EVERY: TimeDelta = TimeDelta::minutes(10);
/// Maximum number of pages of the list that one run reads. A page has a hundred events.
const PAGES: usize = 10;
/// Maximum number of objects, such as intents, that one run fetches from the provider.
const MAX_REQUESTED: usize = 200;
/// Number of failed requests in a row after which a run stops sending requests to the provider.
const MAX_FAILURES: usize = 3;
/// Age up to which a run skips an event in the list, because the event's webhook
/// will probably apply it.
const WEBHOOK_WAIT: TimeDelta = TimeDelta::seconds(5);
/// Age after which an event that always fails is no longer retried, but shown to staff.
const ABANDON_AFTER: TimeDelta = TimeDelta::hours(1);
/// Time without a successful read of the list after which open payments are checked one by one.
const LIST_TRUSTED_FOR: TimeDelta = TimeDelta::minutes(5);

/// The result of one run of [`read_events`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EventRunSummary {
    /// Number of objects that were requested from the provider.
    pub(super) seen: usize,
    /// Number of lists and objects that couldn't be fetched or applied.
    pub(super) failed: usize,
    /// Whether the list of events was read within [`LIST_TRUSTED_FOR`]. If not, events may be missing.
    pub(super) can_read_events: bool,
}

/// Reads new events, then part of the time span that earlier runs left unread. `at_start` is set
/// for the first run after the server's start.
///
/// # Errors
/// Fails if the database can't be read. Failures of the provider are logged and counted.
pub(super) fn read_events(lease: &Lease<'_>, at_start: bool) -> Result<EventRunSummary> {
    let deps = lease.deps;
    let now = deps.clock.now();
    let stored = with_store(&*deps.database, |store| Ok::<_, Error>(store.event_cursor()?))?;
    let mut run = EventRun { pushed_first: (!at_start).then_some(now), ..EventRun::begin(lease) };
    let mut cursor = stored.unwrap_or(EventCursor {
        read_to: now - FIRST_READ + OVERLAP,
        behind: None,
        read_at: now - LIST_TRUSTED_FOR,
        reread_at: now,
    });
    let since = cursor.read_to - OVERLAP;
    if let Some((pages, retry_from)) =
        run.apply_new_events(&EventSpan { since, until: None, pages: PAGES })?
    {
        let newest = pages.events.iter().map(|event| event.made_at).max().unwrap_or(cursor.read_to);
        cursor.read_to = retry_from.map_or(newest, |retry_from| newest.min(retry_from));
        cursor.read_at = now;
        if let Some(oldest) = pages.events.first().filter(|_| !pages.is_whole) {
            extend_backlog(&mut cursor, since, oldest.made_at);
        }
        if cursor.behind.is_none() && now - cursor.reread_at >= REREAD_EVERY {
            cursor.reread_at = now;
            extend_backlog(&mut cursor, since - LONG_OVERLAP, since);
        }
        store_cursor(deps, &cursor)?;
        if let Some((from, until)) = cursor.behind
            && let Some((pages, retry_from)) =
                run.apply_new_events(&EventSpan { since: from, until: Some(until), pages: PAGES })?
        {
            cursor.behind = match (retry_from, pages.events.first().filter(|_| !pages.is_whole)) {
                (None, None) => None,
                (None, Some(oldest)) => Some((from, oldest.made_at)),
                (Some(_), _) => Some((from, until)),
            };
            store_cursor(deps, &cursor)?;
        }
    }
    Ok(EventRunSummary { can_read_events: now - cursor.read_at < LIST_TRUSTED_FOR, ..run.reading })
}

/// Stores how far the provider's events have been read.
fn store_cursor(deps: &Deps, cursor: &EventCursor) -> Result<()> {
    with_store(&*deps.database, |store| Ok(store.set_event_cursor(cursor)?))
}

/// Extends the time span whose events must still be read or read again, so that it covers `from` to `until`.
fn extend_backlog(cursor: &mut EventCursor, from: DateTime<Utc>, until: DateTime<Utc>) {
    let (known_from, known_until) = cursor.behind.unwrap_or((from, until));
    cursor.behind = Some((from.min(known_from), until.max(known_until)));
}

/// The result of applying the events of one object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ingestion {
    /// The events were applied or permanently failed.
    Done,
    /// The next run must read the events again.
    MustRetry,
}

/// The state of one run of [`read_events`].
struct EventRun<'a> {
    lease: &'a Lease<'a>,
    /// Start of the run, if it skips recent events that webhooks will probably apply; `None` if
    /// it applies all events.
    pushed_first: Option<DateTime<Utc>>,
    reading: EventRunSummary,
    failed_in_a_row: usize,
    is_over: bool,
}

impl<'a> EventRun<'a> {
    /// Creates the state of a run that applies all events, even recent ones whose
    /// webhooks may still arrive.
    fn begin(lease: &'a Lease<'a>) -> Self {
        Self {
            lease,
            pushed_first: None,
            reading: EventRunSummary::default(),
            failed_in_a_row: 0,
            is_over: false,
        }
    }

    /// Lists the provider's events in `span` and applies the new ones. Returns the list,
    /// and the time of the oldest event that the next run must apply. Returns `None` if the
    /// list couldn't be read.
    fn apply_new_events(&mut self, span: &EventSpan) -> Result<Option<(EventPages, Option<DateTime<Utc>>)>> {
        let deps = self.lease.deps;
        let pages = match deps.gateway.events(span) {
            Ok(pages) => pages,
            Err(error) => {
                self.reading.failed += 1;
                tracing::warn!(%error, "could not list the provider's events; will retry");
                return Ok(None);
            }
        };
        let ids: Vec<&str> = pages.events.iter().map(|event| event.id.as_str()).collect();
        let known = with_store(&*deps.database, |store| Ok::<_, Error>(store.known_event_ids(&ids)?))?;
        let mut retry_from = None;
        for (about, events) in group_by_object(pages.events.iter().filter(|event| !known.contains(&event.id)))
        {
            let Some(oldest) = events.iter().map(|event| event.made_at).min() else { continue };
            if self.ingest(about, &events, oldest)? == Ingestion::MustRetry {
                retry_from = Some(retry_from.map_or(oldest, |first: DateTime<Utc>| first.min(oldest)));
            }
        }
        Ok(Some((pages, retry_from)))
    }

    /// Applies the provider's state of `about`, the object that all of the `events` are about. `oldest_at` is the
    /// time of the oldest event.
    fn ingest(
        &mut self,
        about: &EventSubject,
        events: &[&ProviderEvent],
        oldest_at: DateTime<Utc>,
    ) -> Result<Ingestion> {
        let deps = self.lease.deps;
        let is_fresh =
            self.pushed_first.is_some_and(|now| oldest_at <= now && now - oldest_at < WEBHOOK_WAIT);
        self.is_over = self.is_over
            || self.reading.seen >= MAX_REQUESTED
            || self.failed_in_a_row >= MAX_FAILURES
            || !self.lease.is_held()?;
        if is_fresh || self.is_over {
            return Ok(Ingestion::MustRetry);
        }
        match ingest::ingest(deps, about, events) {
            Ok(is_fetched) => {
                self.reading.seen += usize::from(is_fetched);
                self.failed_in_a_row = 0;
                Ok(Ingestion::Done)
            }
            Err(error) => {
                self.reading.seen += 1;
                self.reading.failed += 1;
                tracing::warn!(?about, %error, "could not read the object of an event; will retry");
                if matches!(error, Error::GatewayDown(_) | Error::StoreDown(_)) {
                    self.failed_in_a_row += 1;
                    return Ok(Ingestion::MustRetry);
                }
                if deps.clock.now() - oldest_at <= ABANDON_AFTER {
                    return Ok(Ingestion::MustRetry);
                }
                let unread = |event: &&ProviderEvent| ProviderEvent {
                    about: EventSubject::Unrecognized,
                    ..(*event).clone()
                };
                let unread: Vec<ProviderEvent> = events.iter().map(unread).collect();
                ingest::record_events(deps, &unread.iter().collect::<Vec<_>>())?;
                Ok(Ingestion::Done)
            }
        }
    }
}

/// Groups events by their object, so that each object is fetched only once. The groups keep the order
/// of their first events.
fn group_by_object<'e>(
    events: impl Iterator<Item = &'e ProviderEvent>,
) -> Vec<(&'e EventSubject, Vec<&'e ProviderEvent>)> {
    let mut groups: Vec<(&EventSubject, Vec<&ProviderEvent>)> = vec![];
    let mut places: BTreeMap<&ProviderObject, usize> = BTreeMap::new();
    for event in events {
        let place = match &event.about {
            EventSubject::Object(object) => Some(*places.entry(object).or_insert(groups.len())),
            EventSubject::Nothing | EventSubject::Unrecognized => None,
        };
        match place.and_then(|place| groups.get_mut(place)) {
            Some((_, together)) => together.push(event),
            None => groups.push((&event.about, vec![event])),
        }
    }
    groups
}
