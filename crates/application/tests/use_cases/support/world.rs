//! The world of a test: Lanewise with an in-memory database and payment provider, and with methods for the actions of
//! drivers, staff and the provider.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use application::Deps;
use application::access::Actor;
use application::deps::EmailDeps;
use application::driving_record::register_cache::RegisterCache;
use application::error::Result;
use application::payments::confirm_payment;
use application::payments::mark_paid::mark_paid;
use application::payments::receive_webhook;
use application::payments::reconciliation::reconcile::{ReconcileSummary, reconcile};
use application::payments::settlement::settle;
use application::payments::start_payment::{StartedPayment, start_payment};
use application::shared::outgoing::EmailSender;
use chrono::TimeDelta;
use domain::accounts::login_throttling::GuardPolicy;
use domain::accounts::session::SessionPolicy;
use domain::legal_help::case::deadlines::CasePeriods;
use domain::legal_help::offer::LegalHelp;
use domain::notices::notice::{Channel, Notice};
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction};
use domain::security::audit::AuditAction;
use domain::shared::ids::{ParkingId, PaymentId, TextNotificationId};
use domain::shared::job::JobKind;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::events::{EventSubject, ProviderEvent, ProviderObject};
use ports::payments::gateway::{Intent, IntentStatus, ProviderRefund};
use ports::shared::clock::Clock;
use ports::shared::jobs::NewJob;
use ports::sources::runs::SourceCitation;
use ports::store::{Database, Store, in_transaction};

use super::{Call, driver};
use crate::support::build;
use crate::support::fakes::{
    CountingTokens, GlassCipher, GlassVault, MemoryContents, PlainPictures, PlainReceipts, PlainTextHasher,
    Signatures, TestClock,
};
use crate::support::mailbox::Mailbox;
use crate::support::provider::{Fault, Provider};
use crate::support::store::memory::MemoryDatabase;
use crate::support::store::payments::events::kind_of;
use crate::support::store::staff::PlainCodes;

#[derive(Clone)]
pub struct World {
    pub database: Arc<MemoryDatabase>,
    pub provider: Arc<Provider>,
    pub mailbox: Arc<Mailbox>,
    pub clock: Arc<TestClock>,
    pub signatures: Arc<Signatures>,
    pub passwords: Arc<PlainTextHasher>,
    pub contents: Arc<MemoryContents>,
    pub deps: Deps,
    /// The ids of the intents whose client secret was given to a browser tab.
    pub secrets: Arc<Mutex<Vec<String>>>,
}

impl World {
    /// Creates a world with an administrator and two drivers. The first driver has a ticket, a parking
    /// ticket and a toll.
    pub fn new() -> Self {
        let world = Self::empty();
        let mut tables = world.database.tables();
        tables.users = [build::ADMIN, build::DRIVER, build::OTHER].map(build::user).to_vec();
        tables.tickets.push(build::ticket(1));
        tables.parking.push(build::parking(1));
        tables.tolls.push(build::toll(1));
        drop(tables);
        world
    }

    /// Creates a world without users and items.
    pub fn empty() -> Self {
        let database = Arc::new(MemoryDatabase::default());
        let clock = Arc::new(TestClock::default());
        let provider = Arc::new(Provider::new(database.clone(), clock.clone()));
        let signatures = Arc::new(Signatures::default());
        let passwords = Arc::new(PlainTextHasher::new(database.clone()));
        let mailbox = Arc::new(Mailbox::new(database.clone()));
        let contents = Arc::new(MemoryContents::default());
        let deps = Deps {
            database: database.clone(),
            gateway: provider.clone(),
            webhooks: signatures.clone(),
            receipts: Arc::new(PlainReceipts(database.clone())),
            letters: Arc::new(PlainReceipts(database.clone())),
            pictures: Arc::new(PlainPictures(database.clone())),
            contents: contents.clone(),
            malware: None,
            clock: clock.clone(),
            tokens: Arc::new(CountingTokens::default()),
            passwords: passwords.clone(),
            time_codes: Arc::new(PlainCodes),
            vault: Arc::new(GlassVault),
            case_cipher: Arc::new(GlassCipher::default()),
            public_url: "https://lanewise.test".into(),
            texts: None,
            sources: Arc::from([]),
            case_periods: CasePeriods::default(),
            legal_help: Arc::new(LegalHelp::in_development(BTreeMap::new())),
            installation: build::INSTALLATION.into(),
            sessions: SessionPolicy::default(),
            staff_need_second_factor: false,
            guard: GuardPolicy { is_on: true, never_blocked: vec!["198.51.100.0/24".parse().unwrap()] },
            mail: Some(EmailDeps {
                sender: EmailSender::new(mailbox.clone()),
                public_url: "https://lanewise.example".to_owned(),
                support_phone: "(555) 010-0199".to_owned(),
            }),
            unwritten: Arc::default(),
            last_uses: Arc::default(),
            registers: Arc::new(RegisterCache::new(TimeDelta::zero())),
        };
        Self {
            database,
            provider,
            mailbox,
            clock,
            signatures,
            passwords,
            contents,
            deps,
            secrets: Arc::default(),
        }
    }

