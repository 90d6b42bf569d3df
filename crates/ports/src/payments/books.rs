//! The ledger in the database, and the changes to our balance at the provider, which Lanewise matches with the ledger.

use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::matching::{DifferenceKind, MovementKind, ObjectBalances};
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;

use crate::shared::store_error::StoreResult;

/// A ledger entry to post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// Kind of movement that the entry records.
    pub kind: EntryKind,
    /// Idempotency key that names the cause of the entry, such as `chargeback:17`. It is unique, so that no
    /// entry is posted twice.
    pub source: String,
    /// The provider's id of the object whose money moved; `None` if the provider isn't involved. Matching
    /// compares the books with the provider by this id.
    pub subject: Option<String>,
    /// The payment whose money moved, if any.
    pub payment_id: Option<PaymentId>,
    /// When the money moved.
    pub happened_at: DateTime<Utc>,
    /// Lines of the entry, which sum to zero.
    pub postings: Vec<Posting>,
}

/// Sums that the books have posted for a payment, or for an object at the provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PostedSums {
    /// Sums by entry kind and account.
    pub sums: Vec<(EntryKind, Posting)>,
    /// Number of entries posted so far.
    pub entries: i64,
}

impl PostedSums {
    /// Returns the sum that entries of these kinds posted to an account.
    pub fn of(&self, account: Account, kinds: &[EntryKind]) -> Money {
        let lines = self.sums.iter().filter(|(kind, line)| kinds.contains(kind) && line.account == account);
        Money::from_cents(lines.map(|(_, line)| line.amount.cents()).sum())
    }
}

/// A change to our balance at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The provider's id; it never changes.
    pub id: String,
    /// The provider's category of the change.
    pub kind: MovementKind,
    /// Amount of the change before the fee; negative if money left.
    pub amount: Money,
    /// The provider's fee for the change.
    pub fee: Money,
    /// Currency as the provider writes it, such as `usd`.
    pub currency: String,
    /// The provider's id of the object that changed the balance, such as a charge's intent. If there is no
    /// object, this is the id of the balance change itself.
    pub subject: String,
    /// The intent whose payment changed the balance, if any.
    pub intent_id: Option<String>,
    /// When the balance changed.
    pub happened_at: DateTime<Utc>,
}

/// A change to our provider balance that isn't in the books yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMovement {
    /// The balance change at the provider.
    pub movement: Movement,
    /// The payment that the change belongs to, if it is known and its money was received.
    pub payment_id: Option<PaymentId>,
}

/// A difference between the books and the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The provider's id of the object for which the books and the provider disagree.
    pub subject: String,
    /// Kind of the difference.
    pub kind: DifferenceKind,
    /// Amount in the books.
    pub ours: Money,
    /// Amount at the provider, in the currency's smallest unit.
    pub theirs: Money,
    /// Currency of the amount at the provider.
    pub currency: String,
    /// The payment that the object belongs to, if known.
    pub payment_id: Option<PaymentId>,
    /// The payment's confirmation number; `None` if the payment is unknown.
    pub confirmation_number: Option<String>,
    /// Time of the newest change in the books or at the provider.
    pub moved_at: DateTime<Utc>,
}

/// Sum that entries of one kind posted to one account in one month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthSum {
    /// First day of the month, in the business time zone.
    pub month: NaiveDate,
    /// Kind of the entries.
    pub kind: EntryKind,
    /// The account and the sum.
    pub posting: Posting,
    /// Whether the sum is our revenue from payments that settled before the books recorded lawyers' fees as
    /// money owed to lawyers.
    pub is_old_revenue: bool,
}

/// A page of the provider's balance changes, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovementPage {
    /// The balance changes on this page.
    pub movements: Vec<Movement>,
    /// Whether older balance changes follow on the next page.
    pub has_more: bool,
}

