//! Combines floods of security events. The first events of one kind from one IP address are stored one by
//! one. During the flood, further events are only counted. Each minute, one event with their count is
//! stored.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use domain::security::event::SecurityEventKind;
use ports::security::trail::SecurityEvent;

/// How long events are counted before their count is stored.
const COUNTED_FOR: TimeDelta = TimeDelta::seconds(60);
/// Maximum number of separate counts, each for one kind of event and one IP address. Above this number, all new
/// addresses share one count per kind.
const MAX_ADDRESSES: usize = 10_000;
/// Stored instead of an address for events that are counted in a shared count.
const OTHERS: &str = "various";

/// Value of [`Count::listed`] during a flood, so that no further event is stored one by one.
const ALL_SINGLE_EVENTS: u32 = u32::MAX;

type Key = (SecurityEventKind, String);

struct Count {
    since: DateTime<Utc>,
    /// Number of events that were stored one by one.
    listed: u32,
    /// The latest unstored event. Its `times` is the number of all unstored events. `None` if
    /// all events are stored.
    waiting: Option<SecurityEvent>,
}

/// Counts of events by kind and address.
#[derive(Default)]
pub struct FloodCounter {
    counts: Mutex<HashMap<Key, Count>>,
}

/// Returns how many events of this kind from one address are stored one by one. Later events of the same
/// flood are only counted.
fn max_single_events(kind: SecurityEventKind) -> u32 {
    match kind {
        SecurityEventKind::BlockedRequest | SecurityEventKind::RateLimited => 1,
        _ => 10,
    }
}

impl FloodCounter {
    /// Counts an event. Returns the event to store now, whose `times` includes earlier unstored
    /// events; `None` if the event is only counted.
    pub fn count(&self, mut event: SecurityEvent) -> Option<SecurityEvent> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = (event.kind, event.address.clone());
        if counts.len() >= MAX_ADDRESSES && !counts.contains_key(&key) {
            event.address = OTHERS.to_owned();
            key.1 = event.address.clone();
        }
        let fresh = || Count { since: event.at, listed: 0, waiting: None };
        let count = counts.entry(key).or_insert_with(fresh);
        if event.at - count.since >= COUNTED_FOR {
            let waiting = count.waiting.take();
            let listed = if waiting.is_some() { ALL_SINGLE_EVENTS } else { 1 };
            *count = Count { since: event.at, listed, waiting: None };
            event.times += waiting.map_or(0, |waiting| waiting.times);
            return Some(event);
        }
        if count.listed < max_single_events(event.kind) {
            count.listed += 1;
            return Some(event);
        }
        event.times += count.waiting.as_ref().map_or(0, |waiting| waiting.times);
        count.waiting = Some(event);
        None
    }

    /// Returns the counts that must be stored now, and drops old counts without new events. Call
    /// this every minute, so that the last count of a flood is stored.
    pub fn flush(&self, now: DateTime<Utc>) -> Vec<SecurityEvent> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = vec![];
        counts.retain(|_, count| {
            if now - count.since < COUNTED_FOR {
                return true;
            }
            match count.waiting.take() {
                Some(event) => {
                    due.push(event);
                    count.since = now;
                    count.listed = ALL_SINGLE_EVENTS;
                    true
                }
                None => false,
            }
        });
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time_at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn event(kind: SecurityEventKind, address: &str, seconds: i64) -> SecurityEvent {
        SecurityEvent {
            kind,
            address: address.to_owned(),
            path: "/".to_owned(),
            user_id: None,
            times: 1,
            at: time_at(seconds),
        }
    }

    const BLOCKED: SecurityEventKind = SecurityEventKind::BlockedRequest;

    #[test]
    fn blocked_requests_of_a_flood_are_stored_once_a_minute_with_their_count() {
        let counter = FloodCounter::default();
        let mut written: Vec<SecurityEvent> =
            (0..150).filter_map(|second| counter.count(event(BLOCKED, "203.0.113.9", second))).collect();
        assert_eq!(written.len(), 3);
        written.extend(counter.flush(time_at(400)));
        assert_eq!(written.iter().map(|event| event.times).sum::<i32>(), 150);
        assert!(counter.flush(time_at(500)).is_empty() && counter.counts.lock().unwrap().is_empty());
    }

    #[test]
    fn only_the_first_ten_events_of_a_flood_are_stored_one_by_one() {
        let counter = FloodCounter::default();
        let stored = |seconds: std::ops::Range<i64>| {
            let events = seconds.filter_map(|second| {
                counter.count(event(SecurityEventKind::CrossSiteWrite, "203.0.113.9", second))
            });
            events.map(|event| event.times).collect::<Vec<_>>()
        };
        assert_eq!(stored(0..60), [1; 10]);
        assert_eq!(stored(60..180), [51, 60]);
        // After a minute without events, the next events count as a new flood.
        assert!(counter.flush(time_at(240)).len() == 1 && counter.flush(time_at(300)).is_empty());
        assert_eq!(stored(301..320), [1; 10]);
    }

    #[test]
    fn floods_are_counted_separately_by_kind_and_address() {
        let counter = FloodCounter::default();
        assert!(counter.count(event(BLOCKED, "203.0.113.9", 0)).is_some());
        assert!(counter.count(event(BLOCKED, "203.0.113.9", 1)).is_none());
        assert!(counter.count(event(BLOCKED, "203.0.113.8", 1)).is_some());
        let listed = (0..30)
            .filter(|_| counter.count(event(SecurityEventKind::CrossSiteWrite, "203.0.113.9", 1)).is_some());
        assert_eq!(listed.count(), 10);
    }

    #[test]
    fn the_number_of_counted_addresses_is_limited_and_no_event_is_lost() {
        let counter = FloodCounter::default();
        let written: i32 = (0..30_000)
            .filter_map(|n| counter.count(event(BLOCKED, &format!("address {n}"), 0)))
            .map(|event| event.times)
            .sum();
        assert_eq!(counter.counts.lock().unwrap().len(), MAX_ADDRESSES + 1);
        let rest: i32 = counter.flush(time_at(60)).iter().map(|event| event.times).sum();
        assert_eq!(written + rest, 30_000);
    }
}
