//! An in-memory payment provider. If an idempotency key is used again, the provider repeats its first response. The
//! provider refuses calls that the real provider would refuse. Tests can make its calls fail, and can run code during a
//! call.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::ownership::Labels;
use domain::shared::money::Money;
use ports::payments::books::{Movement, MovementPage};
use ports::payments::declines::Decline;
use ports::payments::events::{
    EventPages, EventSpan, INTENT_CREATED, ProviderEvent, ProviderObject, REFUND_CREATED,
};
use ports::payments::gateway::{
    EvidenceRequest, GatewayError, GatewayResult, Intent, IntentRequest, IntentStatus, PaymentGateway,
    ProviderChargeback, ProviderRefund, RefundRequest, RefundStatus,
};
use ports::shared::clock::Clock;

use crate::support::fakes::TestClock;
use crate::support::store::memory::MemoryDatabase;
use crate::support::store::payments::events::kind_of;

/// A kind of call to the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The call that creates a payment intent.
    Create,
    /// The call that reads a payment intent.
    Intent,
    /// The call that cancels a payment intent.
    Cancel,
    /// Lists the intents created since a time.
    List,
    /// The call that requests a refund.
    Refund,
    /// Lists an intent's refunds.
    Refunds,
    /// The call that reads a refund's status.
    RefundStatus,
    /// Reads a chargeback.
    Chargeback,
    /// Lists the chargebacks opened since a time.
    Chargebacks,
    /// Reads a page of balance changes.
    Movements,
    /// Saves or submits evidence about a chargeback.
    Evidence,
    /// Lists an intent's declined attempts.
    Declines,
    /// Reads pages of the list of events.
    Events,
}

/// A way in which a call to the provider fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call has its effect, but the response is lost.
    Lost,
    /// The call doesn't reach the provider, so it has no effect and no response.
    Unreached,
    /// The provider responds that it is down.
    Down,
    /// The provider refuses the call, so it has no effect.
    Refused,
    /// The call has its effect, but the response is a server error. The provider repeats this error for the same key.
    SavedError,
    /// The call has no effect, and the response is a server error. The provider repeats this error for the same key.
    KeptError,
    /// The call has its effect, but its response can't be parsed.
    Gibberish,
}

/// The time at which a test's closure runs: before the call has its effect, or after its effect
/// and before its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Before,
    After,
}

/// The number of balance changes on a page of the provider's list.
const MOVEMENT_PAGE: usize = 100;

type PlannedAction = Box<dyn FnOnce() + Send>;

/// The provider's records, and the failures and closures that tests have set.
#[derive(Default)]
pub struct Books {
    pub intents: Vec<Intent>,
    pub refunds: Vec<ProviderRefund>,
    pub chargebacks: Vec<ProviderChargeback>,
    /// The balance changes that tests added. Charges, refunds and chargebacks are stored elsewhere.
    pub other_movements: Vec<Movement>,
    /// The declined cards, each with the id of its intent.
    pub declines: Vec<(String, Decline)>,
    /// The provider's list of events, oldest first.
    pub events: Vec<ProviderEvent>,
    /// Whether the provider adds no further events to its list.
    pub is_silent: bool,
    /// All calls so far. Each call has its idempotency key, or the id of the object that it was about.
    pub calls: Vec<(Call, String)>,
    /// The first statuses of the next refunds. If this is empty, a refund starts as `Succeeded`.
    pub refunds_begin: VecDeque<RefundStatus>,
    pub event_count: usize,
    /// The number of pages of balance changes after which a call times out. `None` means that calls don't time out.
    pub movement_pages: Option<usize>,
    answered: HashMap<String, Intent>,
    refunded: HashMap<String, ProviderRefund>,
    kept_errors: HashSet<String>,
    faults: VecDeque<(Call, Fault)>,
    planned_actions: Vec<(Call, When, PlannedAction)>,
}

pub struct Provider {
    database: Arc<MemoryDatabase>,
    clock: Arc<TestClock>,
    books: Mutex<Books>,
}

