//! The running sandbox: its state, its faults, and one call's view of both.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use crate::call::errors::ApiError;
use crate::config::Settings;
use crate::memory::faults::Faults;
use crate::memory::ids;
use crate::memory::money::{Dispute, Payout, Transaction};
use crate::memory::records::{Charge, Intent, Method, Refund};
use crate::memory::state::State;

/// What the lock guards.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub state: State,
    pub faults: Faults,
    pub webhook_url: Option<String>,
    /// Idempotency keys whose first call has not been answered yet.
    pub in_flight: HashSet<String>,
    /// When the next thing settles by itself, in milliseconds, or sooner than that: not every call looks through all.
    pub settles: Option<i64>,
    /// Deliveries that are held to be reordered.
    pub held: Vec<u64>,
    /// Calls that came over HTTP.
    pub calls: u64,
    /// Counts the changes, to know which of them are in the file.
    pub version: u64,
}

impl World {
    /// Something settles then.
    fn expect(&mut self, at: Option<i64>) {
        self.settles = self.settles.into_iter().chain(at).min();
    }
}

/// What all parts of a sandbox share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub settings: Settings,
    pub state_file: Option<PathBuf>,
    world: Mutex<World>,
    /// Wakes the deliverer.
    pub wake: Notify,
    /// Wakes the saver.
    pub dirty: Notify,
    /// The version that is in the file.
    pub saved: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(settings: Settings, state_file: Option<PathBuf>, world: World) -> Self {
        let (saved, _) = watch::channel(0);
        Self {
            settings,
            state_file,
            world: Mutex::new(world),
            wake: Notify::new(),
            dirty: Notify::new(),
            saved,
        }
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one piece of work in the world, and lets the saver and the deliverer know.
    pub(crate) fn transact<T>(&self, call: Call, work: impl FnOnce(&mut Tx<'_>) -> T) -> (T, u64) {
        let (done, version) = {
            let mut world = self.world();
            let done = work(&mut Tx { world: &mut world, settings: &self.settings, call });
            if world.state.is_full() {
                world.state.forget_old();
            }
            world.version += 1;
            (done, world.version)
        };
        self.dirty.notify_one();
        self.wake.notify_one();
        (done, version)
    }

    /// Only looks: nothing has to be saved or delivered after it.
    pub(crate) fn look<T>(&self, call: Call, work: impl FnOnce(&mut Tx<'_>) -> T) -> T {
        work(&mut Tx { world: &mut self.world(), settings: &self.settings, call })
    }

    /// Waits until a change is in the file.
    pub(crate) async fn kept(&self, version: u64) {
        if self.state_file.is_some() {
            let mut saved = self.saved.subscribe();
            // The sender lives as long as `self`, so this only ends when the change is there.
            let _ = saved.wait_for(|at| *at >= version).await;
        }
    }
}

/// Who calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The holder of the secret key.
    #[default]
    Server,
    /// A page, with the publishable key.
    Browser,
}

/// One call: who makes it, and what the events it causes say of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    pub caller: Caller,
    pub request: Option<String>,
    pub idempotency_key: Option<String>,
}

/// One call's view of the world.
pub(crate) struct Tx<'w> {
    pub world: &'w mut World,
    pub settings: &'w Settings,
    pub call: Call,
}

impl Tx<'_> {
    pub(crate) fn state(&mut self) -> &mut State {
        &mut self.world.state
    }

    pub(crate) fn intent(&self, id: &str) -> Result<Intent, ApiError> {
        self.world
            .state
            .intents
            .get(id)
            .cloned()
            .ok_or_else(|| ApiError::not_found("payment_intent", id, "intent"))
    }

    pub(crate) fn charge(&self, id: &str) -> Result<Charge, ApiError> {
        self.world.state.charges.get(id).cloned().ok_or_else(|| ApiError::not_found("charge", id, "charge"))
    }

    pub(crate) fn refund(&self, id: &str) -> Result<Refund, ApiError> {
        self.world.state.refunds.get(id).cloned().ok_or_else(|| ApiError::not_found("refund", id, "refund"))
    }

    pub(crate) fn method(&self, id: &str) -> Result<Method, ApiError> {
        self.world
            .state
            .methods
            .get(id)
            .cloned()
            .ok_or_else(|| ApiError::not_found("PaymentMethod", id, "payment_method"))
    }

    pub(crate) fn dispute(&self, id: &str) -> Result<Dispute, ApiError> {
        let found = self.world.state.disputes.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found("dispute", id, "dispute"))
    }

    pub(crate) fn payout(&self, id: &str) -> Result<Payout, ApiError> {
        let found = self.world.state.payouts.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found("payout", id, "payout"))
    }

    pub(crate) fn transaction(&self, id: &str) -> Result<Transaction, ApiError> {
        let found = self.world.state.transactions.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found("balance transaction", id, "id"))
    }

    pub(crate) fn put_intent(&mut self, intent: &Intent) {
        self.world.expect(intent.settles_at);
        self.world.state.intents.insert(intent.id.clone(), intent.clone());
    }

    pub(crate) fn put_charge(&mut self, charge: &Charge) {
        self.world.state.charges.insert(charge.id.clone(), charge.clone());
    }

    pub(crate) fn put_refund(&mut self, refund: &Refund) {
        self.world.expect(refund.settles.map(|(at, _)| at));
        self.world.state.refunds.insert(refund.id.clone(), refund.clone());
    }

    pub(crate) fn put_dispute(&mut self, dispute: &Dispute) {
        self.world.expect(dispute.course().map(|(at, _)| at));
        self.world.state.disputes.insert(dispute.id.clone(), dispute.clone());
    }

    pub(crate) fn put_payout(&mut self, payout: &Payout) {
        self.world.expect(payout.settles_at);
        self.world.state.payouts.insert(payout.id.clone(), payout.clone());
    }

    /// When something that settles by itself does so.
    pub(crate) fn settles_at(&self) -> Option<i64> {
        let after = i64::try_from(self.settings.settle_after?.as_millis()).unwrap_or(i64::MAX);
        Some(ids::now_ms().saturating_add(after))
    }
}
