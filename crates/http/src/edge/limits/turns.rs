//! Requests that need a connection have threads of their own, as many as there are connections, and wait for one in the order in
//! which they came. A thread that is done goes on with who waits: nobody has to be woken for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use application::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// So many may wait at once: beyond it another one would wait longer than it may.
const MOST_WAITING: usize = 1_000;
/// So long one waits for its turn, as long as the pool itself lets wait.
const PATIENCE: Duration = Duration::from_secs(1);

/// As many threads as there are connections, and those who wait for them.
pub struct Turns {
    /// Only its blocking threads are used.
    threads: Option<Runtime>,
    waiting: Arc<Semaphore>,
    patience: Duration,
}

impl Turns {
    /// For this many connections.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn new(connections: u32) -> std::io::Result<Self> {
        let most = usize::try_from(connections).unwrap_or(1).max(1);
        let threads = Builder::new_current_thread().max_blocking_threads(most).thread_name("turn").build()?;
        let waiting = Arc::new(Semaphore::new(MOST_WAITING));
        Ok(Self { threads: Some(threads), waiting, patience: PATIENCE })
    }

    /// Does `work` on one of the threads: who came first has it first. What has begun is waited for.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many wait already, or it takes too long; inside, that `work` panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, JoinError>, Error> {
        let came = Instant::now();
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| refused(came))?;
        let asker = Asker::default();
        let claim = asker.0.clone();
        let threads = self.threads.as_ref().ok_or(Error::Busy)?;
        let mut job = threads.spawn_blocking(move || {
            // Either it begins or who asked gives up, never both.
            if claim.swap(true, Ordering::AcqRel) {
                return None;
            }
            drop(place);
            metrics::histogram!("turn_wait_seconds").record(came.elapsed());
            Some(work())
        });
        let done = match tokio::time::timeout(self.patience, &mut job).await {
            Ok(done) => done,
            Err(_) if asker.0.swap(true, Ordering::AcqRel) => job.await,
            Err(_) => return Err(refused(came)),
        };
        match done {
            Ok(Some(done)) => Ok(Ok(done)),
            Ok(None) => Err(refused(came)),
            Err(error) => Ok(Err(error)),
        }
    }
}

/// Who asked; true once the work was begun or given up. Who goes away before their turn gives it up.
#[derive(Default)]
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        // A plain drop would wait for its threads, which an asynchronous one must not.
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

fn refused(came: Instant) -> Error {
    metrics::histogram!("turn_wait_seconds").record(came.elapsed());
    metrics::counter!("turns_refused_total").increment(1);
    Error::Busy
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    /// One thread, for which nobody waits long.
    fn impatient() -> Turns {
        let mut turns = Turns::new(1).unwrap();
        turns.patience = Duration::from_millis(20);
        turns
    }

    /// Keeps the only thread until the sender is dropped.
    async fn keep(turns: &Arc<Turns>) -> mpsc::Sender<()> {
        let (until, gone) = mpsc::channel::<()>();
        let (begins, begun) = tokio::sync::oneshot::channel();
        let turns = turns.clone();
        actix_web::rt::spawn(async move {
            let _ = turns
                .run(move || {
                    begins.send(()).unwrap();
                    let _ = gone.recv();
                })
                .await;
        });
        begun.await.unwrap();
        until
    }

    #[actix_web::test]
    async fn who_came_first_has_the_next_turn() {
        let (turns, order) = (Arc::new(Turns::new(1).unwrap()), Arc::new(Mutex::new(vec![])));
        let kept = keep(&turns).await;
        let waiting: Vec<_> = (1..=5)
            .map(|number| {
                let (turns, order) = (turns.clone(), order.clone());
                actix_web::rt::spawn(async move {
                    turns.run(move || order.lock().unwrap().push(number)).await.unwrap().unwrap();
                })
            })
            .collect();
        // Each of them is queued when it was polled once.
        tokio::task::yield_now().await;
        drop(kept);
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 3, 4, 5]);
    }

    #[actix_web::test]
    async fn no_more_than_so_many_wait() {
        let turns = Turns::new(1).unwrap();
        let _all = turns.waiting.clone().acquire_many_owned(u32::try_from(MOST_WAITING).unwrap()).await;
        assert!(matches!(turns.run(|| ()).await, Err(Error::Busy)));
    }

    #[actix_web::test]
    async fn who_waited_too_long_is_told_so_and_nothing_is_done_later() {
        let turns = Arc::new(impatient());
        let kept = keep(&turns).await;
        let done = Arc::new(AtomicBool::new(false));
        let late = done.clone();
        let refused = turns.run(move || late.store(true, Ordering::SeqCst)).await;
        assert!(matches!(refused, Err(Error::Busy)));
        drop(kept);
        // It comes to the thread after the one that gave up.
        turns.run(|| ()).await.unwrap().unwrap();
        assert!(!done.load(Ordering::SeqCst));
    }

    #[actix_web::test]
    async fn nothing_is_done_for_who_went_away_before_their_turn() {
        let turns = Arc::new(Turns::new(1).unwrap());
        let kept = keep(&turns).await;
        let done = Arc::new(AtomicBool::new(false));
        let late = done.clone();
        let mut asked = Box::pin(turns.run(move || late.store(true, Ordering::SeqCst)));
        assert!(futures_util::poll!(&mut asked).is_pending());
        drop(asked);
        drop(kept);
        turns.run(|| ()).await.unwrap().unwrap();
        assert!(!done.load(Ordering::SeqCst));
    }

    #[actix_web::test]
    async fn what_has_begun_is_waited_for_however_long_it_takes() {
        let turns = impatient();
        let (until, gone) = mpsc::channel::<()>();
        let job = turns.run(move || gone.recv().is_err());
        let ends = async {
            tokio::time::sleep(turns.patience * 3).await;
            drop(until);
        };
        let (done, ()) = tokio::join!(job, ends);
        assert!(done.unwrap().unwrap());
    }

    #[actix_web::test]
    async fn a_panic_leaves_the_thread_to_the_next() {
        let turns = Turns::new(1).unwrap();
        assert!(turns.run(|| panic!("on purpose")).await.unwrap().is_err());
        turns.run(|| ()).await.unwrap().unwrap();
    }
}