impl Provider {
    pub fn new(database: Arc<MemoryDatabase>, clock: Arc<TestClock>) -> Self {
        Self { database, clock, books: Mutex::default() }
    }

    pub fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap()
    }

    /// Makes the next call of this kind fail. If this method is called twice, the next two calls fail.
    pub fn fail_next(&self, call: Call, fault: Fault) {
        self.books().faults.push_back((call, fault));
    }

    /// Sets a closure that runs once, during the next call of this kind.
    pub fn run_during(&self, call: Call, when: When, action: impl FnOnce() + Send + 'static) {
        self.books().planned_actions.push((call, when, Box::new(action)));
    }

    /// Sets an intent's status, and adds an event about the intent.
    pub fn set_status(&self, id: &str, status: IntentStatus) {
        let mut books = self.books();
        let intent = books.intents.iter_mut().find(|intent| intent.id == id).unwrap();
        intent.status = status;
        intent.amount_received = if status == IntentStatus::Succeeded { intent.amount } else { Money::ZERO };
        intent.charged_at = (status == IntentStatus::Succeeded).then(|| self.clock.now());
        books.add_event(kind_of(status), ProviderObject::Intent(id.to_owned()), self.clock.now());
    }

    pub fn set_card(&self, id: &str, card: Option<CardFacts>) {
        let mut books = self.books();
        books.intents.iter_mut().find(|intent| intent.id == id).unwrap().card = card;
    }

    pub fn set_charged_at(&self, id: &str, charge_time: DateTime<Utc>) {
        let mut books = self.books();
        books.intents.iter_mut().find(|intent| intent.id == id).unwrap().charged_at = Some(charge_time);
    }

    /// Sets a refund's status, and adds an event about the refund.
    pub fn set_refund(&self, id: &str, status: RefundStatus) {
        let mut books = self.books();
        books.refunds.iter_mut().find(|refund| refund.id == id).unwrap().status = status;
        books.add_event("refund.updated", ProviderObject::Refund(id.to_owned()), self.clock.now());
    }

    /// Deletes all events of the provider's list. From now on, the provider adds no events.
    pub fn stop_events(&self) {
        let mut books = self.books();
        books.is_silent = true;
        books.events.clear();
    }

    /// Removes all failures and closures that a test has set.
    pub fn clear_faults(&self) {
        let mut books = self.books();
        books.faults.clear();
        books.planned_actions.clear();
    }

    /// Returns the number of calls of this kind so far.
    pub fn count(&self, call: Call) -> usize {
        self.books().calls.iter().filter(|(kind, _)| *kind == call).count()
    }

    /// Runs the closures that tests have set for this moment of a call.
    fn run_planned(&self, call: Call, when: When) {
        loop {
            let next = {
                let mut books = self.books();
                let place =
                    books.planned_actions.iter().position(|(at, moment, _)| (*at, *moment) == (call, when));
                place.map(|place| books.planned_actions.remove(place))
            };
            let Some((_, _, action)) = next else { return };
            action();
        }
    }

    /// Runs a call. If a test has set a fault for the call, the call fails in that way. `subject`
    /// is the call's idempotency key, or the id of the object that the call is about.
    fn answer<T>(
        &self,
        call: Call,
        subject: &str,
        effect: impl FnOnce(&mut Books) -> GatewayResult<T>,
    ) -> GatewayResult<T> {
        assert!(!self.database.is_busy(), "{call:?} is called while a database connection is open");
        let fault = {
            let mut books = self.books();
            books.calls.push((call, subject.to_owned()));
            let place = books.faults.iter().position(|(at, _)| *at == call);
            let fault = place.and_then(|place| books.faults.remove(place)).map(|(_, fault)| fault);
            if fault == Some(Fault::KeptError) {
                books.kept_errors.insert(subject.to_owned());
            }
            if books.kept_errors.contains(subject) { Some(Fault::KeptError) } else { fault }
        };
        self.run_planned(call, When::Before);
        match fault {
            Some(Fault::Unreached) => return Err(GatewayError::TimedOut),
            Some(Fault::Down | Fault::KeptError) => return Err(GatewayError::Unavailable("503".into())),
            Some(Fault::Refused) => return Err(refused("no")),
            Some(Fault::Lost | Fault::Gibberish | Fault::SavedError) | None => {}
        }
        let answer = effect(&mut self.books());
        self.run_planned(call, When::After);
        match fault {
            Some(Fault::Lost) => Err(GatewayError::TimedOut),
            Some(Fault::SavedError) => Err(GatewayError::Unavailable("500".into())),
            Some(Fault::Gibberish) => Err(GatewayError::NotUnderstood("?".into())),
            _ => answer,
        }
    }
}

