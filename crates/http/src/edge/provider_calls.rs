//! Threads for requests that call the payment provider. Other requests run on other threads, so
//! that a slow provider can't delay them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use application::{Deps, Error};
use ports::payments::gateway::{BoundedGateway, GatewayError};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

/// Maximum number of requests that call the provider at the same time.
pub const MAX_CALLS: usize = 32;
/// Time limit for all provider calls of one request.
const TIME_LIMIT: Duration = Duration::from_secs(12);
/// Longest wait for a slot. A request needs a slot to call the provider.
const SLOT_WAIT: Duration = Duration::from_secs(1);
/// `Retry-After` header for requests that got no slot.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The slots and threads for requests that call the provider.
pub struct ProviderCalls {
    runtime: Handle,
    slots: Arc<Semaphore>,
    gateway: Arc<dyn BoundedGateway>,
}

/// A request's permission to call the provider, with the end of its time limit.
pub struct ProviderSlot {
    end: Instant,
    _permit: OwnedSemaphorePermit,
}

impl ProviderCalls {
    /// Uses the blocking threads of this runtime, which should have [`MAX_CALLS`] blocking threads.
    pub fn new(runtime: Handle, gateway: Arc<dyn BoundedGateway>) -> Self {
        Self { runtime, slots: Arc::new(Semaphore::new(MAX_CALLS)), gateway }
    }

    /// Waits briefly for a slot.
    ///
    /// # Errors
    /// [`Error::GatewayDown`] if no slot becomes free in time.
    pub async fn acquire_slot(&self) -> Result<ProviderSlot, Error> {
        let end = Instant::now() + TIME_LIMIT;
        match tokio::time::timeout(SLOT_WAIT, self.slots.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(ProviderSlot { end, _permit: permit }),
            Ok(Err(_)) | Err(_) => {
                Err(Error::GatewayDown(GatewayError::NotAsked { retry_after: RETRY_AFTER }))
            }
        }
    }

    /// Runs a use case that calls the provider. All provider calls of the use case must end within
    /// the slot's time limit.
    pub fn spawn<T: Send + 'static>(
        &self,
        slot: ProviderSlot,
        deps: &Deps,
        work: impl FnOnce(&Deps) -> T + Send + 'static,
    ) -> JoinHandle<T> {
        let deps = Deps { gateway: self.gateway.with_deadline(slot.end), ..deps.clone() };
        self.runtime.spawn_blocking(move || {
            let _slot = slot;
            work(&deps)
        })
    }
}
