//! A read replica for lists, exports, figures and timelines. The replica is used only while its data is recent
//! enough (docs/product/running.md#replica).
//!
//! While the primary is idle, a replica can't know how old its data is. So the primary's WAL position is recorded
//! several times a second. A replica that has replayed a recorded position has all data that was committed before
//! that position was recorded.
//!
//! SQL: raw, because the queries only call PostgreSQL's functions for WAL positions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::TransactionManager;
use diesel::r2d2::{Pool, PooledConnection};
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use domain::security::environment::ReplicaState;

use crate::connection::manager::Manager;
use crate::connection::rounds::run_round;
use crate::shared::rows::OneColumn;

/// Interval at which the primary's WAL position is recorded.
const MEASURE_EVERY: Duration = Duration::from_millis(200);
/// Maximum wait for a connection, and maximum time for the replica to catch up, from the start of the request.
/// After that, the primary is used.
const MAX_WAIT: Duration = Duration::from_millis(100);
/// Interval between checks whether the replica has caught up.
const CHECK_EVERY: Duration = Duration::from_millis(5);
/// Maximum age of the replica's last check. If the check is older, the replica may hang and isn't used.
const UNSEEN: Duration = Duration::from_secs(1);
/// How long recorded positions are kept. A replica that is even further behind is reported as this far behind.
const MAX_LAG: Duration = Duration::from_secs(120);

/// A position in the write-ahead log, in bytes.
type Position = i64;

/// The primary's WAL position at a point in time.
#[derive(Clone, Copy, Debug)]
struct RecordedPosition {
    at: Instant,
    position: Position,
}

/// The primary's recorded positions, the time of the last notification or reconnection, and whether the
/// LISTEN connection is open.
#[derive(Debug)]
pub(crate) struct Progress {
    positions: VecDeque<RecordedPosition>,
    announced: Option<Instant>,
    is_listening: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self { positions: VecDeque::new(), announced: None, is_listening: true }
    }
}

impl Progress {
    /// Records that a notification was received, or that the LISTEN connection is open again. Readers may
    /// already know about the change behind a notification, so they must see that change in the replica.
    pub(crate) fn mark_announced(&mut self, received_at: Instant) {
        self.announced = Some(received_at);
        self.is_listening = true;
    }

    /// Records that the LISTEN connection was lost, and maybe notifications with it. The replica isn't used
    /// until the connection is open again.
    pub(crate) fn mark_disconnected(&mut self) {
        self.is_listening = false;
    }

    /// Appends a recorded position, and deletes positions recorded more than [`MAX_LAG`] earlier. If the new position
    /// is lower than the last one, deletes all earlier positions.
    fn add_position(&mut self, note: RecordedPosition) {
        // After a failover, the new primary may be at a lower position. The recorded positions then belong to
        // another log.
        if self.positions.back().is_some_and(|last| last.position > note.position) {
            self.positions.clear();
        }
        self.positions.push_back(note);
        while self.positions.front().is_some_and(|oldest| note.at.duration_since(oldest.at) > MAX_LAG) {
            self.positions.pop_front();
        }
    }

    /// Returns the position that a replica must have replayed, so that it has all data older than `lag` and all
    /// changes that readers were notified of.
    fn required_position(&self, now: Instant, lag: Duration) -> RequiredPosition {
        let oldest = now.checked_sub(lag).into_iter().chain(self.announced).max();
        let Some(oldest) = oldest.filter(|_| self.is_listening) else { return RequiredPosition::Unknown };
        let first = self.positions.partition_point(|note| note.at < oldest);
        self.positions
            .get(first)
            .map_or(RequiredPosition::Newer, |note| RequiredPosition::Position(note.position))
    }

    /// Returns how old the data can be at the time `now` on a replica that has replayed the log up to
    /// `reached`. `None` if no position of the primary is recorded.
    fn data_age(&self, now: Instant, reached: Position) -> Option<Duration> {
        let behind = self.positions.partition_point(|note| note.position <= reached);
        match behind.checked_sub(1) {
            // The replica has the last recorded position, so it is current.
            Some(last) if last + 1 == self.positions.len() => Some(Duration::ZERO),
            Some(last) => Some(now.duration_since(self.positions.get(last)?.at)),
            None => self.positions.front().map(|oldest| now.duration_since(oldest.at)),
        }
    }
}

/// How much of the log a replica must have replayed before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequiredPosition {
    /// The log up to this position.
    Position(Position),
    /// A position after all recorded ones. The primary's current position must be read and recorded first.
    Newer,
    /// Unknown, because notifications may have been lost.
    Unknown,
}

