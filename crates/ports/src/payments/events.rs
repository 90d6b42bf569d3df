//! The provider's events, pushed by webhook or listed. Each one only names an object to fetch.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::store_error::StoreResult;

/// Event types that Lanewise reads, by webhook and from the provider's list. The webhook endpoint must be subscribed
/// to all of them (docs/DEPLOY.md has the same list).
pub const EVENTS: &[&str] = &[
    INTENT_CREATED,
    "payment_intent.processing",
    INTENT_DECLINED,
    INTENT_SUCCEEDED,
    "payment_intent.canceled",
    REFUND_CREATED,
    "refund.updated",
    "refund.failed",
    CHARGEBACK_CREATED,
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
];

/// An intent was created.
pub const INTENT_CREATED: &str = "payment_intent.created";
/// A card was declined.
pub const INTENT_DECLINED: &str = "payment_intent.payment_failed";
/// An intent's money was received.
pub const INTENT_SUCCEEDED: &str = "payment_intent.succeeded";
/// A refund was created.
pub const REFUND_CREATED: &str = "refund.created";
/// A chargeback was opened.
pub const CHARGEBACK_CREATED: &str = "charge.dispute.created";

/// An object at the provider, by its provider id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProviderObject {
    /// An intent, by its provider id.
    Intent(String),
    /// A refund, by its provider id.
    Refund(String),
    /// A chargeback, by its provider id.
    Chargeback(String),
}

/// The subject of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventSubject {
    /// An object that changed. Its state is fetched from the provider, never taken from the event.
    Object(ProviderObject),
    /// An object that Lanewise doesn't read.
    Nothing,
    /// An event of the provider that this build can't parse.
    Unrecognized,
}

/// An event from the provider, with a verified signature or from the provider's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderEvent {
    /// The provider's id, or a hash of the body if the id can't be read.
    pub id: String,
    /// The provider's event type, such as `payment_intent.succeeded`; empty if it can't be read.
    pub kind: String,
    /// The body as received; empty for a listed event.
    pub body: String,
    /// When it was created, by the provider's clock.
    pub made_at: DateTime<Utc>,
    /// The object that it is about.
    pub about: EventSubject,
    /// The installation that created the object, if the event names it. Objects of others need no fetch.
    pub made_by: Option<String>,
}

/// Range of events to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSpan {
    /// Events created at or after this time.
    pub since: DateTime<Utc>,
    /// Events created at or before this time; `None` means until now.
    pub until: Option<DateTime<Utc>>,
    /// Maximum number of pages to read.
    pub pages: usize,
}

/// Events of a time range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventPages {
    /// The events, oldest first.
    pub events: Vec<ProviderEvent>,
    /// Whether this is the whole range; otherwise older events are missing.
    pub is_whole: bool,
}

/// How far the provider's events have been read. `read_to` and `behind` are by the provider's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCursor {
    /// Events created before this have been read, except those that the provider lists late.
    pub read_to: DateTime<Utc>,
    /// Start and end of a range still to be read or re-read.
    pub behind: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// When the list was last read.
    pub read_at: DateTime<Utc>,
    /// When a longer range was last re-read.
    pub reread_at: DateTime<Utc>,
}

/// Shared state in the database that lets several processes share the work of reading events.
pub trait EventReading {
    /// Returns how far events have been read; `None` before the first time.
    fn event_cursor(&mut self) -> StoreResult<Option<EventCursor>>;
    /// Stores how far events have been read.
    fn set_event_cursor(&mut self, cursor: &EventCursor) -> StoreResult<()>;
    /// Returns those of the given event ids that are already stored.
    fn known_events(&mut self, ids: &[&str]) -> StoreResult<Vec<String>>;
    /// Acquires or renews a lease for one process, by the database's clock. Returns `false` while
    /// another process holds it.
    fn take_lease(&mut self, work: &str, holder: &str, lasts: TimeDelta) -> StoreResult<bool>;
    /// Releases a lease, so that another process can acquire it.
    fn end_lease(&mut self, work: &str, holder: &str) -> StoreResult<()>;
}