/// The state of an unfinished read of the provider's balance changes, which are read page by page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementSync {
    /// When the read's first page was requested.
    pub started_at: DateTime<Utc>,
    /// Start of the period to read.
    pub since: DateTime<Utc>,
    /// Id of the last stored balance change, after which the next page starts; `None` before the first page.
    pub after: Option<String>,
    /// Time of the newest balance change on the pages so far; `None` before the first page.
    pub newest: Option<DateTime<Utc>>,
    /// Number of balance changes on the pages so far.
    pub read: i64,
}

/// Progress of reading and matching the provider's balance changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchingProgress {
    /// When the books were last matched against the provider; `None` if never.
    pub matched_at: Option<DateTime<Utc>>,
    /// Time of the newest balance change that a finished read returned; `None` if there was none.
    pub read_until: Option<DateTime<Utc>>,
    /// The unfinished read, if any.
    pub reading: Option<MovementSync>,
}

/// The ledger in the database. Entries are never changed or deleted.
pub trait Books {
    /// Posts an entry. If an entry with the same source exists already, posts nothing and returns `false`.
    fn post_entry(&mut self, entry: &NewEntry) -> StoreResult<bool>;
    /// Returns the sums posted for a payment.
    fn posted_sums_of_payment(&mut self, payment: PaymentId) -> StoreResult<PostedSums>;
    /// Returns the sums posted for an object at the provider.
    fn posted_sums_of_object(&mut self, subject: &str) -> StoreResult<PostedSums>;
    /// Returns the balance of every account that was ever posted to.
    fn trial_balance(&mut self) -> StoreResult<Vec<Posting>>;
    /// Counts entries whose postings don't sum to zero. A count above zero means a bug.
    fn unbalanced_entries(&mut self) -> StoreResult<i64>;
    /// Returns the time since which the books record lawyers' fees as money owed to lawyers. The price of hires whose
    /// payments settled earlier counts as our revenue.
    fn lawyers_owed_since(&mut self) -> StoreResult<DateTime<Utc>>;
    /// Returns sums by business month, entry kind and account, newest month first.
    fn sums_by_month(&mut self) -> StoreResult<Vec<MonthSum>>;
}

/// The provider's balance changes in the database, and how they match the ledger.
pub trait Matching {
    /// Returns when the first payment was started, if there is one.
    fn first_payment_at(&mut self) -> StoreResult<Option<DateTime<Utc>>>;
    /// Returns payments whose charge or refund isn't posted to the books, and payments that must be refunded
    /// but whose transaction still has the status `Completed` or `Won`. Oldest first.
    fn unposted_payments(&mut self, limit: i64) -> StoreResult<Vec<PaymentId>>;
    /// Returns the progress of reading and matching the provider's balance changes.
    fn matching_progress(&mut self) -> StoreResult<MatchingProgress>;
    /// Waits until no other process is matching. The lock lasts until the transaction ends.
    fn lock_matching(&mut self) -> StoreResult<()>;
    /// Stores the progress of reading and matching the provider's balance changes.
    fn set_matching_progress(&mut self, progress: &MatchingProgress) -> StoreResult<()>;
    /// Stores balance changes. A change that is already stored stays unchanged.
    fn store_movements(&mut self, movements: &[Movement]) -> StoreResult<()>;
    /// Returns balance changes that aren't in the books yet, oldest first.
    fn open_movements(&mut self) -> StoreResult<Vec<OpenMovement>>;
    /// Marks this balance change, which belongs to no payment, as posted.
    fn mark_movement_posted(&mut self, id: &str) -> StoreResult<()>;
    /// Returns the objects for which the books and the provider disagree, or for which unexplained changes were posted.
    fn differing_balances(&mut self) -> StoreResult<Vec<ObjectBalances>>;
    /// Replaces the stored differences.
    fn replace_differences(&mut self, differences: &[(DifferenceKind, ObjectBalances)]) -> StoreResult<()>;
    /// Returns the differences that the last matching found: first those that staff must correct, then newest first.
    fn differences(&mut self, limit: i64) -> StoreResult<Vec<Difference>>;
    /// Counts the differences that staff must correct.
    fn count_differences_to_correct(&mut self) -> StoreResult<i64>;
}