pub fn refused(code: &str) -> GatewayError {
    GatewayError::Refused { code: code.to_owned(), message: "It says no.".to_owned() }
}

/// Returns the intent without its client secret, as in most of the provider's responses.
fn without_secret(intent: &Intent) -> Intent {
    Intent { client_secret: None, ..intent.clone() }
}

impl Books {
    /// Returns the total of an intent's refunds, except for failed ones.
    pub fn refunded_amount(&self, intent_id: &str) -> Money {
        let refunded = self.refunds.iter().filter(|refund| {
            refund.intent_id.as_deref() == Some(intent_id) && refund.status != RefundStatus::Failed
        });
        Money::from_cents(refunded.map(|refund| refund.amount.cents()).sum())
    }

    /// Makes the provider forget the idempotency keys of all refunds. The real provider does so after 24 hours.
    pub fn forget_refund_keys(&mut self) {
        self.refunded.clear();
    }

    fn find(&mut self, id: &str) -> GatewayResult<&mut Intent> {
        self.intents.iter_mut().find(|intent| intent.id == id).ok_or(GatewayError::NotFound)
    }
}

impl PaymentGateway for Provider {
    fn create_intent(&self, request: &IntentRequest) -> GatewayResult<Intent> {
        let created_at = self.clock.now();
        self.answer(Call::Create, &request.idempotency_key, |books| {
            if let Some(answered) = books.answered.get(&request.idempotency_key) {
                return Ok(answered.clone());
            }
            let number = books.intents.len() + 1;
            let intent = Intent {
                id: format!("pi_{number}"),
                client_secret: Some(format!("pi_{number}_secret")),
                status: IntentStatus::Open,
                amount: request.amount,
                amount_received: Money::ZERO,
                currency: "usd".to_owned(),
                labels: Labels {
                    installation: Some(request.installation.clone()),
                    payment_id: Some(request.payment_id),
                    confirmation_number: Some(request.confirmation_number.clone()),
                    user_id: Some(request.user_id),
                    item: Some(request.payable),
                },
                created_at,
                charged_at: None,
                card: None,
            };
            books.intents.push(intent.clone());
            books.add_event(INTENT_CREATED, ProviderObject::Intent(intent.id.clone()), created_at);
            books.answered.insert(request.idempotency_key.clone(), intent.clone());
            Ok(intent)
        })
    }

    fn intent(&self, id: &str) -> GatewayResult<Intent> {
        self.answer(Call::Intent, id, |books| books.find(id).cloned())
    }

    fn cancel_intent(&self, id: &str) -> GatewayResult<Intent> {
        let now = self.clock.now();
        self.answer(Call::Cancel, id, |books| {
            let intent = books.find(id)?;
            if intent.status != IntentStatus::Open {
                return Err(refused("payment_intent_unexpected_state"));
            }
            intent.status = IntentStatus::Cancelled;
            let cancelled = without_secret(intent);
            books.add_event(kind_of(cancelled.status), ProviderObject::Intent(id.to_owned()), now);
            Ok(cancelled)
        })
    }

    fn intents_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<Intent>> {
        self.answer(Call::List, &since.to_rfc3339(), |books| {
            let recent = books.intents.iter().rev().filter(|intent| intent.created_at >= since);
            Ok(recent.cloned().collect())
        })
    }

    fn declines_of(&self, intent_id: &str) -> GatewayResult<Vec<Decline>> {
        self.answer(Call::Declines, intent_id, |books| {
            let of_it = books.declines.iter().filter(|(intent, _)| intent == intent_id);
            Ok(of_it.map(|(_, decline)| decline.clone()).collect())
        })
    }

