//! A replica that lists, exports, figures and timelines are read from, while it is as young as it must be (docs/PRODUCT.md#replica).
//!
//! A replica's own clock says nothing of its age while the primary is quiet. So the primary's position in its log is noted several times a
//! second: a replica that has replayed up to a noted position shows all that was committed before it was noted.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::TransactionManager;
use diesel::r2d2::{Pool, PooledConnection};
use diesel::sql_types::{BigInt, Nullable};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use domain::security::environment::Replica;

use crate::connection::manager::Manager;

/// Between two notes of the primary's position.
const NOTE_EVERY: Duration = Duration::from_millis(200);
/// How long a reading waits for a connection to the replica, and as long for the replica to catch up, before the primary serves it.
const PATIENCE: Duration = Duration::from_millis(100);
/// Between two looks whether the replica has caught up.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// A replica that was not found there for so long is asked for nothing: a hanging one would hold who asks.
const UNSEEN: Duration = Duration::from_secs(1);
/// Notes are kept for so long: a replica that is further behind is only said to be so far.
const LONGEST_LAG: Duration = Duration::from_secs(120);

/// A position in the log, in bytes since its beginning.
type Position = i64;

/// How far the primary had got, and when.
#[derive(Clone, Copy, Debug)]
struct Note {
    at: Instant,
    position: Position,
}

/// What is known of the primary: how far it had got when, and since when readers know of something new.
#[derive(Debug)]
pub(crate) struct Progress {
    notes: VecDeque<Note>,
    announced: Option<Instant>,
    hears: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self { notes: VecDeque::new(), announced: None, hears: true }
    }
}

impl Progress {
    /// Something was announced: readers know of it, and must see it.
    pub(crate) fn announced(&mut self, at: Instant) {
        self.announced = Some(at);
        self.hears = true;
    }

    /// Nobody knows what readers may have heard of meanwhile, until something is announced again.
    pub(crate) fn hears_nothing(&mut self) {
        self.hears = false;
    }

    fn note(&mut self, note: Note) {
        // Another primary may begin where the lost one had not got to: its log is another one.
        if self.notes.back().is_some_and(|last| last.position > note.position) {
            self.notes.clear();
        }
        self.notes.push_back(note);
        while self.notes.front().is_some_and(|oldest| note.at.duration_since(oldest.at) > LONGEST_LAG) {
            self.notes.pop_front();
        }
    }

    /// What a replica must have to show all that is older than `lag`, and all that was announced.
    fn needed(&self, now: Instant, lag: Duration) -> Needed {
        let oldest = now.checked_sub(lag).into_iter().chain(self.announced).max();
        let Some(oldest) = oldest.filter(|_| self.hears) else { return Needed::Unknown };
        let first = self.notes.partition_point(|note| note.at < oldest);
        self.notes.get(first).map_or(Needed::Newer, |note| Needed::Position(note.position))
    }

    /// How old what a replica shows is at the most that has reached this position; none while nothing is known.
    fn age(&self, now: Instant, reached: Position) -> Option<Duration> {
        let behind = self.notes.partition_point(|note| note.position <= reached);
        match behind.checked_sub(1) {
            // It has all that was noted last, and may have more.
            Some(last) if last + 1 == self.notes.len() => Some(Duration::ZERO),
            Some(last) => Some(now.duration_since(self.notes.get(last)?.at)),
            None => self.notes.front().map(|oldest| now.duration_since(oldest.at)),
        }
    }
}

/// What a replica must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needed {
    /// This position.
    Position(Position),
    /// More than was noted: a note must be taken.
    Newer,
    /// Nobody can tell.
    Unknown,
}

/// What was seen of a replica, when, and how old that was.
#[derive(Clone, Copy, Debug)]
struct Seen {
    at: Instant,
    age: Duration,
}

/// The replica, and what is known of the primary that it follows.
#[derive(Debug)]
pub(crate) struct ReadReplica {
    pool: Pool<Manager>,
    primary: Pool<Manager>,
    lag: Duration,
    progress: Mutex<Progress>,
    seen: Mutex<Option<Seen>>,
}

impl ReadReplica {
    /// Follows the primary of this pool until the last of the replica's owners is gone.
    pub(crate) fn follow(pool: Pool<Manager>, primary: Pool<Manager>, lag: Duration) -> Arc<Self> {
        let replica =
            Arc::new(Self { pool, primary, lag, progress: Mutex::default(), seen: Mutex::default() });
        let followed = Arc::downgrade(&replica);
        thread::spawn(move || keep_noting(&followed));
        replica
    }