/// The time of the replica's last check, and how old its data was then.
#[derive(Clone, Copy, Debug)]
struct ReplicaCheck {
    at: Instant,
    age: Duration,
}

/// The replica, with the recorded positions of its primary.
#[derive(Debug)]
pub(crate) struct ReadReplica {
    pool: Pool<Manager>,
    primary: Pool<Manager>,
    lag: Duration,
    progress: Mutex<Progress>,
    seen: Mutex<Option<ReplicaCheck>>,
}

impl ReadReplica {
    /// Creates the replica, and records the primary's position in the background until the last `Arc` of
    /// the replica is dropped.
    pub(crate) fn start(pool: Pool<Manager>, primary: Pool<Manager>, lag: Duration) -> Arc<Self> {
        let replica =
            Arc::new(Self { pool, primary, lag, progress: Mutex::default(), seen: Mutex::default() });
        let followed = Arc::downgrade(&replica);
        thread::spawn(move || keep_recording_positions(&followed));
        replica
    }

    /// Returns a connection to the replica, once the replica has all changes that the reader must see. `None`
    /// if that takes too long, if the replica is late or missing, or if notifications may have been lost.
    pub(crate) fn connection_when_current(&self) -> Option<PooledConnection<Manager>> {
        if self.state() != ReplicaState::Current {
            return None;
        }
        let started_at = Instant::now();
        let needed = self.lock_progress().required_position(started_at, self.lag);
        let needed = match needed {
            RequiredPosition::Position(position) => position,
            // No recorded position is new enough, usually because a notification arrived after the
            // last recording. So the primary's current position is recorded now.
            RequiredPosition::Newer => self.record_primary_position()?,
            RequiredPosition::Unknown => return None,
        };
        let mut connection = self.pool.get_timeout(MAX_WAIT).ok()?;
        loop {
            if query_position(&mut connection, REACHED)? >= needed {
                return Some(connection);
            }
            if started_at.elapsed() > MAX_WAIT {
                return None;
            }
            thread::sleep(CHECK_EVERY);
        }
    }

    /// Returns the replica's state, as of its last check.
    pub(crate) fn state(&self) -> ReplicaState {
        match *self.lock_last_check() {
            Some(ReplicaCheck { at, age }) if at.elapsed() < UNSEEN => {
                if age > self.lag {
                    ReplicaState::Late
                } else {
                    ReplicaState::Current
                }
            }
            _ => ReplicaState::Missing,
        }
    }

    /// Locks the recorded positions of the primary.
    pub(crate) fn lock_progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records and returns the primary's current position; `None` if the primary doesn't respond.
    fn record_primary_position(&self) -> Option<Position> {
        // Positions must be recorded in the order in which they were read. Only one connection reads them, and this
        // call keeps that connection until the position is recorded.
        let mut primary = self.primary.get_timeout(MAX_WAIT).ok()?;
        // The time is taken before the query, because the position may not include commits after the query's start.
        let at = Instant::now();
        let position = query_position(&mut primary, WRITTEN)?;
        self.lock_progress().add_position(RecordedPosition { at, position });
        Some(position)
    }

    /// Checks which position the replica has replayed, and stores how old its data is. Stores nothing if
    /// the replica doesn't respond.
    fn measure_lag(&self) {
        let at = Instant::now();
        let reached = self
            .pool
            .get_timeout(MAX_WAIT)
            .ok()
            .and_then(|mut replica| query_position(&mut replica, REACHED));
        if let Some(age) = reached.and_then(|reached| self.lock_progress().data_age(at, reached)) {
            *self.lock_last_check() = Some(ReplicaCheck { at, age });
            metrics::gauge!("replica_lag_seconds").set(age.as_secs_f64());
        }
        let is_missing = self.state() != ReplicaState::Current;
        metrics::gauge!("replica_missing").set(if is_missing { 1.0 } else { 0.0 });
    }

