//! The security panel, blocks of IP addresses by staff, security events and the audit trail (docs/product/security.md).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::environment::{EnvironmentFacts, ExternalChecks, ReplicaState};
use domain::security::event::Severity;
use domain::security::findings::{Finding, findings};
use domain::security::network::{counting_key, is_within, parse_address};
use domain::shared::business_time::business_date;
use domain::shared::text;
use ports::security::csp_reports::CspCount;
use ports::security::guard::Block;
use ports::security::trail::AuditEntry;
use ports::security::watch::{
    AuditFilter, ConnectionSecurity, ConnectionState, EventFilter, RecordedEntry, RecordedEvent,
    SeverityCount,
};
use ports::shared::clock::Clock;
use ports::shared::paging::{Page, Paged};
use ports::shared::secrets::{HashPriority, PasswordHasher};
use ports::store::{Database, Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Period, up to now, that the security panel covers.
const SUMMARY_COVERS: TimeDelta = TimeDelta::hours(24);
/// Minimum number of future months for which the audit trail and the security events need
/// partitions. The panel shows a warning if there are fewer.
const MIN_MONTHS_AHEAD: i32 = 2;
/// Period, up to now, for which the panel counts content that browsers blocked.
const CSP_REPORT_DAYS: TimeDelta = TimeDelta::days(30);
/// Maximum number of blocked content sources that the panel lists.
const MAX_BLOCKED_SOURCES: i64 = 20;
/// Maximum number of blocks that the panel lists.
const MAX_BLOCKS: i64 = 1000;
/// Maximum length of a block's reason, in characters.
pub const REASON_CHARS: usize = 300;
/// Maximum duration of a block by staff, in hours (30 days).
pub const MAX_BLOCK_HOURS: i32 = 720;

/// This installation's settings, and what the server has observed since its start.
pub struct InstallationState {
    facts: EnvironmentFacts,
    demo: Option<DemoAccounts>,
    /// For each stored password hash of a demo account: whether the published demo password matches
    /// the hash. Each hash is checked only once, because checking is slow.
    tried: Mutex<BTreeMap<String, bool>>,
    has_unknown_proxy: AtomicBool,
    outside: Mutex<ExternalChecks>,
}

/// The demo accounts of an installation. The password of these accounts is published.
#[derive(Clone, Copy, Debug)]
pub struct DemoAccounts {
    pub emails: &'static [&'static str],
    /// The published password of all demo accounts.
    pub password: &'static str,
}

impl InstallationState {
    /// Creates the state from `facts` that don't change while the server runs. The facts that
    /// change are passed to each call of [`Self::findings`].
    pub fn new(facts: EnvironmentFacts, demo: Option<DemoAccounts>) -> Self {
        Self {
            facts,
            demo,
            tried: Mutex::default(),
            has_unknown_proxy: AtomicBool::new(false),
            outside: Mutex::default(),
        }
    }

    /// Stores the latest check of the services that Lanewise depends on.
    pub fn set_external_checks(&self, checks: ExternalChecks) {
        *self.outside.lock().unwrap_or_else(PoisonError::into_inner) = checks;
    }

    /// Records that an untrusted client sent `X-Forwarded-For`. A finding then reports this.
    pub fn record_unknown_proxy(&self) {
        self.has_unknown_proxy.store(true, Ordering::Relaxed);
    }

    /// Returns all findings. The call is slow if a demo account has a new password hash, so the caller must
    /// not hold a database connection.
    pub fn findings(
        &self,
        passwords: &dyn PasswordHasher,
        facts: &DatabaseFacts,
        replica: ReplicaState,
    ) -> Vec<Finding> {
        findings(&EnvironmentFacts {
            has_unknown_proxy: self.has_unknown_proxy.load(Ordering::Relaxed),
            is_database_private: facts.connection.connection_security != ConnectionSecurity::Open,
            is_schema_current: facts.connection.is_schema_current,
            is_trail_ending: facts.connection.months_ahead < MIN_MONTHS_AHEAD,
            open_demo_accounts: self.count_open_demo_accounts(passwords, &facts.demo_hashes),
            administrators: facts.administrators,
            administrators_without_second_factor: facts.administrators_without_second_factor,
            clock_difference_seconds: facts.clock_difference_seconds,
            database_version: Some(facts.connection.version),
            is_standby: facts.connection.is_standby,
            standbys: Some(facts.connection.standbys),
            replica,
            outside: self.outside.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            ..self.facts.clone()
        })
    }

