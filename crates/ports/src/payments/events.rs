//! The provider's events, pushed or listed: each is a hint that names an object.

use chrono::{DateTime, TimeDelta, Utc};

use crate::shared::store_error::StoreResult;

/// Every kind of event that Lanewise acts on: what the provider's webhook endpoint has to be subscribed to, and what is listed.
/// docs/DEPLOY.md names the same.
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

/// An intent was made.
pub const INTENT_CREATED: &str = "payment_intent.created";
/// A card was declined.
pub const INTENT_DECLINED: &str = "payment_intent.payment_failed";
/// The money of an intent came in.
pub const INTENT_SUCCEEDED: &str = "payment_intent.succeeded";
/// A refund was made.
pub const REFUND_CREATED: &str = "refund.created";
/// A chargeback was opened.
pub const CHARGEBACK_CREATED: &str = "charge.dispute.created";

/// An object at the provider, by its id there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProviderObject {
    /// An intent.
    Intent(String),
    /// A refund.
    Refund(String),
    /// A chargeback.
    Chargeback(String),
}

/// What an event is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// An object that something happened to. How it stands is asked for, never taken from the event.
    Object(ProviderObject),
    /// Nothing that Lanewise acts on.
    Nothing,
    /// It is the provider's, but this build can't read it.
    NotUnderstood,
}

/// An event of the provider: its signature was checked, or the provider listed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderEvent {
    /// The provider's id; when it can't be read, a hash of the body.
    pub id: String,
    /// The provider's name of the kind, such as `payment_intent.succeeded`; empty when it can't be read.
    pub kind: String,
    /// The body as it was pushed; empty for one that was listed.
    pub body: String,
    /// Made at, by the provider's clock.
    pub made_at: DateTime<Utc>,
    /// What it is about.
    pub about: About,
    /// Which installation made the object, as far as the event tells: whether it is worth asking.
    pub made_by: Option<String>,
}

/// Which events are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSpan {
    /// Made then or later.
    pub since: DateTime<Utc>,
    /// Made then or earlier; none: until now.
    pub until: Option<DateTime<Utc>>,
    /// The most pages to be read.
    pub pages: usize,
}

/// Events of a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventPages {
    /// The oldest first.
    pub events: Vec<ProviderEvent>,
    /// All of that time; otherwise older ones were left out.
    pub is_whole: bool,
}

/// How far the provider's events have been read. Times are those of the provider's clock, but for the last two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCursor {
    /// Events made before it have been read, but for those that are listed late.
    pub read_to: DateTime<Utc>,
    /// A time that is still to be read, or to be read again: its begin and its end.
    pub behind: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// When the list was last read.
    pub read_at: DateTime<Utc>,
    /// When a longer time was last read again.
    pub reread_at: DateTime<Utc>,
}

/// What several processes need to share the reading, in the database.
pub trait EventReading {
    /// How far events have been read; none before the first time.
    fn event_cursor(&mut self) -> StoreResult<Option<EventCursor>>;
    /// Stores how far.
    fn set_event_cursor(&mut self, cursor: &EventCursor) -> StoreResult<()>;
    /// Which of these events are recorded already, by their ids.
    fn known_events(&mut self, ids: &[&str]) -> StoreResult<Vec<String>>;
    /// Takes a piece of work for one process, or keeps it; `false` while another one has it. By the database's own clock.
    fn take_lease(&mut self, work: &str, holder: &str, lasts: TimeDelta) -> StoreResult<bool>;
    /// Gives it back.
    fn end_lease(&mut self, work: &str, holder: &str) -> StoreResult<()>;
}
