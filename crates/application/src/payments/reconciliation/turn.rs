//! Several processes share the work: one has the turn, and the next takes over when it is not kept.

use std::cell::Cell;

use chrono::{DateTime, TimeDelta, Utc};
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// What the turn is about.
const WORK: &str = "reconciliation";
/// A process that is gone has the turn for so long at most.
const LASTS: TimeDelta = TimeDelta::seconds(12);
/// It is kept so often while somebody works.
const KEPT_EVERY: TimeDelta = TimeDelta::seconds(4);

/// A process's turn.
pub(super) struct Turn<'a> {
    pub(super) deps: &'a Deps,
    /// Nobody else is at it when there is none.
    holder: Option<&'a str>,
    kept_at: Cell<DateTime<Utc>>,
    is_lost: Cell<bool>,
}

impl<'a> Turn<'a> {
    /// Who shares with nobody.
    pub(super) fn alone(deps: &'a Deps) -> Self {
        Self { deps, holder: None, kept_at: Cell::new(deps.clock.now()), is_lost: Cell::new(false) }
    }

    /// Takes the turn, or keeps it; none while another process has it.
    pub(super) fn take(deps: &'a Deps, holder: &'a str) -> Result<Option<Self>> {
        let turn = Self { holder: Some(holder), ..Self::alone(deps) };
        Ok(turn.keep()?.then_some(turn))
    }

    /// Gives it back.
    pub(super) fn end(deps: &Deps, holder: &str) -> Result<()> {
        with_store(&*deps.database, |store| Ok(store.end_lease(WORK, holder)?))
    }

    /// Whether it is still ours, asked between two pieces of work. Once lost it stays lost.
    pub(super) fn goes_on(&self) -> Result<bool> {
        if self.is_lost.get() || self.deps.clock.now() - self.kept_at.get() < KEPT_EVERY {
            Ok(!self.is_lost.get())
        } else {
            self.keep()
        }
    }

    fn keep(&self) -> Result<bool> {
        let Some(holder) = self.holder else { return Ok(true) };
        self.kept_at.set(self.deps.clock.now());
        let is_ours =
            with_store(&*self.deps.database, |store| Ok::<_, Error>(store.take_lease(WORK, holder, LASTS)?))?;
        self.is_lost.set(!is_ours);
        Ok(is_ours)
    }
}