    /// Adds a notice and its job. In the real database, planning a notice does this.
    pub fn plan_notice(&self, notice: Notice) {
        let channel = notice.channel;
        let (id, run_at) = (notice.id.to_string(), notice.due_at);
        self.database.tables().notices.notices.push(notice);
        let (kind, payload) = match channel {
            Channel::Text => (JobKind::SendText, vec![("notice", id)]),
            Channel::Mail => (JobKind::SendMail, vec![("letter", "notice".to_owned()), ("of", id)]),
        };
        let payload = payload.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let job = NewJob { kind, payload, run_at, dedupe_key: None };
        self.transact(|store| store.enqueue(&job).map_err(Into::into)).unwrap();
    }

    /// Confirms a phone number, as its driver does with a code. Deletes all jobs, so the text with that
    /// code is never sent.
    pub fn confirm_number(&self, number: TextNotificationId) {
        let confirmed_at = self.clock.now();
        self.transact(|store| store.confirm_number(number, confirmed_at).map_err(Into::into)).unwrap();
        self.database.tables().jobs.clear();
    }

    pub fn advance(&self, duration: TimeDelta) {
        self.clock.advance(duration);
    }

    /// Runs a part of a use case in its own transaction.
    pub fn transact<T>(&self, work: impl FnOnce(&mut dyn Store) -> Result<T>) -> Result<T> {
        let database: &dyn Database = &*self.database;
        in_transaction(database, work)
    }

    /// Starts a payment by the driver, for the amount that the item costs in a new world.
    pub fn start(&self, payable: Payable) -> Result<StartedPayment> {
        start_payment(&self.deps, &driver(), payable, build::due(payable))
    }

    /// Starts a payment and panics if that fails. Returns the response to the driver, which contains the client secret.
    pub fn started(&self, payable: Payable) -> StartedPayment {
        self.start(payable).unwrap()
    }

    /// Charges the driver's card at the provider, if the intent is still open. Returns whether it was open.
    pub fn pay(&self, intent_id: &str) -> bool {
        let is_open = self.intent(intent_id).status == IntentStatus::Open;
        if is_open {
            self.provider.set_status(intent_id, IntentStatus::Succeeded);
        }
        is_open
    }

    /// Makes a payment that has succeeded at the provider. Lanewise hasn't received the event yet.
    pub fn pay_without_event(&self, payable: Payable) -> StartedPayment {
        let started = self.started(payable);
        assert!(self.pay(&started.intent_id));
        started
    }

    /// Makes a payment that has succeeded and is settled.
    pub fn pay_and_settle(&self, payable: Payable) -> StartedPayment {
        let started = self.pay_without_event(payable);
        self.deliver_event("evt_settled", &started.intent_id).unwrap();
        started
    }

    /// Starts a payment whose call to the provider fails with `fault`.
    pub fn start_with_timeout(&self, payable: Payable, fault: Fault) {
        self.provider.fail_next(Call::Create, fault);
        self.start(payable).unwrap_err();
    }

    /// Makes a payment that must be refunded, because staff marked the item as paid while the driver was paying.
    pub fn pay_with_refund_due(&self, payable: Payable) -> StartedPayment {
        let started = self.pay_without_event(payable);
        mark_paid(&self.deps, &build::admin(), payable).unwrap();
        // This simulates a server that stops after the commit, before it requests the refund from the provider.
        let intent = self.intent(&started.intent_id);
        self.transact(|store| {
            let payment = store.payment_by_intent(&intent.id)?.unwrap();
            settle(&self.deps, store, &payment, &intent)
        })
        .unwrap();
        started
    }

    /// Confirms an item's payment as `actor`, as the confirmation page does.
    pub fn confirm(&self, actor: &Actor, intent_id: &str) -> Result<PaymentTransaction> {
        confirm_payment::confirm_item_payment(&self.deps, actor, Some(intent_id))
    }

    /// Sends a webhook about an intent, with the type that fits the intent's status. `event` is the event's id.
    pub fn deliver_event(&self, event: &str, intent_id: &str) -> Result<()> {
        let intent = self.intent(intent_id);
        self.push(
            event,
            kind_of(intent.status),
            ProviderObject::Intent(intent.id),
            intent.labels.installation,
        )
    }

