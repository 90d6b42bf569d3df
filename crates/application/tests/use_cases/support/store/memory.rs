//! The in-memory database. A rollback restores all tables. Fakes can find out whether a connection is open.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::SystemTime;

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::session::Session;
use domain::accounts::user::User;
use domain::back_office::note::StaffNote;
use domain::driving_record::added::DriverEntry;
use domain::driving_record::contesting::letter::ContestLetter;
use domain::driving_record::court::StatedCourt;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::profile::DrivingProfile;
use domain::driving_record::ticket::{Item, Parking, Ticket, Toll};
use domain::help::inquiry::{ChatMessage, HelpInquiry};
use domain::help::template::ReplyTemplate;
use domain::legal_help::hire::LawyerHire;
use domain::payments::attention::ResolvedProblem;
use domain::payments::chargeback::Chargeback;
use domain::payments::payment::{Payment, PaymentTransaction};
use domain::payments::refund::Refund;
use domain::requests::hardship::HardshipRequest;
use domain::requests::report::MissingTicketReport;
use domain::requests::text_request::TextNotificationRequest;
use domain::security::csp_report::CspReport;
use domain::security::data_key::KnownKey;
use domain::security::seal::Seal;
use domain::shared::ids::{JobId, PaymentId, SessionId, TicketId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::added::AddedItem;
use ports::payments::events::{EventCursor, ProviderEvent};
use ports::payments::lost::LostPayment;
use ports::payments::records::OrphanIntent;
use ports::security::guard::Block;
use ports::security::trail::{AuditEntry, SecurityEvent};
use ports::shared::feed::Announcement;
use ports::shared::jobs::{JobEnd, NewJob};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::{Database, Store, TransactionEnd};

use crate::support::store::accounts::MemoryLink;
use crate::support::store::imports::ImportTables;
use crate::support::store::item_files::ItemFileTables;
use crate::support::store::legal_help::LegalHelpTables;
use crate::support::store::payments::books::BookTables;
use crate::support::store::payments::declines::MemoryDecline;
use crate::support::store::payments::remittances::RemittanceTables;
use crate::support::store::security::{MemoryFailure, MemoryPlace};
use crate::support::store::sources::SourceTables;
use crate::support::store::staff::StaffTables;
use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct Tables {
    pub users: Vec<User>,
    /// The users whose account is closed.
    pub closed_users: Vec<UserId>,
    pub password_hashes: Vec<(UserId, String)>,
    pub sealed_digits: Vec<(UserId, Vec<u8>)>,
    pub profiles: Vec<DrivingProfile>,
    pub sessions: Vec<(TokenHash, Session)>,
    /// The browsers and operating systems of sessions, if they are known.
    pub devices: BTreeMap<SessionId, String>,
    pub links: Vec<MemoryLink>,
    pub tickets: Vec<Ticket>,
    /// The items that drivers added.
    pub added: Vec<AddedItem>,
    pub entries: Vec<(Payable, DriverEntry)>,
    pub stated_courts: BTreeMap<TicketId, StatedCourt>,
    pub item_files: ItemFileTables,
    pub letters: Vec<ContestLetter>,
    pub letter_ids: Vec<(ItemId, i64)>,
    pub parking: Vec<Parking>,
    /// The items that staff or drivers removed.
    pub removed: Vec<Item>,
    pub tolls: Vec<Toll>,
    pub payments: Vec<Payment>,
    pub processing: Vec<PaymentId>,
    pub despite_lawyer: BTreeMap<PaymentId, bool>,
    pub lost_payments: Vec<LostPayment>,
    pub transactions: Vec<PaymentTransaction>,
    pub hires: Vec<LawyerHire>,
    pub legal_help: LegalHelpTables,
    pub events: Vec<ProviderEvent>,
    /// The times at which events were received.
    pub event_times: BTreeMap<String, DateTime<Utc>>,
    pub event_cursor: Option<EventCursor>,
    /// The leases, each as the name of the leased work and the name of the process
    /// that holds the lease.
    pub leases: Vec<(String, String)>,
    /// The times at which leases end, by the name of the leased work.
    pub lease_ends: BTreeMap<String, DateTime<Utc>>,
    pub orphans: Vec<OrphanIntent>,
    pub closed_attention: Vec<ResolvedProblem>,
    pub refunds: Vec<Refund>,
    pub chargebacks: Vec<Chargeback>,
    pub chargebacks_read_at: Option<DateTime<Utc>>,
    pub books: BookTables,
    pub remittances: RemittanceTables,
    pub askers: Vec<(PaymentId, String)>,
    pub declines: Vec<MemoryDecline>,
    pub jobs: Vec<MemoryJob>,
    pub inquiries: Vec<HelpInquiry>,
    pub chat: Vec<ChatMessage>,
    pub templates: Vec<ReplyTemplate>,
    pub notes: Vec<StaffNote>,
    pub reports: Vec<MissingTicketReport>,
    pub hardship: Vec<HardshipRequest>,
    pub text_requests: Vec<TextNotificationRequest>,
    pub notices: crate::support::store::notices::NoticeTables,
    pub announced: Vec<Announcement>,
    pub audit: Vec<AuditEntry>,
    pub security: Vec<SecurityEvent>,
    pub failures: Vec<MemoryFailure>,
    pub places: Vec<MemoryPlace>,
    pub csp_reports: Vec<(NaiveDate, CspReport, i64)>,
    pub blocks: Vec<Block>,
    /// The ids of the rows in `blocks`, in the same order.
    pub block_ids: Vec<i32>,
    pub seal_keys: BTreeMap<i32, Vec<u8>>,
    pub seals: Vec<Seal>,
    pub data_keys: Vec<KnownKey>,
    pub staff: StaffTables,
    pub preferences: BTreeMap<(UserId, String), String>,
    pub imports: ImportTables,
    pub sources: SourceTables,
    /// A change by another transaction; `None` if a test planned no change. The change happens when a transaction of
    /// the test next waits for a lock.
    pub before_next_lock: Option<fn(&mut Tables)>,
    /// The last id of each table to which the store has added a row.
    pub last_ids: BTreeMap<&'static str, i32>,
}

/// Returns the time of the database's clock, which decides when leases end and is stored with news
/// and changes. Use cases read another clock, `deps.clock`, which tests set.
pub fn database_time() -> DateTime<Utc> {
    SystemTime::now().into()
}

impl Tables {
    /// Returns an id for a new row of a table that has this number of rows. Ids of
    /// deleted rows aren't reused.
    pub fn next_id(&mut self, table: &'static str, rows: usize) -> i32 {
        let last = self.last_ids.entry(table).or_default();
        *last = (*last).max(i32::try_from(rows).unwrap()) + 1;
        *last
    }

    /// Returns whether a user's account is open.
    pub fn is_open(&self, user: UserId) -> bool {
        !self.closed_users.contains(&user)
    }

    pub fn open_users(&self) -> impl Iterator<Item = &User> {
        self.users.iter().filter(|user| self.is_open(user.id))
    }

    pub fn open_user_mut(&mut self, id: UserId) -> Option<&mut User> {
        if self.is_open(id) { self.users.iter_mut().find(|user| user.id == id) } else { None }
    }
}

/// A row of the outbox.
#[derive(Clone)]
pub struct MemoryJob {
    pub id: JobId,
    pub job: NewJob,
    pub created_at: DateTime<Utc>,
    pub attempt: i32,
    pub locked_at: Option<DateTime<Utc>>,
    pub end: Option<JobEnd>,
    pub done_at: Option<DateTime<Utc>>,
}

#[derive(Default)]
pub struct MemoryDatabase {
    tables: Mutex<Tables>,
    is_busy: AtomicBool,
    crashes: AtomicBool,
    is_down: AtomicBool,
    is_narrow: AtomicBool,
}

/// Marks the connection as busy until this value is dropped. The value is also dropped if the test panics.
struct Busy<'a>(&'a AtomicBool);

