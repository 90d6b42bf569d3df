//! The provider's events, which arrive by webhook or are read from a list. An event only names an
//! object, whose state is then fetched.

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

/// Event type of a created intent.
pub const INTENT_CREATED: &str = "payment_intent.created";
/// Event type of a declined card.
pub const INTENT_DECLINED: &str = "payment_intent.payment_failed";
/// Event type of an intent whose money was received.
pub const INTENT_SUCCEEDED: &str = "payment_intent.succeeded";
/// Event type of a created refund.
pub const REFUND_CREATED: &str = "refund.created";
/// Event type of an opened chargeback.
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

/// The object that an event is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventSubject {
    /// An object that changed. Its state is fetched from the provider, never taken from the event.
    Object(ProviderObject),
    /// No object, because Lanewise doesn't use this type of event: the type isn't in [`EVENTS`].
    Nothing,
    /// An event of the provider that this build can't parse, or whose object couldn't be read and applied
    /// for a long time.
    Unrecognized,
}

/// An event from the provider, with a verified signature or from the provider's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderEvent {
    /// The event's id at the provider, or a hash of the body if the id can't be read.
    pub id: String,
    /// The provider's event type, such as `payment_intent.succeeded`; empty if the body couldn't be parsed.
    pub kind: String,
    /// The webhook's body as received; empty for an event from the provider's list.
    pub body: String,
    /// When the event was created, by the provider's clock.
    pub made_at: DateTime<Utc>,
    /// The object that the event is about.
    pub about: EventSubject,
    /// The installation that created the object, if the event names it.
    pub made_by: Option<String>,
}

/// The time range of the events to list, and a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSpan {
    /// Events created at or after this time.
    pub since: DateTime<Utc>,
    /// Events created at or before this time; `None` means until now.
    pub until: Option<DateTime<Utc>>,
    /// Maximum number of pages to read. Further pages are read while all events so far are from the same second.
    pub pages: usize,
}

/// Events of a time range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventPages {
    /// The events, oldest first.
    pub events: Vec<ProviderEvent>,
    /// Whether all events of the range were returned; otherwise older events are missing.
    pub is_whole: bool,
}

/// How far Lanewise has read the provider's events. `read_to` and `behind` are by the provider's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCursor {
    /// Events created before this time have been read, except those that the provider lists late.
    pub read_to: DateTime<Utc>,
    /// Start and end of a time range whose events must still be read or read again; `None` if there is none.
    pub behind: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// When the provider's list was last read.
    pub read_at: DateTime<Utc>,
    /// When a longer time range than usual was last read again, to find events that the provider listed late.
    pub reread_at: DateTime<Utc>,
}

/// Progress of reading the provider's events, and leases on work that the server processes share.
pub trait EventReading {
    /// Returns how far the provider's events have been read; `None` before the first time.
    fn event_cursor(&mut self) -> StoreResult<Option<EventCursor>>;
    /// Stores how far the provider's events have been read.
    fn set_event_cursor(&mut self, cursor: &EventCursor) -> StoreResult<()>;
    /// Returns those of the event ids in `ids` that are already stored.
    fn known_event_ids(&mut self, ids: &[&str]) -> StoreResult<Vec<String>>;
    /// Gives the process `holder` a lease on this work, or renews the lease that it has. The lease
    /// expires by the database's clock. Returns `false` while another process has the lease.
    fn take_lease(&mut self, work: &str, holder: &str, duration: TimeDelta) -> StoreResult<bool>;
    /// Releases the lease of the process `holder` on this work, so that another process can acquire it.
    fn end_lease(&mut self, work: &str, holder: &str) -> StoreResult<()>;
}
