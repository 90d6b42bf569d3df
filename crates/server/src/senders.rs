//! Senders of queued emails and texts. Each kind has its own senders, so that a slow mail server doesn't
//! delay texts.

use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::rt;
use application::jobs::{AfterJob, WORKERS, claim, perform};
use application::shared::outbox::Worker;
use application::{Deps, Error};
use domain::shared::job::JobKind;
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Interval between checks for messages to send.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// A sender that takes longer than this for a job wakes the next sender. With a fast mail server, one sender sends
/// everything, and the other database connections stay free for requests.
const SLOW_JOB: Duration = Duration::from_millis(20);

/// Returns the number of senders for a kind of job. With 16 senders, a mail server that takes 2.5 s
/// per email receives 384 emails per minute.
const fn sender_count(kind: JobKind) -> usize {
    match kind {
        JobKind::SendMail => 16,
        JobKind::SendText => 4,
        JobKind::CancelIntent | JobKind::CheckImport | JobKind::StoreImport => 1,
    }
}

/// The senders for one kind of job. A sender whose job is slow wakes the next sender.
struct SenderGroup {
    deps: Deps,
    worker: &'static (JobKind, Worker),
    wake: Notify,
    /// Whether the receiving service is down or its circuit breaker is open. If so, only one sender at
    /// a time tries again.
    is_away: AtomicBool,
}

/// Starts the senders. The tasks end with the runtime.
pub fn start_senders(deps: &Deps) -> Vec<JoinHandle<()>> {
    let mut tasks = vec![];
    for worker in WORKERS {
        let (wake, is_away) = (Notify::new(), AtomicBool::new(false));
        let group = Arc::new(SenderGroup { deps: deps.clone(), worker, wake, is_away });
        tasks.extend((0..sender_count(worker.0)).map(|_| rt::spawn(run_sender(group.clone()))));
        tasks.push(rt::spawn(async move {
            loop {
                group.wake.notify_one();
                sleep(CHECK_EVERY).await;
            }
        }));
    }
    tasks
}

/// Runs one sender. Each time the group wakes the sender, it runs jobs until none is due.
async fn run_sender(group: Arc<SenderGroup>) {
    loop {
        group.wake.notified().await;
        loop {
            let group = group.clone();
            let should_continue = actix_web::web::block(move || group.run_one_job()).await;
            if !should_continue.unwrap_or(false) {
                break;
            }
        }
    }
}

/// Wakes the next sender after [`SLOW_JOB`].
async fn wake_next(group: Arc<SenderGroup>) {
    sleep(SLOW_JOB).await;
    if !group.is_away.load(Ordering::Relaxed) {
        group.wake.notify_one();
    }
}

impl SenderGroup {
    /// Runs one job, if one is due. Returns whether the sender should try another job.
    fn run_one_job(self: &Arc<Self>) -> bool {
        self.try_run_one_job().unwrap_or_else(|error| {
            tracing::warn!(%error, "could not process the outbox; will retry");
            false
        })
    }

    /// Does the work of [`SenderGroup::run_one_job`]. Fails if the job can't be claimed or its result can't be
    /// stored in the database.
    fn try_run_one_job(self: &Arc<Self>) -> Result<bool, Error> {
        let workers = slice::from_ref(self.worker);
        let Some(job) = claim(&self.deps, workers)? else { return Ok(false) };
        let waking = Handle::current().spawn(wake_next(self.clone()));
        let performed = perform(&self.deps, workers, &job);
        waking.abort();
        let is_there = performed? == AfterJob::Continue;
        self.is_away.store(!is_there, Ordering::Relaxed);
        metrics::gauge!("outbox_left_alone", "kind" => job.kind.as_str()).set(if is_there {
            0.0
        } else {
            1.0
        });
        Ok(is_there)
    }
}
