//! Seals of the audit trail: each proves a range of entries, and the seal before it (docs/PRODUCT.md#seals-of-the-audit-trail).

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Datelike, Utc};

/// A month of UTC, as 202611.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(pub i32);

impl Month {
    /// That of a moment.
    #[must_use]
    pub fn of(at: DateTime<Utc>) -> Self {
        Self(at.year() * 100 + at.month().cast_signed())
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0 / 100, self.0 % 100)
    }
}

/// An entry of the trail as it lies in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailEntry {
    /// Identifier.
    pub id: i32,
    /// Who.
    pub actor: Option<i32>,
    /// What.
    pub action: String,
    /// On what kind of record.
    pub subject_kind: String,
    /// On which.
    pub subject_id: i32,
    /// Fields before, as the database writes them.
    pub before: String,
    /// Fields after.
    pub after: String,
    /// The client's address.
    pub address: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

impl TrailEntry {
    /// What is sealed of it: each field with its length, so that no two entries say the same.
    fn message(&self) -> Vec<u8> {
        let mut message = Message::new("entry");
        message.number(self.id.into()).optional(self.actor.map(|actor| actor.to_string()).as_deref());
        message.text(&self.action).text(&self.subject_kind).number(self.subject_id.into());
        message.text(&self.before).text(&self.after).optional(self.address.as_deref());
        message.number(self.at.timestamp_micros());
        message.0
    }
}

/// Bytes that tell where each part ends.
struct Message(Vec<u8>);

impl Message {
    fn new(what: &str) -> Self {
        let mut message = Self(vec![]);
        message.text(what);
        message
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend(u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_be_bytes());
        self.0.extend(bytes);
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    fn number(&mut self, number: i64) -> &mut Self {
        self.bytes(&number.to_be_bytes())
    }

    fn optional(&mut self, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.bytes(b"some").text(text),
            None => self.bytes(b"none"),
        }
    }
}

/// HMAC with the seal key of this name; none when there is no such key.
pub type Mac<'a> = &'a dyn Fn(i32, &[u8]) -> Option<[u8; 32]>;

/// A sealed entry: its id, and what proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The entry's.
    pub entry: i32,
    /// The first half of its MAC.
    pub proof: [u8; 16],
}

fn leaf(mac: Mac<'_>, key: i32, entry: &TrailEntry) -> Option<Leaf> {
    let proof = *mac(key, &entry.message())?.first_chunk()?;
    Some(Leaf { entry: entry.id, proof })
}

/// A seal over the entries within a range of ids, all of one month, so that a month can go as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// One more than that of the seal before.
    pub number: i32,
    /// The seal key's name.
    pub key: i32,
    /// The entries' month.
    pub month: Month,
    /// First id of the range, which begins where the one before ended.
    pub first: i32,
    /// Last id of the range.
    pub last: i32,
    /// Its entries.
    pub leaves: Vec<Leaf>,
    /// When.
    pub at: DateTime<Utc>,
    /// The MAC of the seal before, zeros for the first.
    pub previous: [u8; 32],
    /// Of all of this.
    pub mac: [u8; 32],
}

impl Seal {
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

/// Seals entries, ordered by their ids, that come after what the seal before has covered: a seal whenever the month changes. None
/// when there is no such key.
#[must_use]
pub fn seal(
    mac: Mac<'_>,
    key: i32,
    before: Option<&Seal>,
    entries: &[TrailEntry],
    at: DateTime<Utc>,
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
        let leaves = part.iter().map(|entry| leaf(mac, key, entry)).collect::<Option<_>>()?;
        number += 1;
        let mut seal = Seal { number, key, month, first, last, leaves, at, previous, mac: [0; 32] };
        seal.mac = mac(key, &seal.message())?;
        previous = seal.mac;
        first = last + 1;
        seals.push(seal);
    }
    Some(seals)
}

/// What is not as it was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Break {
    /// An entry says something else.
    Changed(i32),
    /// An entry is gone.
    Removed(i32),
    /// An entry was put in later.
    Inserted(i32),
    /// A seal is gone.
    SealRemoved(i32),
    /// A seal says something else, or was not made with our key.
    SealChanged(i32),
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(id) => write!(f, "entry {id} was changed"),
            Self::Removed(id) => write!(f, "entry {id} was removed"),
            Self::Inserted(id) => write!(f, "entry {id} was put in after its range was sealed"),
            Self::SealRemoved(number) => write!(f, "seal {number} was removed"),
            Self::SealChanged(number) => write!(f, "seal {number} was changed"),
        }
    }
}

/// Goes through the seals in order.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    /// What is not as it was sealed, as it is found.
    pub breaks: Vec<Break>,
    /// Entries that are as they were sealed.
    pub entries: usize,
    /// Entries that went with their months: the month, how many, and its last seal.
    pub dropped: BTreeMap<Month, (usize, i32)>,
    /// The last seal that was looked at: its number and MAC.
    pub last_seal: Option<(i32, [u8; 32])>,
    /// Everything up to this id is covered.
    pub covered: i32,
    dropped_until: Option<Month>,
}

impl Verification {
    /// The trail says that everything up to this month was dropped, if anything.
    #[must_use]
    pub fn new(dropped_until: Option<Month>) -> Self {
        Self { dropped_until, ..Self::default() }
    }

    /// The next seal, and the entries within its range that are there.
    pub fn next(&mut self, mac: Mac<'_>, seal: &Seal, entries: &[TrailEntry]) {
        self.covered = seal.last;
        // What a seal that was changed has said of its entries is not known.
        if !self.next_seal(mac, seal) {
            return;
        }
        let mut missing: BTreeMap<i32, Leaf> = seal.leaves.iter().map(|leaf| (leaf.entry, *leaf)).collect();
        for entry in entries {
            match missing.remove(&entry.id) {
                None => self.breaks.push(Break::Inserted(entry.id)),
                sealed if sealed == leaf(mac, seal.key, entry) => self.entries += 1,
                Some(_) => self.breaks.push(Break::Changed(entry.id)),
            }
        }
        if missing.is_empty() {
            return;
        }
        // A month is dropped whole: while some of a range is there, the rest was removed.
        if entries.is_empty() && self.dropped_until.is_some_and(|until| seal.month <= until) {
            let dropped = self.dropped.entry(seal.month).or_default();
            *dropped = (dropped.0 + missing.len(), seal.number);
        } else {
            self.breaks.extend(missing.into_keys().map(Break::Removed));
        }
    }

    /// Whether it holds. After one that was removed the chain goes on from what this one says.
    fn next_seal(&mut self, mac: Mac<'_>, seal: &Seal) -> bool {
        let (last, previous) = self.last_seal.unwrap_or((0, [0; 32]));
        let removed = last + 1..seal.number;
        let holds = mac(seal.key, &seal.message()) == Some(seal.mac)
            && (!removed.is_empty() || seal.previous == previous);
        self.breaks.extend(removed.map(Break::SealRemoved));
        if !holds {
            self.breaks.push(Break::SealChanged(seal.number));
        }
        self.last_seal = Some((seal.number, seal.mac));
        holds
    }
}
