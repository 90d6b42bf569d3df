//! Restarts a postmaster that dies while its owner process is running, for a limited number of times.

use std::fmt;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::cluster::Cluster;
use super::conf;
use super::error::{EmbeddedError, with_path};
use super::postmaster::PidFile;

/// Shell script that starts the postmaster. When the owner process ends, the script's standard input closes, and the
/// script requests a fast shutdown. `exec` keeps the process id, so the child process is the postmaster.
pub(crate) const LIFELINE: &str =
    r#"exec 3<&0 </dev/null; { cat <&3 >/dev/null; kill -INT $$; } 2>/dev/null & exec "$@" 3<&-"#;

/// Maximum time for a start. The first start also creates the data directory, which takes a few seconds, or
/// longer on a slow disk.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(60);

/// Delay before each restart in a row. If a postmaster has run for [`STEADY`], the delays start over.
const WAITS: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];
const STEADY: Duration = Duration::from_secs(60);

type OnGivingUp = Box<dyn FnOnce(EmbeddedError) + Send>;

/// A thread that waits for the postmaster to end, and restarts it.
#[derive(Debug)]
pub(super) struct Supervisor {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    cluster: Cluster,
    state: Mutex<State>,
    stop_requested: Condvar,
}

#[derive(Default)]
struct State {
    postmaster: u32,
    lifeline: Option<ChildStdin>,
    is_stopping: bool,
    gave_up: Option<OnGivingUp>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("cluster", &self.cluster).finish_non_exhaustive()
    }
}

impl Supervisor {
    /// Starts a postmaster, and waits until it is ready.
    pub(super) fn start(cluster: Cluster, deadline: Instant) -> Result<Self, EmbeddedError> {
        let shared = Arc::new(Shared { cluster, state: Mutex::default(), stop_requested: Condvar::new() });
        let postmaster = shared.start(deadline)?;
        let keeping = shared.clone();
        let thread = std::thread::Builder::new()
            .name("embedded-postgres".to_owned())
            .spawn(move || keeping.supervise(postmaster))
            .map_err(|source| EmbeddedError::Spawn { program: "a thread", source })?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Returns the process id of the current postmaster.
    pub(super) fn postmaster(&self) -> u32 {
        self.shared.state().postmaster
    }

    /// Sets a function that is called when the supervisor stops restarting the postmaster after too many failures.
    pub(super) fn on_giving_up(&self, gave_up: impl FnOnce(EmbeddedError) + Send + 'static) {
        self.shared.state().gave_up = Some(Box::new(gave_up));
    }

    /// Stops the postmaster, and waits until all data is on disk.
    pub(super) fn stop(&mut self) {
        let mut state = self.shared.state();
        state.is_stopping = true;
        state.lifeline = None;
        drop(state);
        self.shared.stop_requested.notify_all();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::warn!("the thread that runs the embedded PostgreSQL panicked");
        }
        self.shared.cluster.clear_away_socket();
    }
}

/// Signals the postmaster to end all sessions and stop.
fn interrupt(postmaster: &Child) {
    PidFile { pid: postmaster.id(), is_ready: true }.interrupt();
}

impl Shared {
    /// Locks the state, even if another thread panicked while it held the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a postmaster, and waits until it is ready. If it isn't ready by the `deadline`, stops it and fails.
    fn start(&self, deadline: Instant) -> Result<Child, EmbeddedError> {
        self.cluster.clear_leftovers(deadline)?;
        let mut postmaster = self.cluster.spawn_postmaster(LIFELINE, Stdio::piped(), conf::SMALL)?;
        let mut state = self.state();
        state.postmaster = postmaster.id();
        // If a stop was requested in the meantime, the pipe is closed here, and the postmaster ends before it
        // is ready.
        state.lifeline = postmaster.stdin.take().filter(|_| !state.is_stopping);
        drop(state);
        if let Err(error) = self.cluster.wait_until_ready(&mut postmaster, deadline) {
            self.state().lifeline = None;
            interrupt(&postmaster);
            let _ = postmaster.wait();
            return Err(error);
        }
        // A postmaster may miss the signal to stop while it is starting, so the signal is sent again.
        if self.state().is_stopping {
            interrupt(&postmaster);
        }
        Ok(postmaster)
    }

    /// Restarts the postmaster each time it ends, until a stop is requested or all restarts of [`WAITS`] are used up.
    fn supervise(&self, mut postmaster: Child) {
        let mut waits = WAITS.into_iter();
        let mut since = Instant::now();
        loop {
            let ended = postmaster.wait();
            // Closing the pipe ends the shell of the postmaster that died.
            self.state().lifeline = None;
            if self.state().is_stopping {
                return;
            }
            if since.elapsed() > STEADY {
                waits = WAITS.into_iter();
            }
            let mut error = self.exit_error(ended);
            postmaster = loop {
                tracing::error!(%error, remaining_restarts = waits.len(), "the embedded PostgreSQL is down");
                let Some(wait) = waits.next() else { return self.give_up(error) };
                if self.wait_for_stop(wait) {
                    return;
                }
                match self.start(Instant::now() + MAX_WAIT) {
                    Ok(postmaster) => break postmaster,
                    Err(_) if self.state().is_stopping => return,
                    Err(failed) => error = failed,
                }
            };
            since = Instant::now();
            tracing::warn!("restarted the embedded PostgreSQL");
        }
    }

    /// Returns the error that describes how the postmaster ended.
    fn exit_error(&self, ended: std::io::Result<ExitStatus>) -> EmbeddedError {
        match ended {
            Ok(status) => EmbeddedError::Ended { status, log: self.cluster.log_path() },
            Err(source) => with_path(&self.cluster.log_path())(source),
        }
    }

    /// Waits until a stop is requested, but at most for `wait`. Returns whether it was requested.
    fn wait_for_stop(&self, wait: Duration) -> bool {
        let waited = self.stop_requested.wait_timeout_while(self.state(), wait, |state| !state.is_stopping);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_stopping
    }

    /// Logs the `error`, and calls the function that [`Supervisor::on_giving_up`] set.
    fn give_up(&self, error: EmbeddedError) {
        tracing::error!(%error, "the embedded PostgreSQL keeps failing; it is no longer restarted");
        let gave_up = self.state().gave_up.take();
        if let Some(gave_up) = gave_up {
            gave_up(error);
        }
    }
}
