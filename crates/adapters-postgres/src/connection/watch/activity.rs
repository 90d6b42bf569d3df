//! Counters of a connection's statements, which diesel's events update.

use std::sync::atomic::{AtomicU64, Ordering};

use diesel::connection::InstrumentationEvent;

/// Counters of one connection's statements. Only the thread that uses the connection changes them. Another
/// thread reads them, to find connections that wait too long.
#[derive(Debug, Default)]
pub(super) struct Activity {
    started: AtomicU64,
    finished: AtomicU64,
    answered: AtomicU64,
}

/// A connection's counters at a point in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Number of statements sent on this connection.
    pub started: u64,
    /// Number of statements that succeeded.
    pub answered: u64,
    /// Whether the last statement has no result yet.
    pub is_waiting: bool,
}

impl Activity {
    /// Updates the counters when diesel reports that a statement started or finished.
    pub(super) fn record_event(&self, event: &InstrumentationEvent<'_>) {
        let started = self.started.load(Ordering::Relaxed);
        match event {
            InstrumentationEvent::StartQuery { .. } => {
                // A statement whose parameters can't be serialized starts but never finishes. The next statement marks
                // it as finished.
                self.finished.store(started, Ordering::Relaxed);
                self.started.store(started + 1, Ordering::Release);
            }
            InstrumentationEvent::FinishQuery { error, .. } => {
                if error.is_none() {
                    let answered = self.answered.load(Ordering::Relaxed);
                    self.answered.store(answered + 1, Ordering::Relaxed);
                }
                self.finished.store(started, Ordering::Release);
            }
            _ => {}
        }
    }

    /// Returns the current counters. Any thread may call this, not only the connection's own.
    pub(super) fn counts(&self) -> Counts {
        let finished = self.finished.load(Ordering::Acquire);
        let started = self.started.load(Ordering::Acquire);
        Counts { started, answered: self.answered.load(Ordering::Relaxed), is_waiting: started != finished }
    }
}
