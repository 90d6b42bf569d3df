//! The queue for database connections. There is one thread per connection. Requests that need a
//! connection run on these threads in the order of arrival. A thread that finishes takes the next
//! request directly, so no thread has to be woken up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use application::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// Maximum number of waiting requests. Further requests are refused.
const MAX_WAITING: usize = 1_000;
/// Longest wait for a thread.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// One thread per database connection, and the queue of requests for them.
pub struct RequestQueue {
    /// A tokio runtime of which only the blocking threads are used. `None` only while the queue is dropped.
    threads: Option<Runtime>,
    waiting: Arc<Semaphore>,
    max_wait: Duration,
}

impl RequestQueue {
    /// Creates the threads for this number of connections.
    ///
    /// # Errors
    /// Fails when the operating system refuses to start the runtime.
    pub fn new(connections: u32) -> std::io::Result<Self> {
        let most = usize::try_from(connections).unwrap_or(1).max(1);
        let threads =
            Builder::new_current_thread().max_blocking_threads(most).thread_name("db-request").build()?;
        let waiting = Arc::new(Semaphore::new(MAX_WAITING));
        Ok(Self { threads: Some(threads), waiting, max_wait: MAX_WAIT })
    }

    /// Runs `work` on one of the threads, in the order of arrival. Once started, `work` always runs to its end.
    ///
    /// # Errors
    /// [`Error::Busy`] if the queue is full or the wait takes too long. The inner error means that `work` panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, JoinError>, Error> {
        let queued_at = Instant::now();
        let permit = self.waiting.clone().try_acquire_owned().map_err(|_| record_full_queue(queued_at))?;
        let queued_request = QueuedRequest::default();
        let is_taken = queued_request.0.clone();
        let threads = self.threads.as_ref().ok_or(Error::Busy)?;
        let mut job = threads.spawn_blocking(move || {
            // The flag decides between the thread and the caller. If the thread sets it first,
            // the work starts. If the caller sets it first, the caller has stopped waiting, and
            // the work doesn't start.
            if is_taken.swap(true, Ordering::AcqRel) {
                return None;
            }
            drop(permit);
            metrics::histogram!("turn_wait_seconds").record(queued_at.elapsed());
            Some(work())
        });
        let done = match tokio::time::timeout(self.max_wait, &mut job).await {
            Ok(done) => done,
            Err(_) if queued_request.0.swap(true, Ordering::AcqRel) => job.await,
            Err(_) => return Err(record_full_queue(queued_at)),
        };
        match done {
            Ok(Some(done)) => Ok(Ok(done)),
            Ok(None) => Err(record_full_queue(queued_at)),
            Err(error) => Ok(Err(error)),
        }
    }
}

/// The caller's side of a queued request. The flag is true once the work was started or abandoned.
/// Dropping this value, for example when the client disconnects, abandons work that hasn't started.
#[derive(Default)]
struct QueuedRequest(Arc<AtomicBool>);

impl Drop for QueuedRequest {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

impl Drop for RequestQueue {
    fn drop(&mut self) {
        // Dropping a runtime waits for its threads, which is not allowed in async code.
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

/// Records metrics of a refused request, and returns the error for it.
fn record_full_queue(queued_at: Instant) -> Error {
    metrics::histogram!("turn_wait_seconds").record(queued_at.elapsed());
    metrics::counter!("turns_refused_total").increment(1);
    Error::Busy
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    /// Returns a queue with one thread and a very short maximum wait.
    fn queue_with_short_wait() -> RequestQueue {
        let mut queue = RequestQueue::new(1).unwrap();
        queue.max_wait = Duration::from_millis(20);
        queue
    }

    /// Occupies the only thread until the returned sender is dropped.
    async fn occupy_thread(queue: &Arc<RequestQueue>) -> mpsc::Sender<()> {
        let (until, released) = mpsc::channel::<()>();
        let (begins, started) = tokio::sync::oneshot::channel();
        let queue = queue.clone();
        actix_web::rt::spawn(async move {
            let _ = queue
                .run(move || {
                    begins.send(()).unwrap();
                    let _ = released.recv();
                })
                .await;
        });
        started.await.unwrap();
        until
    }

    #[actix_web::test]
    async fn waiting_requests_run_in_order_of_arrival() {
        let (queue, order) = (Arc::new(RequestQueue::new(1).unwrap()), Arc::new(Mutex::new(vec![])));
        let slot = occupy_thread(&queue).await;
        let waiting: Vec<_> = (1..=5)
            .map(|number| {
                let (queue, order) = (queue.clone(), order.clone());
                actix_web::rt::spawn(async move {
                    queue.run(move || order.lock().unwrap().push(number)).await.unwrap().unwrap();
                })
            })
            .collect();
        // A request enters the queue when it is first polled.
        tokio::task::yield_now().await;
        drop(slot);
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 2, 3, 4, 5]);
    }

    #[actix_web::test]
    async fn a_request_is_refused_while_the_queue_is_full() {
        let queue = RequestQueue::new(1).unwrap();
        let _all = queue.waiting.clone().acquire_many_owned(u32::try_from(MAX_WAITING).unwrap()).await;
        assert!(matches!(queue.run(|| ()).await, Err(Error::Busy)));
    }

    #[actix_web::test]
    async fn a_request_that_waits_too_long_is_refused_and_never_runs() {
        let queue = Arc::new(queue_with_short_wait());
        let slot = occupy_thread(&queue).await;
        let done = Arc::new(AtomicBool::new(false));
        let late = done.clone();
        let refused = queue.run(move || late.store(true, Ordering::SeqCst)).await;
        assert!(matches!(refused, Err(Error::Busy)));
        drop(slot);
        // This work runs on the only thread. If the abandoned request's work ran too, it would run before this work.
        queue.run(|| ()).await.unwrap().unwrap();
        assert!(!done.load(Ordering::SeqCst));
    }

    #[actix_web::test]
    async fn a_request_canceled_while_waiting_never_runs() {
        let queue = Arc::new(RequestQueue::new(1).unwrap());
        let slot = occupy_thread(&queue).await;
        let done = Arc::new(AtomicBool::new(false));
        let late = done.clone();
        let mut request = Box::pin(queue.run(move || late.store(true, Ordering::SeqCst)));
        assert!(futures_util::poll!(&mut request).is_pending());
        drop(request);
        drop(slot);
        queue.run(|| ()).await.unwrap().unwrap();
        assert!(!done.load(Ordering::SeqCst));
    }

    #[actix_web::test]
    async fn a_running_request_is_never_timed_out() {
        let queue = queue_with_short_wait();
        let (until, released) = mpsc::channel::<()>();
        let job = queue.run(move || released.recv().is_err());
        let ends = async {
            tokio::time::sleep(queue.max_wait * 3).await;
            drop(until);
        };
        let (done, ()) = tokio::join!(job, ends);
        assert!(done.unwrap().unwrap());
    }

    #[actix_web::test]
    async fn a_panic_does_not_stop_later_requests() {
        let queue = RequestQueue::new(1).unwrap();
        assert!(queue.run(|| panic!("on purpose")).await.unwrap().is_err());
        queue.run(|| ()).await.unwrap().unwrap();
    }
}