    /// Adds an intent that wasn't created by Lanewise to the provider, and sends a webhook about it.
    pub fn deliver_foreign_event(&self, event: &str, intent: Intent) -> Result<()> {
        let id = intent.id.clone();
        let mut books = self.provider.books();
        books.intents.retain(|known| known.id != id);
        books.intents.push(intent);
        drop(books);
        self.deliver_event(event, &id)
    }

    /// Adds a refund to the provider, like one that staff make in the provider's dashboard. Sends a webhook about it.
    pub fn deliver_refund_event(&self, event: &str, refund: ProviderRefund) -> Result<()> {
        let id = refund.id.clone();
        let mut books = self.provider.books();
        books.refunds.retain(|known| known.id != id);
        books.refunds.push(refund);
        drop(books);
        self.push(event, "refund.updated", ProviderObject::Refund(id), None)
    }

    /// Sends a webhook about an object of the provider. `event` is the event's id, and `made_by` is the installation
    /// that created the object.
    pub fn push(
        &self,
        event: &str,
        kind: &str,
        object: ProviderObject,
        made_by: Option<String>,
    ) -> Result<()> {
        self.deliver(&self.event(event, kind, EventSubject::Object(object), made_by))
    }

    pub fn event(&self, id: &str, kind: &str, about: EventSubject, made_by: Option<String>) -> ProviderEvent {
        let body = format!("{{\"id\":\"{id}\"}}");
        ProviderEvent {
            id: id.to_owned(),
            kind: kind.to_owned(),
            body,
            made_at: self.clock.now(),
            about,
            made_by,
        }
    }

    /// Sends a webhook with a valid signature.
    pub fn deliver(&self, event: &ProviderEvent) -> Result<()> {
        self.signatures.expect(event);
        match receive_webhook::verify_webhook(&self.deps, event.body.as_bytes(), "good")? {
            Some(event) => receive_webhook::process_event(&self.deps, &event),
            None => Ok(()),
        }
    }

    /// Advances the clock by one minute and runs reconciliation, which skips payments that a
    /// request may still be working on.
    pub fn reconcile(&self) -> ReconcileSummary {
        self.advance(TimeDelta::minutes(1));
        reconcile(&self.deps, false).unwrap()
    }

    pub fn intent(&self, id: &str) -> Intent {
        self.provider.books().intents.iter().find(|intent| intent.id == id).unwrap().clone()
    }

    pub fn payment(&self, id: i32) -> Payment {
        let tables = self.database.tables();
        tables.payments.iter().find(|payment| payment.id == PaymentId(id)).unwrap().clone()
    }

    /// Returns the statuses of all payments, oldest first.
    pub fn statuses(&self) -> Vec<PaymentStatus> {
        self.database.tables().payments.iter().map(|payment| payment.status).collect()
    }

    /// Returns the actions of all audit entries, oldest first.
    pub fn audited(&self) -> Vec<AuditAction> {
        self.database.tables().audit.iter().map(|entry| entry.action).collect()
    }

    /// Returns whether an item is paid; for a lawyer, whether the ticket has a hire.
    pub fn is_paid(&self, payable: Payable) -> bool {
        let tables = self.database.tables();
        match payable {
            Payable::Ticket(id) => tables.tickets.iter().any(|item| item.id == id && item.is_paid),
            Payable::Parking(id) => tables.parking.iter().any(|item| item.id == id && item.is_paid),
            Payable::Toll(id) => tables.tolls.iter().any(|item| item.id == id && item.is_paid),
            Payable::Lawyer(id) => tables.hires.iter().any(|hire| hire.ticket_id == Some(id)),
        }
    }

    /// Changes the ticket's amount. Unlike an edit by staff, doesn't cancel open payments.
    pub fn set_ticket_amount(&self, amount: &str) {
        self.database.tables().tickets[0].filed.amount = amount.to_owned();
    }

    /// Stores that the city's data no longer shows the parking ticket as owed.
    pub fn settle_with_city(&self) {
        self.database.tables().sources.citations.push(SourceCitation {
            source: "nyc".to_owned(),
            authority: "New York City".to_owned(),
            number: "S100".to_owned(),
            user: build::DRIVER,
            item: ParkingId(1),
            plate: None,
            owed: Money::ZERO,
            settled_at: Some(build::noon()),
            as_of: build::noon(),
        });
    }

    /// Removes all tickets. Unlike a removal by staff, doesn't cancel open payments.
    pub fn remove_ticket(&self) {
        self.database.tables().tickets.clear();
    }
}
