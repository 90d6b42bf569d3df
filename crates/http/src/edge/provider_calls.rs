//! Requests that ask the payment provider run on threads of their own: however slow it is, all others have theirs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use application::{Deps, Error};
use ports::payments::gateway::{BoundedGateway, GatewayError};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

/// So many such requests at once.
pub const MOST: usize = 32;
/// So long one of them may be under way.
const PATIENCE: Duration = Duration::from_secs(12);
/// So long one waits for its turn.
const TURN: Duration = Duration::from_secs(1);
/// Who had no turn may come again after this.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// The threads, and the gateway that ends in time.
pub struct ProviderCalls {
    threads: Handle,
    places: Arc<Semaphore>,
    gateway: Arc<dyn BoundedGateway>,
}

/// A request's turn, and when it ends.
pub struct Turn {
    end: Instant,
    _place: OwnedSemaphorePermit,
}

impl ProviderCalls {
    /// Uses the blocking threads of this runtime, which should have [`MOST`].
    pub fn new(threads: Handle, gateway: Arc<dyn BoundedGateway>) -> Self {
        Self { threads, places: Arc::new(Semaphore::new(MOST)), gateway }
    }

    /// Waits a moment for a turn.
    ///
    /// # Errors
    /// [`Error::GatewayDown`] when there is none.
    pub async fn turn(&self) -> Result<Turn, Error> {
        let end = Instant::now() + PATIENCE;
        match tokio::time::timeout(TURN, self.places.clone().acquire_owned()).await {
            Ok(Ok(place)) => Ok(Turn { end, _place: place }),
            Ok(Err(_)) | Err(_) => {
                Err(Error::GatewayDown(GatewayError::NotAsked { retry_after: RETRY_AFTER }))
            }
        }
    }

    /// Runs a use case that asks the provider; its calls end with the turn.
    pub fn spawn<T: Send + 'static>(
        &self,
        turn: Turn,
        deps: &Deps,
        work: impl FnOnce(&Deps) -> T + Send + 'static,
    ) -> JoinHandle<T> {
        let deps = Deps { gateway: self.gateway.until(turn.end), ..deps.clone() };
        self.threads.spawn_blocking(move || {
            let _turn = turn;
            work(&deps)
        })
    }
}