    fn create_refund(&self, request: &RefundRequest) -> GatewayResult<ProviderRefund> {
        let now = self.clock.now();
        self.answer(Call::Refund, &request.idempotency_key, |books| {
            if let Some(refund) = books.refunded.get(&request.idempotency_key) {
                return Ok(refund.clone());
            }
            let (status, received) = {
                let intent = books.find(&request.intent_id)?;
                (intent.status, intent.amount_received)
            };
            let remaining = received.cents() - books.refunded_amount(&request.intent_id).cents();
            if remaining == 0 {
                return Err(GatewayError::AlreadyRefunded("It says no.".to_owned()));
            }
            if status != IntentStatus::Succeeded || request.amount.cents() > remaining {
                return Err(refused("amount_too_large"));
            }
            let refund = ProviderRefund {
                id: format!("re_{}", books.refunds.len() + 1),
                intent_id: Some(request.intent_id.clone()),
                status: books.refunds_begin.pop_front().unwrap_or(RefundStatus::Succeeded),
                amount: request.amount,
                label: Some((request.installation.clone(), request.refund_id)),
                failure: None,
            };
            books.refunds.push(refund.clone());
            books.add_event(REFUND_CREATED, ProviderObject::Refund(refund.id.clone()), now);
            books.refunded.insert(request.idempotency_key.clone(), refund.clone());
            Ok(refund)
        })
    }

    fn refunds_of(&self, intent_id: &str) -> GatewayResult<Vec<ProviderRefund>> {
        self.answer(Call::Refunds, intent_id, |books| {
            let all = books.refunds.iter().filter(|refund| refund.intent_id.as_deref() == Some(intent_id));
            Ok(all.cloned().collect())
        })
    }

    fn refund(&self, refund_id: &str) -> GatewayResult<ProviderRefund> {
        self.answer(Call::RefundStatus, refund_id, |books| {
            let found = books.refunds.iter().find(|refund| refund.id == refund_id);
            found.cloned().ok_or(GatewayError::NotFound)
        })
    }

    fn chargeback(&self, id: &str) -> GatewayResult<ProviderChargeback> {
        self.answer(Call::Chargeback, id, |books| {
            let found = books.chargebacks.iter().find(|one| one.id == id);
            found.cloned().ok_or(GatewayError::NotFound)
        })
    }

    fn chargebacks_since(&self, since: DateTime<Utc>) -> GatewayResult<Vec<ProviderChargeback>> {
        self.answer(Call::Chargebacks, &since.to_rfc3339(), |books| {
            let recent = books.chargebacks.iter().rev().filter(|one| one.opened_at >= since);
            Ok(recent.cloned().collect())
        })
    }

    fn movements(&self, since: DateTime<Utc>, after: Option<&str>) -> GatewayResult<MovementPage> {
        self.answer(Call::Movements, after.unwrap_or_default(), |books| {
            if let Some(remaining) = &mut books.movement_pages {
                *remaining = remaining.checked_sub(1).ok_or(GatewayError::TimedOut)?;
            }
            let mut all = books.movements();
            all.retain(|one| one.happened_at >= since);
            all.sort_by_key(|one| std::cmp::Reverse(one.happened_at));
            let start = match after {
                None => 0,
                Some(after) => {
                    1 + all
                        .iter()
                        .position(|one| one.id == after)
                        .ok_or_else(|| refused("resource_missing"))?
                }
            };
            let has_more = all.len() > start + MOVEMENT_PAGE;
            Ok(MovementPage {
                movements: all.into_iter().skip(start).take(MOVEMENT_PAGE).collect(),
                has_more,
            })
        })
    }

    fn events(&self, span: &EventSpan) -> GatewayResult<EventPages> {
        self.answer(Call::Events, &span.since.to_rfc3339(), |books| Ok(books.pages(span)))
    }

    fn submit_evidence(&self, request: &EvidenceRequest) -> GatewayResult<ProviderChargeback> {
        self.answer(Call::Evidence, &request.chargeback_id, |books| books.accept_evidence(request))
    }
}