impl<'a> Busy<'a> {
    fn begin(flag: &'a AtomicBool) -> Self {
        assert!(
            !flag.swap(true, Ordering::SeqCst),
            "a call that already holds a connection must not open another"
        );
        Self(flag)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl MemoryDatabase {
    /// Returns whether a connection is open.
    pub fn is_busy(&self) -> bool {
        self.is_busy.load(Ordering::SeqCst)
    }

    /// Returns the tables, which the test can read and change.
    pub fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap()
    }

    /// Makes the next commit fail. The commit's transaction is lost, as if the process had been killed.
    pub fn crash_at_next_commit(&self) {
        self.crashes.store(true, Ordering::SeqCst);
    }

    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }

    /// Limits the pool to one connection. While that connection is in use, a request
    /// for another one fails.
    pub fn set_narrow(&self) {
        self.is_narrow.store(true, Ordering::SeqCst);
    }

    /// Runs `work` with an empty database. Tests use it for calls that must be refused before they read anything.
    pub fn empty<T>(work: impl FnOnce(&mut dyn Store) -> T) -> T {
        work(&mut Unit::connection(&mut Tables::default()))
    }

    /// Cancels the failed commit that a test has planned, if it hasn't happened yet.
    pub fn recover(&self) {
        self.crashes.store(false, Ordering::SeqCst);
    }

    /// Returns an error if a test has made the database unavailable.
    fn check_reachable(&self) -> StoreResult<()> {
        if self.is_down.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("no connection".into()));
        }
        Ok(())
    }
}

impl Database for MemoryDatabase {
    fn connect(&self, work: &mut dyn FnMut(&mut dyn Store)) -> StoreResult<()> {
        self.check_reachable()?;
        if self.is_narrow.load(Ordering::SeqCst) && self.is_busy() {
            return Err(StoreError::Unavailable("every connection is lent out".into()));
        }
        let _busy = Busy::begin(&self.is_busy);
        work(&mut Unit::connection(&mut self.tables()));
        Ok(())
    }

    fn transact(&self, work: &mut dyn FnMut(&mut dyn Store) -> TransactionEnd) -> StoreResult<()> {
        self.check_reachable()?;
        let _busy = Busy::begin(&self.is_busy);
        let mut tables = self.tables();
        let before = tables.clone();
        let verdict = work(&mut Unit::transaction(&mut tables));
        let has_crashed = self.crashes.swap(false, Ordering::SeqCst);
        if verdict == TransactionEnd::Rollback || has_crashed {
            *tables = before;
        }
        if has_crashed {
            return Err(StoreError::Unavailable("killed at the commit".into()));
        }
        Ok(())
    }

    fn check(&self) -> StoreResult<()> {
        self.check_reachable()
    }
}
