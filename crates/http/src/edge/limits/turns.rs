//! Requests wait for a connection in the order in which they came, before they take a thread.

use std::sync::Arc;
use std::time::{Duration, Instant};

use application::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many may wait at once: beyond it another one would wait longer than it may.
const MOST_WAITING: usize = 1_000;
/// So long one waits for its turn, as long as the pool itself lets wait.
const PATIENCE: Duration = Duration::from_secs(1);

/// As many turns as there are connections.
pub struct Turns {
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// A request's turn; the next one's begins when it is dropped.
pub struct Turn(#[expect(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit);

impl Turns {
    /// For this many connections.
    pub fn new(connections: u32) -> Self {
        let places = usize::try_from(connections).unwrap_or(1).max(1);
        Self { places: Arc::new(Semaphore::new(places)), waiting: Arc::new(Semaphore::new(MOST_WAITING)) }
    }

    /// Waits for a turn: who came first has it first.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many wait already, or it takes too long.
    pub async fn take(&self) -> Result<Turn, Error> {
        let begun = Instant::now();
        let turn = self.wait().await;
        metrics::histogram!("turn_wait_seconds").record(begun.elapsed());
        turn.ok_or_else(|| {
            metrics::counter!("turns_refused_total").increment(1);
            Error::Busy
        })
    }

    async fn wait(&self) -> Option<Turn> {
        let _waits = self.waiting.clone().try_acquire_owned().ok()?;
        let place = tokio::time::timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        Some(Turn(place.ok()?.ok()?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[actix_web::test]
    async fn who_came_first_has_the_next_turn() {
        let (turns, order) = (Arc::new(Turns::new(1)), Arc::new(Mutex::new(vec![])));
        let first = turns.take().await.unwrap();
        let waiting: Vec<_> = (1..=5)
            .map(|number| {
                let (turns, order) = (turns.clone(), order.clone());
                actix_web::rt::spawn(async move {
                    let _turn = turns.take().await.unwrap();
                    order.lock().unwrap().push(number);
                })
            })
            .collect();
        // Each of them is queued when it was polled once.
        tokio::task::yield_now().await;
        drop(first);
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 3, 4, 5]);
    }

    #[actix_web::test]
    async fn no_more_than_so_many_wait() {
        let turns = Turns::new(1);
        let _first = turns.take().await.unwrap();
        let _all = turns.waiting.clone().acquire_many_owned(u32::try_from(MOST_WAITING).unwrap()).await;
        assert!(matches!(turns.take().await, Err(Error::Busy)));
    }
}