    /// Locks the result of the replica's last check, which is `None` before the first check.
    fn lock_last_check(&self) -> MutexGuard<'_, Option<ReplicaCheck>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records the primary's position and measures the replica's lag repeatedly, until the replica is dropped.
fn keep_recording_positions(replica: &Weak<ReadReplica>) {
    while let Some(replica) = replica.upgrade() {
        run_round("replica", || {
            let _recorded = replica.record_primary_position();
            replica.measure_lag();
        });
        drop(replica);
        thread::sleep(MEASURE_EVERY);
    }
}

/// Selects the primary's current position in bytes; null if the server is a standby.
const WRITTEN: &str = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint END AS position";
/// Selects the position that a standby has replayed, in bytes; null if the server isn't a standby, for
/// example after a promotion.
const REACHED: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END AS position";

/// Returns the position that the query `sql` selects, which is [`WRITTEN`] or [`REACHED`]. Returns `None` if
/// the server doesn't respond, or if the result is null because the server's role has changed.
fn query_position(connection: &mut PgConnection, sql: &str) -> Option<Position> {
    match sql_query(sql).get_result(connection) {
        Ok(OneColumn(Some(position))) => Some(position),
        Ok(OneColumn(None)) => {
            mark_broken(connection);
            None
        }
        Err(error) => {
            tracing::warn!(%error, "could not read a WAL position");
            None
        }
    }
}

/// Marks a connection as broken, so that the pool closes it.
fn mark_broken(connection: &mut PgConnection) {
    <PgConnection as Connection>::TransactionManager::transaction_manager_status_mut(connection)
        .set_in_error();
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_secs(5);

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    /// Returns the progress of a primary that writes ten bytes per second, with one recorded position for each
    /// second from 0 to `until`.
    fn progress_until(start: Instant, until: u64) -> Progress {
        let mut progress = Progress::default();
        for second in 0..=until {
            let position = i64::try_from(second).unwrap() * 10;
            progress.add_position(RecordedPosition { at: start + seconds(second), position });
        }
        progress
    }

    #[test]
    fn a_replica_may_lag_by_at_most_the_limit() {
        let start = Instant::now();
        let progress = progress_until(start, 20);
        assert_eq!(progress.required_position(start + seconds(20), LAG), RequiredPosition::Position(150));
        assert_eq!(progress.required_position(start + seconds(24), LAG), RequiredPosition::Position(190));
        assert_eq!(
            progress.required_position(start + seconds(26), LAG),
            RequiredPosition::Newer,
            "no position was recorded recently"
        );
        assert_eq!(Progress::default().required_position(start + seconds(9), LAG), RequiredPosition::Newer);
    }

    #[test]
    fn a_replica_is_used_only_if_it_has_the_last_announced_change() {
        let start = Instant::now();
        let mut progress = progress_until(start, 20);
        progress.mark_announced(start + Duration::from_millis(19_500));
        assert_eq!(progress.required_position(start + seconds(20), LAG), RequiredPosition::Position(200));
        progress.mark_announced(start + Duration::from_millis(20_100));
        assert_eq!(
            progress.required_position(start + seconds(21), LAG),
            RequiredPosition::Newer,
            "no position was recorded after the notification"
        );
        progress.add_position(RecordedPosition { at: start + seconds(21), position: 211 });
        assert_eq!(progress.required_position(start + seconds(21), LAG), RequiredPosition::Position(211));
    }

    #[test]
    fn reads_use_the_primary_while_the_listen_connection_is_down() {
        let start = Instant::now();
        let mut progress = progress_until(start, 20);
        progress.mark_disconnected();
        assert_eq!(progress.required_position(start + seconds(20), LAG), RequiredPosition::Unknown);
        progress.mark_announced(start + seconds(16));
        assert_eq!(progress.required_position(start + seconds(20), LAG), RequiredPosition::Position(160));
    }

    #[test]
    fn a_replicas_lag_is_the_age_of_the_newest_wal_position_it_reached() {
        let start = Instant::now();
        let (progress, now) = (progress_until(start, 20), start + seconds(20));
        for (reached, age) in [(200, 0), (999, 0), (199, 1), (150, 5), (0, 20), (-1, 20)] {
            assert_eq!(progress.data_age(now, reached), Some(seconds(age)), "{reached}");
        }
        assert_eq!(Progress::default().data_age(now, 5), None);
    }

    #[test]
    fn wal_positions_of_a_replaced_primary_are_discarded() {
        let start = Instant::now();
        let mut progress = progress_until(start, 20);
        progress.add_position(RecordedPosition { at: start + seconds(21), position: 150 });
        assert_eq!(progress.required_position(start + seconds(21), LAG), RequiredPosition::Position(150));
        assert_eq!(progress.data_age(start + seconds(21), 140), Some(seconds(0)));
    }

    #[test]
    fn wal_positions_older_than_the_maximum_lag_are_discarded() {
        let start = Instant::now();
        let progress = progress_until(start, 1_000);
        assert_eq!(progress.positions.len(), 121);
    }
}
