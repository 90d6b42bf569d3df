//! Who works the outbox of mails and texts off: several senders for each kind, so that a slow mail server delays no text, and a
//! silent one not many mails.

use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::rt;
use application::jobs::{WORKERS, claim, perform};
use application::shared::outbox::Worker;
use application::{Deps, Error};
use domain::shared::job::JobKind;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// How often it is asked whether there is something to send.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// So many jobs of a kind are done at once. A mail server that takes 2.5 s for a mail is handed 384 a minute by 16.
const fn senders(kind: JobKind) -> usize {
    match kind {
        JobKind::SendMail => 16,
        JobKind::SendText => 4,
        JobKind::CallOffIntent | JobKind::CheckImport | JobKind::StoreImport => 1,
    }
}

/// One kind's senders: who finds a job wakes the next, so that as many work as there is work for.
struct Line {
    deps: Deps,
    worker: &'static (JobKind, Worker),
    wake: Notify,
    /// Who takes these was not there, or is left alone: one sender a second sees whether that is over.
    is_away: AtomicBool,
}

/// Starts them; they end with the runtime.
pub fn start(deps: &Deps) -> Vec<JoinHandle<()>> {
    let mut tasks = vec![];
    for worker in WORKERS {
        let (wake, is_away) = (Notify::new(), AtomicBool::new(false));
        let line = Arc::new(Line { deps: deps.clone(), worker, wake, is_away });
        tasks.extend((0..senders(worker.0)).map(|_| rt::spawn(send(line.clone()))));
        tasks.push(rt::spawn(async move {
            loop {
                line.wake.notify_one();
                tokio::time::sleep(LOOK_EVERY).await;
            }
        }));
    }
    tasks
}

/// One sender: when it is woken it does one job after another until none is due.
async fn send(line: Arc<Line>) {
    loop {
        line.wake.notified().await;
        loop {
            let line = line.clone();
            let goes_on = actix_web::web::block(move || line.send_one()).await;
            if !goes_on.unwrap_or(false) {
                break;
            }
        }
    }
}

impl Line {
    /// Whether it is worth looking for another.
    fn send_one(&self) -> bool {
        self.try_one().unwrap_or_else(|error| {
            tracing::warn!(%error, "the outbox could not be worked off; it will be tried again");
            false
        })
    }

    fn try_one(&self) -> Result<bool, Error> {
        let workers = slice::from_ref(self.worker);
        let Some(job) = claim(&self.deps, workers)? else { return Ok(false) };
        if !self.is_away.load(Ordering::Relaxed) {
            self.wake.notify_one();
        }
        let is_there = perform(&self.deps, workers, &job)?;
        self.is_away.store(!is_there, Ordering::Relaxed);
        metrics::gauge!("outbox_left_alone", "kind" => job.kind.as_str()).set(if is_there {
            0.0
        } else {
            1.0
        });
        Ok(is_there)
    }
}
