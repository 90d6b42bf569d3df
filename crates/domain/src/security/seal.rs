//! Seals of the audit trail. Each seal authenticates a range of entries and the previous seal
//! (docs/product/security.md#seals-of-the-audit-trail).

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Datelike, Utc};

/// A month in UTC, as a number: 202611 is November 2026.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(pub i32);

impl Month {
    /// Returns the month that contains this time, in UTC.
    #[must_use]
    pub fn of(time: DateTime<Utc>) -> Self {
        Self(time.year() * 100 + time.month().cast_signed())
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0 / 100, self.0 % 100)
    }
}

/// An audit entry as stored in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailEntry {
    /// Id of the entry in the trail.
    pub id: i32,
    /// Id of the user who acted; `None` if Lanewise acted.
    pub actor: Option<i32>,
    /// The action, as the database stores it.
    pub action: String,
    /// Kind of the record that the entry is about, as the database stores it.
    pub subject_kind: String,
    /// Id of the record that the entry is about.
    pub subject_id: i32,
    /// Fields before the change, as the database stores them.
    pub before: String,
    /// Fields after the change, as the database stores them.
    pub after: String,
    /// The client's IP address; `None` if no client made a request.
    pub address: Option<String>,
    /// When the action was recorded.
    pub at: DateTime<Utc>,
}

impl TrailEntry {
    /// Returns the bytes to authenticate: every field with its length, so that no two entries have the same bytes.
    fn message(&self) -> Vec<u8> {
        let mut message = Message::new("entry");
        message.number(self.id.into()).optional(self.actor.map(|actor| actor.to_string()).as_deref());
        message.text(&self.action).text(&self.subject_kind).number(self.subject_id.into());
        message.text(&self.before).text(&self.after).optional(self.address.as_deref());
        message.number(self.at.timestamp_micros());
        message.0
    }
}

/// Bytes of several parts, each preceded by its length.
struct Message(Vec<u8>);

impl Message {
    /// Starts a message with a word for the kind of authenticated data, such as `entry`.
    fn new(description: &str) -> Self {
        let mut message = Self(vec![]);
        message.text(description);
        message
    }

    /// Appends these bytes after their length.
    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend(u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_be_bytes());
        self.0.extend(bytes);
        self
    }

    /// Appends a string after its length.
    fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Appends a number as eight bytes, the highest first.
    fn number(&mut self, number: i64) -> &mut Self {
        self.bytes(&number.to_be_bytes())
    }

    /// Appends an optional string, so that `None` and the empty string give different bytes.
    fn optional(&mut self, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.bytes(b"some").text(text),
            None => self.bytes(b"none"),
        }
    }
}

/// A function that computes the HMAC of bytes with the seal key that has the given number. Returns `None` if there
/// is no such key.
pub type Mac<'a> = &'a dyn Fn(i32, &[u8]) -> Option<[u8; 32]>;

/// A sealed entry: its id and the first half of its MAC (message authentication code).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedEntry {
    /// Id of the entry.
    pub entry: i32,
    /// First half of the entry's MAC.
    pub proof: [u8; 16],
}

/// Computes the MAC of an entry with the key that has the number `key`; `None` if there is no such key.
fn seal_entry(mac: Mac<'_>, key: i32, entry: &TrailEntry) -> Option<SealedEntry> {
    let proof = *mac(key, &entry.message())?.first_chunk()?;
    Some(SealedEntry { entry: entry.id, proof })
}

/// A seal over the entries in a range of ids. All entries are from one month, so that a month can be
/// deleted as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// Sequence number of the seal, one more than the previous seal's.
    pub number: i32,
    /// Number of the key that computed the seal's MACs.
    pub key: i32,
    /// Month of the entries.
    pub month: Month,
    /// First id of the range, right after the previous seal's range.
    pub first: i32,
    /// Last id of the range.
    pub last: i32,
    /// The entries in the range, each with its own MAC.
    pub leaves: Vec<SealedEntry>,
    /// When the seal was created.
    pub at: DateTime<Utc>,
    /// MAC of the previous seal; zeros for the first seal.
    pub previous: [u8; 32],
    /// MAC of all other fields of the seal.
    pub mac: [u8; 32],
}

impl Seal {
    /// Returns the bytes to authenticate: all fields of the seal except `mac`.
    fn message(&self) -> Vec<u8> {
        let mut message = Message::new("seal");
        for number in [self.number, self.key, self.month.0, self.first, self.last] {
            message.number(number.into());
        }
        message.number(self.at.timestamp_micros()).bytes(&self.previous);
        for leaf in &self.leaves {
            message.number(leaf.entry.into()).bytes(&leaf.proof);
        }
        message.0
    }
}