    /// Counts the demo accounts that still have the published password. `hashes` are the password
    /// hashes of all demo accounts.
    fn count_open_demo_accounts(&self, passwords: &dyn PasswordHasher, hashes: &[String]) -> usize {
        let Some(demo) = self.demo else { return 0 };
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        tried.retain(|hash, _| hashes.contains(hash));
        let fits = |hash: &&String| {
            if let Some(known) = tried.get(*hash) {
                return *known;
            }
            // If too many passwords are waiting to be hashed, this check is left to the next call.
            let Ok(fits) = passwords.verify(demo.password, hash, HashPriority::Failed) else { return false };
            tried.insert((*hash).clone(), fits);
            fits
        };
        hashes.iter().filter(fits).count()
    }
}

/// Facts that are read from the database: its connection, the demo accounts, and the staff.
#[derive(Clone, Debug)]
pub struct DatabaseFacts {
    connection: ConnectionState,
    demo_hashes: Vec<String>,
    /// Number of all administrators, with and without a second factor.
    administrators: usize,
    administrators_without_second_factor: usize,
    clock_difference_seconds: u64,
}

impl DatabaseFacts {
    /// Returns facts that cause no finding. Used if the database can't be read.
    #[must_use]
    pub fn nothing() -> Self {
        let connection = ConnectionState {
            connection_security: ConnectionSecurity::Local,
            role: String::new(),
            is_schema_current: true,
            months_ahead: MIN_MONTHS_AHEAD,
            version: i32::MAX,
            is_standby: false,
            standbys: 1,
            now: DateTime::UNIX_EPOCH,
        };
        Self {
            connection,
            demo_hashes: vec![],
            administrators: 1,
            administrators_without_second_factor: 0,
            clock_difference_seconds: 0,
        }
    }

    /// Returns the state of the connection that read the facts.
    #[must_use]
    pub fn connection(&self) -> &ConnectionState {
        &self.connection
    }
}

/// Reads the facts that findings need from the database.
pub fn read_facts(
    store: &mut dyn Store,
    installation: &InstallationState,
    clock: &dyn Clock,
) -> Result<DatabaseFacts> {
    let emails = installation.demo.map_or(&[][..], |demo| demo.emails);
    let staff = store.staff()?;
    let without = staff.iter().filter(|member| !member.has_second_factor).count();
    let connection = store.connection_state()?;
    let clock_difference_seconds = (connection.now - clock.now()).num_seconds().unsigned_abs();
    Ok(DatabaseFacts {
        connection,
        clock_difference_seconds,
        demo_hashes: store.password_hashes_of(emails)?,
        administrators: staff.len(),
        administrators_without_second_factor: without,
    })
}

/// The security panel, without the findings.
#[derive(Clone, Debug)]
pub struct SecurityOverview {
    /// When the panel's data was read.
    pub at: DateTime<Utc>,
    /// Number of events in the last 24 hours for each severity, worst first. Every severity is listed,
    /// even with no events.
    pub by_severity: Vec<SeverityCount>,
    /// Blocks that haven't ended.
    pub blocks: Vec<Block>,
    /// The newest events of the last 24 hours.
    pub recent: Vec<RecordedEvent>,
    /// Content that browsers blocked in the last 30 days. The most reported comes first.
    pub csp_reports: Vec<CspCount>,
    /// Values read from the database, from which the findings are made.
    pub database_facts: DatabaseFacts,
}

/// Returns the security panel. Security events are from the last 24 hours, and blocked content is from the last 30
/// days. Blocks of addresses and database facts are as of now. `recent` is the maximum length of the list of the
/// newest events; the counts by severity include all events.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn show_panel(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    installation: &InstallationState,
    recent: i64,
) -> Result<SecurityOverview> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let since = now - SUMMARY_COVERS;
    let counted = store.security_event_counts(since)?;
    let by_severity = Severity::ALL
        .iter()
        .map(|severity| SeverityCount {
            severity: severity.as_str().to_owned(),
            times: counted.iter().filter(|c| c.severity == severity.as_str()).map(|c| c.times).sum(),
        })
        .collect();
    let filter = EventFilter { from: Some(since), ..EventFilter::default() };
    Ok(SecurityOverview {
        at: now,
        by_severity,
        blocks: store.blocks(now, MAX_BLOCKS)?,
        recent: store.security_events(&filter, Page { limit: recent, offset: 0 })?.items,
        csp_reports: store.csp_counts(business_date(now - CSP_REPORT_DAYS), MAX_BLOCKED_SOURCES)?,
        database_facts: read_facts(store, installation, &*deps.clock)?,
    })
}

