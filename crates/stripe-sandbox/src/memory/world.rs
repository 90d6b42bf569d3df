//! The running sandbox: its state, its active faults, and a request's access to both.

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

/// All data that the sandbox's mutex protects.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub state: State,
    pub faults: Faults,
    pub webhook_url: Option<String>,
    /// Idempotency keys whose first request is still in progress.
    pub in_flight: HashSet<String>,
    /// No object settles by itself before this time, in milliseconds since 1970. Until then, the sandbox needn't
    /// search for objects that are due. `None` means that no object settles by itself.
    pub next_settlement_at: Option<i64>,
    /// Ids of the deliveries that the reordering fault holds back.
    pub held: Vec<u64>,
    /// Number of API requests that arrived over HTTP.
    pub calls: u64,
    /// Number of changes to the state so far. [`Shared::saved`] has the number of changes that the last write
    /// of the state file included.
    pub version: u64,
}

impl World {
    /// Lowers `next_settlement_at` to `settles_at` if that is earlier, or if no time is set
    /// yet. `None` changes nothing.
    fn note_settlement(&mut self, settles_at: Option<i64>) {
        self.next_settlement_at = self.next_settlement_at.into_iter().chain(settles_at).min();
    }
}

/// State that all parts of a sandbox share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub settings: Settings,
    pub state_file: Option<PathBuf>,
    world: Mutex<World>,
    /// Wakes the task that delivers events.
    pub wake: Notify,
    /// Wakes the task that saves the state.
    pub dirty: Notify,
    /// The number of changes that the last write of the state file included, even if the write failed.
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

    /// Locks the sandbox's data, and returns the guard.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work`, which changes the state, then wakes the tasks that save the state and deliver events. Returns
    /// the result of `work`, and the change's number for [`Self::wait_until_saved`].
    pub(crate) fn transact<T>(&self, call: Call, work: impl FnOnce(&mut Tx<'_>) -> T) -> (T, u64) {
        let (done, version) = {
            let mut world = self.world();
            let done = work(&mut Tx { world: &mut world, settings: &self.settings, call });
            if world.state.is_full() {
                world.state.delete_old();
            }
            world.version += 1;
            (done, world.version)
        };
        self.dirty.notify_one();
        self.wake.notify_one();
        (done, version)
    }

    /// Runs `work`, which only reads the state. Doesn't wake the tasks that save the state and deliver events.
    pub(crate) fn read<T>(&self, call: Call, work: impl FnOnce(&mut Tx<'_>) -> T) -> T {
        work(&mut Tx { world: &mut self.world(), settings: &self.settings, call })
    }

    /// Waits until the state file has been written with the change of this number, or until writing it has failed.
    /// Returns at once if there is no state file.
    pub(crate) async fn wait_until_saved(&self, version: u64) {
        if self.state_file.is_some() {
            let mut saved = self.saved.subscribe();
            // `wait_for` fails only if the sender is gone, but `self` owns the sender.
            let _ = saved.wait_for(|at| *at >= version).await;
        }
    }
}

/// The kind of client that sends a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A server with the secret key.
    #[default]
    Server,
    /// A page with the publishable key.
    Browser,
}

/// A request's caller, id and idempotency key. The request's events contain the id and the key, which are
/// `None` for changes that no request causes. The key is also `None` for requests without a key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    pub caller: Caller,
    pub request: Option<String>,
    pub idempotency_key: Option<String>,
}

/// A request's exclusive access to the state.
pub(crate) struct Tx<'w> {
    pub world: &'w mut World,
    pub settings: &'w Settings,
    pub call: Call,
}

impl Tx<'_> {
    pub(crate) fn state(&mut self) -> &mut State {
        &mut self.world.state
    }

    /// Returns a copy of the intent with this id, or the error that there is none.
    pub(crate) fn intent(&self, id: &str) -> Result<Intent, ApiError> {
        self.world
            .state
            .intents
            .get(id)
            .cloned()
            .ok_or_else(|| ApiError::not_found("payment_intent", id, "intent"))
    }

    /// Returns a copy of the charge with this id, or the error that there is none.
    pub(crate) fn charge(&self, id: &str) -> Result<Charge, ApiError> {
        self.world.state.charges.get(id).cloned().ok_or_else(|| ApiError::not_found("charge", id, "charge"))
    }

    /// Returns a copy of the refund with this id, or the error that there is none.
    pub(crate) fn refund(&self, id: &str) -> Result<Refund, ApiError> {
        self.world.state.refunds.get(id).cloned().ok_or_else(|| ApiError::not_found("refund", id, "refund"))
    }

    /// Returns a copy of the payment method with this id, or the error that there is none.
    pub(crate) fn method(&self, id: &str) -> Result<Method, ApiError> {
        self.world
            .state
            .methods
            .get(id)
            .cloned()
            .ok_or_else(|| ApiError::not_found("PaymentMethod", id, "payment_method"))
    }

    /// Returns a copy of the dispute with this id, or the error that there is none.
    pub(crate) fn dispute(&self, id: &str) -> Result<Dispute, ApiError> {
        let found = self.world.state.disputes.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found("dispute", id, "dispute"))
    }

    /// Returns a copy of the payout with this id, or the error that there is none.
    pub(crate) fn payout(&self, id: &str) -> Result<Payout, ApiError> {
        let found = self.world.state.payouts.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found("payout", id, "payout"))
    }

    /// Returns a copy of the balance transaction with this id, or the error that there is none.
    pub(crate) fn transaction(&self, id: &str) -> Result<Transaction, ApiError> {
        let found = self.world.state.transactions.get(id).cloned();
        found.ok_or_else(|| ApiError::not_found("balance transaction", id, "id"))
    }

    /// Stores a copy of an intent. It replaces the intent with the same id.
    pub(crate) fn put_intent(&mut self, intent: &Intent) {
        self.world.note_settlement(intent.settles_at);
        self.world.state.intents.insert(intent.id.clone(), intent.clone());
    }

    /// Stores a copy of a charge. It replaces the charge with the same id.
    pub(crate) fn put_charge(&mut self, charge: &Charge) {
        self.world.state.charges.insert(charge.id.clone(), charge.clone());
    }

    /// Stores a copy of a refund. It replaces the refund with the same id.
    pub(crate) fn put_refund(&mut self, refund: &Refund) {
        self.world.note_settlement(refund.settles.map(|(at, _)| at));
        self.world.state.refunds.insert(refund.id.clone(), refund.clone());
    }

    /// Stores a copy of a dispute. It replaces the dispute with the same id.
    pub(crate) fn put_dispute(&mut self, dispute: &Dispute) {
        self.world.note_settlement(dispute.next_change().map(|(at, _)| at));
        self.world.state.disputes.insert(dispute.id.clone(), dispute.clone());
    }

    /// Stores a copy of a payout. It replaces the payout with the same id.
    pub(crate) fn put_payout(&mut self, payout: &Payout) {
        self.world.note_settlement(payout.settles_at);
        self.world.state.payouts.insert(payout.id.clone(), payout.clone());
    }

    /// Returns when an object that starts to settle now will be settled, in milliseconds since
    /// 1970. Returns `None` if objects settle only by control requests.
    pub(crate) fn settles_at(&self) -> Option<i64> {
        let after = i64::try_from(self.settings.settle_after?.as_millis()).unwrap_or(i64::MAX);
        Some(ids::now_ms().saturating_add(after))
    }
}