/// Seals `entries`, which are ordered by id and follow the range of the last seal, `before`. Returns one seal for
/// each run of consecutive entries from the same month; `None` if there is no key with the number `key`.
#[must_use]
pub fn seal(
    mac: Mac<'_>,
    key: i32,
    before: Option<&Seal>,
    entries: &[TrailEntry],
    sealed_at: DateTime<Utc>,
) -> Option<Vec<Seal>> {
    let (mut number, mut previous) = before.map_or((0, [0; 32]), |seal| (seal.number, seal.mac));
    let mut first = before.map_or(1, |seal| seal.last + 1);
    let mut seals = vec![];
    for part in entries.chunk_by(|one, next| Month::of(one.at) == Month::of(next.at)) {
        let (Some(month), Some(last)) =
            (part.first().map(|entry| Month::of(entry.at)), part.last().map(|entry| entry.id))
        else {
            continue;
        };
        let leaves = part.iter().map(|entry| seal_entry(mac, key, entry)).collect::<Option<_>>()?;
        number += 1;
        let mut seal =
            Seal { number, key, month, first, last, leaves, at: sealed_at, previous, mac: [0; 32] };
        seal.mac = mac(key, &seal.message())?;
        previous = seal.mac;
        first = last + 1;
        seals.push(seal);
    }
    Some(seals)
}

/// A difference between the trail and its seals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SealViolation {
    /// The entry with this id was changed.
    Changed(i32),
    /// The entry with this id was deleted.
    Removed(i32),
    /// The entry with this id was inserted into a sealed range.
    Inserted(i32),
    /// The seal with this number was deleted.
    SealRemoved(i32),
    /// The seal with this number was changed, or wasn't created with our key.
    SealChanged(i32),
}

impl fmt::Display for SealViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(id) => write!(f, "entry {id} was changed"),
            Self::Removed(id) => write!(f, "entry {id} was removed"),
            Self::Inserted(id) => write!(f, "entry {id} was inserted after its range was sealed"),
            Self::SealRemoved(number) => write!(f, "seal {number} was removed"),
            Self::SealChanged(number) => write!(f, "seal {number} was changed"),
        }
    }
}

/// Verifies seals one by one, in order.
#[derive(Clone, Debug, Default)]
pub struct SealVerification {
    /// Violations found so far.
    pub violations: Vec<SealViolation>,
    /// Number of entries that match their seal.
    pub entries: usize,
    /// Months that Lanewise deleted, each with the number of deleted entries and the number of its last seal.
    pub dropped: BTreeMap<Month, (usize, i32)>,
    /// Number and MAC of the last seal that was verified; `None` at the start.
    pub last_seal: Option<(i32, [u8; 32])>,
    /// Last entry id that the seals verified so far cover.
    pub covered: i32,
    last_dropped_month: Option<Month>,
}

impl SealVerification {
    /// Starts a verification. `last_dropped_month` is the last month whose deletion the audit trail records, if any.
    #[must_use]
    pub fn new(last_dropped_month: Option<Month>) -> Self {
        Self { last_dropped_month, ..Self::default() }
    }

    /// Verifies the seal after the last verified one, and adds the violations that it finds. `entries` are
    /// the stored entries in the seal's range.
    pub fn verify_next(&mut self, mac: Mac<'_>, seal: &Seal, entries: &[TrailEntry]) {
        self.covered = seal.last;
        // If the seal was changed, its list of entries can't be trusted.
        if !self.verify_seal(mac, seal) {
            return;
        }
        let mut missing: BTreeMap<i32, SealedEntry> =
            seal.leaves.iter().map(|leaf| (leaf.entry, *leaf)).collect();
        for entry in entries {
            match missing.remove(&entry.id) {
                None => self.violations.push(SealViolation::Inserted(entry.id)),
                sealed if sealed == seal_entry(mac, seal.key, entry) => self.entries += 1,
                Some(_) => self.violations.push(SealViolation::Changed(entry.id)),
            }
        }
        if missing.is_empty() {
            return;
        }
        // Lanewise deletes only whole months. If part of a range still exists, its other entries were
        // deleted by an attacker.
        if entries.is_empty() && self.last_dropped_month.is_some_and(|until| seal.month <= until) {
            let dropped = self.dropped.entry(seal.month).or_default();
            *dropped = (dropped.0 + missing.len(), seal.number);
        } else {
            self.violations.extend(missing.into_keys().map(SealViolation::Removed));
        }
    }

    /// Verifies one seal and returns whether it is valid. If earlier seals are missing, the chain
    /// continues from this seal.
    fn verify_seal(&mut self, mac: Mac<'_>, seal: &Seal) -> bool {
        let (last, previous) = self.last_seal.unwrap_or((0, [0; 32]));
        let removed = last + 1..seal.number;
        let holds = mac(seal.key, &seal.message()) == Some(seal.mac)
            && (!removed.is_empty() || seal.previous == previous);
        self.violations.extend(removed.map(SealViolation::SealRemoved));
        if !holds {
            self.violations.push(SealViolation::SealChanged(seal.number));
        }
        self.last_seal = Some((seal.number, seal.mac));
        holds
    }
}
