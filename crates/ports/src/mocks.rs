//! Mocks of every port, and a database that runs a unit of work over a [`MockStore`].

use std::sync::Mutex;

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::account::{AccountLink, LinkPurpose};
use domain::accounts::session::Session;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::back_office::queue::Queue;
use domain::back_office::timeline::TimelineKind;
use domain::driving_record::new_item::{Item, ItemDetails};
use domain::driving_record::profile::DrivingProfile;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::help::inquiry::{ChatMessage, HelpInquiry};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::line::DriverNamed;
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::payment::{Payment, PaymentTransaction};
use domain::requests::report::{MissingTicketReport, ReportStatus};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::{
    ChatMessageId, HireId, ImportId, InquiryId, InvitationId, LinkId, ParkingId, PaymentId, ReportId,
    SessionId, TextNotificationId, TicketId, TollId, TransactionId, UserId,
};
use domain::shared::job::JobKind;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use domain::staff::invitation::Invitation;

use crate::accounts::account::{Accounts, Links, NewLink, OpenSession};
pub use crate::accounts::second_factor::MockTimeCodes;
use crate::accounts::second_factor::{PendingLogin, SecondFactor, SecondFactors};
use crate::accounts::sessions::{NewSession, Sessions};
use crate::accounts::users::{Credentials, NewUser, Users};
use crate::back_office::lists::{
    HireQuery, HireSummary, InquiryQuery, InquirySummary, Lists, ReportQuery, ReportSummary, StatusRequest,
    StatusRequestQuery, StatusRequestSummary, TextRequestQuery, TextRequestSummary, TransactionFilter,
    TransactionQuery, TransactionTotals, UnsolvedCounts, UserQuery, VehicleUpdateQuery, VehicleUpdateSummary,
};
use crate::back_office::overview::{DayRevenue, OpenWork, Overviews, TypeTotal};
use crate::back_office::queues::{Queues, UnreadEvent};
use crate::back_office::timeline::{TimelineCursor, TimelineEntry, Timelines};
use crate::driving_record::filing::{Filing, LastChange, Removal};
use crate::driving_record::items::{Items, PayableItem};
use crate::help::inquiries::{Help, NewChatMessage, NewInquiry};
use crate::imports::files::{
    Counts, FiledItem, FoundDrivers, Import, Imports, NewImport, StagedLine, StoredItems,
};
use crate::legal_help::hires::{Hires, NewHire};
pub use crate::notices::mail::MockMailer;
pub use crate::notices::texts::MockTextMessenger;
use crate::payments::gateway::ProviderEvent;
pub use crate::payments::gateway::{MockPaymentGateway, MockWebhookVerifier};
use crate::payments::history::{History, HistoryFilter, PaidItem};
pub use crate::payments::receipts::MockReceiptPrinter;
use crate::payments::records::{NewPayment, NewTransaction, Payments};
use crate::requests::reports::{NewReport, Reports};
use crate::requests::text_requests::TextRequests;
use crate::security::guard::{Block, Failures, Guard};
use crate::security::trail::{AuditEntry, SecurityEvent, Trail};
use crate::security::watch::{
    AuditFilter, Connection, EventFilter, RecordedEntry, RecordedEvent, SeverityCount, Watch,
};
pub use crate::shared::clock::MockClock;
use crate::shared::feed::{Announce, Announcement};
use crate::shared::jobs::{Job, JobEnd, Jobs, NewJob};
use crate::shared::paging::{Page, Paged};
use crate::shared::secrets::TokenHash;
pub use crate::shared::secrets::{MockPasswordHasher, MockTokens, MockVault};
use crate::shared::store_error::StoreResult;
use crate::staff::members::{Staff, StaffMember};
use crate::store::{Database, Store, Verdict};