/// Lists security events, for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_security_events(
    store: &mut dyn Store,
    actor: &Actor,
    filter: &EventFilter,
    page: Page,
) -> Result<Paged<RecordedEvent>> {
    actor.must_be_admin()?;
    Ok(store.security_events(filter, page)?)
}

/// Lists the audit trail, for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_audit_entries(
    store: &mut dyn Store,
    actor: &Actor,
    filter: &AuditFilter,
    page: Page,
) -> Result<Paged<RecordedEntry>> {
    actor.must_be_admin()?;
    Ok(store.audit_entries(filter, page)?)
}

/// Blocks an IP address, for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff. Field errors for `ip` if it is invalid, the
/// caller's own or a trusted proxy's, for a missing `reason`, and for `hours` out of range.
pub fn block_address(deps: &Deps, actor: &Actor, ip: &str, reason: &str, hours: i32) -> Result<Block> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let mut wrong = vec![];
    let address = parse_address(ip);
    match &address {
        None => wrong.push(("ip", "Enter an IPv4 or IPv6 address.".to_owned())),
        Some(address) if *address == counting_key(&actor.address) => {
            wrong.push(("ip", "This is your own address. Blocking it would lock you out.".to_owned()));
        }
        Some(address) if is_within(address, &deps.guard.never_blocked) => {
            wrong.push((
                "ip",
                "This is a trusted proxy. Blocking it would lock out all users behind it.".to_owned(),
            ));
        }
        Some(_) => {}
    }
    let reason =
        text::line(reason, REASON_CHARS).map_err(|error| wrong.push(("reason", error.to_string()))).ok();
    if !(1..=MAX_BLOCK_HOURS).contains(&hours) {
        wrong.push(("hours", format!("Enter a whole number from 1 to {MAX_BLOCK_HOURS}.")));
    }
    let (Some(address), Some(reason), true) = (address, reason, wrong.is_empty()) else {
        return Err(Error::Fields(wrong));
    };
    let expires_at = now + TimeDelta::hours(i64::from(hours));
    let block = Block { address, reason, blocked_at: now, expires_at };
    in_transaction(&*deps.database, |store| {
        let id = store.block_address(&block)?;
        store.audit(
            &block_audit_entry(deps, actor, AuditAction::AddressBlocked, id)
                .with_all_after(block_fields(&block)),
        )?;
        Ok::<_, Error>(())
    })?;
    Ok(block)
}

/// Ends a block, for staff. Also deletes the address's failed logins.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; a field error if `ip` is invalid;
/// [`Error::NotFound`] if the address isn't blocked.
pub fn unblock_address(deps: &Deps, actor: &Actor, ip: &str) -> Result<()> {
    actor.must_be_admin()?;
    let address = parse_address(ip).ok_or_else(|| Error::field("ip", "Enter an IPv4 or IPv6 address."))?;
    in_transaction(&*deps.database, |store| {
        let (id, block) = store.unblock_address(&address, deps.clock.now())?.ok_or(Error::NotFound)?;
        store.clear_address_failures(&address)?;
        store.audit(
            &block_audit_entry(deps, actor, AuditAction::AddressUnblocked, id)
                .with_all_before(block_fields(&block)),
        )?;
        Ok(())
    })
}

/// Ends a block from the server's command line, for an administrator who is locked out. Also deletes the
/// address's failed logins. Returns false if the address wasn't blocked.
pub fn unblock_at_server(database: &dyn Database, now: DateTime<Utc>, ip: &str) -> Result<bool> {
    let address = parse_address(ip).unwrap_or_else(|| ip.to_owned());
    in_transaction(database, |store| {
        store.clear_address_failures(&address)?;
        Ok(store.unblock_address(&address, now)?.is_some())
    })
}

/// Names and values of a record's fields, for an audit entry.
type Fields = Vec<(&'static str, String)>;

/// Returns a block's address, reason and end, for an audit entry.
fn block_fields(block: &Block) -> Fields {
    vec![
        ("address", block.address.clone()),
        ("reason", block.reason.clone()),
        ("expiresAt", block.expires_at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)),
    ]
}

/// Builds an audit entry about the block with this `id`.
fn block_audit_entry(deps: &Deps, actor: &Actor, action: AuditAction, id: i32) -> AuditEntry {
    actor.audit_entry((AuditSubject::BlockedIp, id), action, deps.clock.now())
}
