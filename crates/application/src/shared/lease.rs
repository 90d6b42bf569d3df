//! Leases. If several processes share work, only the process with the lease does the work. After
//! the lease expires, another process can take it.

use std::cell::Cell;

use chrono::{DateTime, TimeDelta, Utc};
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Work that processes share, and how long its lease lasts. The process with the lease renews it when a third
/// of this time has passed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeasedWork {
    pub(crate) name: &'static str,
    pub(crate) lasts: TimeDelta,
}

/// A process's lease on shared work.
pub(crate) struct Lease<'a> {
    pub(crate) deps: &'a Deps,
    work: LeasedWork,
    /// Name of the process; `None` if no other process shares the work.
    holder: Option<&'a str>,
    renewed_at: Cell<DateTime<Utc>>,
    is_lost: Cell<bool>,
}

impl<'a> Lease<'a> {
    /// Creates a lease for a process that shares its work with no other process.
    pub(crate) fn exclusive(deps: &'a Deps, work: LeasedWork) -> Self {
        Self { deps, work, holder: None, renewed_at: Cell::new(deps.clock.now()), is_lost: Cell::new(false) }
    }

    /// Takes or renews the lease for the process `holder`. Returns `None` if another
    /// process has the lease.
    pub(crate) fn take(deps: &'a Deps, work: LeasedWork, holder: &'a str) -> Result<Option<Self>> {
        let lease = Self { holder: Some(holder), ..Self::exclusive(deps, work) };
        Ok(lease.renew()?.then_some(lease))
    }

    /// Releases the lease if `holder` has it.
    pub(crate) fn end(deps: &Deps, work: LeasedWork, holder: &str) -> Result<()> {
        with_store(&*deps.database, |store| Ok(store.end_lease(work.name, holder)?))
    }

    /// Whether this process still has the lease. Renews it if a third of its time has passed. A lost
    /// lease can't be regained.
    pub(crate) fn is_held(&self) -> Result<bool> {
        if self.is_lost.get() || self.deps.clock.now() - self.renewed_at.get() < self.work.lasts / 3 {
            Ok(!self.is_lost.get())
        } else {
            self.renew()
        }
    }

    /// Takes or renews the lease. Returns whether this process has the lease now.
    fn renew(&self) -> Result<bool> {
        let Some(holder) = self.holder else { return Ok(true) };
        self.renewed_at.set(self.deps.clock.now());
        let is_ours = with_store(&*self.deps.database, |store| {
            Ok::<_, Error>(store.take_lease(self.work.name, holder, self.work.lasts)?)
        })?;
        self.is_lost.set(!is_ours);
        Ok(is_ours)
    }
}