mockall::mock! {
    /// All repositories.
    pub Store {}
    impl Users for Store {
        fn insert_user(&mut self, user: &NewUser) -> StoreResult<User>;
        fn user(&mut self, id: UserId) -> StoreResult<Option<User>>;
        fn lock_user(&mut self, id: UserId) -> StoreResult<Option<User>>;
        fn credentials(&mut self, email: &str) -> StoreResult<Option<Credentials>>;
        fn any_user(&mut self) -> StoreResult<bool>;
        fn set_vehicle(&mut self, id: UserId, plate: &str, state: UsState, at: DateTime<Utc>) -> StoreResult<Option<User>>;
        fn set_status_request(&mut self, id: UserId, sealed_digits: &[u8], at: DateTime<Utc>) -> StoreResult<Option<User>>;
        fn insert_profile(&mut self, user: UserId) -> StoreResult<DrivingProfile>;
        fn profile(&mut self, user: UserId) -> StoreResult<Option<DrivingProfile>>;
        fn set_profile(&mut self, profile: &DrivingProfile) -> StoreResult<()>;
        fn set_license_status(&mut self, id: UserId, status: LicenseStatus) -> StoreResult<Option<User>>;
        fn set_brought_up_to_date(&mut self, id: UserId, at: DateTime<Utc>) -> StoreResult<Option<User>>;
    }
    impl Sessions for Store {
        fn insert_session(&mut self, session: &NewSession) -> StoreResult<Session>;
        fn session(&mut self, token: &TokenHash) -> StoreResult<Option<(Session, User)>>;
        fn renew_session(&mut self, id: SessionId, last_activity: DateTime<Utc>, expires_at: DateTime<Utc>) -> StoreResult<()>;
        fn delete_session(&mut self, id: SessionId) -> StoreResult<()>;
        fn delete_expired_sessions(&mut self, now: DateTime<Utc>) -> StoreResult<usize>;
    }
    impl Accounts for Store {
        fn lock_credentials(&mut self, id: UserId) -> StoreResult<Option<Credentials>>;
        fn set_password_hash(&mut self, id: UserId, hash: &str) -> StoreResult<()>;
        fn set_phone<'a>(&mut self, id: UserId, digits: Option<&'a str>) -> StoreResult<Option<User>>;
        fn set_email(&mut self, id: UserId, email: &str) -> StoreResult<Option<User>>;
        fn sessions_of(&mut self, user: UserId, now: DateTime<Utc>) -> StoreResult<Vec<OpenSession>>;
        fn delete_session_of(&mut self, user: UserId, id: SessionId) -> StoreResult<bool>;
        fn delete_sessions_of(&mut self, user: UserId, except: Option<SessionId>) -> StoreResult<usize>;
        fn personal_data(&mut self, user: UserId) -> StoreResult<Option<String>>;
        fn lock_for_closing(&mut self, user: UserId) -> StoreResult<bool>;
        fn close_user(&mut self, user: UserId, at: DateTime<Utc>) -> StoreResult<()>;
    }
    impl Links for Store {
        fn insert_link(&mut self, link: &NewLink) -> StoreResult<AccountLink>;
        fn count_links(&mut self, user: UserId, purpose: LinkPurpose, since: DateTime<Utc>) -> StoreResult<i64>;
        fn link(&mut self, id: LinkId) -> StoreResult<Option<AccountLink>>;
        fn arm_link(&mut self, id: LinkId, token: &TokenHash, expires_at: DateTime<Utc>) -> StoreResult<bool>;
        fn good_link(&mut self, token: &TokenHash, purpose: LinkPurpose, now: DateTime<Utc>) -> StoreResult<Option<AccountLink>>;
        fn use_link(&mut self, token: &TokenHash, purpose: LinkPurpose, now: DateTime<Utc>) -> StoreResult<Option<AccountLink>>;
        fn set_link_old_email(&mut self, id: LinkId, old_email: &str) -> StoreResult<()>;
        fn end_links_of(&mut self, user: UserId, at: DateTime<Utc>) -> StoreResult<()>;
        fn delete_old_links(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    }
    impl Items for Store {
        fn tickets_of(&mut self, user: UserId) -> StoreResult<Vec<Ticket>>;
        fn parking_of(&mut self, user: UserId) -> StoreResult<Vec<Parking>>;
        fn tolls_of(&mut self, user: UserId) -> StoreResult<Vec<Toll>>;
        fn ticket(&mut self, id: TicketId) -> StoreResult<Option<Ticket>>;
        fn parking(&mut self, id: ParkingId) -> StoreResult<Option<Parking>>;
        fn toll(&mut self, id: TollId) -> StoreResult<Option<Toll>>;
        fn payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>>;
        fn lock_payable_item(&mut self, payable: Payable) -> StoreResult<Option<PayableItem>>;
        fn mark_paid(&mut self, payable: Payable, at: DateTime<Utc>) -> StoreResult<()>;
    }
    impl Filing for Store {
        fn insert_item(&mut self, user: UserId, details: &ItemDetails, at: DateTime<Utc>) -> StoreResult<Item>;
        fn lock_item(&mut self, item: Payable) -> StoreResult<Option<Item>>;
        fn update_item(&mut self, item: Payable, details: &ItemDetails) -> StoreResult<Option<Item>>;
        fn remove_ticket(&mut self, id: TicketId, removal: &Removal) -> StoreResult<()>;
        fn last_change(&mut self, subject_kind: &str, subject_id: i32) -> StoreResult<Option<LastChange>>;
    }
    impl Payments for Store {
        fn insert_payment(&mut self, payment: &NewPayment) -> StoreResult<Payment>;
        fn lock_live_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>>;
        fn payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>>;
        fn lock_payment(&mut self, id: PaymentId) -> StoreResult<Option<Payment>>;
        fn payment_by_intent(&mut self, intent_id: &str) -> StoreResult<Option<Payment>>;
        fn settled_payment(&mut self, payable: Payable) -> StoreResult<Option<Payment>>;
        fn update_payment(&mut self, payment: &Payment) -> StoreResult<()>;
        fn moving_payments_of(&mut self, user: UserId) -> StoreResult<Vec<Payment>>;
        fn unfinished_payments(&mut self, before: DateTime<Utc>, failed_before: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Payment>>;
        fn record_event(&mut self, event: &ProviderEvent, received_at: DateTime<Utc>) -> StoreResult<bool>;
        fn insert_transaction(&mut self, transaction: &NewTransaction) -> StoreResult<PaymentTransaction>;
        fn transaction(&mut self, id: TransactionId) -> StoreResult<Option<PaymentTransaction>>;
        fn transaction_of(&mut self, payment: PaymentId) -> StoreResult<Option<PaymentTransaction>>;
        fn mark_transaction_refunded(&mut self, id: TransactionId) -> StoreResult<()>;
    }
    impl Hires for Store {
        fn insert_hire(&mut self, hire: &NewHire) -> StoreResult<LawyerHire>;
        fn hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>>;
        fn lock_hire(&mut self, id: HireId) -> StoreResult<Option<LawyerHire>>;
        fn hire_of(&mut self, payment: PaymentId) -> StoreResult<Option<LawyerHire>>;
        fn has_active_hire(&mut self, ticket: TicketId) -> StoreResult<bool>;
        fn hires_at_work(&mut self, user: UserId) -> StoreResult<Vec<LawyerHire>>;
        fn set_hire_status(&mut self, id: HireId, status: HireStatus) -> StoreResult<Option<LawyerHire>>;
        fn set_hire_contact(&mut self, id: HireId, method: &str, value: &str) -> StoreResult<Option<LawyerHire>>;
    }
    impl Jobs for Store {
        fn enqueue(&mut self, job: &NewJob) -> StoreResult<bool>;
        fn claim_job(&mut self, kinds: &[JobKind], now: DateTime<Utc>) -> StoreResult<Option<Job>>;
        fn end_job(&mut self, job: &Job, end: &JobEnd, now: DateTime<Utc>) -> StoreResult<bool>;
        fn delete_ended_jobs(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    }
    impl History for Store {
        fn paid_items(&mut self, user: UserId, filter: &HistoryFilter, page: Page) -> StoreResult<Paged<PaidItem>>;
        fn charged(&mut self, user: UserId, from: DateTime<Utc>, until: DateTime<Utc>) -> StoreResult<Money>;
    }
    impl Reports for Store {
        fn insert_report(&mut self, report: &NewReport) -> StoreResult<MissingTicketReport>;
        fn pending_report_like(&mut self, report: &NewReport) -> StoreResult<Option<MissingTicketReport>>;
        fn count_pending_reports(&mut self, user: UserId) -> StoreResult<i64>;
        fn lock_report(&mut self, id: ReportId) -> StoreResult<Option<MissingTicketReport>>;
        fn set_report_status(&mut self, id: ReportId, status: ReportStatus) -> StoreResult<Option<MissingTicketReport>>;
    }
    impl TextRequests for Store {
        fn insert_text_request(&mut self, user: UserId, phone: &str, at: DateTime<Utc>) -> StoreResult<TextNotificationRequest>;
        fn text_request(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNotificationRequest>>;
        fn mark_text_sent(&mut self, id: TextNotificationId, at: DateTime<Utc>) -> StoreResult<()>;
        fn delete_text_request(&mut self, id: TextNotificationId) -> StoreResult<()>;
    }
    impl Queues for Store {
        fn lock_solved(&mut self, queue: Queue, id: i32) -> StoreResult<Option<bool>>;
        fn set_solved(&mut self, queue: Queue, id: i32, solved: bool) -> StoreResult<()>;
        fn mark_hire_seen(&mut self, id: HireId) -> StoreResult<()>;
        fn sealed_digits(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>>;
        fn refunds_under_way(&mut self, limit: i64) -> StoreResult<Vec<Payment>>;
        fn unread_events(&mut self, limit: i64) -> StoreResult<Vec<UnreadEvent>>;
    }
    impl Overviews for Store {
        fn revenue_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayRevenue>>;
        fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>>;
        fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>>;
        fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>>;
    }
    impl Timelines for Store {
        fn timeline(&mut self, user: UserId, kinds: &[TimelineKind], before: Option<TimelineCursor>, limit: i64) -> StoreResult<Vec<TimelineEntry>>;
    }
    impl Trail for Store {
        fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;
        fn security_event(&mut self, event: &SecurityEvent) -> StoreResult<()>;
    }
    impl Help for Store {
        fn insert_inquiry(&mut self, inquiry: &NewInquiry) -> StoreResult<HelpInquiry>;
        fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
        fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
        fn resolve_inquiry(&mut self, id: InquiryId, at: DateTime<Utc>) -> StoreResult<Option<HelpInquiry>>;
        fn insert_chat_message(&mut self, message: &NewChatMessage) -> StoreResult<ChatMessage>;
        fn chat_message_called(&mut self, inquiry: InquiryId, name: &str) -> StoreResult<Option<ChatMessage>>;
        fn chat_messages(&mut self, inquiry: InquiryId, after: Option<ChatMessageId>, page: Page) -> StoreResult<Paged<ChatMessage>>;
        fn newest_chat_message(&mut self, inquiry: InquiryId) -> StoreResult<Option<ChatMessageId>>;
    }
    impl Lists for Store {
        fn list_users(&mut self, query: &UserQuery) -> StoreResult<Paged<User>>;
        fn list_hires(&mut self, query: &HireQuery) -> StoreResult<Paged<LawyerHire>>;
        fn list_transactions(&mut self, query: &TransactionQuery) -> StoreResult<Paged<PaymentTransaction>>;
        fn list_reports(&mut self, query: &ReportQuery) -> StoreResult<Paged<MissingTicketReport>>;
        fn list_vehicle_updates(&mut self, query: &VehicleUpdateQuery) -> StoreResult<Paged<User>>;
        fn list_status_requests(&mut self, query: &StatusRequestQuery) -> StoreResult<Paged<StatusRequest>>;
        fn list_inquiries(&mut self, query: &InquiryQuery) -> StoreResult<Paged<HelpInquiry>>;
        fn list_text_requests(&mut self, query: &TextRequestQuery) -> StoreResult<Paged<TextNotificationRequest>>;
        fn hire_summary(&mut self) -> StoreResult<HireSummary>;
        fn transaction_totals(&mut self, filter: &TransactionFilter) -> StoreResult<TransactionTotals>;
        fn report_summary(&mut self) -> StoreResult<ReportSummary>;
        fn vehicle_update_summary(&mut self) -> StoreResult<VehicleUpdateSummary>;
        fn status_request_summary(&mut self) -> StoreResult<StatusRequestSummary>;
        fn inquiry_summary(&mut self) -> StoreResult<InquirySummary>;
        fn text_request_summary(&mut self) -> StoreResult<TextRequestSummary>;
        fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts>;
        fn fold_tallies(&mut self) -> StoreResult<usize>;
    }
    impl Announce for Store {
        fn announce(&mut self, announcement: Announcement) -> StoreResult<()>;
    }
    impl Guard for Store {
        fn failed_logins_from(&mut self, address: &str, since: DateTime<Utc>) -> StoreResult<Failures>;
        fn nth_failed_login_on(&mut self, account: &TokenHash, nth: u32, since: DateTime<Utc>) -> StoreResult<Option<DateTime<Utc>>>;
        fn insert_failed_login(&mut self, address: &str, account: Option<TokenHash>, at: DateTime<Utc>) -> StoreResult<()>;
        fn forgive_login(&mut self, address: &str, account: &TokenHash) -> StoreResult<()>;
        fn forgive_address(&mut self, address: &str) -> StoreResult<()>;
        fn forgive_account(&mut self, account: &TokenHash) -> StoreResult<()>;
        fn delete_old_failures(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
        fn is_known_place(&mut self, user: UserId, address: &str) -> StoreResult<bool>;
        fn note_place(&mut self, user: UserId, address: &str, at: DateTime<Utc>) -> StoreResult<()>;
        fn delete_old_places(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
        fn block(&mut self, block: &Block) -> StoreResult<i32>;
        fn unblock(&mut self, address: &str, now: DateTime<Utc>) -> StoreResult<Option<(i32, Block)>>;
        fn blocks(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Block>>;
        fn delete_expired_blocks(&mut self, now: DateTime<Utc>) -> StoreResult<usize>;
    }
    impl Watch for Store {
        fn security_events(&mut self, filter: &EventFilter, page: Page) -> StoreResult<Paged<RecordedEvent>>;
        fn security_event_counts(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<SeverityCount>>;
        fn delete_old_security_events(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
        fn audit_entries(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Paged<RecordedEntry>>;
        fn password_hashes_of(&mut self, emails: &[&'static str]) -> StoreResult<Vec<String>>;
        fn connection(&mut self) -> StoreResult<Connection>;
    }
    impl Imports for Store {
        fn insert_import<'a>(&mut self, new: &NewImport<'a>) -> StoreResult<Import>;
        fn import(&mut self, id: ImportId) -> StoreResult<Option<Import>>;
        fn imports(&mut self, page: Page) -> StoreResult<Paged<Import>>;
        fn open_imports(&mut self) -> StoreResult<i64>;
        fn import_file(&mut self, id: ImportId) -> StoreResult<Option<Vec<u8>>>;
        fn move_import<'a>(&mut self, id: ImportId, from: &[ImportStatus], to: ImportStatus, mapping: Option<&'a [Option<&'static str>]>, by: Option<UserId>) -> StoreResult<bool>;
        fn clear_lines(&mut self, id: ImportId) -> StoreResult<()>;
        fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: Counts) -> StoreResult<bool>;
        fn staged_lines(&mut self, id: ImportId, outcome: Option<LineOutcome>, page: Page) -> StoreResult<Paged<StagedLine>>;
        fn bad_lines_after(&mut self, id: ImportId, line: i32, limit: i64) -> StoreResult<Vec<StagedLine>>;
        fn line_after(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>>;
        fn note_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()>;
        fn hold_for_storing(&mut self, id: ImportId) -> StoreResult<i64>;
        fn store_lines(&mut self, id: ImportId, kind: ImportKind, lines: (i32, i32), at: DateTime<Utc>) -> StoreResult<StoredItems>;
        fn finish_import(&mut self, id: ImportId, stored: StoredItems, at: DateTime<Utc>) -> StoreResult<bool>;
        fn end_import<'a>(&mut self, id: ImportId, from: &[ImportStatus], to: ImportStatus, message: Option<&'a str>, at: DateTime<Utc>) -> StoreResult<bool>;
        fn end_stale_imports(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) -> StoreResult<usize>;
        fn find_drivers(&mut self, named: &[DriverNamed]) -> StoreResult<Vec<FoundDrivers>>;
        fn known_keys(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<([u8; 32], i32)>>;
        fn items_of_days(&mut self, kind: ImportKind, days: &[(UserId, NaiveDate)]) -> StoreResult<Vec<FiledItem>>;
    }
    impl Staff for Store {
        fn staff(&mut self) -> StoreResult<Vec<StaffMember>>;
        fn lock_staff(&mut self) -> StoreResult<Vec<UserId>>;
        fn set_role(&mut self, id: UserId, role: Role) -> StoreResult<Option<User>>;
        fn insert_invitation(&mut self, email: &str, by: UserId, at: DateTime<Utc>, expires_at: DateTime<Utc>) -> StoreResult<Invitation>;
        fn invitations(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<Invitation>>;
        fn invitation(&mut self, id: InvitationId, now: DateTime<Utc>) -> StoreResult<Option<Invitation>>;
        fn arm_invitation(&mut self, id: InvitationId, token: &TokenHash) -> StoreResult<bool>;
        fn invitation_of(&mut self, token: &TokenHash, now: DateTime<Utc>) -> StoreResult<Option<Invitation>>;
        fn end_invitation(&mut self, id: InvitationId, at: DateTime<Utc>) -> StoreResult<bool>;
    }
    impl SecondFactors for Store {
        fn second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>>;
        fn lock_second_factor(&mut self, user: UserId) -> StoreResult<Option<SecondFactor>>;
        fn begin_second_factor(&mut self, user: UserId, sealed_secret: &[u8], at: DateTime<Utc>) -> StoreResult<bool>;
        fn accept_step(&mut self, user: UserId, step: i64, at: DateTime<Utc>) -> StoreResult<()>;
        fn delete_second_factor(&mut self, user: UserId) -> StoreResult<bool>;
        fn set_recovery_codes(&mut self, user: UserId, hashes: &[TokenHash]) -> StoreResult<()>;
        fn count_recovery_codes(&mut self, user: UserId) -> StoreResult<i64>;
        fn use_recovery_code(&mut self, user: UserId, hash: &TokenHash) -> StoreResult<bool>;
        fn insert_pending_login(&mut self, token: &TokenHash, login: &PendingLogin) -> StoreResult<()>;
        fn try_pending_login(&mut self, token: &TokenHash, most: i32, now: DateTime<Utc>) -> StoreResult<Option<PendingLogin>>;
        fn delete_pending_login(&mut self, token: &TokenHash) -> StoreResult<()>;
        fn delete_expired_pending_logins(&mut self, now: DateTime<Utc>) -> StoreResult<usize>;
    }
    impl Store for Store {}
}

/// A database whose every connection is one [`MockStore`]; remembers how its transactions ended.
pub struct FakeDatabase {
    store: Mutex<MockStore>,
    verdicts: Mutex<Vec<Verdict>>,
}

impl FakeDatabase {
    /// A database over this store.
    pub fn new(store: MockStore) -> Self {
        Self { store: Mutex::new(store), verdicts: Mutex::default() }
    }

    /// How the transactions ended so far, in order.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.verdicts.lock().map(|verdicts| verdicts.clone()).unwrap_or_default()
    }
}

impl Database for FakeDatabase {
    fn connect(&self, work: &mut dyn FnMut(&mut dyn Store)) -> StoreResult<()> {
        if let Ok(mut store) = self.store.try_lock() {
            work(&mut *store);
        }
        Ok(())
    }

    fn transact(&self, work: &mut dyn FnMut(&mut dyn Store) -> Verdict) -> StoreResult<()> {
        if let (Ok(mut store), Ok(mut verdicts)) = (self.store.try_lock(), self.verdicts.lock()) {
            verdicts.push(work(&mut *store));
        }
        Ok(())
    }

    fn check(&self) -> StoreResult<()> {
        Ok(())
    }
}