    /// A connection to the replica, when it has caught up with what its reader must see.
    pub(crate) fn caught_up(&self) -> Option<PooledConnection<Manager>> {
        if self.state() != Replica::Young {
            return None;
        }
        let begun = Instant::now();
        let needed = self.progress().needed(begun, self.lag);
        let needed = match needed {
            Needed::Position(position) => position,
            // Many changes are announced: what this reader must see is asked for now.
            Needed::Newer => self.note()?,
            Needed::Unknown => return None,
        };
        let mut connection = self.pool.get_timeout(PATIENCE).ok()?;
        loop {
            if position(&mut connection, REACHED)? >= needed {
                return Some(connection);
            }
            if begun.elapsed() > PATIENCE {
                return None;
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// How it stands, as it was seen last.
    pub(crate) fn state(&self) -> Replica {
        match *self.seen() {
            Some(Seen { at, age }) if at.elapsed() < UNSEEN => {
                if age > self.lag {
                    Replica::Late
                } else {
                    Replica::Young
                }
            }
            _ => Replica::Missing,
        }
    }

    /// What is known of the primary.
    pub(crate) fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how far the primary is.
    fn note(&self) -> Option<Position> {
        // There is one such connection, held until the end: notes come in order.
        let mut primary = self.primary.get_timeout(PATIENCE).ok()?;
        // Before the question: what is committed after it may be beyond the answer.
        let at = Instant::now();
        let position = position(&mut primary, WRITTEN)?;
        self.progress().note(Note { at, position });
        Some(position)
    }

    /// Looks how far the replica is.
    fn look(&self) {
        let at = Instant::now();
        let reached =
            self.pool.get_timeout(PATIENCE).ok().and_then(|mut replica| position(&mut replica, REACHED));
        if let Some(age) = reached.and_then(|reached| self.progress().age(at, reached)) {
            *self.seen() = Some(Seen { at, age });
            metrics::gauge!("replica_lag_seconds").set(age.as_secs_f64());
        }
        let is_missing = self.state() != Replica::Young;
        metrics::gauge!("replica_missing").set(if is_missing { 1.0 } else { 0.0 });
    }

    fn seen(&self) -> MutexGuard<'_, Option<Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn keep_noting(replica: &Weak<ReadReplica>) {
    while let Some(replica) = replica.upgrade() {
        let _noted = replica.note();
        replica.look();
        drop(replica);
        thread::sleep(NOTE_EVERY);
    }
}

/// How far the primary has got; nothing on a standby.
const WRITTEN: &str = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint END AS position";
/// How far a standby has got; nothing on what is none, such as one that was promoted.
const REACHED: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END AS position";

#[derive(QueryableByName)]
struct Asked {
    #[diesel(sql_type = Nullable<BigInt>)]
    position: Option<Position>,
}

/// The position that a server tells; none when it does not answer, or is not what it was: a standby may have been promoted, and its
/// connections lead to a primary then.
fn position(connection: &mut PgConnection, question: &str) -> Option<Position> {
    match sql_query(question).get_result(connection) {
        Ok(Asked { position: Some(position) }) => Some(position),
        Ok(Asked { position: None }) => {
            give_up(connection);
            None
        }
        Err(error) => {
            tracing::warn!(%error, "a position in the log was not told");
            None
        }
    }
}

/// The pool takes no connection back whose transaction is in an unknown state.
fn give_up(connection: &mut PgConnection) {
    <PgConnection as Connection>::TransactionManager::transaction_manager_status_mut(connection)
        .set_in_error();
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_secs(5);

    fn seconds(many: u64) -> Duration {
        Duration::from_secs(many)
    }

    /// A primary that writes ten bytes a second, noted each second from 0 to `until`.
    fn noted(start: Instant, until: u64) -> Progress {
        let mut progress = Progress::default();
        for second in 0..=until {
            let position = i64::try_from(second).unwrap() * 10;
            progress.note(Note { at: start + seconds(second), position });
        }
        progress
    }

    #[test]
    fn a_replica_may_be_as_old_as_the_bound() {
        let start = Instant::now();
        let progress = noted(start, 20);
        assert_eq!(progress.needed(start + seconds(20), LAG), Needed::Position(150));
        assert_eq!(progress.needed(start + seconds(24), LAG), Needed::Position(190));
        assert_eq!(progress.needed(start + seconds(26), LAG), Needed::Newer, "nothing was noted lately");
        assert_eq!(Progress::default().needed(start + seconds(9), LAG), Needed::Newer);
    }

    #[test]
    fn what_was_announced_must_be_seen() {
        let start = Instant::now();
        let mut progress = noted(start, 20);
        progress.announced(start + Duration::from_millis(19_500));
        assert_eq!(progress.needed(start + seconds(20), LAG), Needed::Position(200));
        progress.announced(start + Duration::from_millis(20_100));
        assert_eq!(progress.needed(start + seconds(21), LAG), Needed::Newer, "no note is younger than that");
        progress.note(Note { at: start + seconds(21), position: 211 });
        assert_eq!(progress.needed(start + seconds(21), LAG), Needed::Position(211));
    }

    #[test]
    fn without_announcements_the_primary_serves() {
        let start = Instant::now();
        let mut progress = noted(start, 20);
        progress.hears_nothing();
        assert_eq!(progress.needed(start + seconds(20), LAG), Needed::Unknown);
        progress.announced(start + seconds(16));
        assert_eq!(progress.needed(start + seconds(20), LAG), Needed::Position(160));
    }

    #[test]
    fn the_age_is_that_of_the_newest_note_it_has() {
        let start = Instant::now();
        let (progress, now) = (noted(start, 20), start + seconds(20));
        for (reached, age) in [(200, 0), (999, 0), (199, 1), (150, 5), (0, 20), (-1, 20)] {
            assert_eq!(progress.age(now, reached), Some(seconds(age)), "{reached}");
        }
        assert_eq!(Progress::default().age(now, 5), None);
    }

    #[test]
    fn another_primary_begins_anew() {
        let start = Instant::now();
        let mut progress = noted(start, 20);
        progress.note(Note { at: start + seconds(21), position: 150 });
        assert_eq!(progress.needed(start + seconds(21), LAG), Needed::Position(150));
        assert_eq!(progress.age(start + seconds(21), 140), Some(seconds(0)));
    }

    #[test]
    fn notes_are_bounded() {
        let start = Instant::now();
        let progress = noted(start, 1_000);
        assert_eq!(progress.notes.len(), 121);
    }
}
