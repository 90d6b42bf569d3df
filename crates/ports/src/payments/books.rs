//! The ledger in the database, and the provider's movements that it is matched with.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::matching::{DifferenceKind, MovementKind, Sides};
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// An entry to be posted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// What moved.
    pub kind: EntryKind,
    /// Where it comes from; unique, so that nothing is posted twice.
    pub source: String,
    /// The provider's id of what it is about, as both sides are compared by it; none when the provider has no part in it.
    pub subject: Option<String>,
    /// Of which payment.
    pub payment_id: Option<PaymentId>,
    /// When it moved.
    pub happened_at: DateTime<Utc>,
    /// Its lines: together zero.
    pub postings: Vec<Posting>,
}

/// What was posted before about a payment, or about a thing at the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Sums by kind and account.
    pub sums: Vec<(EntryKind, Posting)>,
    /// How many entries.
    pub entries: i64,
}

impl Position {
    /// What some kinds of entries posted to an account.
    pub fn of(&self, account: Account, kinds: &[EntryKind]) -> Money {
        let lines = self.sums.iter().filter(|(kind, line)| kinds.contains(kind) && line.account == account);
        Money::from_cents(lines.map(|(_, line)| line.amount.cents()).sum())
    }
}

/// A movement of our balance at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The provider's id; it never changes.
    pub id: String,
    /// What it is.
    pub kind: MovementKind,
    /// Before the fee; below zero when it left.
    pub amount: Money,
    /// The provider's fee.
    pub fee: Money,
    /// As the provider writes it, such as `usd`.
    pub currency: String,
    /// The provider's id of what it is about: an intent for a charge; itself when it is about nothing else.
    pub subject: String,
    /// The intent behind it, where there is one.
    pub intent_id: Option<String>,
    /// Made at.
    pub happened_at: DateTime<Utc>,
}

/// A movement that has not been taken into the books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMovement {
    /// The movement.
    pub movement: Movement,
    /// The payment of ours that it is about, if it is known and its money has come in.
    pub payment_id: Option<PaymentId>,
}

/// Something that the books and the provider do not agree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The provider's id of what it is about.
    pub subject: String,
    /// What is wrong.
    pub kind: DifferenceKind,
    /// What the books have moved for it.
    pub ours: Money,
    /// What the provider has, in the smallest unit of its currency.
    pub theirs: Money,
    /// The provider's currency.
    pub currency: String,
    /// Our payment, if it is known.
    pub payment_id: Option<PaymentId>,
    /// That payment's number.
    pub confirmation_number: Option<String>,
    /// When something last moved for it.
    pub moved_at: DateTime<Utc>,
}

/// What entries of one kind posted to one account in a month of the business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthSum {
    /// The month's first day.
    pub month: NaiveDate,
    /// Of what.
    pub kind: EntryKind,
    /// Where, and how much.
    pub posting: Posting,
}

/// A page of the provider's movements, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovementPage {
    /// The movements.
    pub movements: Vec<Movement>,
    /// Older ones follow on the next page.
    pub has_more: bool,
}

/// A reading of the provider's movements that hasn't reached the last page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// When its first page was asked for.
    pub started_at: DateTime<Utc>,
    /// Movements made since then are read.
    pub since: DateTime<Utc>,
    /// The last movement stored. The next page starts after it; none before the first page.
    pub after: Option<String>,
    /// The newest movement on the pages so far.
    pub newest: Option<DateTime<Utc>>,
    /// Movements on the pages so far.
    pub read: i64,
}

/// How far the provider's movements have been read and compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchingProgress {
    /// When the books were last compared with the provider.
    pub matched_at: Option<DateTime<Utc>>,
    /// The newest movement of the readings that reached their last page; none when there was none.
    pub read_until: Option<DateTime<Utc>>,
    /// The reading that hasn't reached its last page, if there is one.
    pub reading: Option<Reading>,
}

/// The ledger in the database. Entries are only ever added.
pub trait Books {
    /// Posts an entry; `false` when its source is posted already.
    fn post_entry(&mut self, entry: &NewEntry) -> StoreResult<bool>;
    /// What was posted about a payment.
    fn position_of_payment(&mut self, payment: PaymentId) -> StoreResult<Position>;
    /// What was posted about a thing at the provider.
    fn position_of_subject(&mut self, subject: &str) -> StoreResult<Position>;
    /// The balance of each account that was ever posted to.
    fn trial_balance(&mut self) -> StoreResult<Vec<Posting>>;
    /// Entries whose lines do not sum to zero: there can be none.
    fn unbalanced_entries(&mut self) -> StoreResult<i64>;
    /// Sums by month of the business, kind and account, the newest month first.
    fn sums_by_month(&mut self) -> StoreResult<Vec<MonthSum>>;
}

/// Matching the ledger with the provider's movements, in the database.
pub trait Matching {
    /// When the first payment was begun, if there is one.
    fn first_payment_at(&mut self) -> StoreResult<Option<DateTime<Utc>>>;
    /// Payments that the previous release served during a rollout, oldest first: a charge or a refund at the provider is not in the
    /// books, or a transaction doesn't say that its payment must be refunded.
    fn payments_not_posted(&mut self, limit: i64) -> StoreResult<Vec<PaymentId>>;
    /// How far the provider's movements have been read and compared.
    fn matching_progress(&mut self) -> StoreResult<MatchingProgress>;
    /// Waits until no other process matches. It lasts until the transaction ends.
    fn lock_matching(&mut self) -> StoreResult<()>;
    /// Stores how far the provider's movements have been read and compared.
    fn set_matching_progress(&mut self, progress: &MatchingProgress) -> StoreResult<()>;
    /// Keeps movements; those that are there already stay as they are.
    fn keep_movements(&mut self, movements: &[Movement]) -> StoreResult<()>;
    /// Movements that are not in the books yet, the oldest first.
    fn open_movements(&mut self) -> StoreResult<Vec<OpenMovement>>;
    /// Notes that a movement is in the books as far as the provider alone knows it.
    fn close_movement(&mut self, id: &str) -> StoreResult<()>;
    /// Every subject about which both sides do not agree, or whose money is in question.
    fn sides_that_differ(&mut self) -> StoreResult<Vec<Sides>>;
    /// Stores what differs in place of what differed before: the payment and its number are found by the subject.
    fn replace_differences(&mut self, differences: &[(DifferenceKind, Sides)]) -> StoreResult<()>;
    /// What differed at the last matching: faults first, then the newest, so many at the most.
    fn differences(&mut self, limit: i64) -> StoreResult<Vec<Difference>>;
    /// How many differences are faults.
    fn count_faults(&mut self) -> StoreResult<i64>;
}
