//! The running sandbox: its state, its faults, and one call's view of both.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{Notify, watch};

use crate::call::errors::ApiError;
use crate::config::Settings;
use crate::delivery::events;
use crate::memory::faults::Faults;
use crate::memory::ids;
use crate::memory::state::{Charge, Intent, Method, Refund, State};

/// What the lock guards.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub state: State,
    pub faults: Faults,
    pub webhook_url: Option<String>,
    /// Idempotency keys whose first call has not been answered yet.
    pub in_flight: HashSet<String>,
    /// Deliveries that are held to be reordered.
    pub held: Vec<u64>,
    /// Counts the changes, to know which of them are in the file.
    pub version: u64,
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
            world.version += 1;
            (done, world.version)
        };
        self.dirty.notify_one();
        self.wake.notify_one();
        (done, version)
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

    pub(crate) fn put_intent(&mut self, intent: &Intent) {
        self.world.state.intents.insert(intent.id.clone(), intent.clone());
    }

    pub(crate) fn put_charge(&mut self, charge: &Charge) {
        self.world.state.charges.insert(charge.id.clone(), charge.clone());
    }

    pub(crate) fn put_refund(&mut self, refund: &Refund) {
        self.world.state.refunds.insert(refund.id.clone(), refund.clone());
    }

    /// Tells that something happened to an object.
    pub(crate) fn emit(&mut self, kind: &str, object: Value) {
        events::emit(self, kind, object, None);
    }

    /// When something that settles by itself does so.
    pub(crate) fn settles_at(&self) -> Option<i64> {
        let after = i64::try_from(self.settings.settle_after?.as_millis()).unwrap_or(i64::MAX);
        Some(ids::now_ms().saturating_add(after))
    }
}
